// Why a finding does no harm although its interleaving can happen: it is reported with severity low, and says why.
//
// A check decides that by what the code does: who writes, what is computed, who reads. (Reasons why a reviewer need not
// read a finding at all are in review.h.)
#pragma once

#include <cstdint>

namespace snag {

enum class Benign : std::uint8_t {
  kNo,
  kEqualValues,      // a cache: what both threads write is computed from the same unchanging inputs
  kSameConstant,     // every writer writes one constant, and nothing else depends on who was first
  kStatistic,        // a number that decides nothing
  kForgotten,        // a cache again: what is removed is made again by whoever needs it
  kOnlyIfReplaced,   // an entry is removed, which may be another one only if one key has several values over time
  kOnlyIfDifferent,  // what is put for a key was missing, and as a rule another thread puts its equal
  kListenerList,     // only the same object, added by two threads at once, would be in the list twice
  kRestored,         // the thread changes it, waits, and restores what it found
  kTestedAgain,      // an old value only leads to a test under the lock, which sees the new one
  kMonotone,         // a least or greatest value so far, which is only compared: an old one was right a moment ago
  kSetting,          // a property that is set from outside, as a rule before several threads use the object
};

}  // namespace snag
