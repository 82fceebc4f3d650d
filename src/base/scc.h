// Strongly connected components of a directed graph whose nodes are 0 to n - 1.
//
// This is Tarjan's algorithm with an explicit stack instead of recursion: call graphs and flow graphs are deeper than
// any thread's stack. Components are numbered in the order in which they are completed, so every edge between two
// components leads from a higher number to a lower one: the order 0, 1, 2, … is bottom-up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace snag {

struct Components {
  std::vector<std::uint32_t> component_of;  // by node
  std::uint32_t count = 0;
};

// `successors(node)` returns something that can be indexed and has a size: a span, a vector.
template <class Successors>
Components strongly_connected_components(std::uint32_t node_count, Successors&& successors) {
  constexpr std::uint32_t kUnvisited = std::numeric_limits<std::uint32_t>::max();
  struct OpenNode {
    std::uint32_t node;
    std::uint32_t edge;
  };
  Components result;
  result.component_of.assign(node_count, kUnvisited);
  std::vector<std::uint32_t> order(node_count, kUnvisited), lowest(node_count, 0), open;
  std::vector<OpenNode> path;
  std::uint32_t visited = 0;
  auto enter = [&](std::uint32_t node) {
    order[node] = lowest[node] = visited++;
    open.push_back(node);
    path.push_back({node, 0});
  };
  for (std::uint32_t root = 0; root < node_count; ++root) {
    if (order[root] != kUnvisited) continue;
    enter(root);
    while (!path.empty()) {
      std::uint32_t node = path.back().node;
      auto&& next = successors(node);
      if (path.back().edge < next.size()) {
        std::uint32_t target = next[path.back().edge++];
        if (order[target] == kUnvisited) {
          enter(target);
        } else if (result.component_of[target] == kUnvisited) {
          lowest[node] = std::min(lowest[node], order[target]);
        }
        continue;
      }
      if (lowest[node] == order[node]) {
        std::uint32_t member;
        do {
          member = open.back();
          open.pop_back();
          result.component_of[member] = result.count;
        } while (member != node);
        ++result.count;
      }
      path.pop_back();
      if (!path.empty()) {
        std::uint32_t parent = path.back().node;
        lowest[parent] = std::min(lowest[parent], lowest[node]);
      }
    }
  }
  return result;
}

}  // namespace snag
