// The analyses of a whole program in their order: objects, threads, ownership, execution.
//
// `--threads off` skips all of it, and so does a program that is too large (`gave_up`): the checks then take every
// object for shared, as they do for code that the program's entry points do not reach.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/stats.h"
#include "callgraph/build.h"
#include "execution/execution.h"

namespace snag {

class WholeProgramAnalysis {
 public:
  struct Options {
    std::vector<std::string> entries = {};
    unsigned jobs = 0;
    bool open = true;  // CallGraphOptions::open
    // Work in the flow graph, about five seconds of it. Of the corpus' programs H2 needs most, 65 million.
    std::uint64_t maximum_steps = 100'000'000;
  };
  // `sections` must outlive this object, and have been made with Options::all_contexts. Only a wrong entry is an error.
  static Result<std::unique_ptr<WholeProgramAnalysis>> run(sections::Analysis& sections, IrStore& store,
                                                           const library::Models& models, const Options& options,
                                                           Stats& stats);

  // Why there is no result; empty if there is one.
  const std::string& gave_up() const { return gave_up_; }
  const CallGraph& call_graph() const { return call_graph_.graph; }
  const PointsTo& points_to() const { return *call_graph_.points_to; }
  const HeapShapeGraph& heap() const { return *heap_; }
  const Threads& threads() const { return *threads_; }
  const Ownership& ownership() const { return *ownership_; }
  Execution& execution() const { return *execution_; }
  // Whether the program's entry points reach a method: of others nothing is known.
  bool reaches(MethodId method) const { return !points_to().instances_of(method).empty(); }

 private:
  WholeProgramAnalysis() = default;

  std::string gave_up_;
  CallGraphResult call_graph_;
  std::unique_ptr<Callees> callees_;
  std::unique_ptr<HeapShapeGraph> heap_;
  std::unique_ptr<Threads> threads_;
  std::unique_ptr<Ownership> ownership_;
  std::unique_ptr<Execution> execution_;
};

}  // namespace snag
