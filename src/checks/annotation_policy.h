// What a reviewer need not read because of annotations; it is for `--profile audit`.
//
// - Code in a class that is @NotThreadSafe, or nested in one: whoever shares its objects has to lock around them. A
//   @ThreadSafe class in between takes that back.
// - Code of a method that is @VisibleForTesting and that nobody in the program calls: tests do, on one thread.
#pragma once

#include <absl/container/flat_hash_set.h>

#include "checks/analyses.h"
#include "checks/finding_places.h"
#include "program/enclosing.h"

namespace snag {

// Belongs to one thread.
class AnnotationPolicy {
 public:
  explicit AnnotationPolicy(const Analyses& analyses);

  bool is_for_review(const Finding& finding);

 private:
  bool is_called(MethodId method);
  void find_called_methods();

  const Analyses& analyses_;
  Program& program_;
  FindingPlaces places_;
  PlacesAround around_;
  bool asks_anything_ = false;  // whether any class has such an annotation
  bool knows_calls_ = false;
  absl::flat_hash_set<MethodId> called_;  // of the methods for tests; found when first asked for
};

}  // namespace snag
