// Which locks may be held where, over the whole program: the lock-order graph (von Praun 6.2), in a form that stays
// small.
//
//   synchronized (a) { move(); }    void move() { synchronized (b) { … } }       `a` comes before `b`
//
// Problem: a lock is a set of abstract objects wherever it is named (`this` of a class with fifty allocations), and
// each object that may be held comes before each that may be acquired: large libraries have millions of such pairs.
// Idea: objects that are in the same sets wherever a lock is named are never told apart, so they are one *group*: a
// partition of the objects by the sets that contain them. Of monitors only groups count that several
// threads acquire, or one that may overlap with itself. What may be held at the entry of a method instance is a set of
// groups, as bits, which spreads from callers to callees; and the order is a matrix of bits. Of the matrix only the
// strongly connected components matter: a cycle stays inside of one. How a thread gets from the acquisition of one lock
// to that of another is searched for backwards when it is asked for
// (`nestings`), since nearly nobody asks.
// Terminates: the sets only grow.
// Cannot see: locks that are held on some ways through a method only; locks without a name.
//
// Used by one thread: it asks PointsTo for sets.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "execution/execution.h"

namespace snag {

struct LockGroupTag;
using LockGroupId = Id<LockGroupTag>;

class LockUsage {
 public:
  // Of very many groups only the first count: the matrix of a program with 16,384 takes 32 MB.
  static constexpr std::size_t kMaximumGroups = 16'384;

  // A lock that a method instance holds or acquires, as it calls it there.
  struct Use {
    Execution::NamedLock name;
    std::vector<LockOfObject> objects;  // ascending; in the modes of their views
    std::vector<LockGroupId> groups;    // ascending; without those that do not count
  };
  // A call or an acquisition. `held` are the locks that the method itself has acquired before; at most one is acquired
  // by the instruction itself, and not by a callee.
  struct Site {
    ir::ValueId at;
    std::vector<Use> held;
    std::vector<Use> acquired;
  };
  // One lock is held, and another acquired, perhaps by a callee: `calls` lead from the method that holds the one to the
  // method that acquires the other, the outermost call first.
  struct Nesting {
    MethodInstanceId holder;
    const Use* held = nullptr;
    std::vector<Caller> calls;
    MethodInstanceId acquirer;
    ir::ValueId at;  // where the other is acquired
    const Use* acquired = nullptr;

    // Where in the holder the other lock is acquired: an instruction or a call.
    ir::ValueId in_holder() const { return calls.empty() ? at : calls.front().site; }
  };
  // A place that a search begins at.
  struct Target {
    MethodInstanceId instance;
    ir::ValueId at;
    const Use* acquired = nullptr;  // null: it is not an acquisition
  };

  // Must outlive this object.
  explicit LockUsage(Execution& execution);

  std::uint32_t group_count() const { return static_cast<std::uint32_t>(objects_.size()); }
  std::span<const ObjectId> objects(LockGroupId group) const { return objects_[group.value]; }
  // Whether it is one object in every run.
  bool is_unique(LockGroupId group) const;
  std::span<const Site> sites(MethodInstanceId instance) const { return sites_[instance.value]; }
  const Site* site(MethodInstanceId instance, ir::ValueId at) const;
  std::span<const Caller> callers(MethodInstanceId instance) const { return threads_.callers().waiting(instance); }
  // Of locks that were not asked for in the constructor: those of a value, a condition.
  std::vector<LockGroupId> groups_of(std::span<const ObjectId> objects) const;

  // Whether a lock of the group may be held by callers when the instance is entered.
  bool may_hold(MethodInstanceId instance, LockGroupId group) const;
  std::vector<LockGroupId> may_hold(MethodInstanceId instance) const;
  // Whether on all ways a lock of the group is held when the instance is entered, as far as calls are seen: clients
  // call only what the program never calls. It need not be the same object each time, but as a rule is what it is taken
  // for.
  bool always_holds(MethodInstanceId instance, LockGroupId group) const;
  bool comes_before(LockGroupId held, LockGroupId acquired) const;
  // The groups that are acquired while this one is held, of the same strongly connected component.
  const std::vector<LockGroupId>& next_in_component(LockGroupId held) const { return next_[held.value]; }

  // Ways on which a lock of the group is held when a target is reached, the shortest ones of each place that holds it.
  // Bounded.
  std::vector<Nesting> nestings(LockGroupId held, std::span<const Target> targets) const;
  // Where locks of a group are acquired.
  const std::vector<Target>& acquisitions(LockGroupId group) const { return acquisitions_[group.value]; }

  struct Counts {
    std::uint64_t locks = 0, groups = 0, orders = 0, in_components = 0, dropped = 0;
  };
  const Counts& counts() const { return counts_; }

 private:
  using Bits = std::vector<std::uint64_t>;

  void find_sites();
  void group_objects();
  void spread();
  void find_always_held();
  void add_held_at(MethodInstanceId caller, ir::ValueId call, Bits& held) const;
  void order();
  Use use_of(MethodInstanceId instance, const Execution::NamedLock& name);

  Execution& execution_;
  const PointsTo& points_to_;
  const Threads& threads_;
  std::vector<bool> explicit_;                     // by object: a lock other than a monitor
  std::vector<std::vector<Site>> sites_;           // by instance
  std::vector<std::vector<ObjectId>> objects_;     // by group
  std::vector<LockGroupId> group_of_;              // by object
  std::vector<std::vector<Target>> acquisitions_;  // by group
  std::vector<Bits> at_entry_;                     // by instance; empty: none
  std::vector<Bits> always_;                       // the same of what is held on all ways
  std::vector<Bits> before_;                       // by group: those that may be held when it is acquired
  std::vector<std::vector<LockGroupId>> next_;
  Counts counts_;
};

}  // namespace snag
