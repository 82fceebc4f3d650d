// Binds calls to their targets: which method a receiver's type selects, and where arguments and results then flow.
//
//   s.draw(color);      // s may be a Circle: Circle.draw is reached, and `color` flows to its parameter
//
// A static, special or private call has one target. A virtual call waits for types to reach its receiver, and each type
// selects a target (JVMS 5.4.6). A target with code gets edges from the arguments to its parameters and from its result
// to the call's; one with a model has the model's effects (model_effects.h); of others nothing is known
// (unknown_library.h).
//
// Used by one thread.
#pragma once

#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "callgraph/model_effects.h"
#include "callgraph/propagation.h"
#include "callgraph/unknown_library.h"

namespace snag {

class CallBinder {
 public:
  CallBinder(Propagation& run, UnknownLibrary& unknown_library, ModelEffects& model_effects)
      : run_(run), unknown_library_(unknown_library), model_effects_(model_effects) {}

  // The call at a site may run `target`. `receiver_type` is invalid when any receiver has the same target.
  void bind(FlowSiteId site, MethodId target, ObjectTypeId receiver_type);
  // The types of the receiver select the targets.
  void bind_dynamically(FlowSiteId site);
  // A type has reached the receiver (WatchKind::kDispatch).
  void dispatch(FlowSiteId site, ObjectTypeId type);

 private:
  // Rapid types: sites of one method whose operands are the same nodes have the same callees.
  struct CallShape {
    MethodId resolved;
    bool deep = false;      // below a method of the JDK
    bool parallel = false;  // part of a parallel stream
    FlowNodeId receiver, result;
    std::vector<FlowNodeId> arguments;
    friend bool operator==(const CallShape&, const CallShape&) = default;
    template <class H>
    friend H AbslHashValue(H state, const CallShape& s) {
      return H::combine(std::move(state), s.resolved, s.deep, s.parallel, s.receiver, s.result, s.arguments);
    }
  };

  Propagation& run_;
  UnknownLibrary& unknown_library_;
  ModelEffects& model_effects_;
  absl::flat_hash_map<CallShape, FlowSiteId> shared_sites_;
  absl::flat_hash_set<std::pair<FlowSiteId, MethodId>> bound_;
  absl::flat_hash_set<FlowSiteId> bound_to_unknown_;  // an override that is not known may run as well
};

}  // namespace snag
