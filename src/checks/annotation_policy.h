// Reasons why a reviewer need not read a finding that annotations in the code give.
//
// - The code is in a class that is @NotThreadSafe, or nested in one: code that shares its objects has to lock around
//   them. A @ThreadSafe class in between takes that back.
// - The code is in a method that is @VisibleForTesting and that the program does not call: tests do, on one thread.
#pragma once

#include <absl/container/flat_hash_set.h>

#include "checks/analyses.h"
#include "findings/evidence.h"
#include "program/enclosing.h"

namespace snag {

// Belongs to one thread.
class AnnotationPolicy {
 public:
  explicit AnnotationPolicy(const Analyses& analyses);

  Dismissals dismissals_of(const CodePosition& position);

 private:
  bool is_called(MethodId method);
  void find_called_methods();

  const Analyses& analyses_;
  Program& program_;
  PlacesAround around_;
  bool has_any_ = false;  // whether any class has such an annotation
  bool knows_calls_ = false;
  absl::flat_hash_set<MethodId> called_;  // of the methods for tests; computed at the first use
};

}  // namespace snag
