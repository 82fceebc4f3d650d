// What the rewriter must know about classes before they are loaded.
//
// A class is rewritten when it is loaded, and the classes that it names are loaded later:
//
//   class Stack {
//     static class Node { volatile Node next; }           // loaded when the first Node is created
//     static class Count extends AtomicInteger {}
//     void push(Node n) { n.next = top; count.set(1); }   // a volatile write, and a call of AtomicInteger
//   }
//
// When Stack is rewritten, the agent does not know yet that `next` is volatile, nor what Count extends. Without these
// facts it would miss the order that they establish, and report ordered accesses as a race. So `snag run`, which reads
// the program's classes if the command line names them, sends these facts to the agent.
//
// It cannot see classes that are not on the class path, or are generated at run time. If a class hides a volatile field
// of its superclass by a plain one of the same name, the plain one is assumed to be volatile and is not checked.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "instrument/sites.h"
#include "program/program.h"
#include "wire/agent_configuration.h"

namespace snag::instrument {

using wire::UnloadedClass;

// Returns those of `classes` that declare or inherit volatile fields, and those that extend one of the library classes
// `modelled`. Sorted by name.
std::vector<UnloadedClass> unloaded_classes(Program& program, std::span<const ClassId> classes,
                                            const absl::flat_hash_set<std::string_view>& modelled);

// Returns the types that `classes` extend or implement and that are known not to be Serializable, because all their
// supertypes are known. Sorted by name.
std::vector<std::string> not_serializable_types(Program& program, std::span<const ClassId> classes);

}  // namespace snag::instrument
