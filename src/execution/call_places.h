// The calls of the program that wait for something, let others go on, or make something that comes after something
// else, as the models say.
//
// Used by one thread.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "callgraph/points_to.h"

namespace snag {

class CallPlaces {
 public:
  // An instruction of a method instance.
  using Place = std::pair<MethodInstanceId, ir::ValueId>;

  explicit CallPlaces(const PointsTo& points_to);

  // Calls of methods whose model has `joins`, `signals` or `after`, ascending.
  std::span<const Place> joins() const { return joins_; }
  std::span<const Place> signals() const { return signals_; }
  std::span<const Place> later() const { return later_; }
  // What a call at a place signals: any of these objects.
  const std::vector<ObjectId>& signalled(std::size_t index) const { return signalled_[index]; }
  // Whether something may be signalled that is not among these.
  bool signals_unknown() const { return signals_unknown_; }

 private:
  std::vector<Place> joins_, signals_, later_;
  std::vector<std::vector<ObjectId>> signalled_;  // by place of signals_
  bool signals_unknown_ = false;
};

}  // namespace snag
