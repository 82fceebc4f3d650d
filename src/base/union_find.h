// Disjoint sets over 0 to n - 1: which elements were merged. Path halving keeps chains short; `merge` says who leads.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace snag {

class UnionFind {
 public:
  // `count` elements, each on its own; keeps its memory.
  void reset(std::uint32_t count) {
    parent_.resize(count);
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  std::uint32_t add() {
    parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
    return parent_.back();
  }
  std::uint32_t find(std::uint32_t element) {
    while (parent_[element] != element) {
      parent_[element] = parent_[parent_[element]];
      element = parent_[element];
    }
    return element;
  }
  // Afterwards both are led by what leads `leader` now.
  void merge(std::uint32_t leader, std::uint32_t follower) { parent_[find(follower)] = find(leader); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(parent_.size()); }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace snag
