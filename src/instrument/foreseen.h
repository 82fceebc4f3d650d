// What the rewriter has to know of a class before it is loaded.
//
// A class is rewritten when it is loaded, and the classes that it names come later:
//
//   class Stack {
//     static class Node { volatile Node next; }         // loaded when the first Node is made
//     static class Count extends AtomicInteger {}
//     void push(Node n) { n.next = top; count.set(1); }   // a volatile write, and a call of AtomicInteger
//   }
//
// When Stack is rewritten nobody has told the agent that `next` is volatile, nor what Count extends; without that the
// order which they make is lost, and what they order is reported as a race. So `snag run`, which reads the program's
// classes where the command line names them, tells the agent what matters of them.
//
// Cannot see: classes that are not on the class path, or are made while the program runs. Where a class hides a
// volatile field of its super class by a plain one of the same name, the plain one is taken for volatile and not
// checked.
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

using wire::ForeseenClass;

// Those of `classes` with volatile fields, of their own or inherited, and those below a class of the library that is
// one of `modelled`. Sorted by name.
std::vector<ForeseenClass> foreseen_classes(Program& program, std::span<const ClassId> classes,
                                            const absl::flat_hash_set<std::string_view>& modelled);

// Of the types that `classes` extend and implement those that are known not to be Serializable, by all their super
// types. Sorted by name.
std::vector<std::string> not_serializable_types(Program& program, std::span<const ClassId> classes);

}  // namespace snag::instrument
