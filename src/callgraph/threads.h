// Abstract threads (von Praun 3.2): the control flows that may run at the same time, and whether there can be more than
// one of each.
//
//   for (int i = 0; i < 4; i++) new Worker(table).start();     <RUN, not unique, Worker.run>
//
// Problem: analyses have to know which threads reach a piece of code, and whether a thread can run in parallel with
// itself.
// Idea: one abstract thread for each main, for each method that is started as a thread, for each class initializer, for
// finalizers, for what the library may call back, and in library mode for each public method. A run thread is unique if
// it is started at one place, by a unique thread, and that place runs once: not in a loop, and in a method that runs
// once. A method runs once if it is called at one place, which runs once. Recursion needs no rule of its own: a cycle
// is entered from outside and from within, so one of its methods is called at two places. A public method is unique if
// its class shows no signs of being shared (thread_signs.h): it may be called often, but by one thread. Terminates:
// "many" spreads from callers to callees, to each method once. Cannot see: that a loop runs once, or that two places
// exclude each other; the result is then "many".
#pragma once

#include <cstdint>
#include <vector>

#include "callgraph/call_graph.h"
#include "ir/ir_store.h"
#include "library/policy.h"

namespace snag {

// A place where a thread begins to run a method (von Praun 3.2: a run thread).
struct ThreadStart {
  MethodId caller;
  ir::ValueId site;
};

enum class ThreadKind : std::uint8_t { kMain, kRun, kInitializer, kFinalizer, kPublic, kLibrary };

struct AbstractThread {
  ThreadKind kind{};
  bool unique = false;
  MethodId entry;
  std::vector<ThreadStart> starts = {};  // of a run thread, by caller and site
};

// Sorted by kind, then by entry in the order of CallGraph::methods().
std::vector<AbstractThread> abstract_threads(const CallGraph& graph, IrStore& store, const library::Policy& policy);

}  // namespace snag
