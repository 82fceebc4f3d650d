// The symbolic execution (von Praun 3.4): which threads run which code with which locks, and what they do to objects
// that several of them share.
//
//   class Table { int snacks; synchronized void take() { snacks--; } }     Philo.run calls take() on #8
//   => read and write of #8.snacks by the Philo threads, with the lock #8 held
//
// Problem: a defect is two events, so every access to a shared object is needed with its thread and its locks; but a
// method is called in very many ways.
//
// Idea: a state is a method instance with a set of locks that are held when it is entered. A smaller set of locks
// conflicts with whatever a larger one does, so for each instance only the *minimal* sets are kept, and a call with a
// superset of one that was seen is not followed again: call caching with subsumption. (The paper's call caching matches
// equal contexts; on today's programs that passes millions of states, docs/evaluation.md.) Locks that *may* be held are
// kept beside them, as one set for each instance, for lock orders. Threads are a set for each instance (threads.h).
// The locks held inside of a method come from sections/; a name becomes objects in each instance. A lock counts as held
// only if the name means one abstract object there, or if it is named from the object that is accessed (`x.lock`
// around `x.f`, `this` around `this.f` and around the elements of `this.array`): then it is that object's own.
// An access to an object that its thread still owns (heap/ownership.h) is no event, and an object is shared only if two
// threads that may overlap, or one that may overlap with itself, touch it otherwise. Ownership says the same for all
// callers of a method; but what a method does to `this` matters only where it is called on an object that others may
// have, so these calls have lock sets and threads of their own:
//
//     Terminal() { reset(); }     synchronized void write() { reset(); }     void reset() { mode = 0; }
//     => `mode` is written under the Terminal's lock: in the constructor nobody else has the Terminal
// Call clipping: what a method touches is collected once for each instance, not for each call.
//
// Terminates: each instance has at most kMaximumLockSets minimal sets, and beyond that one, their intersection; sets
// only shrink or are added.
//
// Cannot see: accesses by reflection and native code; locks that are named by local variables that may be several
// objects.
//
// Made by one thread; then any number of threads may read, apart from `locks_at`, `naming`, `locks_at_call`,
// `find_lock_orders` and what asks for objects.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <absl/container/node_hash_map.h>

#include "execution/construction.h"
#include "execution/path_objects.h"
#include "execution/threads.h"
#include "heap/heap_shape.h"
#include "heap/ownership.h"
#include "sections/analysis.h"

namespace snag {

struct LockOfObject {
  ObjectId lock;
  library::LockMode mode{};
  friend auto operator<=>(const LockOfObject&, const LockOfObject&) = default;
};
using ObjectLocks = std::vector<LockOfObject>;  // ascending, each lock once

enum class LocationKind : std::uint8_t { kField, kElements, kContents };

// A piece of memory: a field of an object or class, the elements of an array, or what a plain collection holds.
struct Location {
  ObjectId object;
  LocationKind kind{};
  FieldId field;  // kField
  friend auto operator<=>(const Location&, const Location&) = default;
};

struct Event {
  Location location;
  MethodInstanceId instance;
  ir::ValueId at;
  bool write = false;
  // The thread has the object for itself if it has `this` for itself when the method is entered.
  bool with_this = false;
  bool atomic = false;  // by a VarHandle, in another mode than the plain one
  friend auto operator<=>(const Event&, const Event&) = default;
};

class Execution {
 public:
  static constexpr std::size_t kMaximumLockSets = 4;
  // States that are followed for single threads, of all together: large programs have some 30,000 for all threads.
  static constexpr std::uint64_t kMaximumStatesOfThreads = 100'000;

  // Sets the properties shared, thread-specific and unique of the heap's objects. All must outlive this object. Without
  // `use_ownership` no object counts as owned, for measurements.
  Execution(HeapShapeGraph& heap, const Threads& threads, sections::Analysis& sections, const Ownership& ownership,
            bool use_ownership = true);

  // The accesses to shared objects, sorted by location.
  std::span<const Event> events() const { return events_; }
  // The threads that create or access an object.
  const ThreadSet& threads_of(ObjectId object) const { return touched_by_[object.value]; }
  bool is_shared(ObjectId object) const { return heap_.has(object, ObjectProperty::kShared); }
  // Whether two of these threads may overlap, or one of them with itself.
  bool overlap(const ThreadSet& a, const ThreadSet& b) const;
  // The locks that are held at every execution of an event.
  ObjectLocks locks_at(const Event& event);

