// The call graph of a program, in one call.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "callgraph/call_graph.h"
#include "callgraph/points_to.h"
#include "ir/ir_store.h"
#include "library/models.h"

namespace snag {

enum class CallGraphAlgorithm : std::uint8_t {
  kCha,      // class hierarchy analysis: a call may run any override in any class of the application and its libraries
  kRta,      // rapid type analysis: in any class that is instantiated somewhere
  kVta,      // variable-type analysis: in any class of which an object can reach the call
  kObjects,  // points-to analysis: the same with objects told apart by where they are allocated, and in which context
};

struct CallGraphOptions {
  CallGraphAlgorithm algorithm = CallGraphAlgorithm::kVta;
  std::vector<std::string> entries = {};            // --entry; empty: mains, else library mode (entry_points.h)
  unsigned jobs = 0;                                // 0: all cores
  std::uint64_t maximum_steps = ~std::uint64_t{0};  // objects passed on, after which the analysis gives up
  // kObjects: the same while methods are told apart by contexts. After that it begins again without contexts, and then
  // gives up after `maximum_steps`.
  std::uint64_t maximum_steps_with_contexts = ~std::uint64_t{0};
  // Where the mains reach less than half of the application, the rest is a library: plug-ins that are loaded by name,
  // or code for other programs. Its public methods become entry points, too. Not with `entries`.
  bool open = false;
  bool contexts = true;  // kObjects: false: each method is analysed once (only for measurements)
};

struct CallGraphResult {
  CallGraph graph;
  bool complete = true;                     // false: given up after CallGraphOptions::maximum_steps; calls are missing
  bool contexts = false;                    // kObjects: whether methods are told apart by contexts
  bool jdk_budget_exhausted = false;        // reached_methods.h
  std::uint32_t unresolved_sites = 0;       // sites that call a method whose class or code is missing
  std::uint32_t sites_without_callees = 0;  // in the application and its libraries
  struct {
    std::uint32_t nodes = 0, objects = 0, collapsed = 0, waves = 0, instances = 0;
    std::uint64_t edges = 0, steps = 0;
  } propagation;
  std::unique_ptr<PointsTo> points_to = {};  // kObjects only
};

// Loads the application's classes (and the libraries' for class hierarchy analysis), finds where it begins, and follows
// it from there. Only a wrong --entry is an error; everything else that is wrong with the input is a diagnostic.
Result<CallGraphResult> build_call_graph(IrStore& store, const library::Models& models,
                                         const CallGraphOptions& options);

}  // namespace snag
