// The calls of the program from the callee's side.
//
// Used by any number of threads.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "callgraph/points_to.h"

namespace snag {

struct Caller {
  MethodInstanceId caller;
  ir::ValueId site;
  bool callback = false;  // a library method that is called there calls
  friend auto operator<=>(const Caller&, const Caller&) = default;
};

class Callers {
 public:
  explicit Callers(const PointsTo& points_to);

  // Whose calls return only after the callee has, in the order of callers and sites.
  std::span<const Caller> waiting(MethodInstanceId callee) const {
    return std::span(all_).subspan(first_[callee.value], first_later_[callee.value] - first_[callee.value]);
  }
  // These and who has given the callee to the library, which may call it at any time; but not who starts it.
  std::span<const Caller> all(MethodInstanceId callee) const {
    return std::span(all_).subspan(first_[callee.value], first_[callee.value + 1] - first_[callee.value]);
  }

 private:
  std::vector<std::uint32_t> first_;        // by callee, and the end
  std::vector<std::uint32_t> first_later_;  // by callee: where the library's begin
  std::vector<Caller> all_;
};

}  // namespace snag
