#include "ir/dominators.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace snag::ir {
namespace {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

PredecessorGraph graph_of(std::uint32_t size, const Edges& edges) {
  PredecessorGraph graph;
  graph.first.push_back(0);
  for (std::uint32_t node = 0; node < size; ++node) {
    for (auto [from, to] : edges) {
      if (to == node) graph.predecessors.push_back(from);
    }
    graph.first.push_back(static_cast<std::uint32_t>(graph.predecessors.size()));
  }
  return graph;
}

// By definition: b cannot be reached once a is taken away.
bool dominates_by_definition(std::uint32_t size, const Edges& edges, std::uint32_t a, std::uint32_t b) {
  if (a == b) return true;
  std::vector<bool> seen(size);
  std::vector<std::uint32_t> work;
  if (a != 0) work.push_back(0), seen[0] = true;
  while (!work.empty()) {
    std::uint32_t node = work.back();
    work.pop_back();
    for (auto [from, to] : edges) {
      if (from != node || to == a || seen[to]) continue;
      seen[to] = true;
      work.push_back(to);
    }
  }
  return !seen[b];
}

TEST(DominatorTree, Diamond) {
  DominatorTree tree(graph_of(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
  EXPECT_EQ(tree.immediate(0), DominatorTree::kNone);
  EXPECT_EQ(tree.immediate(1), 0u);
  EXPECT_EQ(tree.immediate(3), 0u);
  EXPECT_TRUE(tree.dominates(0, 3));
  EXPECT_TRUE(tree.dominates(3, 3));
  EXPECT_FALSE(tree.dominates(1, 3));
  EXPECT_FALSE(tree.dominates(3, 0));
}

TEST(DominatorTree, Loop) {
  // 0 -> 1 (head) -> 2 (body) -> 1, 1 -> 3
  DominatorTree tree(graph_of(4, {{0, 1}, {1, 2}, {2, 1}, {1, 3}}));
  EXPECT_EQ(tree.immediate(2), 1u);
  EXPECT_EQ(tree.immediate(3), 1u);
  EXPECT_FALSE(tree.dominates(2, 3));
}

TEST(DominatorTree, LoopWithTwoEntries) {
  DominatorTree tree(graph_of(4, {{0, 1}, {0, 2}, {1, 2}, {2, 1}, {2, 3}}));
  EXPECT_EQ(tree.immediate(1), 0u);
  EXPECT_EQ(tree.immediate(2), 0u);
  EXPECT_EQ(tree.immediate(3), 2u);
}

TEST(DominatorTree, NeedsMoreThanOnePass) {
  // A ladder whose rungs go back: the paper's worst case in small.
  Edges edges = {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 5}, {3, 6}, {4, 5}, {5, 4}, {5, 6}, {6, 5}};
  DominatorTree tree(graph_of(7, edges));
  for (std::uint32_t a = 0; a < 7; ++a) {
    for (std::uint32_t b = 0; b < 7; ++b) EXPECT_EQ(tree.dominates(a, b), dominates_by_definition(7, edges, a, b));
  }
}

TEST(DominatorTree, NodesWithoutAnEarlierPredecessorAreUnreachable) {
  DominatorTree tree(graph_of(4, {{0, 1}, {3, 2}}));
  EXPECT_EQ(tree.immediate(2), DominatorTree::kNone);
  EXPECT_EQ(tree.immediate(3), DominatorTree::kNone);
  EXPECT_FALSE(tree.dominates(0, 2));
  EXPECT_FALSE(tree.dominates(2, 3));
  EXPECT_TRUE(tree.dominates(2, 2));
}

TEST(DominatorTree, AgreesWithTheDefinitionOnRandomGraphs) {
  std::mt19937 random(20240);
  for (int round = 0; round < 400; ++round) {
    auto size = static_cast<std::uint32_t>(2 + random() % 12);
    std::set<std::pair<std::uint32_t, std::uint32_t>> chosen;
    for (std::uint32_t node = 1; node < size; ++node) chosen.emplace(random() % node, node);  // reachable, in order
    for (std::uint32_t extra = random() % (2 * size); extra > 0; --extra)
      chosen.emplace(random() % size, 1 + random() % (size - 1));
    Edges edges(chosen.begin(), chosen.end());
    DominatorTree tree(graph_of(size, edges));
    for (std::uint32_t a = 0; a < size; ++a) {
      for (std::uint32_t b = 0; b < size; ++b) {
        ASSERT_EQ(tree.dominates(a, b), dominates_by_definition(size, edges, a, b)) << round << ": " << a << ' ' << b;
      }
    }
  }
}

}  // namespace
}  // namespace snag::ir
