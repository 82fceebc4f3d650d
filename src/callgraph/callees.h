// Which methods with code a call may run before it returns, and the order in which callees come before callers.
//
// The call graph decides where it knows: what variable types (or rapid types) say about a call in a method that the
// program reaches. The class hierarchy (calls.h) is the fallback: for methods that nothing reaches from the entry
// points (plug-ins that are loaded by reflection), for calls whose receivers were never seen, and for everything when
// there is no graph. Calls inside the JDK are not followed. Functions that are passed to a call which runs them are not
// callees of that call (sections/method_effects.h follows those), but they count in `of` and in the bottom-up order.
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
  // What to do with a call that may also run methods which are not known (Binding::complete): a summary of what the
  // call does cannot be made of its known callees, but a search for something that may happen follows them.
  enum class Incomplete : std::uint8_t { kSkip, kFollow };

  // `graph` may be null. It is read only by the constructor.
  Callees(Calls& calls, const CallGraph* graph, Incomplete incomplete, unsigned jobs);

  // The callees of the call at an instruction, ascending.
  std::span<const NodeId> at(NodeId caller, ir::ValueId site) const;
  // All methods that a method may call, and the bodies of the lambdas that it creates; ascending, each once.
  const std::vector<std::uint32_t>& of(NodeId caller) const { return all_[caller.value]; }
  // The order of all nodes by `of`: numbers are those of NodeId.
  const BottomUpOrder& bottom_up() const { return bottom_up_; }

 private:
  struct Site {
    ir::ValueId at;
    std::uint32_t first = 0, count = 0;
  };
  struct SitesOfMethod {
    std::vector<Site> sites;  // in the order of instructions
    std::vector<NodeId> targets;
  };

  void find_callees(Calls& calls, NodeId caller, const CallGraph* graph, Incomplete incomplete);

  std::vector<SitesOfMethod> sites_;             // by node
  std::vector<std::vector<std::uint32_t>> all_;  // by node
  BottomUpOrder bottom_up_;
};

}  // namespace snag
