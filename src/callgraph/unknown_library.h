// The unexplored library in three sentences. What is given to it goes into the node `escaped`, and so does what lies in
// the fields of its collections and in arrays. Its results are any escaped object of the declared type, or an object of
// its own. And it may call back, at the very call that hands the object over (kLibraryCallback), or, for objects that
// it found elsewhere, at any time (an entry point).
//
//   unexplored.keep(job);        // job escapes; Job.run may be called back here
//   Job same = unexplored.get(); // any Job that has escaped
//
// Which methods it may call is guessed by library_calls.h.
//
// Used by one thread.
#pragma once

#include <cstddef>

#include <absl/container/flat_hash_set.h>

#include "callgraph/propagation.h"

namespace snag {

class UnknownLibrary {
 public:
  explicit UnknownLibrary(Propagation& run) : run_(run) {}

  // A call of a method of which nothing is known.
  void call(const LibraryFrame& frame);
  // The library gets an object under a type, and may call it back if `may_call`.
  void hand_over(FlowSiteId site, FlowNodeId node, Name declared, bool may_call);
  // The type under which an argument is handed to a method. Invalid for primitive types.
  Name declared_argument(MethodId target, std::size_t index);

  // An object of this type was handed over at a site (WatchKind::kGuess).
  void guess_callbacks(FlowSiteId site, ObjectTypeId type, Name declared);
  // An object of this type has escaped (WatchKind::kEscaped).
  void receive(ObjectTypeId type);

 private:
  static constexpr std::size_t kMaxGuesses = 64;  // callees of one site, when guessing adds to them

  Propagation& run_;
  absl::flat_hash_set<MethodId> guessed_entries_;
};

}  // namespace snag
