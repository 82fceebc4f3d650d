// What a caller has to know of a method: the critical sections it enters, what it reads and writes in them or outside,
// where its result comes from. In the method's own terms: paths over its parameters and statics.
//
//     synchronized long balance() { return balance; }        returns this.balance, read under this
//     synchronized void setBalance(long b) { balance = b; }  writes this.balance from parameter 1 under this
//     <T> T locked(Supplier<T> f) { lock.lock(); try { return f.get(); } finally { lock.unlock(); } }
//                                                             calls parameter 1 under this.lock, returns its result
//
// Summaries are bounded (kMaximumEntries of each kind, kMaximumDepth calls deep); what is beyond is left out, and so is
// what has no portable path.
#pragma once

#include <cstdint>
#include <vector>

#include "library/model.h"
#include "sections/access_path.h"

namespace snag::sections {

struct Place {
  MethodId method;  // invalid: the method that is looked at
  std::uint32_t line = 0;
  std::uint32_t pc = 0;
};

enum class Flavor : std::uint8_t {
  kField,       // a field or an array element: protected by the locks that are held
  kContents,    // what a plain collection holds: likewise
  kVolatile,    // a volatile field: each access is atomic
  kAtomic,      // an AtomicInteger and the like: each call is
  kCollection,  // a concurrent or synchronized collection: likewise
  kLegacy,      // a Vector or Hashtable: likewise, but that says little about whether it is shared
};
inline bool protects_itself(Flavor flavor) { return flavor >= Flavor::kVolatile; }

using library::LockMode;

// Two threads that hold a lock in such a mode do not exclude each other.
inline bool is_shared(LockMode mode) { return mode == LockMode::kRead || mode == LockMode::kOptimistic; }
// Of two modes the one that excludes less, or more: exclusive, write, read, optimistic.
LockMode weaker(LockMode a, LockMode b);
LockMode stronger(LockMode a, LockMode b);

struct NamedLock {
  AccessPath path;
  LockMode mode = LockMode::kExclusive;
  friend bool operator==(const NamedLock&, const NamedLock&) = default;
};
using Locks = absl::InlinedVector<NamedLock, 2>;  // each path once

// Null if the lock is not among them.
const NamedLock* find_lock(const Locks& locks, const AccessPath& path);
// A lock that is there already keeps the stronger of both modes.
void add_lock(Locks& locks, const NamedLock& lock);
// Leaves the locks that are in both, in the weaker of both modes.
void intersect(Locks& locks, const Locks& others);

struct AccessFacts {
  AccessPath location;
  Flavor flavor = Flavor::kField;
  bool keyed = false;        // about one key of a collection, not all of it
  AccessPath key;            // which, where that can be said
  bool checks = false;       // a read whose result may decide about an act
  bool acts = false;         // a write that a check may have decided about
  bool removes = false;      // a write that takes something out of a collection
  bool only_reads = false;   // an act that changes nothing, but may fail: get(index) behind size()
  bool rechecked = false;    // a write behind a test of the same location in the same section
  bool tested = false;       // a write behind any test of the same location: the callee's own affair
  bool handed_over = false;  // a read that took the value away from the others
  bool claimed = false;      // a read in a section that also writes the location, on some path
  std::uint8_t depth = 0;    // calls between the method and the access
  Place place;
};

// About the same piece of memory: the same location, and of a collection the same key or both the whole of it.
inline bool same_memory(const AccessFacts& a, const AccessFacts& b) {
  return a.location == b.location && a.keyed == b.keyed && (!a.keyed || a.key == b.key);
}

// The constant key or element that an access is about; unknown if it is about all, or about one that is not constant.
AccessPath constant_key(const AccessFacts& access);

// The same memory, but elements of one array at different indexes count as one.
bool same_array_or_memory(const AccessFacts& a, const AccessFacts& b);

using LockPaths = absl::InlinedVector<AccessPath, 2>;

struct SummaryAccess : AccessFacts {
  LockPaths locks;               // taken by the method itself around the access
  bool unnamed_lock = false;     // and one that has no portable path
  std::uint64_t parameters = 0;  // writes: those that flow into what is written
};

struct SummarySection {
  AccessPath lock;
  Place place;
};

struct FunctionCall {  // of an interface method on a parameter
  std::uint32_t parameter = 0;
  Locks locks;
  bool returned = false;  // its result is the method's
};

struct MethodSummary {
  static constexpr std::size_t kMaximumEntries = 24;
  static constexpr std::uint8_t kMaximumDepth = 4;  // calls through which an access is passed on to callers

  std::vector<SummarySection> sections;
  bool unnamed_section = false;        // enters one whose lock has no portable path
  std::vector<SummaryAccess> returns;  // reads that the result comes from
  std::vector<SummaryAccess> writes;
  Locks acquires;                    // held when it returns
  std::vector<AccessPath> releases;  // given back without having been taken
  std::vector<AccessPath> waits;     // given back and taken again; unknown: some lock of the caller's
  std::vector<FunctionCall> functions;
  std::uint64_t result_parameters = 0;  // those from which the result is computed
  AccessPath result;                    // what it returns, when that is the same path everywhere

  bool empty() const {
    return sections.empty() && !unnamed_section && returns.empty() && writes.empty() && acquires.empty() &&
           releases.empty() && waits.empty() && functions.empty() && result_parameters == 0 && !result.known();
  }
};

// What is true of both: for a call that may run either.
MethodSummary common(const MethodSummary& a, const MethodSummary& b);

}  // namespace snag::sections
