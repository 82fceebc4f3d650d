// The review policy: which findings a reviewer should read.
//
// A check does not decide that. It lists in its evidence the reasons why a finding need not be read, annotations in the
// code add theirs, and is_wanted decides for all checks. `--profile audit` shows everything.
#pragma once

#include <cstdint>

#include "catalog/catalog.h"

namespace snag {

enum class Dismissal : std::uint8_t {
  // The object or its writers.
  kConfined,           // no other thread can have the object
  kEncapsulated,       // the object is used only while the outer lock is held
  kOneConsumer,        // a thread that alone removes elements from its own queue
  kOneWriter,          // a thread that alone writes the field
  kVolatileLifecycle,  // a volatile flag or reference: as a rule, one thread drives it
  kPerhapsUnshared,    // neither the object's own state nor of a class with signs of threads
  kNothingInBetween,   // every writer runs before the object is shared, needs a held lock, or has another object
  // What the code does with the value.
  kLoggedOnly,         // it is only written down for people
  kHandedOver,         // the thread took the object away from the others
  kOnlyRead,           // what is called under the later lock changes nothing
  kTestedAgain,        // the callee tests by itself; it is reported by itself if necessary
  kAlternative,        // the second section runs instead of the first
  kEnteredOnce,        // the second section is entered only until a field has been filled
  kFlagOnly,           // a flag computed from the value: rarely meant to be kept
  kResultsUnused,      // at least one of the two sections contributes nothing that is used
  kSingleValue,        // one value, used by itself
  kNoLaterEffect,      // the value is old but takes no effect in a later critical section
  kOnlyCommonLock,     // the two sections share only their lock
  kSyntheticAccessor,  // `access$000`: the compiler's
  // Distance: the further apart the parts are, the less likely it is that they were meant to be one.
  kManyCallsApart,
  kUnrelatedClass,  // the outer lock belongs to a class that has nothing to do with this one
  // Locks.
  kCallersHoldLock,
  kForeignCode,      // nobody knows what code of somebody else does
  kPerhapsSameLock,  // inner and outer lock may be one lock under two names
  // Others.
  kReportedByStaleValue,
  kNotExamined,    // the method has too many of them
  kNotThreadSafe,  // in a class that is annotated so
  kOnlyForTests,   // in a method that is annotated so, and that the program does not call
};

// A set of reasons.
class Dismissals {
 public:
  void add(Dismissal reason, bool holds = true) {
    if (holds) bits_ |= std::uint64_t{1} << static_cast<unsigned>(reason);
  }
  void add(Dismissals others) { bits_ |= others.bits_; }
  bool empty() const { return bits_ == 0; }
  bool contains(Dismissal reason) const { return (bits_ >> static_cast<unsigned>(reason) & 1) != 0; }

 private:
  std::uint64_t bits_ = 0;
};

// Each of the reasons is enough: such findings are for the audit only.
inline bool is_wanted(Profile profile, Dismissals reasons) { return profile == Profile::kAudit || reasons.empty(); }

}  // namespace snag
