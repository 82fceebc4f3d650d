#include "execution/whole_program.h"

#include <utility>

namespace snag {

namespace {

// By node: whether the program reaches the method, and by nothing but calls in its own code that name the method.
std::vector<bool> methods_with_all_callers_seen(const PointsTo& points_to, const Calls& calls) {
  std::vector<bool> result(calls.node_count(), false);
  const Program& program = points_to.program();
  auto set = [&](MethodId method, bool value) {
    if (const NodeId node = calls.node_of(method); node.valid()) result[node.value] = value;
  };
  for (std::uint32_t i = 0; i < points_to.instance_count(); ++i) set(points_to[MethodInstanceId(i)].method, true);
  for (const EntryPoint& entry : points_to.entries()) set(entry.method, false);
  for (std::uint32_t i = 0; i < points_to.instance_count(); ++i) {
    const MethodInstance& caller = points_to[MethodInstanceId(i)];
    if (caller.called_by_library) set(caller.method, false);
    const ir::MethodIr* method = caller.body == BodyKind::kCode ? points_to.store().get(caller.method) : nullptr;
    for (const PointsTo::InstanceCall& call : points_to.calls(caller.id)) {
      const MethodId callee = points_to[call.callee].method;
      const bool by_name =
          method != nullptr && (*method)[call.site].op == ir::Op::kInvoke &&
          points_to.store().references()[(*method)[call.site].reference()].name == program[callee].name;
      if (call.kind != CalleeKind::kCall || !by_name || !calls.node_of(caller.method).valid()) set(callee, false);
    }
  }
  return result;
}

}  // namespace

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
                                                      .maximum_steps = options.steps.without_contexts,
                                                      .maximum_steps_with_contexts = options.steps.with_contexts,
                                                      .open = options.open,
                                                      .contexts = options.contexts});
    if (!built) return tl::unexpected(built.error());
    result->call_graph_ = std::move(*built);
    pass.count("methods", result->call_graph_.graph.methods().size());
    pass.count("method instances", result->call_graph_.propagation.instances);
    pass.count("objects", result->call_graph_.propagation.objects);
    pass.count("steps", result->call_graph_.propagation.steps);
    pass.count("contexts given up", result->call_graph_.contexts ? 0 : 1);
    if (!result->call_graph_.complete) {
      result->gave_up_ = "the program is too large to follow its objects; every object counts as shared";
      return result;
    }
    if (!result->call_graph_.contexts) {
      stats.note_given_up(
          "the program is too large to tell apart objects by their context; all that one place allocates counts as "
          "one");
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
    result->ownership_ =
        std::make_unique<Ownership>(sections.calls(), *result->callees_, options.jobs,
                                    methods_with_all_callers_seen(result->points_to(), sections.calls()));
    pass.count("methods", result->ownership_->counts().methods);
    pass.count("methods given up", result->ownership_->counts().given_up);
  }
  {
    Stats::Pass pass(stats, "execution");
    result->execution_ = std::make_unique<Execution>(*result->heap_, *result->threads_, sections, *result->ownership_,
                                                     options.ownership);
    const Execution::Counts& counts = result->execution_->counts();
    pass.count("states", counts.states);
    pass.count("accesses", counts.accesses);
    pass.count("owned", counts.owned);
    pass.count("unshared", counts.unshared);
    pass.count("events", result->execution_->events().size());
  }
  result->concurrency_ = std::make_unique<Concurrency>(*result->heap_, *result->threads_);
  result->chains_ = std::make_unique<CallChains>(*result->execution_);
  return result;
}

}  // namespace snag
