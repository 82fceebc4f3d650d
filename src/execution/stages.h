// Stages of completion that come after others: what `after` of a model says.
//
//   CompletableFuture<Data> loaded = CompletableFuture.supplyAsync(this::load);
//   CompletableFuture<Void> shown = loaded.thenAccept(this::show);               `show` after `load`
//   shown.join();                                                                both have ended
//
// A future that somebody may complete from outside (`signals` of a model: complete, cancel) is complete before its task
// has ended, so that nothing comes after the task; so is one that code outside of the program has.
// Cannot see: that a stage comes after all futures of an array (allOf), or after what thenCompose returns.
//
// Used by one thread: it asks PointsTo for sets.
#pragma once

#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "execution/call_places.h"
#include "execution/threads.h"

namespace snag {

class Stages {
 public:
  // Both must outlive this object.
  Stages(const Threads& threads, const CallPlaces& places);

  // Adds the futures, of those that are one object, which are complete only when one of these is.
  void add_later(std::vector<ObjectId>& handles) const;
  // What the start, or the result, of a call comes after: one of the objects of each set. None for other calls.
  std::vector<std::vector<ObjectId>> objects_before(MethodInstanceId caller, ir::ValueId site) const;
  // A value of an instance and those that are complete if it is, all without casts.
  std::vector<ir::ValueId> values_before(MethodInstanceId instance, ir::ValueId value) const;

 private:
  bool may_be_completed_from_outside(ObjectId future) const {
    return places_.signals_unknown() || open_.contains(future);
  }

  const Threads& threads_;
  const PointsTo& points_to_;
  const CallPlaces& places_;
  absl::flat_hash_set<ObjectId> open_;                             // what is signalled, or has escaped
  absl::flat_hash_map<ObjectId, std::vector<ObjectId>> later_of_;  // futures that are one object
};

}  // namespace snag
