// The sentences of reacquired-lock.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "checks/reacquired-lock/judge.h"
#include "findings/finding.h"

namespace snag {

// T1 has three steps that acquire: the outer lock, and the inner one twice (with two-locks: two inner ones).
struct ReacquiredLockEvidence : Evidence {
  reacquired::Kind relation{};           // of the second section to the first
  std::string lock = {};                 // that is taken the second time: `point`
  std::string first_lock = {};           // two-locks: that is taken the first time; else the same
  std::string outer = {};                // that is held over both: `Registry.this`
  std::size_t other_outers = 0;          // further locks that may be held over both
  std::vector<std::string> fields = {};  // that both sections are about: `Point.x`; may be empty
  std::string callee = {};               // both sections are calls of it whose results are used: `distanceTo()`
  bool loop = false;                     // the two sections are one, in a loop
  std::uint32_t first_line = 0, second_line = 0;      // of the sections in the method of the finding; 0: not known
  std::string private_lock = {}, private_owner = {};  // the lock's field and class, if the method cannot reach it
  bool explicit_lock = false;                         // a java.util.concurrent.locks.Lock
};

Finding narrate(const ReacquiredLockEvidence& evidence);

}  // namespace snag
