// Mutual wait (von Praun 6.1): threads that acquire the same locks in different orders.
//
//   T1: synchronized (a) { synchronized (b) { … } }        a comes before b
//   T2: synchronized (b) { synchronized (a) { … } }        b comes before a: a cycle
//
// Problem: the lock-order graph (execution/lock_usage.h) has an edge for whatever may be nested. Most of its cycles
// mean nothing: one thread runs all of it, another lock is held around both, a lock is acquired again by its holder, or
// the abstract objects stand for others. Idea: each edge of a short cycle is searched for in the code
// (LockUsage::nestings), and every combination of such nestings is asked whether
//   * threads that may overlap run them, at these places;
//   * no lock that both hold before the outer acquisition, on all ways, keeps them apart (a gate);
//   * the inner lock is another one than those that are held, by its objects or by its name in the method that holds;
//   * the modes exclude each other.
// The cycles with two locks come first, then those with three and four that contain no shorter one.
// A class of locks whose objects are not told apart has a cycle with itself if one thread can have the two objects in
// one order and another in the other: both are parameters of one method, or fields of one object, and no order is
// evident. The order is evident if a comparison of the two decides which comes first, if both are elements of one array
// at constant or adjacent positions, or if one is found through a field of the other.
// Terminates: the numbers of cycles, nestings and combinations are limited.
// Cannot see: that the objects of two threads are different ones; orders that the data obeys.
#pragma once

#include <map>
#include <vector>

#include "checks/deadlock/lock_names.h"
#include "execution/call_constants.h"
#include "execution/concurrency.h"

namespace snag::deadlock {

// One thread of a cycle.
struct CyclePart {
  LockUsage::Nesting nesting;
  LockGroupId held, acquired;
  ThreadId thread;
};

struct Cycle {
  std::vector<CyclePart> parts;  // each acquires what the next one holds
  bool instances = false;        // of one class of locks: both parts are one nesting
  bool unique = false;           // every lock is one object in every run
  bool own = false;              // all threads are the program's own
  bool doubtful = false;         // the calls may lead to many methods, or are many: the audit's affair
  bool indirect = false;         // the inner lock has no name where the outer one is held: it may be another object
  bool gated_as_seen = false;    // all calls that are seen hold a common lock
};

class LockCycles {
 public:
  LockCycles(const Analyses& analyses, const LockUsage& usage, NamesOfLocks& names);

  std::vector<Cycle> find();

 private:
  using Nesting = LockUsage::Nesting;

  // How far one can believe that one thread does both to the objects in question.
  enum class Doubt : std::uint8_t {
    kNone,
    kIndirect,  // the holder has no name for the inner lock
    kMany,      // the calls may lead to many methods, are many or excluded by constants; or some object is printed or
                // compared
  };
  struct Edge {
    std::vector<Nesting> nestings;  // that are not the same lock again; those with the least doubt first
  };
  Doubt doubt(const Nesting& nesting);
  bool is_chain_of_owners(const Nesting& a, const Nesting& b);
  const Edge& edge(LockGroupId held, LockGroupId acquired);
  void find_longer(std::vector<Cycle>& cycles);
  bool fits(const Nesting& nesting, LockGroupId held);
  bool can_be_acquired(const Nesting& nesting, LockGroupId acquired);
  bool is_owned(const Nesting& nesting);
  bool are_different(const Nesting& nesting);
  bool are_of_one_class(const Nesting& nesting) const;
  bool is_held_already(const Nesting& nesting);
  bool add(std::vector<LockGroupId> groups, std::vector<Cycle>& cycles);
  bool combine(const std::vector<LockGroupId>& groups, std::vector<CyclePart>& parts, std::vector<Cycle>& cycles,
               bool wants_own, std::size_t& budget);
  bool can_close(const std::vector<CyclePart>& parts) const;
  bool assign_threads(std::vector<CyclePart>& parts, bool wants_own) const;
  bool is_gated(const Nesting& a, const Nesting& b, bool as_seen);
  void add_instances(LockGroupId group, std::vector<Cycle>& cycles);
  bool is_swappable(const Nesting& nesting);
  bool is_ordered(const Nesting& nesting);

  const WholeProgramAnalysis& whole_;
  Execution& execution_;
  const Concurrency& concurrency_;
  const LockUsage& usage_;
  NamesOfLocks& names_;
  const CallConstants constants_;
  std::map<std::pair<LockGroupId, LockGroupId>, Edge> edges_;
};

}  // namespace snag::deadlock
