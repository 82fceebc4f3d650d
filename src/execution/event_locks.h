// The locks that protect an access to an object: which abstract objects are locked, and how the locks are related to
// the object that is accessed.
//
//     synchronized (this) { this.names.add(name); }        relative: the object that has the list in its field `names`
//     synchronized (a.lock) { a.balance += 10; }           relative: what is in the field `lock` of the object itself
//     synchronized (Registry.LOCK) { … }                   absolute: one abstract object
//
// Problem: one abstract object may stand for many, and then a lock that is the same abstract object need not be the
// same lock. But two accesses to one object that each lock "the object that has it in its field `names`" lock the same
// object, however many there are: the same access path from the same base (von Praun 4.4 has this for `this` and for
// the host of an object-specific object).
// Idea: the names of the object and of the lock in a method have a common beginning; what leads from there to the
// object is the way up, what leads to the lock is the way down. Equal ways are one lock. A field on the way down that
// is written after construction leads to different locks over time, and does not count. Elements of arrays count if
// the same index leads to the lock and to the object: `synchronized (locks[i]) { cells[i].value++; }`.
// A claim (sections/lock_table.h) is named by the field that says whether it is taken, and is related in the same way.
//
// Cannot see: an object that is in the same field of two others, which lock different objects for it.
//
// Used by one thread: it asks PointsTo for sets.
#pragma once

#include <vector>

#include "execution/concurrency.h"
#include "execution/path_objects.h"

namespace snag {

struct EventLocks {
  using Steps = std::vector<sections::AccessPath::Step>;
  struct Related {
    Steps up, down;
    library::LockMode mode{};
    friend auto operator<=>(const Related&, const Related&) = default;
  };
  struct Claim {
    ObjectId owner;
    Steps down;  // from the owner to the claim
    library::LockMode mode{};
    friend auto operator<=>(const Claim&, const Claim&) = default;
  };
  // What is found from a static field by fields that never change: one object, even if nothing is known of it.
  struct Global {
    std::uint32_t field;
    Steps down;
    library::LockMode mode{};
    friend auto operator<=>(const Global&, const Global&) = default;
  };
  ObjectLocks held;               // by the method itself, as far as a name means one abstract object
  std::vector<Related> related;   // ascending
  std::vector<Claim> claims;      // ascending
  std::vector<Global> globals;    // ascending
  std::vector<ObjectId> perhaps;  // all objects that may be locked by the method itself, ascending
  bool any = false;               // the method holds a lock, be it one of which nothing is known

  friend auto operator<=>(const EventLocks&, const EventLocks&) = default;
};

class LocksOfEvents {
 public:
  // All must outlive this object.
  LocksOfEvents(Execution& execution, const Concurrency& concurrency, sections::Analysis& sections)
      : execution_(execution),
        heap_(execution.heap()),
        concurrency_(concurrency),
        sections_(sections),
        paths_(execution.heap()) {
    find_beginnings();
  }

  EventLocks of(const Event& event);
  // Whether on all ways to the two accesses, which are to one object, locks are held that exclude each other.
  bool exclude(const Event& a, const EventLocks& locks_of_a, const Event& b, const EventLocks& locks_of_b) const;
  // The same as far as two threads do it.
  bool exclude(const Event& a, const EventLocks& locks_of_a, ThreadId x, const Event& b, const EventLocks& locks_of_b,
               ThreadId y) const;
  // The same for the calls that are seen, where one abstract lock is taken for one lock, if several threads can have
  // it (Execution::entry_locks_of_seen_callers).
  bool exclude_as_seen(const Event& a, const EventLocks& locks_of_a, const Event& b,
                       const EventLocks& locks_of_b) const;

 private:
  void find_beginnings();
  bool protects(ObjectId lock, ObjectId object) const;
  void add_related(const Execution::Naming& naming, const Execution::NamedLock& lock, EventLocks& locks) const;
  void add_global(const Execution::NamedLock& lock, EventLocks& locks) const;
  std::vector<ObjectId> objects(const Event& event, const Execution::Naming& naming, const sections::AccessPath& lock);

  Execution& execution_;
  const HeapShapeGraph& heap_;
  const Concurrency& concurrency_;
  sections::Analysis& sections_;
  PathObjects paths_;
  absl::flat_hash_set<MethodInstanceId> begins_stream_;
};

}  // namespace snag
