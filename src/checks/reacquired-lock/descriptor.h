#pragma once

#include "catalog/descriptor.h"

namespace snag {

// In the order of reacquired::Kind.
inline constexpr KindDescriptor kReacquiredLockKinds[] = {
    {"dependent", Severity::kHigh, "the second critical section depends on what the first found"},
    {"same-state", Severity::kLow, "both critical sections are about the same fields"},
    {"unrelated", Severity::kLow, "the two critical sections share only their lock"},
    {"two-locks", Severity::kLow, "two different locks are taken one after the other (with --relaxed)"},
};

// Fields and array elements on the way to a lock that has a name: sections::AccessPath::kMaximumSteps
// (reacquired_lock.cpp asserts that).
inline constexpr unsigned kMaximumLockDepth = 5;

inline constexpr CheckOption kRelaxed = {
    .name = "relaxed", .help = "reacquired-lock also reports two different locks that are taken one after the other"};
inline constexpr CheckOption kLockDepth = {
    .name = "lock-depth",
    .shape = CheckOption::Shape::kNumber,
    .help = "reacquired-lock: locks behind more than N fields and array elements are not told apart",
    .unset = "5",
    .details = "From 0 to 5.",
    .lowest = 0,
    .highest = kMaximumLockDepth};
inline constexpr CheckOption kReacquiredLockOptions[] = {kRelaxed, kLockDepth};

inline constexpr AnalysisId kReacquiredLockNeeds[] = {AnalysisId::kCriticalSections, AnalysisId::kCallGraph};

inline constexpr CheckDescriptor kReacquiredLock = {.id = "reacquired-lock",
                                                    .title = "a lock is taken and released twice while another is held",
                                                    .kinds = kReacquiredLockKinds,
                                                    .runs = {.on_code = true},
                                                    .options = kReacquiredLockOptions,
                                                    .needs = kReacquiredLockNeeds};

}  // namespace snag
