// The calls of the program from the callee's side, and those that wait for something, let others go on, or make
// something that comes after something else, as the models say.
//
// Used by one thread.
#pragma once

#include <cstdint>
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

  // The instances that call this one, other than to start it.
  std::span<const MethodInstanceId> callers(MethodInstanceId callee) const {
    return std::span(all_callers_)
        .subspan(first_caller_[callee.value], first_caller_[callee.value + 1] - first_caller_[callee.value]);
  }
  // Calls of methods whose model has `joins`, `signals` or `after`, ascending.
  std::span<const Place> joins() const { return joins_; }
  std::span<const Place> signals() const { return signals_; }
  std::span<const Place> later() const { return later_; }
  // What a call at a place signals: any of these objects.
  const std::vector<ObjectId>& signalled(std::size_t index) const { return signalled_[index]; }
  // Whether something may be signalled that is not among these.
  bool signals_unknown() const { return signals_unknown_; }

 private:
  std::vector<std::uint32_t> first_caller_;  // by callee, and the end
  std::vector<MethodInstanceId> all_callers_;
  std::vector<Place> joins_, signals_, later_;
  std::vector<std::vector<ObjectId>> signalled_;  // by place of signals_
  bool signals_unknown_ = false;
};

}  // namespace snag
