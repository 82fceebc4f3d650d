// Disjoint sets over 0 to n - 1. Path halving keeps chains short; the caller of `merge` chooses the representative.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace snag {

class UnionFind {
 public:
  // Starts again with `count` elements, each in a set of its own; keeps its memory.
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
  // Merges both sets; their representative is the present one of `leader`.
  void merge(std::uint32_t leader, std::uint32_t follower) { parent_[find(follower)] = find(leader); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(parent_.size()); }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace snag
