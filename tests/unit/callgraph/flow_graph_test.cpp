#include "callgraph/flow_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace snag {
namespace {

class FlowGraphTest : public testing::Test {
 protected:
  Diagnostics diagnostics;
  Names names;
  ClassPath class_path{diagnostics};
  Program program{names, class_path, diagnostics};
  AbstractObjects types{program, library::built_in_policy(), /*apart=*/false};
  FlowGraph graph{types};

  ObjectId type(int i) {
    return types.intern(ObjectKind::kArray, names.intern(std::string(static_cast<std::size_t>(i + 1), '[') + "I"));
  }
  // What a new watch is notified of, when everything else is solved.
  std::set<std::uint32_t> at(FlowNodeId node) {
    std::set<std::uint32_t> result;
    graph.add_watch(node, WatchId(99));
    graph.solve([&](WatchId, ObjectId type) { result.insert(type.value); });
    return result;
  }
  void solve() {
    graph.solve([](WatchId, ObjectId) {});
  }
};

TEST_F(FlowGraphTest, TypesFollowEdgesInEitherOrder) {
  FlowNodeId a = graph.add_node(), b = graph.add_node(), c = graph.add_node();
  graph.add_object(a, type(0));
  graph.add_edge(a, b);
  graph.add_edge(b, c);
  graph.add_object(a, type(1));
  solve();
  EXPECT_EQ(at(c), (std::set<std::uint32_t>{0, 1}));
  EXPECT_EQ(at(a), at(c));
}

TEST_F(FlowGraphTest, ACastStopsOthers) {
  FlowNodeId a = graph.add_node(), b = graph.add_node();
  graph.add_edge(a, b, names.intern("[[I"));
  graph.add_object(a, type(0));  // [I
  graph.add_object(a, type(1));  // [[I
  solve();
  EXPECT_EQ(at(b), std::set<std::uint32_t>{type(1).value});
}

TEST_F(FlowGraphTest, ACastInPlaceMakesTheUnknownNarrower) {
  FlowNodeId a = graph.add_node();
  ObjectId unknown = types.intern(ObjectKind::kOpaque, program.object_name());
  Name missing = names.intern("a/Missing");
  graph.add_edge(a, a, missing);
  graph.add_object(a, unknown);
  solve();
  EXPECT_EQ(at(a), (std::set<std::uint32_t>{unknown.value, types.intern(ObjectKind::kOpaque, missing).value}));
}

TEST_F(FlowGraphTest, AWatchHearsOldAndNewTypesAndMayAddEdges) {
  FlowNodeId a = graph.add_node(), b = graph.add_node();
  graph.add_object(a, type(0));
  graph.add_watch(a, WatchId(7));
  std::set<std::uint32_t> heard;
  auto listen = [&](WatchId watch, ObjectId id) {
    EXPECT_EQ(watch, WatchId(7));
    heard.insert(id.value);
    graph.add_edge(a, b);
  };
  graph.solve(listen);
  graph.add_object(a, type(1));
  graph.solve(listen);
  EXPECT_EQ(heard, (std::set<std::uint32_t>{0, 1}));
  EXPECT_EQ(at(b), heard);
}

// Against the definition: a node has the types of every node that reaches it. Enough work that cycles are merged.
TEST_F(FlowGraphTest, AgreesWithReachability) {
  std::mt19937 random(3);
  constexpr std::uint32_t kNodes = 400;
  std::vector<FlowNodeId> nodes;
  std::vector<std::vector<std::uint32_t>> next(kNodes);
  for (std::uint32_t i = 0; i < kNodes; ++i) nodes.push_back(graph.add_node());
  std::vector<std::set<std::uint32_t>> own(kNodes);
  for (int step = 0; step < 1500; ++step) {
    std::uint32_t from = random() % kNodes, to = random() % kNodes;
    next[from].push_back(to);
    graph.add_edge(nodes[from], nodes[to]);
    std::uint32_t at_node = random() % kNodes;
    ObjectId added = type(static_cast<int>(random() % 200));
    own[at_node].insert(added.value);
    graph.add_object(nodes[at_node], added);
    if (step % 100 == 0) solve();
  }
  solve();
  EXPECT_GT(graph.collapsed_count(), 0u);
  std::vector<std::set<std::uint32_t>> expected = own;
  for (std::uint32_t start = 0; start < kNodes; ++start) {
    std::vector<std::uint32_t> work = {start};
    std::vector<bool> seen(kNodes, false);
    seen[start] = true;
    while (!work.empty()) {
      std::uint32_t node = work.back();
      work.pop_back();
      expected[node].insert(own[start].begin(), own[start].end());
      for (std::uint32_t to : next[node]) {
        if (!seen[to]) work.push_back(to);
        seen[to] = true;
      }
    }
  }
  for (std::uint32_t i = 0; i < kNodes; ++i) EXPECT_EQ(at(nodes[i]), expected[i]) << i;
}

TEST(ObjectSet, FewAndMany) {
  ObjectSet set;
  std::set<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < 100; ++i) {
    std::uint32_t element = i * 37 % 91;
    EXPECT_EQ(set.insert(element), expected.insert(element).second);
  }
  std::vector<std::uint32_t> elements = set.elements();
  EXPECT_EQ(std::set<std::uint32_t>(elements.begin(), elements.end()), expected);
}

}  // namespace
}  // namespace snag
