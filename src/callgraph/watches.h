// What has to be done when another type reaches a node of the flow graph: bind a call, follow an array access, run a
// callback. variable_types.cpp passes each notification on to the part of the analysis that asked for it.
//
// Used by one thread.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "callgraph/flow_graph.h"
#include "callgraph/flow_nodes.h"
#include "callgraph/flow_sites.h"
#include "library/models.h"

namespace snag {

enum class WatchKind : std::uint8_t {
  kDispatch,    // the receiver of a virtual call
  kArrayLoad,   // an array whose elements flow to `value`
  kArrayStore,  // an array into which `value` is stored
  kGuess,       // an object that the unexplored library was given as a `declared`, and may call back
  kCallback,    // an object on which a library method calls `method`
  kEscaped,     // everything that has escaped to the library
  kReflection,  // a class, constructor or method object that is used
};

struct Watch {
  WatchKind kind{};
  FlowSiteId site;
  FlowNodeId value;
  Name declared;
  MethodId method;
  CalleeKind callee_kind{};   // kCallback
  bool own_receiver = false;  // kCallback: the object is the site's receiver
  library::ReflectionKind reflection{};

  friend bool operator==(const Watch&, const Watch&) = default;
  template <class H>
  friend H AbslHashValue(H state, const Watch& w) {
    return H::combine(std::move(state), w.kind, w.site, w.value, w.declared, w.method, w.callee_kind, w.own_receiver,
                      w.reflection);
  }
};

class Watches {
 public:
  Watches(FlowGraph& flows, const FlowNodes& nodes) : flows_(flows), nodes_(nodes) {}

  // Does nothing for an invalid node, and for a watch that is there: every toString of the JDK that is called at one
  // place may ask for the receiver's hashCode.
  void add(FlowNodeId node, const Watch& watch) {
    // Rapid types: the elements of arrays are in the node of all variables anyway, except for plain values (a String).
    if (watch.kind == WatchKind::kArrayStore && watch.value == nodes_.all()) return;
    if (!node.valid() || !known_.emplace(node, watch).second) return;
    watches_.push_back(watch);
    flows_.add_watch(node, WatchId(static_cast<std::uint32_t>(watches_.size() - 1)));
  }
  // By value, since the table may grow while the notification is handled.
  Watch operator[](WatchId id) const { return watches_[id.value]; }

 private:
  FlowGraph& flows_;
  const FlowNodes& nodes_;
  std::vector<Watch> watches_;
  absl::flat_hash_set<std::pair<FlowNodeId, Watch>> known_;
};

}  // namespace snag
