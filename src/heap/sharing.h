// What is known about the sharing of objects between threads. This folder is the only place that decides it; the heap
// of the whole program will replace what is inside, and the questions stay:
//
//   Do objects of the class never change? Is its author thinking of threads?      Sharing, below
//   Is the object confined to the method, or still under construction?            ObjectUses::is_confined
//   Does the method publish what it has in a field?                               handed_out (object_uses.h)
//   Do all callers pass objects that no other thread has?                         ConfinedParameters
//   Can objects of the type reach a second thread at all?                         filter_by_escape (escape_filter.h)
//
// Threads: every member function may be called by any number of threads.
#pragma once

#include <atomic>
#include <vector>

#include "callgraph/thread_signs.h"
#include "library/policy.h"
#include "program/program.h"

namespace snag {

class Sharing {
 public:
  // After all classes that matter have been loaded: what is found out about later ones is not kept.
  Sharing(Program& program, const library::Policy& policy);

  // Whether objects of the class never change once they are made: it is annotated @Immutable, or `immutable` in
  // [policy] lists it.
  bool is_immutable(ClassId id) const;
  // Whether to pass on a reference of this type is to pass on a value: objects of the class never change, or it is an
  // enum or a record. (These may still have fields that are shared state.)
  bool is_value(Name type) const;

  const ThreadSigns& signs() const { return signs_; }

 private:
  Program& program_;
  const library::Policy& policy_;
  ThreadSigns signs_;
  // By ClassId: whether it is immutable, plus one bit that says that this is known.
  mutable std::vector<std::atomic<std::uint8_t>> immutable_;
};

}  // namespace snag
