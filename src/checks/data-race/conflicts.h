// The access conflicts of a program (von Praun 4.4): two accesses to one piece of memory by threads that may overlap,
// of which at least one writes, and which nothing orders.
//
//     synchronized void add(int n) { total += n; }      T1 holds `this` …
//     int total() { return total; }                     … and T2 does not: a conflict on `total`
//
// The events come from the execution (execution/execution.h), which leaves out what a thread does to objects of its own
// (NEW-safe) and to objects that only one thread uses. Left out here, in this order: fields that are final or volatile,
// two atomic accesses by VarHandles (an atomic one and a plain one are a conflict),
// memory that is only read, objects that belong to one thread (thread-specific, handed over). Of the rest two accesses
// are ordered by locks (event_locks.h), by start and join (concurrency.h), because each thread has its own object
// (own_objects.h) or has its object for itself at that moment (thread_ownership.h), or by messages (message_order.h).
//
// Cost: the accesses to one location fall into few classes: by threads, locks, and whether they write. Two classes are
// compared once, and of two classes that may conflict at most kMaximumTries pairs of accesses are asked whether start,
// join or messages order them, and at most kEnoughTries if one of them is in conflict. A location with more than
// kMaximumClasses classes is only compared as far as these go. Of the pairs of threads that run two accesses
// kMaximumThreads are tried: programs with hundreds of threads run most of their code in nearly all of them.
//
// Used by one thread.
#pragma once

#include <compare>
#include <functional>
#include <optional>
#include <vector>

#include <absl/container/node_hash_map.h>

#include "checks/analyses.h"
#include "execution/event_locks.h"
#include "execution/handed_over.h"
#include "execution/message_order.h"
#include "execution/own_objects.h"
#include "execution/thread_ownership.h"

namespace snag::races {

inline constexpr std::size_t kMaximumClasses = 48;
inline constexpr std::size_t kMaximumTries = 16, kEnoughTries = 4;
inline constexpr std::size_t kMaximumThreads = 64;

struct Access {
  Event event;
  EventLocks locks;
  bool unlocked = false;      // on some way no lock is held, and it is no atomic access by a VarHandle
  bool through_this = false;  // a field of `this`, or of an object that only `this` has
};

// The later, the more is seen of two threads that have one object.
enum class Sharing : std::uint8_t {
  kClients,        // by clients of a library, or callbacks
  kPerhaps,        // by threads of the program, which may each have an object of their own
  kTool,           // by the main of one of several programs, and another thread
  kPassedOn,       // by clients, and the object is in a volatile field or a concurrent collection
  kOwnAndClients,  // by a thread that the library starts, and by clients
  kInHolder,       // by threads of the program, in objects that both find in one object, a map; or in one of several
  kOne,            // by threads of the program, in one object or static field
};

struct Conflict {
  Access a, b;  // `a` writes
  ThreadId thread_of_a, thread_of_b;
  Sharing sharing{};
  bool believed = false;                // evidently two threads, whose ways a reader believes (call_chains.h)
  bool under_one_lock_as_seen = false;  // every call that the program makes holds a lock
};

// What is in conflict: one field of a class, or what one collection holds.
struct Location {
  LocationKind kind{};
  FieldId field;            // kField; of others, the one field that refers to the object, if there is one
  CodePlace allocated;      // of others without such a field
  std::uint32_t index = 0;  // kElements without --race-arrays: the constant index, which alone is looked at

  auto key() const { return std::tuple(kind, field, allocated.method, allocated.instruction, index); }
  friend bool operator<(const Location& a, const Location& b) { return a.key() < b.key(); }
};

struct Race {
  Location location;
  std::vector<Conflict> conflicts;  // of each pair of classes one, and of each object; at least one
  std::vector<Access> accesses;     // all to the objects in conflict
};

class Conflicts {
 public:
  struct Parts {
    const WholeProgramAnalysis& program;
    sections::Analysis& sections;
    CallChains& chains;
    bool arrays = false;
  };
  explicit Conflicts(const Parts& parts);

  // Sorted by location.
  std::vector<Race> find();
  // Of two accesses to one location, of which `a` writes.
  std::optional<Conflict> between(const Access& a, const Access& b);
  LocksOfEvents& locks() { return locks_; }
  std::uint64_t compared() const { return compared_; }

 private:
  bool is_candidate(const snag::Location& location);
  bool is_unsafe(const Event& event);
  bool is_construction(const Event& event);
  Location location_of(const snag::Location& location) const;
  void look_at(std::vector<Event> events, Race& race);
  std::optional<Conflict> conflict(const std::vector<Access>& first, const std::vector<Access>& second);
  std::optional<Conflict> conflict(const Access& a, const Access& b);
  std::optional<Conflict> conflict(const Access& a, const Access& b, bool own);
  Sharing sharing(const Access& a, ThreadId x, const Access& b, ThreadId y);
  bool is_through_this(const Event& event);
  bool is_certain(const Access& access, ThreadId thread);
  const std::vector<ObjectId>& only_holders(ObjectId object);
  bool is_made_for_sharing(ObjectId object);
  bool is_owned(const Access& access, ThreadId thread);
  bool is_joined(const Access& access, ThreadId thread);
  bool starts_after_task(const ThreadStart& start) const;
  bool comes_after(const Access& later, ThreadId thread, const Access& earlier, ThreadId task);
  bool waits_for_stream(ThreadId stream, const RunPoint& point, ThreadId thread);
  bool locks_itself(const Event& event);

  const WholeProgramAnalysis& program_;
  Execution& execution_;
  const HeapShapeGraph& heap_;
  const Threads& threads_;
  sections::Analysis& sections_;
  const bool arrays_;
  LocksOfEvents locks_;
  OwnObjects own_;
  ThreadOwnership ownership_;
  HandedOver handed_over_;
  MessageOrder messages_;
  CallChains& chains_;
  ThreadSet own_threads_;                                              // as Concurrency::is_own has it
  ThreadSet runs_later_;                                               // what some of it runs comes after a task
  absl::node_hash_map<ObjectId, std::vector<ObjectId>> only_holders_;  // what refers to an object and is one object
  absl::flat_hash_map<ObjectId, bool> made_for_sharing_;
  std::uint64_t compared_ = 0;
};

}  // namespace snag::races