  // A lock as a method names it.
  struct NamedLock {
    sections::AccessPath path;
    library::LockMode mode{};
    bool acquired_here = false;  // by this very instruction
    bool by_callers = false;     // before the method was entered
  };
  // How the method of an event names the object that it accesses, and the locks that the method itself holds there.
  struct Naming {
    ir::ValueId base;                // invalid: a static field
    sections::AccessPath base_path;  // may be unknown
    std::span<const NamedLock> locks;
  };
  Naming naming(const Event& event);
  // The lock that is held by whoever locks an object: of a view (ReadWriteLock.readLock()) the lock behind it.
  LockOfObject lock_of(ObjectId object, library::LockMode mode) const;

  // The minimal sets of locks with which an instance is entered.
  std::span<const ObjectLocks> entry_locks(MethodInstanceId instance) const { return entry_.all[instance.value]; }
  // The same without the calls that do not matter to an event, because the caller has the object for itself: those of a
  // constructor on `this`, say.
  std::span<const ObjectLocks> entry_locks(const Event& event) const {
    return (event.with_this ? entry_.published : entry_.all)[event.instance.value];
  }
  // The same sets, as far as one thread enters the instance; empty if it does not, or if too many were asked for. The
  // sets of all threads do not tell that `main` calls without a lock, before it starts the threads that lock.
  std::span<const ObjectLocks> entry_locks(const Event& event, ThreadId thread);
  // The threads that run an event, again without those calls.
  const ThreadSet& threads_of(const Event& event) const {
    return event.with_this ? published_to_[event.instance.value] : threads_.threads_of(event.instance);
  }
  // The same as far as calls are seen: code outside of the program calls only methods that the program itself never
  // calls, and a name of a lock that means several objects of a class means the first: if it is the lock of one object
  // for one side, it is as a rule that of the same object for the other. Empty if nothing is seen to enter the
  // instance.
  std::span<const ObjectLocks> entry_locks_of_seen_callers(MethodInstanceId instance) const {
    return seen_entry_.all[instance.value];
  }
  std::span<const ObjectLocks> entry_locks_of_seen_callers(const Event& event) const {
    return (event.with_this ? seen_entry_.published : seen_entry_.all)[event.instance.value];
  }
  // The locks that an instance holds at one of its calls, beside those with which it was entered.
  ObjectLocks locks_at_call(MethodInstanceId caller, ir::ValueId site);
  // Whether a lock may be held while another one is acquired, and where.
  struct LockOrder {
    ObjectId held, acquired;
    MethodInstanceId instance;
    ir::ValueId at;
  };
  // One place for each pair, sorted. Computed anew each time: very large libraries have millions of pairs.
  std::vector<LockOrder> find_lock_orders();

  using LocksAt = std::pair<ir::ValueId, std::vector<NamedLock>>;
  // The instructions of a method that touch memory, call or acquire, and at which locks are held or acquired;
  // ascending.
  std::span<const LocksAt> named_locks(MethodInstanceId instance) const;
  // What the name of a lock may mean in an instance, ascending; a view stands for its lock.
  std::vector<LockOfObject> objects_of_lock(MethodInstanceId instance, const NamedLock& lock);
  // What a value of an instance may refer to, ascending.
  const std::vector<ObjectId>& objects_of_value(MethodInstanceId instance, ir::ValueId value) {
    return paths_.of_value(instance, value);
  }
  sections::Analysis& sections() const { return sections_; }

  // Whether functions that a call on the object is given count as run under its lock: ConcurrentMap.compute.
  bool runs_functions_atomically(ObjectId object) const { return updated_atomically_.contains(object); }
  struct Counts {
    std::uint64_t accesses = 0, owned = 0, unshared = 0, states = 0, widened = 0;
  };
  const Counts& counts() const { return counts_; }
  const HeapShapeGraph& heap() const { return heap_; }
  const Threads& threads() const { return threads_; }

