#include "cli/commands.h"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <span>

#include "base/unicode.h"
#include "callgraph/build.h"
#include "callgraph/dump.h"
#include "catalog/catalog.h"
#include "catalog/pages.h"
#include "cli/dump.h"
#include "cli/exit_codes.h"
#include "cli/output.h"
#include "cli/session.h"
#include "execution/dump_events.h"
#include "execution/dump_threads.h"
#include "execution/thread_names.h"
#include "execution/whole_program.h"
#include "heap/dump.h"

namespace snag {

namespace {

struct CallGraphAndCounts {
  CallGraphResult graph;
  CallGraphStatistics counts;
};

CallGraphAndCounts call_graph(Session& session, CallGraphAlgorithm algorithm) {
  Stats::Pass pass(session.stats, "call graph");
  session.progress.stage("following calls");
  CallGraphOptions chosen;
  chosen.algorithm = algorithm;
  chosen.entries = session.options.entries;
  chosen.jobs = session.jobs;
  Result<CallGraphResult> result = build_call_graph(session.store, session.models, chosen);
  if (!result) throw UsageError(result.error().message);
  CallGraphStatistics counts = callgraph_statistics(session.program, *result);
  pass.count("application methods", counts.application.methods);
  pass.count("library methods", counts.library.methods);
  pass.count("JDK methods", counts.jdk.methods);
  pass.count("edges", counts.edges);
  return {std::move(*result), counts};
}

// The analyses of the whole program, with the critical sections that they stand on.
struct AnalysedProgram {
  std::unique_ptr<sections::Analysis> sections;
  std::unique_ptr<WholeProgramAnalysis> analysis;
  std::unique_ptr<ObjectNumbers> numbers;
};

AnalysedProgram analyse_program(Session& session) {
  AnalysedProgram result;
  session.progress.stage("finding locks");
  {
    Stats::Pass pass(session.stats, "critical sections");
    result.sections =
        std::make_unique<sections::Analysis>(session.store, session.models, session.application,
                                             sections::Analysis::Options{.all_contexts = true, .jobs = session.jobs});
  }
  session.progress.stage("following objects and threads");
  Result<std::unique_ptr<WholeProgramAnalysis>> analysis =
      WholeProgramAnalysis::run(*result.sections, session.store, session.models,
                                {.entries = session.options.entries, .jobs = session.jobs}, session.stats);
  if (!analysis) throw UsageError(analysis.error().message);
  result.analysis = std::move(*analysis);
  if (!result.analysis->gave_up().empty()) throw InputError(result.analysis->gave_up());
  result.numbers = std::make_unique<ObjectNumbers>(result.analysis->heap());
  return result;
}

std::string dump_objects(Session& session, bool dot) {
  HeapDumpOptions chosen;
  if (session.options.class_name) chosen.only = chosen_classes(session).front();
  const AnalysedProgram program = analyse_program(session);
  const ThreadNames names(program.analysis->threads());
  chosen.threads = [&](ObjectId object) { return names.text(program.analysis->execution().threads_of(object)); };
  return dot ? dump_heap_dot(program.analysis->heap(), *program.numbers, chosen)
             : dump_heap(program.analysis->heap(), *program.numbers, chosen);
}

std::string dump_program_events(Session& session, bool dot) {
  const ClassId only = session.options.class_name ? chosen_classes(session).front() : ClassId();
  const AnalysedProgram program = analyse_program(session);
  return dot ? dump_events_dot(*program.analysis, *program.numbers, only)
             : dump_events(*program.analysis, *program.numbers, only);
}

std::string dump_order_of_locks(Session& session, bool dot) {
  const AnalysedProgram program = analyse_program(session);
  if (dot) return dump_lock_orders_dot(*program.analysis, *program.numbers);
  const std::string orders = dump_lock_orders(*program.analysis, *program.numbers);
  return orders.empty() ? orders : "order of locks: the first may be held while the second is acquired\n" + orders;
}

// Options of `snag dump` that do not apply to what is shown.
void refuse_inapplicable_options(const Options& options) {
  DumpKind what = options.dump_kind;
  if (what == DumpKind::kThreads &&
      options.call_graph.value_or(CallGraphAlgorithm::kObjects) != CallGraphAlgorithm::kObjects) {
    throw UsageError("threads are found with objects: --call-graph objects");
  }
  if (options.class_name && (what == DumpKind::kCallgraph || what == DumpKind::kThreads)) {
    throw UsageError(
        "--class chooses for classes, ir, locks, heap and events; callgraph and threads show the whole program");
  }
  if (options.method_pattern && what != DumpKind::kIr && what != DumpKind::kLocks) {
    throw UsageError("--method chooses for ir and locks only");
  }
}

}  // namespace

int run_dump(const Options& options) {
  refuse_inapplicable_options(options);
  bool dot = options.report().format == OutputFormat::kDot;
  bool needs_library = options.dump_kind != DumpKind::kClasses && options.dump_kind != DumpKind::kIr;
  Session session(options, needs_library);
  std::string text, statistics;
  switch (options.dump_kind) {
    case DumpKind::kClasses:
      text = dump_classes(session);
      break;
    case DumpKind::kIr:
      text = dump_ir(session);
      break;
    case DumpKind::kLocks:
      if (!dot) text = dump_locks(session);
      if (dot || !(options.class_name || options.method_pattern)) text += dump_order_of_locks(session, dot);
      break;
    case DumpKind::kEvents:
      text = dump_program_events(session, dot);
      break;
    case DumpKind::kHeap:
      text = dump_objects(session, dot);
      break;
    case DumpKind::kCallgraph: {
      auto [result, counts] = call_graph(session, options.call_graph.value_or(CallGraphAlgorithm::kVta));
      if (options.stats) statistics = counts.text;
      text = dot ? dump_callgraph_dot(session.store, result) : dump_callgraph(session.store, result);
      break;
    }
    case DumpKind::kThreads: {
      auto [result, counts] = call_graph(session, CallGraphAlgorithm::kObjects);
      if (options.stats) statistics = counts.text;
      session.progress.stage("finding threads");
      Stats::Pass pass(session.stats, "threads");
      const Threads threads(*result.points_to);
      pass.count("threads", threads.size());
      text = dot ? dump_threads_dot(threads) : dump_threads(threads);
      break;
    }
  }
  session.progress.finish();
  write_output(options.report().file, visible_lines(text));  // names in class files may hold anything
  session.finish();
  print_messages(statistics);
  return kExitNoFindings;
}

int run_explain(const Options& options) {
  if (!options.explained_check) {
    std::string text;
    for (const CheckDescriptor& check : all_checks()) {
      fmt::format_to(std::back_inserter(text), "  {:<32}  {}\n", check.id, check.title);
      for (const KindDescriptor& kind : check.kinds) {
        fmt::format_to(std::back_inserter(text), "    {:<30}  {}: {}\n", kind_name(check.id, kind.id),
                       to_text(kind.severity), kind.title);
      }
    }
    write_standard_output(text + "\nRun 'snag explain CHECK' or 'snag explain CHECK/KIND' for the page of one.\n");
    return kExitNoFindings;
  }
  write_standard_output(page_of(*options.explained_check));  // it exists
  return kExitNoFindings;
}

}  // namespace snag
