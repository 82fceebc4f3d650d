// Which methods with code a call may run before it returns, and the order in which callees come before callers.
//
// The call graph decides where it knows: what variable types (or rapid types) say about a call in a method that the
// program reaches. The class hierarchy (calls.h) is the fallback: for methods that nothing reaches from the entry
// points (plug-ins that are loaded by reflection), for calls whose receivers were never seen, and for everything when
// there is no graph. Calls inside the JDK are not followed. Functions that are passed to a call which runs them are not
// callees of that call (sections/method_effects.h follows those), but they count in `of` and in the bottom-up order.
//
// There are two such relations, and each has its order. A search for something that may happen follows every callee
// that is known. A summary of what a call does can only be made of callees that are all known (Binding::complete), so
// its order leaves out the other calls. That matters: the methods of a recursive group do not all see each other's
// summaries (sections/analysis.h), and more calls make larger groups. With the order of the search, ZooKeeper's audit
// loses four findings.
//
// Nothing changes after building; any number of threads may read.
#pragma once

#include <span>
#include <vector>

#include "base/bottom_up.h"
#include "callgraph/call_graph.h"
#include "callgraph/calls.h"

namespace snag {

class Callees {
 public:
  enum class Purpose : std::uint8_t { kSummaries, kSearch };

  // `graph` may be null. It is read only by the constructor.
  Callees(Calls& calls, const CallGraph* graph, Purpose purpose, unsigned jobs);

  // The callees of the call at an instruction, ascending. Not for summaries, which ask for the order alone.
  std::span<const NodeId> at(NodeId caller, ir::ValueId site) const;
  // All methods that a method may call, and the bodies of the lambdas that it creates; ascending, each once.
  const std::vector<std::uint32_t>& of(NodeId caller) const { return all_[caller.value]; }
  // The order of all nodes by `of`: numbers are those of NodeId.
  const BottomUpOrder& bottom_up() const { return bottom_up_; }

 private:
  struct CallsOfMethod {
    std::vector<ir::ValueId> sites;  // by target; ascending
    std::vector<NodeId> targets;
  };

  void find_callees(Calls& calls, NodeId caller, const CallGraph* graph, Purpose purpose);

  std::vector<CallsOfMethod> calls_;             // by node
  std::vector<std::vector<std::uint32_t>> all_;  // by node
  BottomUpOrder bottom_up_;
};

}  // namespace snag
