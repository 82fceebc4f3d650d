// Binds calls to their targets: which method a receiver selects, and where arguments and results then flow.
//
//   s.draw(color);      // s may be a Circle: Circle.draw is reached, and `color` flows to its parameter
//
// A static, special or private call has one target. A virtual call waits for objects to reach its receiver, and the
// type of each selects a target (JVMS 5.4.6). A target with code gets edges from the arguments to its parameters and
// from its result to the call's; one with a model has the model's effects (model_effects.h); of others nothing is known
// (unknown_library.h).
//
// Used by one thread.
#pragma once

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <absl/container/node_hash_map.h>

#include "callgraph/model_effects.h"
#include "callgraph/propagation.h"
#include "callgraph/unknown_library.h"

namespace snag {

class CallBinder {
 public:
  CallBinder(Propagation& run, UnknownLibrary& unknown_library, ModelEffects& model_effects)
      : run_(run), unknown_library_(unknown_library), model_effects_(model_effects) {}

  // The call at a site may run `target`. `receiver` is invalid when any receiver has the same target.
  void bind(FlowSite& site, MethodId target, ObjectId receiver);
  // The same for an instance method; where objects are apart, each receiver has its own instance of the target.
  void bind_receiver(FlowSite& site, MethodId target);
  // The receiver's objects select the targets.
  void bind_dynamically(FlowSite& site);
  // An object has reached the receiver (WatchKind::kDispatch, kReceiver).
  void dispatch(FlowSite& site, ObjectId object);
  void receive(FlowSite& site, MethodId target, ObjectId object);

 private:
  // Rapid types: calls of the same method that agree in all of these have the same callees.
  using CallShape = std::tuple<MethodId, bool /*below a method of the JDK*/, bool /*part of a parallel stream*/,
                               FlowNodeId /*receiver*/, FlowNodeId /*result*/, std::vector<FlowNodeId> /*arguments*/>;

  // What a receiver selects, which depends on its type, and on whether the place that made it is known.
  struct Selected {
    MethodId target = {};              // invalid: none
    bool may_be_overridden = false;    // by a class that is not known
    MethodInstance* shared = nullptr;  // of the target, if it is the same for all objects of the type
  };
  Selected select(MethodId resolved, ObjectId object);
  void bind_to(FlowSite& site, MethodInstance& callee, ObjectId receiver);

  Propagation& run_;
  UnknownLibrary& unknown_library_;
  ModelEffects& model_effects_;
  // By the method that calls name, and by type and whether the place is known. Objects reach a call many at a time, and
  // a small table stays in the cache meanwhile.
  using SelectedByType = absl::flat_hash_map<std::uint32_t, Selected>;
  absl::node_hash_map<MethodId, SelectedByType> selected_;
  std::pair<MethodId, SelectedByType*> selected_last_ = {};
  absl::flat_hash_map<CallShape, const FlowSite*> shared_sites_;
  absl::flat_hash_set<const FlowSite*> bound_to_unknown_;  // an override that is not known may run as well
};

}  // namespace snag
