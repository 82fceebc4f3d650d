// Whether a writer can get in between two steps of a reader, by what is known of the whole program: a thread that runs
// the writer must be able to overlap with one that runs the reader, on an object that both can have, and that the
// writer does not own; and no lock that both hold, by themselves or by their callers, may exclude them
// (concurrency.h).
//
//     void poll() { if (!queue.isEmpty()) queue.remove(); }      only the event thread runs it: nothing gets in between
//
// Of code that the program's entry points do not reach nothing is known: the answer is then yes.
//
// Threads: any number may ask.
#pragma once

#include <mutex>

#include "execution/concurrency.h"
#include "execution/own_objects.h"
#include "execution/whole_program.h"
#include "sections/interference.h"

namespace snag {

class ThreadInterference : public sections::CanInterfere {
 public:
  ThreadInterference(const WholeProgramAnalysis& program, sections::Analysis& sections);

  bool can_interfere(const sections::Gap& gap, const sections::Writer& writer) const override;
  bool has_threads() const override { return has_threads_; }
  sections::ThreadsSeen threads_seen(const sections::Gap& gap, const sections::Writer& writer) const override;

 private:
  // Where in an instance, by which threads, on which objects, and under which locks.
  struct Side {
    MethodInstanceId instance;
    ir::ValueId at;
    std::vector<ObjectId> objects;  // empty: not known
    ObjectLocks held;               // by the method itself, as far as a name means one abstract object
    ObjectLocks held_as_seen;       // the same as Execution::entry_locks_of_seen_callers has it
    bool own_field = false;         // a field of `this`, and not what a collection in it holds
  };
  std::vector<Side> sides(MethodId method, std::uint32_t pc, const sections::AccessPath& object, bool contents,
                          std::span<const sections::NamedLock> held) const;
  // Calls `met(a, b)` for the sides of a reader and a writer that may run at the same time, on one object, until it
  // returns true. Returns false if one of the two has no sides: nothing is known of it.
  template <class Met>
  bool for_each_meeting(const sections::Gap& gap, const sections::Writer& writer, Met&& met) const;
  template <class Pair>
  bool any_overlap(const Side& a, const Side& b, Pair&& pair) const;
  bool meet(const Side& a, const Side& b) const;
  bool is_excluded(const Side& a, const Side& b, ObjectId object) const;
  bool is_excluded_as_seen(const Side& a, const Side& b) const;
  sections::ThreadsSeen threads_of(const sections::Gap& gap, const Side& a, const Side& b) const;
  bool owns_its_object(const sections::Writer& writer) const;
  bool owns_its_object(const sections::Gap& gap) const;

  const WholeProgramAnalysis& program_;
  sections::Analysis& sections_;
  bool has_threads_ = false;
  mutable std::mutex mutex_;  // guards what follows: both compute what they are asked for, and keep it
  const Concurrency& concurrency_;
  mutable PathObjects paths_;
  mutable OwnObjects own_;
  CallChains& chains_;
};

}  // namespace snag
