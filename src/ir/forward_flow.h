// The forward data-flow solver: what holds at the start of each block of a method, whatever the analysis.
//
//     synchronized (a) { if (x) b.lock(); }       domain: the locks held; entry: none; join: held on every path
//
// Problem: a domain (the states, how a block changes them, how two states join) is an analysis; how states travel over
// the control-flow graph until nothing changes is the same for all of them.
// Idea: blocks are in reverse post-order, so going over the changed ones in that order needs one round for each loop
// around a value. A state leaves a block along its successors as it is after the block's last instruction, and along
// its exception edges as it was at the block's start: blocks are cut so that this is exact (method_ir.h). A domain
// whose states record what has happened, rather than what holds, may add to what leaves by exception. Terminates: if a
// domain's states have no infinite ascending chains and its functions are monotone; and in any case when the domain's
// budget is spent, which every domain must have, since class files are untrusted.
//
// A domain is a class with
//
//     using State = …;                                   copyable; default-constructed where nothing has arrived
//     State at_entry();
//     void pass(BlockId, State& state, State* thrown);   through one block; `thrown` is the state at the block's start,
//                                                        or null if the block has no exception edges
//     const State& cross(const FlowEdge&, const State& out, State& scratch);
//                                                        what arrives at the end of an edge: `out` itself, or `scratch`
//                                                        after filling it; called after `pass` of the edge's block and
//                                                        before any other
//     static or const bool join(BlockId, State& known, const State& arriving);
//                                                        returns whether `known` has changed
//     bool within_budget() const;                        asked before and after each block
//
// Joins must be those of a semilattice: every domain instantiates tests/unit/support/lattice_laws.h.
#pragma once

#include <vector>

#include "ir/method_ir.h"

namespace snag::ir {

struct FlowEdge {
  BlockId from, to;
  bool exceptional = false;
};

template <class State>
struct FlowResult {
  std::vector<State> at_start;  // by block
  std::vector<bool> reached;    // by block: something has arrived
  bool complete = true;         // false: the budget was spent before nothing changed any more
};

template <class Domain>
FlowResult<typename Domain::State> solve_forward(const MethodIr& method, Domain& domain) {
  using State = typename Domain::State;
  const std::size_t count = method.blocks.size();
  FlowResult<State> result;
  result.at_start.resize(count);
  result.reached.assign(count, false);
  result.at_start[0] = domain.at_entry();
  result.reached[0] = true;
  std::vector<bool> waiting(count, false);
  waiting[0] = true;
  State state, thrown, scratch;  // kept over all blocks for the memory that they own
  for (bool again = true; again;) {
    again = false;
    for (std::uint32_t b = 0; b < count; ++b) {
      if (!waiting[b]) continue;
      waiting[b] = false;
      auto arrive = [&](const FlowEdge& edge, const State& out) {
        const std::uint32_t to = edge.to.value;
        const State& arriving = domain.cross(edge, out, scratch);
        bool changed = true;
        if (result.reached[to]) {
          changed = domain.join(edge.to, result.at_start[to], arriving);
        } else {
          result.reached[to] = true;
          result.at_start[to] = arriving;
        }
        if (!changed || waiting[to]) return;
        waiting[to] = true;
        again = again || to <= b;
      };
      const BlockId block(b);
      const bool throws = !method.pads(block).empty();
      state = result.at_start[b];
      if (throws) thrown = state;
      if (domain.within_budget()) domain.pass(block, state, throws ? &thrown : nullptr);
      if (!domain.within_budget()) {
        result.complete = false;
        return result;
      }
      for (BlockId pad : method.pads(block)) arrive({block, pad, /*exceptional=*/true}, thrown);
      for (BlockId to : method.successors(block)) arrive({block, to, /*exceptional=*/false}, state);
    }
  }
  return result;
}

}  // namespace snag::ir
