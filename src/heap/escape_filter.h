// Which objects can never reach a second thread, judged by their types alone: accesses to them need no checks.
//
//   class Main {                                   Config: the type of a static field
//     static Config config;                        Job: a task, run by another thread
//     void go(Executor pool) {                     Part: the type of a field of Job
//       pool.execute(new Job(new Part()));         Scratch: neither of these, nor reachable from them: thread-confined
//       new Scratch().fill();
//     }
//   }
//
// Problem: a check at every field access costs time, and most objects of most programs never leave their thread.
//
// Idea: a thread reaches an object only through a static field, or through the task with which it was started. A type
// is reachable if a static field has it; if the library may run its objects in another thread (they implement Runnable,
// a listener or another type of the library); if a lambda captures, takes or returns it. If a type is reachable, so are
// its subtypes and the types of its fields. Generic types say what a collection holds.
//
// It is conservative: a type that may hold anything (Object, a type variable, a collection without type arguments, a
// class of the library that is not known to be harmless, a class that cannot be found) makes everything reachable, and
// so does a program that has its own class loaders. models/policy.toml lists what is known about the library:
// holds-nothing, harmless-supertypes, makes-classes.
//
// It cannot see reflection that stores objects which the declared types do not allow; classes that are not on the class
// path, and what these do with those that are; unchecked casts that put other objects into a List<Part>.
//
// Section 4.2 of Hammer et al., "Dynamic detection of atomic-set-serializability violations", where arguments of thread
// constructors stand for the tasks.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "library/policy.h"
#include "program/program.h"

namespace snag {

struct EscapeFilter {
  std::vector<std::string> skipped_classes;  // internal names, sorted
  std::vector<std::string> skipped_fields;   // app/Account.balance: of classes whose static fields need checks
  std::size_t reachable = 0;                 // classes
  std::string everything;                    // why nothing is skipped; empty: something is
};

// `classes` are all of the program's own and of its libraries.
EscapeFilter filter_by_escape(Program& program, const library::Policy& policy, std::span<const ClassId> classes);

}  // namespace snag
