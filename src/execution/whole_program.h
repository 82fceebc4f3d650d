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
#include "execution/call_chains.h"
#include "execution/concurrency.h"

namespace snag {

class WholeProgramAnalysis {
 public:
  // Work in the flow graph, of which ten million steps take about a second. Contexts are for smaller programs: they
  // prove at most two percent of the accesses more unshared (docs/evaluation.md), and with them Tomcat takes 41
  // million steps, Derby 52, H2 67, ActiveMQ and Netty more than 70; TuxGuitar, the largest for which they are
  // affordable, takes 6.5. Without them Guava takes 99 million.
  struct Steps {
    std::uint64_t with_contexts = 8'000'000;       // CallGraphOptions::maximum_steps_with_contexts
    std::uint64_t without_contexts = 100'000'000;  // CallGraphOptions::maximum_steps
  };
  struct Options {
    std::vector<std::string> entries = {};
    unsigned jobs = 0;
    bool open = true;  // CallGraphOptions::open
    Steps steps = {};
    // Only measurements do without: methods told apart by contexts; accesses to objects that their thread owns left
    // out.
    bool contexts = true, ownership = true;
  };
  // `sections` must outlive this object, and have been made with Options::all_contexts. Only a wrong entry is an error.
  static Result<std::unique_ptr<WholeProgramAnalysis>> run(sections::Analysis& sections, IrStore& store,
                                                           const library::Models& models, const Options& options,
                                                           Stats& stats);

  // Why there is no result; empty if there is one.
  const std::string& gave_up() const { return gave_up_; }
  const CallGraph& call_graph() const { return call_graph_.graph; }
  const PointsTo& points_to() const { return *call_graph_.points_to; }
  // Which methods each call may run, by that graph.
  const Callees& callees() const { return *callees_; }
  const HeapShapeGraph& heap() const { return *heap_; }
  const Threads& threads() const { return *threads_; }
  const Ownership& ownership() const { return *ownership_; }
  Execution& execution() const { return *execution_; }
  const Concurrency& concurrency() const { return *concurrency_; }
  CallChains& chains() const { return *chains_; }
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
  std::unique_ptr<Concurrency> concurrency_;
  std::unique_ptr<CallChains> chains_;
};

}  // namespace snag
