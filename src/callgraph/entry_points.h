// Where a program begins.
//
// It begins at what `--entry` names, if that is given; otherwise at every main method of the application (from Java 21
// on also at instance mains and mains without parameters); and without a main method (library mode) at every public
// method of a public class that is not annotated @VisibleForTesting. Of a class that a container calls (a servlet), the
// container's superclass calls the protected methods too. Of a class that may be shared (thread_signs.h) and is not
// public, or that promises to be safe, a library also begins at the methods that are not private and that nothing in
// the program refers to; at all of them if no class is public.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "callgraph/call_graph.h"
#include "library/policy.h"
#include "program/program.h"

namespace snag {

struct EntryPoints {
  std::vector<EntryPoint> methods;    // sorted by class, name, descriptor
  std::vector<ClassId> instantiated;  // classes of which callers outside may make objects (library mode, --entry)
};

// `application` are the application's classes, sorted by name. `entries` are CLASS or CLASS.method, as in source; one
// that names nothing is an error.
Result<EntryPoints> find_entry_points(Program& program, const library::Policy& policy,
                                      const std::vector<ClassId>& application, std::span<const std::string> entries);
// Where a library begins: the public methods of these classes.
EntryPoints public_entry_points(Program& program, const library::Policy& policy, std::span<const ClassId> classes);

// Whether a container calls the methods of a class: it has a supertype on the list, which may be missing.
bool is_called_by_container(Program& program, const library::Policy& policy, ClassId id);
// Whether a class is part of a user interface: it has a supertype that the event thread calls, which may be missing.
bool is_called_by_event_thread(Program& program, const library::Policy& policy, ClassId id);
// Whether a method that the library calls is called by the event thread alone: every method of the library that it
// overrides is declared by such a type. `equals` and `toString` of a component may be called by any thread.
bool is_called_by_event_thread(Program& program, const library::Policy& policy, MethodId id);

}  // namespace snag
