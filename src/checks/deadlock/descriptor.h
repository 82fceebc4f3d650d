// `snag check` finds what can become a deadlock in the code; and the agent looks for deadlocks in every program that it
// watches (src/agent/jvm/deadlock_watch.h).
#pragma once

#include "catalog/descriptor.h"

namespace snag {

// In the order of deadlock::Kind.
inline constexpr KindDescriptor kDeadlockKinds[] = {
    {"seen", Severity::kHigh, "threads of the program that ran wait for each other forever", /*only_at_run_time=*/true},
    {"lock-order", Severity::kHigh, "threads acquire the same locks in different orders"},
    {"self-deadlock", Severity::kHigh, "a thread waits for a lock that it holds itself"},
    {"critical-wait", Severity::kHigh, "a thread waits to be notified while it holds another lock"},
    {"indefinite-wait", Severity::kMedium, "a thread waits for an object that nothing notifies"},
    {"wait-not-in-loop", Severity::kMedium, "a thread waits without testing its condition under the lock in a loop"},
    {"notify-without-change", Severity::kLow, "a thread wakes others without having changed anything"},
    {"waits-for-task", Severity::kHigh, "a thread waits for another one while it holds a lock that the other needs"},
    {"pool-starvation", Severity::kHigh, "a task waits for another task of the same bounded pool"},
    {"lock-leak", Severity::kMedium, "a lock is not released on every way out of a method"},
    {"foreign-call", Severity::kLow, "code of somebody else is called while a lock is held"},
};

inline constexpr AnalysisId kDeadlockNeeds[] = {AnalysisId::kCriticalSections};

inline constexpr CheckDescriptor kDeadlock = {.id = "deadlock",
                                              .title = "threads may wait for each other, or for nothing, forever",
                                              .kinds = kDeadlockKinds,
                                              .runs = {.on_code = true, .on_every_program = true},
                                              .needs = kDeadlockNeeds};

}  // namespace snag
