// The unexplored library in three sentences. What is given to it goes into the node `escaped`, and so does what lies in
// the fields of its collections and in arrays. Its results are any escaped object of the declared type, or an object of
// its own. And it may call back, at the very call that hands the object over (kLibraryCallback), or, for objects that
// it found elsewhere, at any time (an entry point).
//
//   unexplored.keep(job);        // job escapes; Job.run may be called back here
//   Job same = unexplored.get(); // any Job that has escaped
//
// Which methods may it call? It knows an object only by the type under which it was given, so it can call the methods
// of that type, of its supertypes, and of the subtypes that a cast would find. An object given as java.lang.Object is
// known by Object's methods and by those of the few types that the library is known to cast to (models/policy.toml,
// `casts`). What is called is the application's override; calls of the library to itself do not matter. Cannot see:
// calls by reflection inside the library (dependency injection, serialization).
//
// Used by one thread.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_set.h>
#include <absl/container/node_hash_map.h>

#include "callgraph/propagation.h"

namespace snag {

class UnknownLibrary {
 public:
  explicit UnknownLibrary(Propagation& run);

  // A call of a method of which nothing is known.
  void call(const LibraryFrame& frame);
  // The library gets an object under a type, and may call it back if `may_call`.
  void hand_over(FlowSite& site, FlowNodeId node, Name declared, bool may_call);
  // The type under which an argument is handed to a method. Invalid for primitive types.
  Name declared_argument(MethodId target, std::size_t index);

  // An object of this type was handed over at a site (WatchKind::kGuess).
  void guess_callbacks(FlowSite& site, ObjectId type, Name declared);
  // An object of this type has escaped (WatchKind::kEscaped).
  void receive(ObjectId type);

 private:
  static constexpr std::size_t kMaxGuesses = 64;  // callees of one site, when guessing adds to them

  // The methods that the library may call on an object of class `id` that it was given as a `declared`. Without that,
  // it found the object somewhere, in a collection or as `this` of a constructor: as Object, or by a superclass that it
  // extends.
  const std::vector<MethodId>& callbacks(ClassId id, Name declared = {});
  bool is_of_library(ClassId id) const {
    return run_.program[id].origin == Origin::kJdk && !run_.program[id].synthetic;
  }

  Propagation& run_;
  std::vector<ClassId> casts_;
  absl::node_hash_map<std::pair<ClassId, Name>, std::vector<MethodId>> callbacks_;
  // Objects whose callbacks are entry points, and as what the library was given them.
  absl::flat_hash_set<std::pair<ObjectId, Name>> entered_;
};

}  // namespace snag
