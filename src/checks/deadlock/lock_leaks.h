// Locks that are not released on every way out of the method that acquires them.
//
//   lock.lock();
//   send(message);          if this throws, nobody can ever acquire the lock again
//   lock.unlock();
//
// Idea: from each acquisition of an explicit lock the method is followed, exceptions included, up to where the lock is
// released; a way that leaves the method first is a leak. Calls count as throwing if they declare it, are of an unknown
// function, or throw in their own code; calls of the library that declare nothing do not count, and neither do reads
// and writes of memory. A method that never releases the lock leaves it to another one, if there is one that does.
// Tests of whether the lock is held decide as they must: `if (locked) lock.unlock()`.
// Needs no whole program.
// Cannot see: that a call never throws what it declares.
#pragma once

#include <vector>

#include "checks/deadlock/waits.h"

namespace snag::deadlock {

std::vector<Weighed> find_lock_leaks(const Analyses& analyses);

}  // namespace snag::deadlock
