#include "execution/whole_program.h"

#include <utility>

namespace snag {

Result<std::unique_ptr<WholeProgramAnalysis>> WholeProgramAnalysis::run(sections::Analysis& sections, IrStore& store,
                                                                        const library::Models& models,
                                                                        const Options& options, Stats& stats) {
  std::unique_ptr<WholeProgramAnalysis> result(new WholeProgramAnalysis());
  {
    Stats::Pass pass(stats, "objects");
    Result<CallGraphResult> built = build_call_graph(store, models,
                                                     {.algorithm = CallGraphAlgorithm::kObjects,
                                                      .entries = options.entries,
                                                      .jobs = options.jobs,
                                                      .maximum_steps = options.maximum_steps,
                                                      .open = options.open});
    if (!built) return tl::unexpected(built.error());
    result->call_graph_ = std::move(*built);
    pass.count("methods", result->call_graph_.graph.methods().size());
    pass.count("method instances", result->call_graph_.propagation.instances);
    pass.count("objects", result->call_graph_.propagation.objects);
    pass.count("steps", result->call_graph_.propagation.steps);
    if (!result->call_graph_.complete) {
      result->gave_up_ = "the program is too large to follow its objects; every object counts as shared";
      return result;
    }
  }
  // The callers of all methods are known now, and with them the locks that all of them hold.
  sections.know_callers(result->call_graph());
  {
    Stats::Pass pass(stats, "heap shape");
    result->heap_ = std::make_unique<HeapShapeGraph>(result->points_to(), result->call_graph());
  }
  {
    Stats::Pass pass(stats, "threads");
    result->threads_ = std::make_unique<Threads>(result->points_to());
    pass.count("threads", result->threads_->size());
  }
  {
    Stats::Pass pass(stats, "ownership");
    result->callees_ =
        std::make_unique<Callees>(sections.calls(), &result->call_graph(), Callees::Purpose::kSearch, options.jobs);
    result->ownership_ = std::make_unique<Ownership>(sections.calls(), *result->callees_, options.jobs);
    pass.count("methods", result->ownership_->counts().methods);
    pass.count("methods given up", result->ownership_->counts().given_up);
  }
  {
    Stats::Pass pass(stats, "execution");
    result->execution_ =
        std::make_unique<Execution>(*result->heap_, *result->threads_, sections, *result->ownership_);
    const Execution::Counts& counts = result->execution_->counts();
    pass.count("states", counts.states);
    pass.count("accesses", counts.accesses);
    pass.count("owned", counts.owned);
    pass.count("unshared", counts.unshared);
    pass.count("events", result->execution_->events().size());
  }
  return result;
}

}  // namespace snag
