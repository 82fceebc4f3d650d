// A cycle of locks as evidence: what each thread does from where it begins, and the names of the locks.
#pragma once

#include <string>

#include "checks/deadlock/defects.h"
#include "checks/deadlock/lock_cycles.h"
#include "checks/thread_story.h"

namespace snag::deadlock {

// A lock as a reader knows it: `Registry.LOCK`, `Account.class`, `Pool.lock`, or `the Account from`.
std::string known_name(ThreadStory& story, NamesOfLocks& names, MethodInstanceId instance, const LockUsage::Use& use);
std::string known_name(ThreadStory& story, NamesOfLocks& names, MethodInstanceId instance, ObjectId object,
                       std::size_t alternatives, const sections::AccessPath& path);

// Without kind, severity and dismissals.
Defect evidence_of(const Cycle& cycle, const LockUsage& usage, ThreadStory& story, NamesOfLocks& names);

}  // namespace snag::deadlock
