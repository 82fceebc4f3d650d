// Whether a thread still has an object for itself, by what this one thread does: ownership (heap/ownership.h) asks all
// callers of a method, and here only those count by which the thread gets there.
//
//     Server() { configure(); }                       a constructor: nobody else has the object yet
//     void configure() { timeout = 10; }              owned for `main`, which only calls it in the constructor …
//     void handle(Reset r) { configure(); }           … but not for the threads that handle messages
//
// This is what the contexts of the symbolic execution do for NEW-safety in von Praun's thesis (4.3): the accesses
// between NEW and ESCAPE are told apart by thread.
// Idea: the answer in a method is a condition on its parameters; it is followed to the callers, in their terms, until
// it holds in all of them, or fails in one.
// Terminates: each condition of an instance is followed once. Bounded by kMaximumStates; then the answer is no.
//
// Used by one thread.
#pragma once

#include <cstddef>
#include <tuple>

#include <absl/container/flat_hash_map.h>

#include "execution/threads.h"
#include "heap/ownership.h"

namespace snag {

class ThreadOwnership {
 public:
  static constexpr std::size_t kMaximumStates = 256;

  // All must outlive this object.
  ThreadOwnership(const Threads& threads, const Ownership& ownership, const Calls& calls)
      : threads_(threads), ownership_(ownership), calls_(calls) {}

  // Of the object that `value` refers to, just before the instruction runs.
  bool is_owned(ThreadId thread, MethodInstanceId instance, ir::ValueId instruction, ir::ValueId value);

 private:
  bool is_owned(ThreadId thread, MethodInstanceId instance, const Ownership::Answer& answer) const;
  NodeId node_of(MethodInstanceId instance) const;

  const Threads& threads_;
  const Ownership& ownership_;
  const Calls& calls_;
  absl::flat_hash_map<std::tuple<ThreadId, MethodInstanceId, ir::ValueId, ir::ValueId>, bool> known_;
};

}  // namespace snag
