// Threads that wait for each other in a circle: for monitors, and for the exclusive locks of java.util.concurrent (the
// synchronizer that a parked thread is blocked by, and its owner). Looked for when the JVM ends.
//
// Not seen: circles through read locks, conditions, latches or futures, which have no owner, and virtual threads, which
// JVMTI does not list.
#pragma once

#include <jvmti.h>

#include <vector>

#include "agent/jvm/stacks.h"
#include "agent/trace.h"

namespace snag::agent {

std::vector<DeadlockRecord> find_deadlocks(jvmtiEnv* jvmti, JNIEnv* jni, Stacks& stacks);

}  // namespace snag::agent
