// CALLEES of the paper: which methods with code a call may run before it returns.
//
// The better call graph first: what variable types (or rapid types) say about a call in a method that the program
// reaches. Class hierarchy analysis is the fallback, as in the paper: for methods that nothing reaches from the entry
// points (plug-ins that reflection loads), for calls whose receivers were never seen, and for everything when there is
// no graph. Calls inside the JDK are not followed; functions that a call is given and runs are the business of
// sections/method_effects.h.
#pragma once

#include <span>
#include <vector>

#include "callgraph/call_graph.h"
#include "sections/members.h"

namespace snag::reacquired {

using sections::NodeId;

class Callees {
 public:
  // `graph` may be null. Reads it only here.
  Callees(sections::Members& members, const CallGraph* graph, unsigned jobs);

  // Of the call at an instruction; ascending.
  std::span<const NodeId> at(NodeId caller, ir::ValueId site) const;
  // All that a method may call, functions that it makes included; ascending, each once.
  const std::vector<std::uint32_t>& of(NodeId caller) const { return all_[caller.value]; }

 private:
  struct Site {
    ir::ValueId at;
    std::uint32_t first = 0, count = 0;
  };
  struct Calls {
    std::vector<Site> sites;  // in the order of instructions
    std::vector<NodeId> targets;
  };
  std::vector<Calls> calls_;                     // by node
  std::vector<std::vector<std::uint32_t>> all_;  // by node
};

}  // namespace snag::reacquired
