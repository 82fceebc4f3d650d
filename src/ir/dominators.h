// Dominators: node a dominates node b when every path from the entry to b goes through a.
//
//     b0: if x == null then b1 else b2        b0 dominates all, b1 and b2 only themselves, and b3's immediate
//     b1: goto b3    b2: goto b3    b3: …     dominator is b0.
//
// The idea is Cooper, Harvey and Kennedy's ("A Simple, Fast Dominance Algorithm", 2001): a node's immediate dominator
// is the nearest common ancestor of its predecessors in the tree built so far; this is repeated in reverse post-order
// until nothing changes. It terminates because each step only moves an immediate dominator towards the root; for code
// from compilers the second pass changes nothing. The tree is then numbered before and after each subtree, so that
// `dominates` is two comparisons.
//
// What it cannot see: that an exception leaves a block before its instructions are done. A value defined in b is
// available at a block that b dominates only if that block is not reached by b's exception edges; ir/verify.cpp
// therefore splits each block into two nodes.
#pragma once

#include <cstdint>
#include <vector>

namespace snag::ir {

// Node 0 is the entry; the predecessors of node n are predecessors[first[n]] up to predecessors[first[n + 1]]. Nodes
// must be numbered so that each except the entry has a predecessor with a smaller number, as in reverse post-order;
// other nodes count as unreachable.
struct PredecessorGraph {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> predecessors;

  std::uint32_t size() const { return static_cast<std::uint32_t>(first.empty() ? 0 : first.size() - 1); }
};

class DominatorTree {
 public:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  explicit DominatorTree(const PredecessorGraph& graph);

  // Returns kNone for the entry and for unreachable nodes.
  std::uint32_t immediate(std::uint32_t node) const { return node == 0 ? kNone : immediate_[node]; }
  // Every node dominates itself. Unreachable nodes dominate nothing else and are dominated by nothing else.
  bool dominates(std::uint32_t above, std::uint32_t below) const {
    return enter_[above] <= enter_[below] && leave_[below] <= leave_[above];
  }

 private:
  void number_tree();

  std::vector<std::uint32_t> immediate_;  // the entry's is itself
  std::vector<std::uint32_t> enter_, leave_;
};

}  // namespace snag::ir
