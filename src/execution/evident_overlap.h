// Which threads a reader of the program sees running at the same time.
//
//     void listen() { while (true) new Thread(new Connection(server.accept())).start(); }    several connections
//     void start() { new Thread(this::serve).start(); }                                      one for each server
//
// Problem: that `start` may be called twice is all that it takes for its abstract thread to be several. As a rule it is
// called once, or once for each of several objects, and findings about two threads of it are dismissed.
// Idea: threads of one kind are evidently several if they are tasks of a pool, if they are started in a loop (of the
// method that starts them, or around a call that leads there), or at two places of one method of which one comes after
// the other. Tasks of an executor with one thread, or of a timer, are not, even where the program makes several
// executors: each object has its own.
// What is taken for granted: two kinds of threads are two threads.
// Cannot see: that a loop runs once; that two objects share one executor that is made for each of them.
//
// Used by any number of threads.
#pragma once

#include <vector>

#include "execution/threads.h"

namespace snag {

class EvidentOverlap {
 public:
  // Must outlive this object.
  explicit EvidentOverlap(const Threads& threads);

  // Whether two threads, or two runs of one.
  bool are_two(ThreadId a, ThreadId b) const;

 private:
  bool is_several(const AbstractThread& thread) const;
  bool says_something(const ThreadStart& start) const;
  bool is_in_loop(const Caller& call, int calls_up) const;

  const Threads& threads_;
  std::vector<bool> several_;  // by thread
};

}  // namespace snag
