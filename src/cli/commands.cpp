#include "cli/commands.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/version.h"
#include "callgraph/build.h"
#include "callgraph/dump.h"
#include "cli/dump.h"
#include "cli/exit_codes.h"
#include "cli/installation.h"
#include "cli/output.h"
#include "cli/session.h"

namespace snag {

namespace {

struct CallGraphAndCounts {
  CallGraphResult graph;
  CallGraphStatistics counts;
};

CallGraphAndCounts call_graph(Session& session) {
  Stats::Pass pass(session.stats, "call graph");
  session.progress.stage("following calls");
  CallGraphOptions chosen;
  chosen.algorithm = session.options.call_graph;
  chosen.entries = session.options.entries;
  chosen.jobs = session.jobs;
  Result<CallGraphResult> result = build_call_graph(session.store, session.models, chosen);
  if (!result) throw UsageError(result.error().message);
  CallGraphStatistics counts = callgraph_statistics(session.store, *result);
  pass.count("application methods", counts.application.methods);
  pass.count("library methods", counts.library.methods);
  pass.count("JDK methods", counts.jdk.methods);
  pass.count("edges", counts.edges);
  return {std::move(*result), counts};
}

// The report of DESIGN.md's form. There are no checks yet, so there are no findings.
std::string json_report(const Session& session) {
  nlohmann::ordered_json report = {{"tool", "snag"},
                                   {"version", kVersion},
                                   {"findings", nlohmann::json::array()},
                                   {"diagnostics", nlohmann::json::array()},
                                   {"stats", nlohmann::ordered_json::object()}};
  static constexpr const char* kSeverities[] = {"note", "warning", "error"};
  for (const Diagnostic& d : session.diagnostics.sorted()) {
    nlohmann::ordered_json entry = {
        {"severity", kSeverities[static_cast<int>(d.severity)]}, {"file", d.file}, {"message", d.message}};
    if (d.offset) entry["offset"] = *d.offset;
    report["diagnostics"].push_back(std::move(entry));
  }
  for (const Stats::Entry& pass : session.stats.passes()) {
    for (const auto& [what, count] : pass.counts) report["stats"][pass.name][what] = count;
  }
  // File names may hold any bytes.
  return report.dump(2, ' ', /*ensure_ascii=*/false, nlohmann::json::error_handler_t::replace) + "\n";
}

void refuse_what_means_nothing(const Options& options) {
  DumpKind what = options.dump_kind;
  if (options.format == OutputFormat::kDot && (what == DumpKind::kLocks || what == DumpKind::kThreads)) {
    throw UsageError("--format dot draws classes, ir and callgraph; locks and threads are text");
  }
  if (options.class_name && (what == DumpKind::kCallgraph || what == DumpKind::kThreads)) {
    throw UsageError("--class chooses for classes, ir and locks; callgraph and threads show the whole program");
  }
  if (options.method_pattern && what != DumpKind::kIr && what != DumpKind::kLocks) {
    throw UsageError("--method chooses for ir and locks only");
  }
}

}  // namespace

// The whole analysis, stage after stage.
int run_check(const Options& options) {
  // Open the archives, read and validate every class of the application. What is broken is a diagnostic from here on.
  Session session(options, /*needs_library=*/true);

  // Every method in SSA form, each on its own.
  session.build_ssa(chosen_methods(session));

  // Who calls whom, and which threads there are. Beyond this point no classes are added.
  call_graph(session);

  // As text, a report is its findings, one after the other.
  session.finish(options.format == OutputFormat::kJson ? json_report(session) : "");
  std::size_t classes = session.application.size();
  print_message(fmt::format("snag: {} {} read; this version has no checks yet, so it reports no findings\n", classes,
                            classes == 1 ? "class" : "classes"));
  return kExitNoFindings;
}

int run_dump(const Options& options) {
  refuse_what_means_nothing(options);
  bool dot = options.format == OutputFormat::kDot;
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
      text = dump_locks(session);
      break;
    case DumpKind::kCallgraph:
    case DumpKind::kThreads: {
      auto [result, counts] = call_graph(session);
      if (options.stats) statistics = callgraph_stats(counts, result);
      if (options.dump_kind == DumpKind::kThreads) {
        text = dump_threads(session.store, result);
      } else {
        text = dot ? dump_callgraph_dot(session.store, result) : dump_callgraph(session.store, result);
      }
      break;
    }
  }
  session.finish(text);
  print_message(statistics);
  return kExitNoFindings;
}

int run_demo(const Options& options) {
  const auto example = find_bundled_example();
  if (!example) throw InputError("the bundled example bank.jar is missing from this installation; build it again");
  Options demo = options;
  demo.paths = {*example};
  Session session(demo, /*needs_library=*/true);
  session.build_ssa(chosen_methods(session));
  auto [result, counts] = call_graph(session);
  std::string text = fmt::format(
      "snag {} reads {}\n\nWhat is reached from main:\n{}\nIts threads:\n{}\nIts locks:\n{}\n", kVersion,
      example->native(), callgraph_stats(counts, result), dump_threads(session.store, result), dump_locks(session));
  text +=
      "The program has four defects, which the comments in its sources name. The checks that find such defects come\n"
      "with the next versions. Try 'snag dump ir', 'snag dump callgraph' or 'snag dump locks' on a jar of yours.\n";
  session.finish(text);
  return kExitNoFindings;
}

}  // namespace snag
