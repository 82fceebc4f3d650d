// What methods call the locks of others, for the checks of whole programs: names of a callee in the terms of its
// callers, where a lock was acquired that is held, and whether two names of one method mean locks in an evident order.
//
// Used by one thread.
#pragma once

#include <memory>
#include <optional>

#include <absl/container/flat_hash_map.h>

#include "checks/analyses.h"
#include "execution/call_chains.h"
#include "execution/lock_usage.h"
#include "sections/method_effects.h"

namespace snag::deadlock {

// How far one can believe that a thread takes a way: a call that may run many methods stands for ways that the program
// never takes, as a rule, and so do many calls.
inline constexpr std::size_t kMaximumBelievedTargets = 4, kMaximumBelievedCalls = 5;
bool is_believed(const PointsTo& points_to, std::span<const Caller> calls);
// The same for the way of a thread from where it begins; false if there is none.
bool is_believed(const PointsTo& points_to, CallChains& chains, ThreadId thread, MethodInstanceId target);

class NamesOfLocks {
 public:
  // Must have a whole program, and outlive this object.
  explicit NamesOfLocks(const Analyses& analyses);

  // What the method itself does; null for code of the JDK.
  sections::MethodEffects* effects(MethodInstanceId instance);
  sections::MethodEffects* effects(MethodId method);
  // The locks that a method holds before an instruction, those of its callers included.
  sections::HeldLocks held_before(MethodId method, ir::ValueId at);
  // Where the method acquired a lock that it holds at an instruction; invalid if callers did.
  ir::ValueId acquired_at(MethodInstanceId instance, const sections::AccessPath& lock, ir::ValueId at);

  // What the first caller calls the object that the last callee of a chain of calls calls `path`; unknown if it cannot
  // say.
  sections::AccessPath in_caller(std::span<const Caller> calls, sections::AccessPath path);

  // Whether a method on the way from the holder to the other place gives the lock of the holder back before it goes on.
  bool is_released_on_the_way(const LockUsage::Nesting& nesting);

  // What the source calls it: `this.lock`, `from`; empty if it has no name there.
  std::string text(MethodInstanceId instance, const sections::AccessPath& path);

 private:
  const WholeProgramAnalysis& whole_;
  sections::Analysis& sections_;
  absl::flat_hash_map<MethodId, std::unique_ptr<sections::MethodEffects>> effects_;
};

}  // namespace snag::deadlock
