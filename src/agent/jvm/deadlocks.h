// Threads that wait for each other in a circle: for monitors, and for the exclusive locks of java.util.concurrent (the
// synchronizer that a parked thread is blocked by, and its owner). Looked for when the JVM ends, and when an attached
// agent is stopped. JVMTI tells all of it to an agent that the JVM started with; one that was attached later asks the
// platform's ThreadMXBean, which a JVM without the module java.management does not have.
//
// Not seen: circles through read locks, conditions, latches or futures, which have no owner, and virtual threads, which
// JVMTI does not list.
#pragma once

#include <jvmti.h>

#include <optional>
#include <vector>

#include "agent/jvm/stacks.h"
#include "agent/trace.h"

namespace snag::agent {

std::vector<DeadlockRecord> find_deadlocks(jvmtiEnv* jvmti, JNIEnv* jni, Stacks& stacks);

// Nothing: it cannot be known.
std::optional<std::vector<DeadlockRecord>> find_deadlocks_by_bean(jvmtiEnv* jvmti, JNIEnv* jni, Stacks& stacks);

}  // namespace snag::agent
