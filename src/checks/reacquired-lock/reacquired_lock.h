#pragma once

#include <vector>

#include "checks/analyses.h"

namespace snag {

// In the order of reacquired::Kind.
inline constexpr KindDescriptor kReacquiredLockKinds[] = {
    {"dependent", Severity::kHigh, "the second critical section depends on what the first found"},
    {"same-state", Severity::kMedium, "both critical sections are about the same fields"},
    {"unrelated", Severity::kLow, "the two critical sections share only their lock"},
    {"two-locks", Severity::kLow, "two different locks are taken one after the other (with --relaxed)"},
};

inline constexpr CheckDescriptor kReacquiredLock = {.id = "reacquired-lock",
                                                    .title = "a lock is taken and released twice while another is held",
                                                    .kinds = kReacquiredLockKinds};

std::vector<Finding> find_reacquired_locks(Analyses& analyses);

}  // namespace snag
