#include "base/bottom_up.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <random>

namespace snag {
namespace {

using testing::ElementsAre;
using Graph = std::vector<std::vector<std::uint32_t>>;

BottomUpOrder order_of(const Graph& graph) {
  return {static_cast<std::uint32_t>(graph.size()),
          [&](std::uint32_t node) -> const std::vector<std::uint32_t>& { return graph[node]; }};
}

TEST(BottomUp, NothingHasNoLevels) {
  EXPECT_EQ(BottomUpOrder().component_count(), 0u);
  EXPECT_EQ(order_of({}).level_count(), 0u);
  order_of({}).for_each(/*jobs=*/1, [](std::uint32_t) { FAIL(); });
}

TEST(BottomUp, CalleesAreOnLowerLevels) {
  // The example of the header: a, b, c, d, e.
  BottomUpOrder order = order_of({{1, 2}, {2, 3}, {4}, {}, {2}});
  ASSERT_EQ(order.component_count(), 4u);
  EXPECT_EQ(order.component_of(2), order.component_of(4));
  EXPECT_THAT(order.component(order.component_of(2)), ElementsAre(2, 4));
  ASSERT_EQ(order.level_count(), 3u);
  EXPECT_THAT(order.level(0), ElementsAre(order.component_of(2), order.component_of(3)));
  EXPECT_THAT(order.level(1), ElementsAre(order.component_of(1)));
  EXPECT_THAT(order.level(2), ElementsAre(order.component_of(0)));
}

TEST(BottomUp, ACallOfItselfIsNoLevel) {
  BottomUpOrder order = order_of({{0}, {0, 1}});
  ASSERT_EQ(order.level_count(), 2u);
  EXPECT_THAT(order.component(0), ElementsAre(0));
}

// Wide enough for levels of more components than one thread takes at a time.
TEST(BottomUp, VisitsEveryComponentOnceCalleesFirst) {
  std::mt19937 random(5);
  Graph graph(2000);
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    for (std::uint32_t edges = random() % 3; edges > 0; --edges) graph[node].push_back(random() % (node + 2) / 2);
    if (random() % 100 == 0) graph[node].push_back(random() % graph.size());  // upwards: recursion
  }
  BottomUpOrder order = order_of(graph);
  EXPECT_LT(order.component_count(), graph.size());
  EXPECT_GT(order.level(0).size(), 100u);
  for (unsigned jobs : {1u, 2u, 0u}) {
    std::vector<std::atomic<int>> visits(order.component_count());
    std::atomic<int> early{0};
    order.for_each(jobs, [&](std::uint32_t component) {
      for (std::uint32_t node : order.component(component)) {
        for (std::uint32_t callee : graph[node]) {
          std::uint32_t other = order.component_of(callee);
          if (other != component && visits[other] == 0) ++early;
        }
      }
      ++visits[component];
    });
    EXPECT_EQ(early, 0);
    for (const std::atomic<int>& count : visits) EXPECT_EQ(count, 1);
  }
}

TEST(BottomUp, ASmallLevelStaysOnTheCallersThread) {
  std::vector<std::uint32_t> visited;  // guarded by nothing
  order_of(Graph(16)).for_each(/*jobs=*/0, [&](std::uint32_t component) { visited.push_back(component); });
  EXPECT_THAT(visited, testing::SizeIs(16));
  EXPECT_TRUE(std::is_sorted(visited.begin(), visited.end()));
}

}  // namespace
}  // namespace snag
