// The nodes of a call graph in an order in which callees come before callers.
//
// Strongly connected components (base/scc.h) are numbered bottom-up: every call leads to the same component or to a
// lower one. The level of a component is one more than the highest level it calls, so components of one level call only
// lower levels and can be processed at the same time.
//
//   void a() { b(); c(); }        level 2: {a}
//   void b() { c(); d(); }        level 1: {b}
//   void c() { e(); }             level 0: {d}, {c, e}
//   void d() {}
//   void e() { c(); }
//
// Nothing changes after building; any number of threads may read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/scc.h"

namespace snag {

class BottomUpOrder {
 public:
  BottomUpOrder() = default;  // has no nodes
  // `successors(node)` returns something that can be indexed and has a size: a span, a vector.
  template <class Successors>
  BottomUpOrder(std::uint32_t node_count, Successors&& successors);

  std::uint32_t component_count() const { return nodes_.group_count(); }
  std::uint32_t component_of(std::uint32_t node) const { return component_of_[node]; }
  std::span<const std::uint32_t> component(std::uint32_t index) const { return nodes_.group(index); }  // ascending
  std::uint32_t level_count() const { return components_.group_count(); }
  std::span<const std::uint32_t> level(std::uint32_t index) const { return components_.group(index); }

  // Calls `visit(component)` for every component, callees before callers, components of one level at the same time on
  // `jobs` threads (0: all cores). `visit` sees the effects of all visits to lower levels.
  void for_each(unsigned jobs, const std::function<void(std::uint32_t component)>& visit) const;

 private:
  // Partitions 0 to n - 1 into groups; members are ascending within each group.
  class Groups {
   public:
    Groups() = default;
    Groups(std::uint32_t group_count, std::span<const std::uint32_t> group_of);
    std::uint32_t group_count() const { return static_cast<std::uint32_t>(starts_.size() - 1); }
    std::span<const std::uint32_t> group(std::uint32_t index) const {
      return std::span(members_).subspan(starts_[index], starts_[index + 1] - starts_[index]);
    }

   private:
    std::vector<std::uint32_t> starts_ = {0};  // by group, and the end
    std::vector<std::uint32_t> members_;
  };

  std::vector<std::uint32_t> component_of_;  // by node
  Groups nodes_;                             // by component
  Groups components_;                        // by level
};

template <class Successors>
BottomUpOrder::BottomUpOrder(std::uint32_t node_count, Successors&& successors) {
  Components found = strongly_connected_components(node_count, successors);
  component_of_ = std::move(found.component_of);
  nodes_ = Groups(found.count, component_of_);
  std::vector<std::uint32_t> level_of(found.count, 0);
  std::uint32_t levels = 0;
  for (std::uint32_t c = 0; c < found.count; ++c) {
    for (std::uint32_t node : component(c)) {
      auto&& next = successors(node);
      for (std::size_t i = 0; i < next.size(); ++i) {
        std::uint32_t callee = component_of_[next[i]];
        if (callee != c) level_of[c] = std::max(level_of[c], level_of[callee] + 1);
      }
    }
    levels = std::max(levels, level_of[c] + 1);
  }
  components_ = Groups(levels, level_of);
}

}  // namespace snag
