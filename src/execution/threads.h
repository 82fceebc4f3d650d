// Abstract threads (von Praun 3.2): the control flows that may run at the same time, whether there can be more than one
// of each, and which never overlap.
//
//   for (int i = 0; i < 4; i++) new Worker(table).start();     thread many Worker.run
//   single.execute(this::report);                              executor many serial: one task of `single` at a time
//
// Problem: analyses have to know which threads reach a piece of code, whether a thread can run in parallel with itself,
// and with which others.
// Idea: the threads are
//   - each main, which is one thread; two mains never belong to one run of the program;
//   - the clients of a library, in library mode: one thread that is many for the classes that may be shared (their code
//     shows signs of threads, thread_signs.h, or a container calls them: `container-called` of models/policy.toml), and
//     one that is one for the others: objects of those belong to whoever made them. Tasks that clients start (the
//     public `run()` of a Runnable) are threads of their own, of which each has its own object;
//   - what the library may call back at any time: one thread that is many; apart from what the library of a user
//     interface calls, such as `paintComponent` (`event-called` of models/policy.toml), which the event thread runs,
//     wherever the component was handed over. In library mode the event thread is also the client of components that
//     show no signs of threads;
//   - what is started: one thread for each method instance that runs once as a thread, since these are told apart by
//   the
//     objects they run on for free; and for the rest one thread for each entry method, kind and serial group, with all
//     the places that start it. A pool with a hundred places that submit one class of tasks is one thread;
//   - finalizers, one thread; and each class initializer, one thread. The JVM runs a class initializer before anything
//     else of its class and orders it before all that follows (JLS 12.4.2), so it is in parallel with nothing.
// A started thread is one if it is started at one place, which runs once (multiplicity.h). Threads are *serial* if they
// run one at a time: the tasks of one executor with one thread, of one timer, of the event thread. The executor has to
// be one object of the whole run to be known as such.
// Two threads may run in parallel unless one of these rules, or the order of starts and joins (start_join_order.h),
// says that they do not.
// Cannot see: an executor with one thread whose rejected tasks run in the thread of the caller.
//
// Threads that count for sharing have the lowest numbers; they are sorted by kind and by name, and the same in each
// run.
//
// Used by one thread: it asks PointsTo for sets.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "callgraph/points_to.h"
#include "execution/callers.h"
#include "execution/event_thread_tests.h"
#include "execution/multiplicity.h"
#include "execution/thread_set.h"

namespace snag {

// From kThread on as library::StartKind has them.
enum class ThreadKind : std::uint8_t {
  kMain,
  kPublic,    // a client of the library that is analysed
  kClient,    // the same, running a task that the library offers: a client has started a thread with it
  kCallback,  // the library, which has received an object
  kThread,
  kVirtual,
  kExecutor,
  kForkJoin,
  kStage,
  kTimer,
  kStream,
  kEvent,
  kHook,
  kCleaner,
  kHandler,
  kFinalizer,
  kInitializer,
};
std::string_view to_text(ThreadKind kind);
inline bool is_client(ThreadKind kind) { return kind == ThreadKind::kPublic || kind == ThreadKind::kClient; }

struct SerialTag;
using SerialGroupId = Id<SerialTag>;

// A place where a thread begins to run a method.
struct ThreadStart {
  MethodInstanceId caller;
  ir::ValueId site;
  friend auto operator<=>(const ThreadStart&, const ThreadStart&) = default;
};

struct AbstractThread {
  ThreadKind kind{};
  bool one = false;                            // never runs in parallel with itself, because it is one thread
  SerialGroupId serial = {};                   // threads of one group never overlap, nor do they with themselves
  SerialGroupId serial_by_place = {};          // the same for those of one executor or timer of the place that makes it
  MethodId entry = {};                         // invalid if it has several: those that begin outside
  std::vector<MethodInstanceId> entries = {};  // ascending
  std::vector<ThreadStart> starts = {};        // of what is started, ascending
};

class Threads {
 public:
  explicit Threads(const PointsTo& points_to);

  const PointsTo& points_to() const { return points_to_; }
  const Multiplicity& multiplicity() const { return multiplicity_; }
  const Callers& callers() const { return callers_; }

  std::uint32_t size() const { return static_cast<std::uint32_t>(threads_.size()); }
  const AbstractThread& operator[](ThreadId id) const { return threads_[id.value]; }
  // The threads that may run a method instance.
  const ThreadSet& threads_of(MethodInstanceId instance) const { return threads_of_[instance.value]; }
  // Whether the thread gets to an instruction of the instance, by tests for the event thread; invalid: to its
  // beginning.
  bool may_run(ThreadId id, MethodInstanceId instance, ir::ValueId at) const {
    return threads_of(instance).contains(id) &&
           (!has_tests_[instance.value] || fits(id, points_to_[instance].method, at));
  }
  // Whether the thread begins with a method of this object: a task, a Thread.
  bool runs_on(ThreadId id, ObjectId object) const;
  // What an instance starts: by place, then by thread.
  struct Started {
    ThreadStart start;
    ThreadId thread;
    friend auto operator<=>(const Started&, const Started&) = default;
  };
  std::span<const Started> started_in(MethodInstanceId instance) const;
  // The threads that may start this one, those of all its start places.
  const ThreadSet& started_by(ThreadId id) const { return started_by_[id.value]; }
  // Whether two threads, or two runs of one, may overlap in time.
  bool may_run_in_parallel(ThreadId a, ThreadId b) const { return parallel_[a.value].contains(b); }
  const ThreadSet& parallel_with(ThreadId id) const { return parallel_[id.value]; }

 private:
  void add_entry_threads();
  bool is_task(MethodId id) const;
  bool is_called_by_event_thread(MethodId method) const;
  bool runs_in_event_thread(const PointsTo::InstanceCall& call) const;
  void add_started_threads();
  void sort();
  void find_threads_of_instances();
  bool fits(ThreadId id, MethodId method, ir::ValueId at) const {
    const std::optional<bool> event_thread = tests_.only_event_thread(method, at);
    return !event_thread || *event_thread == (threads_[id.value].kind == ThreadKind::kEvent);
  }
  void find_origins();
  void find_parallel();
  bool always_apart(ThreadId a, ThreadId b) const;

  const PointsTo& points_to_;
  Multiplicity multiplicity_;
  const Callers callers_;
  const EventThreadTests tests_;
  std::vector<bool> has_tests_;  // by instance: its method has tests for the event thread
  mutable absl::flat_hash_map<MethodId, bool> called_by_event_thread_;  // as far as asked for
  std::vector<AbstractThread> threads_;
  std::vector<ThreadSet> threads_of_;  // by instance
  std::vector<ThreadSet> started_by_;
  std::vector<Started> started_;                    // ascending
  mutable std::vector<std::vector<bool>> runs_on_;  // by thread and object, as far as asked for
  // The mains in whose runs a thread exists; empty: perhaps in any.
  std::vector<ThreadSet> mains_;
  std::vector<ThreadSet> parallel_;
};

}  // namespace snag
