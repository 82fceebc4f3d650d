// The agent looks for deadlocks in every program that it watches (src/agent/jvm/deadlock_watch.h).
#pragma once

#include "catalog/descriptor.h"

namespace snag {

inline constexpr KindDescriptor kDeadlockKinds[] = {
    {"seen", Severity::kHigh, "threads of the program that ran wait for each other forever"},
};

inline constexpr CheckDescriptor kDeadlock = {.id = "deadlock",
                                              .title = "at run time, threads wait for each other in a cycle",
                                              .kinds = kDeadlockKinds,
                                              .runs = {.on_every_program = true}};

}  // namespace snag
