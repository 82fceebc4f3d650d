#include "ir/dominators.h"

namespace snag::ir {

DominatorTree::DominatorTree(const PredecessorGraph& graph) : immediate_(graph.size(), kNone) {
  if (immediate_.empty()) return;
  immediate_[0] = 0;
  auto common_ancestor = [&](std::uint32_t a, std::uint32_t b) {
    // An immediate dominator has a smaller number than the nodes that it dominates.
    while (a != b) {
      while (a > b) a = immediate_[a];
      while (b > a) b = immediate_[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t node = 1; node < graph.size(); ++node) {
      std::uint32_t found = kNone;
      // Smaller predecessors come first: without one the node has no ancestor yet, and a larger one may be below it.
      for (std::uint32_t i = graph.first[node]; i < graph.first[node + 1]; ++i) {
        std::uint32_t p = graph.predecessors[i];
        if (p < node && immediate_[p] != kNone) found = found == kNone ? p : common_ancestor(found, p);
      }
      if (found == kNone) continue;
      for (std::uint32_t i = graph.first[node]; i < graph.first[node + 1]; ++i) {
        std::uint32_t p = graph.predecessors[i];
        if (p >= node && immediate_[p] != kNone) found = common_ancestor(found, p);
      }
      if (found == immediate_[node]) continue;
      immediate_[node] = found;
      changed = true;
    }
  }
  number_tree();
}

// An immediate dominator has a smaller number than its node. So the sizes of subtrees are summed up from the last node
// to the first, and places are assigned from the first to the last, without walking the tree.
void DominatorTree::number_tree() {
  const auto size = static_cast<std::uint32_t>(immediate_.size());
  std::vector<std::uint32_t> subtree(size, 1);
  for (std::uint32_t node = size; node-- > 1;) {
    if (immediate_[node] != kNone) subtree[immediate_[node]] += subtree[node];
  }
  enter_.resize(size);
  leave_.resize(size);
  std::vector<std::uint32_t> next_child(size);
  std::uint32_t next_unreachable = subtree[0];
  for (std::uint32_t node = 0; node < size; ++node) {
    if (node == 0) {
      enter_[0] = 0;
    } else if (immediate_[node] == kNone) {
      enter_[node] = next_unreachable++;
    } else {
      enter_[node] = next_child[immediate_[node]];
      next_child[immediate_[node]] += subtree[node];
    }
    next_child[node] = enter_[node] + 1;
    leave_[node] = enter_[node] + subtree[node];
  }
}

}  // namespace snag::ir
