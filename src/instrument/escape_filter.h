// Which objects can never get to a second thread, by their types alone: they need not be watched.
//
//   class Main {                                   Config: the type of a static field
//     static Config config;                        Job: a task, run by another thread
//     void go(Executor pool) {                     Part: the type of a field of Job
//       pool.execute(new Job(new Part()));         Scratch: neither of these, nor reachable from them: not watched
//       new Scratch().fill();
//     }
//   }
//
// Problem: a check at every field access costs time, and most objects of most programs never leave their thread.
//
// Idea: a thread gets hold of an object only through a static field, or through what it was given when it started.
// Types are reachable if a static field has them; if the library may run their objects in another thread (they are a
// Runnable, a listener, whatever of the library they implement); if a lambda captures or takes or answers them. Of a
// reachable type all subtypes are reachable, and the types of all fields. Generic types tell what a collection holds.
//
// It is conservative: a type that may hold anything (Object, a type variable, a collection without type arguments, a
// class of the library that is not known to be harmless, a class that cannot be found) makes everything reachable, and
// so does a program that makes class loaders of its own.
//
// Cannot see: reflection that stores what the declared types do not allow; classes that are not on the class path, and
// what these do with those that are; unchecked casts that put other objects into a List<Part>.
//
// Section 4.2 of Hammer et al., "Dynamic detection of atomic-set-serializability violations", where arguments of thread
// constructors stand for the tasks.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "program/program.h"

namespace snag::instrument {

struct EscapeFilter {
  std::vector<std::string> skipped_classes;  // internal names, sorted
  std::vector<std::string> skipped_fields;   // app/Account.balance: where the class has static fields to be watched
  std::size_t reachable = 0;                 // classes
  std::string everything;                    // why nothing is skipped; empty: something is
};

// `classes` are all of the program's own and of its libraries.
EscapeFilter filter_by_escape(Program& program, std::span<const ClassId> classes);

}  // namespace snag::instrument