 private:
  // An instruction of a method that touches memory, or calls.
  struct Access {
    ir::ValueId at;
    LocationKind kind{};
    FieldId field;
    ir::ValueId base;  // invalid: a static field
    sections::AccessPath base_path;
    bool write = false;
    bool owned = false;
    bool atomic = false;          // Event::atomic
    bool with_this = false;       // owned if `this` is at entry
    bool inside_library = false;  // a call of a library method, which does something with its object that is not seen
  };
  struct OfMethod {
    std::vector<Access> accesses;
    // By instruction, ascending: the locks held there, where there are any; of accesses, calls and acquisitions.
    std::vector<LocksAt> held;
    // Calls on what the method has for itself, or is still making, or has for itself if it has `this`; ascending.
    std::vector<std::pair<ir::ValueId, Ownership::State>> calls_on_own;
  };

  void look_at_methods();
  OfMethod look_at(NodeId node);
  static void add_optimistic(sections::MethodEffects& effects, OfMethod& result);
  bool is_collection(const Binding& binding) const;
  bool is_unsafe_object(const Binding& binding) const;
  const Access* access_of(const Event& event);
  const OfMethod* of(MethodInstanceId instance) const;
  std::span<const NamedLock> held_at(const OfMethod& method, ir::ValueId at) const;
  using LockSets = std::vector<std::vector<ObjectLocks>>;  // by instance
  struct EntryLocks {
    LockSets all;
    LockSets published;                    // only by callers that do not have the callee's `this` for themselves
    std::vector<MethodInstanceId> begins;  // entered from outside
  };
  // With `clients`, code outside of the program may call every public method.
  EntryLocks execute(bool clients);
  // With a thread, only what this one runs.
  void follow_calls(LockSets& entry, std::vector<MethodInstanceId>& work, bool first_of_several, ThreadId thread = {});
  // Whether the caller has the object for itself on which it calls: kOwnedIfParameters means, if it has its own `this`.
  Ownership::State state_of_receiver(MethodInstanceId caller, const PointsTo::InstanceCall& call) const;
  void find_published(EntryLocks& entry, bool first_of_several, ThreadId thread = {});
  void find_published_to();
  bool runs(ThreadId thread, MethodInstanceId caller, const PointsTo::InstanceCall& call) const;
  absl::flat_hash_set<ObjectId> updated_atomically_;
  void add_atomic_update(MethodInstanceId caller, ir::ValueId site, ObjectLocks& locks);
  void enter(MethodInstanceId instance, const ObjectLocks& locks, LockSets& entry, std::vector<MethodInstanceId>& work);
  ObjectLocks locks_held_at(MethodInstanceId caller, ir::ValueId site, bool first_of_several);
  void add_single(MethodInstanceId instance, const NamedLock& lock, ObjectLocks& locks, bool first_of_several = false);
  void enter_by_call(MethodInstanceId caller, const PointsTo::InstanceCall& call,
                     const std::vector<ObjectLocks>& entered_with, const ObjectLocks& local, LockSets& entry,
                     std::vector<MethodInstanceId>& work);
  void find_creators();
  void find_sharing();
  bool concerns(const Access& access, ObjectId object) const;
  bool is_initialization(MethodInstanceId instance, ObjectId object) const;
  void collect_events();
  void find_thread_specific();
  template <class Visit>
  void for_each_access(Visit&& visit);

  HeapShapeGraph& heap_;
  const PointsTo& points_to_;
  const Threads& threads_;
  sections::Analysis& sections_;
  const Ownership& ownership_;
  const bool use_ownership_;
  const Construction construction_;
  PathObjects paths_;
  std::vector<OfMethod> methods_;  // by NodeId
  std::vector<NodeId> nodes_;      // by instance; invalid: not analysed by the checks
  EntryLocks entry_, seen_entry_;
  absl::node_hash_map<ThreadId, EntryLocks> entry_of_thread_;  // as far as asked for
  std::uint64_t states_of_threads_ = 0;
  std::vector<ThreadSet> published_to_;  // by instance: the threads that enter it as `published` says
  // By object: the threads that allocate it; that allocate or access it; that access it while they do not own it.
  std::vector<ThreadSet> created_by_, touched_by_, used_by_;
  std::vector<Event> events_;
  Counts counts_;
};

}  // namespace snag
