// Threads that wait for each other in a cycle: for monitors, and for the exclusive locks of java.util.concurrent (the
// synchronizer that a parked thread is blocked by, and its owner).
//
// A look begins with the states of all threads, which cost the program nothing. What a thread waits for is read only if
// it was blocked in the previous look as well, and the owners of the locks only if there are at least two locks:
// HotSpot determines the owner of a monitor at a safepoint (1 to 2 ms with 5,000 threads). A cycle is reported when two
// looks have found it. Waits with a time limit end by themselves and are in no cycle.
//
// JVMTI says what a thread waits for only to an agent that the JVM started with. One that was attached later asks the
// platform's ThreadMXBean, which a JVM without the module java.management does not have.
//
// Not seen: cycles through read locks, conditions, latches or futures, which have no owner. JVMTI does not list
// virtual threads, so that those are looked at that the runtime has met; the owner of a monitor is not known if it is a
// virtual thread, which leaves the locks of java.util.concurrent.
#pragma once

#include <jvmti.h>

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "agent/jvm/stacks.h"
#include "wire/trace.h"

namespace snag::agent {

// Threads that JVMTI does not list: an array of java.lang.Thread, or null.
using FurtherThreads = std::function<jobjectArray(JNIEnv*)>;

// The looks of one session. One thread at a time.
class Deadlocks {
 public:
  // `knows_monitors`: JVMTI says what threads wait for.
  Deadlocks(jvmtiEnv* jvmti, Stacks& stacks, bool knows_monitors, FurtherThreads further)
      : jvmti_(jvmti), stacks_(stacks), knows_monitors_(knows_monitors), further_(std::move(further)) {}

  // The cycles that there are now and were there in the look before; each is returned once.
  std::vector<wire::Deadlock> look(JNIEnv* jni);
  // Whether the last look has found a cycle that is to be confirmed.
  bool is_promising() const { return !unconfirmed_.empty(); }
  // The cycles that there are now and were not returned before. Nothing: it cannot be known.
  std::optional<std::vector<wire::Deadlock>> last_look(JNIEnv* jni);

 private:
  jvmtiEnv* jvmti_;
  Stacks& stacks_;
  bool knows_monitors_;
  FurtherThreads further_;
  absl::flat_hash_set<jlong> blocked_;            // threads, in the last look
  absl::flat_hash_set<jlong> deadlocked_;         // threads of cycles that were returned
  std::set<std::string> reported_, unconfirmed_;  // cycles
};

}  // namespace snag::agent
