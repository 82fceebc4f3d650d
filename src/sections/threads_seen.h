// What the whole program shows of the two threads that a defect needs: T1, which acts on what it has read, and T2,
// which changes that in between. That something can happen is not enough for a reader who has ten minutes: in a library
// any number of clients may do anything, and objects that are told apart at run time may be one for the analysis.
#pragma once

#include <cstdint>

namespace snag::sections {

// The later, the more is seen.
enum class ThreadsSeen : std::uint8_t {
  kNotCalled,     // nothing in the program runs the code of both
  kUnderOneLock,  // every call that the program makes holds a lock that excludes them; other callers need not
  kNotFollowed,   // the program is too large to see its threads
  kNotBoth,       // by clients, callbacks, or threads that may each have an object of their own
  kInOneHolder,   // two threads that the program starts do both, to objects that they find in one object: a map
  kBoth,          // threads that the program starts do both, to one object
  kNoThreads,     // it is a library that starts no threads
  kNotAsked,      // nothing is known of the whole program
};

}  // namespace snag::sections
