// What the parts of this check find in code, as evidence from which code_story.cpp writes the sentences.
#pragma once

#include <string>
#include <vector>

#include "checks/deadlock/descriptor.h"
#include "findings/finding.h"

namespace snag::deadlock {

// In the order of kDeadlockKinds.
enum class Kind : std::uint8_t {
  kSeen,
  kLockOrder,
  kSelfDeadlock,
  kCriticalWait,
  kIndefiniteWait,
  kWaitNotInLoop,
  kNotifyWithoutChange,
  kWaitsForTask,
  kPoolStarvation,
  kLockLeak,
  kForeignCall,
};

// What one thread of a cycle holds and wants.
struct LockOrderThread {
  std::string name;            // `Worker.run()`
  std::string held, acquired;  // as the reader knows them: `Registry.LOCK`, `the Account from`
  std::size_t outer = 0;       // the number of the step that acquires what is held; the last step wants the other one
};

enum class WaitFlaw : std::uint8_t { kOnce, kNoCondition, kTestedBefore };
enum class LeakPath : std::uint8_t { kNever, kReturn, kThrow, kCall };

struct Defect : Evidence {
  Kind what{};
  std::vector<LockOrderThread> cycle = {};  // lock-order: by thread
  bool instances = false;                   // lock-order: two objects of one class
  std::string lock = {};                    // what is waited for, leaked, or held around a foreign call
  std::string held = {};                    // what is held meanwhile
  std::string call = {};                    // the call that waits, or may throw, or is foreign: `get()`
  std::string other = {};                   // the other side: the method that notifies, the task
  bool on_all_ways = false;                 // critical-wait: whoever notifies needs what is held
  bool upgrade = false;                     // self-deadlock: from read to write
  WaitFlaw flaw{};
  LeakPath leak{};
};

Finding narrate(const Defect& defect);

}  // namespace snag::deadlock
