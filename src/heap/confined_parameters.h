// Which parameters always stand for objects that no other thread has: every caller passes an object that it has just
// created, or a parameter of its own of which the same is true.
//
//     void log(StringBuffer text) { … }         called as log(new StringBuffer()) only: `text` is thread-confined
//
// Only callers up to kCallersUp calls away are looked at; beyond, an object counts as shared. Whether the callee gives
// the object away is not decided here (object_uses.h).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "callgraph/callees.h"

namespace snag {

// Nothing changes after building; any number of threads may read.
class ConfinedParameters {
 public:
  static constexpr int kCallersUp = 2;
  using Parameter = std::pair<NodeId, std::uint32_t>;  // a method, and the number of its parameter, `this` first

  // Of these parameters. Looks once at every method that may call one of the methods, and at those that may call these.
  ConfinedParameters(Calls& calls, const Callees& callees, std::vector<Parameter> wanted, unsigned jobs);

  bool is_confined(const Parameter& parameter) const { return is_confined(parameter, 0); }

 private:
  struct Passed {
    bool any = false;
    bool shared = false;                       // something that other threads may have
    absl::flat_hash_set<Parameter> from = {};  // parameters of callers
  };
  std::vector<Parameter> find_passed(Calls& calls, const Callees& callees, const std::vector<Parameter>& wanted,
                                     unsigned jobs);
  bool is_confined(const Parameter& parameter, int depth) const;

  absl::flat_hash_map<Parameter, Passed> passed_;
};

}  // namespace snag
