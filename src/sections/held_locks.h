// Which locks are held where in a method: a forward data flow (ir/forward_flow.h) over what its instructions take and
// give back.
//
//     lock.lock();                        held: lock, taken here, once
//     try { if (deep) lock.lock(); … }    where the paths meet: held once, as on every path
//
// A state has for each lock that is held where it was taken, how often (re-entrance) and in which mode. Where paths
// meet, what is held on all of them stays, with the lower count and the weaker mode, and with the later place: where
// one path has upgraded a read lock to a write lock, that is the section that ends behind the meeting. (A lock that
// callers hold on some path counts as theirs.) So states only get weaker, and the flow ends. Locks are in the order of
// the places where they were taken, those of callers first: the outermost comes first. Exception edges carry what was
// held at their block's start.
//
// Budgets, for hostile code: of more than kMaximumHeld locks at once the innermost are not seen; when the flow needs
// more than kMaximumWork steps, no lock is held anywhere.
#pragma once

#include "ir/forward_flow.h"
#include "sections/lock_table.h"

namespace snag::sections {

struct HeldLock {
  LockId lock;
  ir::ValueId site;         // where it was taken; invalid: before the method was entered
  std::uint32_t count = 1;  // re-entrant acquisitions
  LockMode mode = LockMode::kExclusive;
  friend bool operator==(const HeldLock&, const HeldLock&) = default;
};
using HeldLocks = absl::InlinedVector<HeldLock, 4>;  // outermost first

// A lock that an instruction takes.
struct Acquisition {
  LockId lock;  // invalid: none
  LockMode mode = LockMode::kExclusive;
  bool converted = false;  // replaces the mode in which the lock is held, if it is: StampedLock.tryConvertToWriteLock
};

inline constexpr std::size_t kMaximumHeld = 32;

// Null if it is not held.
const HeldLock* find_held(const HeldLocks& held, LockId lock);
void acquire(HeldLocks& held, const Acquisition& taken, ir::ValueId site);
void release(HeldLocks& held, LockId lock);
// What is held both here and there. Returns whether `known` has changed.
bool meet(HeldLocks& known, const HeldLocks& other);

}  // namespace snag::sections
