// Which threads use the object of a method as their own: the intra-thread encapsulation of von Praun 4.4.
//
//     class Worker implements Runnable { int done; public void run() { work(); } void work() { done++; } }
//     for (int i = 0; i < 4; i++) new Thread(new Worker()).start();     four threads, and each has its own `done`
//
// Problem: one abstract object stands for the four workers, and one abstract thread for the four threads.
// Idea: if every start of a thread gives it an object that its starter alone has at that moment (heap/ownership.h), or
// if the object is a Thread, which is started once, then every thread has its own; and so has a task that a client of a
// library starts. A method works on that object if it is the thread's first method, or if all that this thread calls it
// for is `this` of such a method, or an object that the thread has to itself. What others do to the object, the starter
// after the start say, is not affected: that is between two different threads; but who has joined what he has started
// (`low.fork(); …; low.join(); use(low.result)`) has it to himself.
// Terminates: methods are taken away from the set once.
// Cannot see: an object that reaches the thread through an array or a collection (invokeAll).
//
// Used by one thread: results are kept by thread as far as they are asked for.
#pragma once

#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "execution/path_objects.h"
#include "execution/threads.h"
#include "heap/ownership.h"

namespace snag {

class OwnObjects {
 public:
  // All must outlive this object.
  OwnObjects(const HeapShapeGraph& heap, const Threads& threads, const Ownership& ownership, const Calls& calls)
      : threads_(threads), points_to_(threads.points_to()), ownership_(ownership), calls_(calls), paths_(heap) {}

  // Whether `this` of the instance, run by the thread, is the object on which the thread runs, and no other thread of
  // its kind runs on it.
  bool is_own(ThreadId thread, MethodInstanceId instance);
  // Whether on all ways to the instruction the thread or task that `value` is was joined.
  bool is_joined(MethodInstanceId instance, ir::ValueId instruction, ir::ValueId value) const;

 private:
  using Instances = absl::flat_hash_set<MethodInstanceId>;
  Instances find(ThreadId thread);
  bool gets_object_of_its_own(const AbstractThread& thread);
  bool gives_away_its_own(const ThreadStart& start, MethodInstanceId entry);
  bool is_called_on_own(MethodInstanceId caller, ir::ValueId site) const;

  const Threads& threads_;
  const PointsTo& points_to_;
  const Ownership& ownership_;
  const Calls& calls_;
  PathObjects paths_;
  absl::flat_hash_map<ThreadId, Instances> of_thread_;
};

}  // namespace snag
