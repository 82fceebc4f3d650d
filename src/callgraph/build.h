// The call graph of a program, in one call.
#pragma once

#include "base/result.h"
#include "callgraph/call_graph.h"
#include "callgraph/entry_points.h"
#include "callgraph/options.h"
#include "callgraph/variable_types.h"
#include "ir/ir_store.h"
#include "library/models.h"

namespace snag {

struct CallGraphResult {
  CallGraph graph;
  EntryPoints entries;
  VariableTypes::Counters counters;
  bool complete = true;  // false: given up after CallGraphOptions::maximum_steps; calls are missing
};

// Loads the application's classes (and the libraries' for class hierarchy analysis), finds where it begins, and follows
// it from there. Only a wrong --entry is an error; everything else that is wrong with the input is a diagnostic.
Result<CallGraphResult> build_call_graph(IrStore& store, const library::Models& models,
                                         const CallGraphOptions& options);

}  // namespace snag
