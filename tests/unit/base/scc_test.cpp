#include "base/scc.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace snag {
namespace {

using Graph = std::vector<std::vector<std::uint32_t>>;

Components components_of(const Graph& graph) {
  return strongly_connected_components(
      static_cast<std::uint32_t>(graph.size()),
      [&](std::uint32_t node) -> const std::vector<std::uint32_t>& { return graph[node]; });
}

// Who reaches whom, by trying.
std::vector<std::vector<bool>> reachability(const Graph& graph) {
  std::vector<std::vector<bool>> result(graph.size(), std::vector<bool>(graph.size(), false));
  for (std::uint32_t start = 0; start < graph.size(); ++start) {
    std::vector<std::uint32_t> work = {start};
    result[start][start] = true;
    while (!work.empty()) {
      std::uint32_t node = work.back();
      work.pop_back();
      for (std::uint32_t next : graph[node]) {
        if (result[start][next]) continue;
        result[start][next] = true;
        work.push_back(next);
      }
    }
  }
  return result;
}

TEST(Scc, NothingHasNoComponents) { EXPECT_EQ(components_of({}).count, 0u); }

TEST(Scc, ACycleIsOneComponent) {
  Components result = components_of({{1}, {2}, {0}, {0}});
  EXPECT_EQ(result.count, 2u);
  EXPECT_EQ(result.component_of[0], result.component_of[2]);
  EXPECT_EQ(result.component_of[3], 1u) << "callers come later";
}

TEST(Scc, AChainOfAMillionNeedsNoStack) {
  Graph graph(1'000'000);
  for (std::uint32_t i = 0; i + 1 < graph.size(); ++i) graph[i].push_back(i + 1);
  Components result = components_of(graph);
  EXPECT_EQ(result.count, graph.size());
  EXPECT_EQ(result.component_of.back(), 0u);
}

TEST(Scc, AgreesWithReachabilityOnRandomGraphs) {
  std::mt19937 random(17);
  for (int round = 0; round < 200; ++round) {
    Graph graph(1 + random() % 12);
    for (auto& next : graph) {
      for (std::uint32_t edges = random() % 3; edges > 0; --edges) next.push_back(random() % graph.size());
    }
    Components result = components_of(graph);
    auto reaches = reachability(graph);
    for (std::uint32_t a = 0; a < graph.size(); ++a) {
      for (std::uint32_t b = 0; b < graph.size(); ++b) {
        EXPECT_EQ(result.component_of[a] == result.component_of[b], reaches[a][b] && reaches[b][a]);
      }
      for (std::uint32_t b : graph[a]) EXPECT_LE(result.component_of[b], result.component_of[a]);
    }
  }
}

}  // namespace
}  // namespace snag
