#include "sections/held_locks.h"

#include <algorithm>

namespace snag::sections {

namespace {

// An invalid id is the largest number: a lock that callers hold comes before all others.
std::uint32_t order_of(const HeldLock& held) { return held.site.value + 1; }
static_assert(ir::ValueId::kInvalid + 1 == 0);

bool taken_earlier(const HeldLock& a, const HeldLock& b) { return order_of(a) < order_of(b); }

}  // namespace

const HeldLock* find_held(const HeldLocks& held, LockId lock) {
  auto it = std::find_if(held.begin(), held.end(), [&](const HeldLock& h) { return h.lock == lock; });
  return it == held.end() ? nullptr : &*it;
}

void acquire(HeldLocks& held, const Acquisition& taken, ir::ValueId site) {
  auto it = std::find_if(held.begin(), held.end(), [&](const HeldLock& h) { return h.lock == taken.lock; });
  if (it != held.end() && taken.converted) {
    it->mode = taken.mode;
  } else if (it != held.end()) {
    ++it->count;
    it->mode = stronger(it->mode, taken.mode);
  } else if (held.size() < kMaximumHeld) {
    HeldLock made{taken.lock, site, 1, taken.mode};
    held.insert(std::upper_bound(held.begin(), held.end(), made, taken_earlier), made);
  }
}

void release(HeldLocks& held, LockId lock) {
  auto it = std::find_if(held.begin(), held.end(), [&](const HeldLock& h) { return h.lock == lock; });
  if (it != held.end() && --it->count == 0) held.erase(it);
}

bool meet(HeldLocks& known, const HeldLocks& other) {
  bool changed = false, moved = false;
  for (auto it = known.begin(); it != known.end();) {
    const HeldLock* same = find_held(other, it->lock);
    if (same == nullptr) {
      it = known.erase(it);
      changed = true;
      continue;
    }
    const HeldLock before = *it;
    it->count = std::min(it->count, same->count);
    it->mode = weaker(it->mode, same->mode);
    if (same->site > it->site) {  // an invalid one, of callers, is larger than all others
      it->site = same->site;
      moved = true;
    }
    changed = changed || !(*it == before);
    ++it;
  }
  if (moved) std::stable_sort(known.begin(), known.end(), taken_earlier);
  return changed;
}

}  // namespace snag::sections
