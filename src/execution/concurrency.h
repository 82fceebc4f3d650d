// Whether two places of a program can run at the same time, and on one object: by the threads that run them, by the
// order of starts and joins, and by the locks on all ways to them.
//
// Two locks are one if they are one abstract object, and if that means one object for all that touch the object in
// question: the lock is unique, is the object itself or its host (von Praun 4.4), or both have one host.
//
//     synchronized (table) { table.forks[i] = false; }      #8 protects its own array: both places hold #8
//
// Used by one thread at a time: the order of starts and joins is computed where it is asked for, and kept.
#pragma once

#include <span>

#include "execution/evident_overlap.h"
#include "execution/execution.h"
#include "execution/separate_programs.h"
#include "execution/start_join_order.h"

namespace snag {

// An instruction of a method instance; without one, any instruction of it.
struct RunPoint {
  MethodInstanceId instance;
  ir::ValueId at;
  friend auto operator<=>(const RunPoint&, const RunPoint&) = default;
};

// The locks on the ways to a place: those that the method itself holds there, and the sets with which it is entered.
struct LocksOnWays {
  const ObjectLocks& held;
  std::span<const ObjectLocks> at_entry;
};

class Concurrency {
 public:
  // All must outlive this object.
  Concurrency(const HeapShapeGraph& heap, const Threads& threads);

  // Calls `pair(x, y)` for threads that run the two places and may overlap there, until it returns true: returns
  // whether it did.
  template <class Pair>
  bool any_overlap(const RunPoint& a, const RunPoint& b, Pair&& pair) const {
    return any_overlap(a, threads_.threads_of(a.instance), b, threads_.threads_of(b.instance), pair);
  }
  // The same for some of the threads that run them.
  template <class Pair>
  bool any_overlap(const RunPoint& a, const ThreadSet& of_a, const RunPoint& b, const ThreadSet& of_b,
                   Pair&& pair) const {
    bool found = false;
    of_a.for_each([&](ThreadId x) {
      if (found || !threads_.may_run(x, a.instance, a.at)) return;
      of_b.for_each_common(threads_.parallel_with(x), [&](ThreadId y) {
        found = found || (threads_.may_run(y, b.instance, b.at) && programs_.may_be_one(x, a.instance, y, b.instance) &&
                          pair(x, y) && !are_ordered(a, x, b, y));
      });
    });
    return found;
  }
  bool may_overlap(const RunPoint& a, const RunPoint& b) const {
    return any_overlap(a, b, [](ThreadId, ThreadId) { return true; });
  }

  // Whether the lock is one object for all that touch `object` with it; `object` may be invalid.
  bool protects(ObjectId lock, ObjectId object) const;
  // Whether on all ways to the two places locks are held that exclude each other, and of which `excludes(lock)` is
  // true.
  template <class Excludes>
  static bool all_ways_exclude(const LocksOnWays& a, const LocksOnWays& b, Excludes&& excludes);

  // Whether the program itself starts threads of this kind, or is started as one.
  static bool is_own(ThreadKind kind);
  // Whether these are two threads for a reader. A program with a user interface sets it up in `main` and then leaves
  // everything to the event thread: that the two overlap for a moment is what nearly all such programs do.
  static bool are_own(ThreadKind a, ThreadKind b);
  // Whether a thread is the main of one of several programs: tools that set up everything, and of which most are never
  // run together with the rest. What they do says little about the others.
  bool is_one_of_several_mains(ThreadId thread) const {
    return several_mains_ && threads_[thread].kind == ThreadKind::kMain;
  }

  // Whether a reader sees that two threads, or two runs of one, exist at the same time.
  bool are_evidently_two(ThreadId a, ThreadId b) const { return evident_.are_two(a, b); }

  const Threads& threads() const { return threads_; }
  const StartJoinOrder& order() const { return order_; }

 private:
  bool are_ordered(const RunPoint& a, ThreadId x, const RunPoint& b, ThreadId y) const;

  const HeapShapeGraph& heap_;
  const Threads& threads_;
  StartJoinOrder order_;
  EvidentOverlap evident_;
  SeparatePrograms programs_;
  bool several_mains_ = false;
};

template <class Excludes>
bool Concurrency::all_ways_exclude(const LocksOnWays& a, const LocksOnWays& b, Excludes&& excludes) {
  auto all = [](std::span<const ObjectLocks> sets, auto&& holds) {
    return !sets.empty() && std::all_of(sets.begin(), sets.end(), holds);
  };
  auto with = [](ObjectLocks locks, const ObjectLocks& further) {
    locks.insert(locks.end(), further.begin(), further.end());
    return locks;
  };
  return all(a.at_entry, [&](const ObjectLocks& entry_of_a) {
    const ObjectLocks first = with(entry_of_a, a.held);
    return all(b.at_entry, [&](const ObjectLocks& entry_of_b) {
      const ObjectLocks second = with(entry_of_b, b.held);
      return std::any_of(first.begin(), first.end(), [&](const LockOfObject& x) {
        return std::any_of(second.begin(), second.end(), [&](const LockOfObject& y) {
          return x.lock == y.lock && !(sections::is_shared(x.mode) && sections::is_shared(y.mode)) && excludes(x.lock);
        });
      });
    });
  });
}

}  // namespace snag
