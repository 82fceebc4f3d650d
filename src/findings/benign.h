// Why a finding does no harm although its interleaving can happen: it is reported with severity low, and says why.
//
// A check decides that by what the code does: who writes, what is computed, who reads. (Reasons why a reviewer need not
// read a finding at all are in review.h.)
#pragma once

#include <cstdint>

namespace snag {

enum class Benign : std::uint8_t {
  kNo,
  kEqualValues,     // a cache: what both threads write is computed from the same unchanging inputs
  kSameConstant,    // every writer writes one constant, and nothing else depends on who was first
  kStatistic,       // a number that decides nothing
  kForgotten,       // a cache again: what is removed is made again by whoever needs it
  kOnlyIfReplaced,  // an entry is removed, which may be another one only if one key has several values over time
  kListenerList,    // only the same object, added by two threads at once, would be in the list twice
  kSameObject,      // the same of any collection of objects that callers pass
  kEitherWillDo,    // a cache once more: of two objects that are made at once, one is replaced by its like
  kOneWriter,       // right if one thread alone writes it, which nothing in the program contradicts
  kReadAgain,       // the later critical section only reads again what the earlier one has read
};

}  // namespace snag
