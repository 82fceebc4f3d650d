// Which statements of the thread that starts another can run while the other runs (von Praun 4.4, START-safe and
// JOIN-safe events).
//
//   Worker w = new Worker(data);
//   data.fill();                  before `w` is started: not in parallel with it
//   w.start();
//   data.use();                   in parallel
//   w.join();
//   data.print();                 `w` has ended
//
// Problem: a thread that prepares data, starts others, waits for them and looks at the results touches the same objects
// as they do, but never at the same time.
// Idea: for a thread T that is started by one thread S, S is followed through all method instances that it runs, with
// what can be the case for T at each instruction: not started yet, running, several running, none running at the
// moment, over for good. A start makes it run. A join ends it if it is certain that it waits for what was started: the
// same value of the same instance; or an object that is allocated once and is the one thread, task, future or executor
// of every start of T; or the call itself starts and joins (invokeAll); or it is a loop that joins every element of the
// array or collection from which, or into which, T was started (joining_loops.h); or it waits for a latch that opens
// when all of T have ended (latches.h), or for a stage that comes after T (stages.h).
// A thread that begins with waiting for a latch does nothing before the one thread that counts the latch down has done
// so; that thread is followed in the same way, with the signals in the place of starts.
// The flow is that of ir/forward_flow.h's kind over the control flow of each method instance that starts or joins T,
// directly or in a callee; calls of others change nothing, but pass on what is the case to all that they call.
// Terminates: five bits for each instance and block, which only grow.
// What is taken for granted: a thread that waits is not interrupted, so that `catch (InterruptedException e) {}` around
// a join does not make the join void; and `awaitTermination`, which says whether it was in time, was in time. A
// join with a time limit and no result (Thread.join(100)) counts for nothing.
// Cannot see: threads that are started by several threads, and joins of objects that are not allocated once.
// Answers "may overlap" then.
//
// Used by one thread: it asks PointsTo for sets.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "execution/call_places.h"
#include "execution/latches.h"
#include "execution/stages.h"
#include "execution/threads.h"

namespace snag {

class StartJoinOrder {
 public:
  explicit StartJoinOrder(const Threads& threads);
  ~StartJoinOrder();

  // Whether an instruction of an instance, run by the thread `of_event`, can run while `other` runs.
  bool may_overlap(ThreadId of_event, MethodInstanceId instance, ir::ValueId instruction, ThreadId other) const;
  // Whether one thread has ended for good whenever the other is started, or one waits for the other as long as it runs.
  bool never_overlap(ThreadId a, ThreadId b) const;

 private:
  class Course;
  struct Gate;
  // How things stand with a thread in the course of its starter; null if that is not known.
  const Course* course(ThreadId thread) const;
  // The same, but null as well if the starter joins nothing.
  const Course* course_with_joins(ThreadId thread) const;
  bool waits_for_signal(ThreadId of_event, MethodInstanceId instance, ir::ValueId instruction, ThreadId waiting) const;
  bool signalled_after(const Course& of_first, ThreadId second) const;
  bool ended_before(ThreadId first, ThreadId second) const;

  const Threads& threads_;
  const CallPlaces places_;
  const Latches latches_;
  const Stages stages_;
  // By thread, as far as asked for.
  mutable std::vector<std::unique_ptr<Course>> courses_;
  mutable std::vector<bool> asked_;
  mutable absl::flat_hash_map<std::pair<ThreadId, ThreadId>, bool> ended_before_;
  mutable absl::flat_hash_map<ObjectId, std::unique_ptr<Gate>> gates_;  // by latch
};

}  // namespace snag
