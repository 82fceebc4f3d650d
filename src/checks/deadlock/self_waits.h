// Locks that a thread waits for although it holds them itself.
//
//   long a = lock.writeLock();  long b = lock.writeLock();         a StampedLock is not re-entrant
//   lock.readLock().lock();  lock.writeLock().lock();              the writer waits for all readers, and for itself
#pragma once

#include <vector>

#include "checks/deadlock/waits.h"

namespace snag::deadlock {

std::vector<Weighed> find_self_deadlocks(const Analyses& analyses, const LockUsage& usage, NamesOfLocks& names,
                                         ThreadStory& story);

}  // namespace snag::deadlock
