// Guesses which methods the unexplored library may call on an object that it was given.
//
//   class Job implements Runnable, Comparable<Job> { … }
//   unexplored.keep(job);                  // declared as keep(Runnable)
//
// Idea: the library knows an object only by the type under which it was given, so it can call the methods of that type,
// of its supertypes, and of the subtypes that a cast would find. An object given as java.lang.Object is known by
// Object's methods and by those of the few types that the library is known to cast to (models/policy.toml, `casts`).
// What is called is the application's override; calls of the library to itself do not matter.
// Cannot see: calls by reflection inside the library (dependency injection, serialization).
//
// Used by one thread.
#pragma once

#include <span>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/node_hash_map.h>

#include "library/models.h"
#include "program/program.h"
#include "program/resolution.h"

namespace snag {

class LibraryCalls {
 public:
  LibraryCalls(Program& program, Resolver& resolver, const library::Models& models);

  // The methods that the library may call on an object of class `id` that it was given as a `declared`.
  const std::vector<MethodId>& callbacks(ClassId id, Name declared);
  // The same for an object that the library found somewhere, in a collection or as `this` of a constructor: as Object,
  // or by a superclass that it extends.
  const std::vector<MethodId>& callbacks_anywhere(ClassId id);

  // The one abstract method of a functional interface; invalid for other types, and for an invalid name.
  MethodId functional_method(Name interface_type);
  // The instance methods of that name that a class declares.
  const std::vector<MethodId>& named_methods(Name owner, Name method);

 private:
  std::vector<ClassId> library_supertypes(ClassId id, bool& complete);
  std::vector<MethodId> find_callbacks(ClassId id, Name declared, bool anywhere);

  Program& program_;
  Resolver& resolver_;
  const library::Models& models_;
  std::vector<ClassId> casts_;
  absl::node_hash_map<std::pair<ClassId, Name>, std::vector<MethodId>> callbacks_;
  absl::node_hash_map<std::pair<Name, Name>, std::vector<MethodId>> named_;
  absl::flat_hash_map<Name, MethodId> functional_;
};

}  // namespace snag
