// The heap shape graph as text, for `snag dump heap`. The text is the same for any number of threads.
//
//   #12 bank.Account  allocated by bank.Main.main(java.lang.String[]) line 14  in context of bank.Main.<init>() line 9
//       properties  global shared escape unique
//       host        #8
//       threads     T1 T3
//       field       bank.Account.history -> #13 #14
//
// Listed are the objects that have numbers (object_numbers.h). What a field refers to by way of other objects, as the
// table and the nodes inside a HashMap, is listed as if the field referred to it.
#pragma once

#include <functional>
#include <string>

#include "heap/object_numbers.h"

namespace snag {

struct HeapDumpOptions {
  ClassId only = {};  // valid: objects of this class, and those that refer to them or to which they refer
  // The names of the threads that use an object, as `T1 T3`; may be empty.
  std::function<std::string(ObjectId)> threads = {};
};

std::string dump_heap(const HeapShapeGraph& graph, const ObjectNumbers& numbers, const HeapDumpOptions& options = {});
// Graphviz. Nodes have their number, their class, and the letters of figure 3.1: C class, G global, R thread root, S
// shared, E escape, O object-specific, T thread-specific, U unique.
std::string dump_heap_dot(const HeapShapeGraph& graph, const ObjectNumbers& numbers,
                          const HeapDumpOptions& options = {});

}  // namespace snag
