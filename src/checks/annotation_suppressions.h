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

#include <span>
#include <vector>

#include "findings/suppression.h"
#include "program/program.h"

namespace snag {

// Removes from `findings` those that are suppressed and returns them, in the same order. Only the place of a finding
// itself counts, not those that were merged into it (`also`): the findings must not be finished yet. An annotation of
// one of these classes that names a check which does not exist is a warning in the program's diagnostics.
std::vector<Suppressed> take_suppressed_by_annotation(Program& program, std::span<const ClassId> application,
                                                      std::vector<Finding>& findings);

}  // namespace snag
