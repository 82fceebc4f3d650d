// Findings that an annotation in the source suppresses:
//
//     @SuppressSnag                                            everything in this class, method or about this field
//     @SuppressSnag("stale-value")                             one check; several: {"stale-value", "block-atomicity"}
//     @SuppressSnag(value = "stale-value/lost-update", reason = "approximate by design")       one kind of one check
//     @SuppressFBWarnings({"UG_SYNC_SET_UNSYNC_GET", "snag:stale-value"})                      SpotBugs' annotation
//
// `*` and `all` stand for every check. Of SpotBugs' annotation only the values count that name checks of Snag: without
// one, or without any value, it says nothing about Snag's findings; every check is `snag:all` there.
//
// At a class it holds for all code in it, at a method for its code, each with the lambdas and classes inside; at a
// field for findings whose subject is that field, wherever they are. The nearest annotation is the one that is named:
// the field's, then from the inside out.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "findings/suppression.h"
#include "program/annotations.h"
#include "program/enclosing.h"

namespace snag {

struct AnnotationSuppression {
  std::string reason;  // empty if it gives none
  std::string where;   // @SuppressSnag at bank.Account.update(int)
};

// Belongs to one thread.
class AnnotationSuppressions {
 public:
  // Looks at the annotations of all these classes: what names no check is a warning in the program's diagnostics.
  AnnotationSuppressions(Program& program, std::span<const ClassId> application);

  std::optional<AnnotationSuppression> of(const Evidence& finding);

 private:
  void warn_of_unknown_checks(ClassId id);
  std::optional<AnnotationSuppression> first_of(ClassId owner, std::span<const KnownAnnotation> annotations,
                                                const Evidence& finding) const;

  Program& program_;
  PlacesAround around_;
  bool has_any_ = false;
};

// Removes from `findings` those that are suppressed and returns them, in the same order. Only the place of a finding
// itself counts, not those that were merged into it (`also`): the findings must not be finished yet.
std::vector<Suppressed> take_suppressed_by_annotation(Program& program, std::span<const ClassId> application,
                                                      std::vector<Finding>& findings);

}  // namespace snag
