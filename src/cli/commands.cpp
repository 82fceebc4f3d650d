#include "cli/commands.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <span>

#include "base/version.h"
#include "callgraph/build.h"
#include "callgraph/dump.h"
#include "callgraph/entry_points.h"
#include "checks/analyses.h"
#include "cli/dump.h"
#include "cli/exit_codes.h"
#include "cli/installation.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/terminal.h"
#include "library/embedded.h"
#include "report/html_report.h"
#include "report/json_report.h"
#include "report/source_lines.h"
#include "report/text_report.h"

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
  chosen.algorithm = session.options.call_graph.value_or(CallGraphAlgorithm::kVta);
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

// --entry is for the call graph, which not every check needs; but a wrong one is said in any case.
void refuse_unknown_entries(Session& session) {
  if (session.options.entries.empty()) return;
  CallGraphOptions chosen;
  chosen.entries = session.options.entries;
  Result<EntryPoints> entries = find_entry_points(session.program, session.application, chosen);
  if (!entries) throw UsageError(entries.error().message);
}

std::vector<std::string_view> chosen_checks(const Options& options) {
  std::vector<std::string_view> ids(options.checks.begin(), options.checks.end());
  if (!ids.empty()) return ids;
  for (const CheckDescriptor& check : all_checks()) ids.push_back(check.id);
  return ids;
}

CheckInput check_input(Session& session) {
  const Options& options = session.options;
  const AssumeUnknown by_profile =
      options.profile == Profile::kAudit ? AssumeUnknown::kShared : AssumeUnknown::kUnshared;
  return {
      .store = session.store,
      .models = session.models,
      .application = session.application,
      .stats = session.stats,
      .profile = options.profile,
      .assume_unknown = options.assume_unknown.value_or(by_profile),
      .jobs = session.jobs,
      .call_graph = options.call_graph,
      .entries = options.entries,
      .reacquired_lock = {.relaxed = options.relaxed, .lock_depth = options.lock_depth.value_or(kMaximumLockDepth)}};
}

SourceLines open_sources(Session& session) {
  std::vector<std::filesystem::path> folders;
  for (const std::string& folder : session.options.source_path) {
    std::error_code error;
    if (std::filesystem::is_directory(folder, error)) {
      folders.emplace_back(folder);
    } else {
      session.diagnostics.add(DiagnosticSeverity::kWarning, folder,
                              {"no such folder; --source-path goes on without it", std::nullopt});
    }
  }
  return SourceLines(std::move(folders));
}

std::string findings_as_text(const Session& session, std::span<const Finding> findings, SourceLines& sources) {
  const Options& options = session.options;
  // A file is no terminal: only `always` puts colour into one.
  const bool color = options.output ? options.color == ColorMode::kAlways : wants_color(options.color, STDOUT_FILENO);
  return text_report(findings, sources, {.color = color}) + summary_line(findings, session.application.size()) + "\n";
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
  refuse_unknown_entries(session);

  // Every method in SSA form, each on its own.
  session.build_ssa(chosen_methods(session));

  // The checks, one after the other. The analyses that they stand on, the call graph among them, are made when the
  // first asks for them.
  session.progress.stage("checking");
  Analyses analyses(check_input(session));
  const std::vector<Finding> findings = run_checks(analyses, chosen_checks(options));

  // The report. What is wrong with the input or the source path is said after it.
  SourceLines sources = open_sources(session);
  if (options.format == OutputFormat::kHtml) {
    session.finish(html_report({.findings = findings,
                                .diagnostics = session.diagnostics,
                                .stats = session.stats,
                                .sources = sources,
                                .summary = {.classes = session.application.size()}}));
  } else {
    const bool json = options.format == OutputFormat::kJson;
    session.finish(json ? json_report(findings, session.diagnostics, session.stats)
                        : findings_as_text(session, findings, sources));
  }
  if (options.output) {
    print_message(fmt::format("snag: {}\n", summary_line(findings, session.application.size())));
  }
  return end_at_once(findings.empty() ? kExitNoFindings : kExitFindings);
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
  demo.source_path = {example->parent_path().native()};  // the sources are installed beside the jar
  Session session(demo, /*needs_library=*/true);
  session.build_ssa(chosen_methods(session));
  session.progress.stage("checking");
  Analyses analyses(check_input(session));
  const std::vector<Finding> findings = run_checks(analyses, chosen_checks(options));
  SourceLines sources = open_sources(session);
  std::string text =
      fmt::format("snag {} checks {}, a small bank with several threads:\n\n", kVersion, example->native());
  text += findings_as_text(session, findings, sources);
  text += fmt::format(
      "\nComments in the sources name five defects; the deadlock and the unprotected counter are for checks of later\n"
      "versions. The sources: {}\n\nTo go on:\n"
      "  snag explain stale-value                what such a finding means, and how to repair it\n"
      "  snag check app.jar --source-path src    the same for a program of yours\n"
      "  snag dump locks app.jar                 where it takes locks\n",
      (example->parent_path() / "bank").native());
  session.finish(text);
  return kExitNoFindings;  // a show is no failure
}

int run_explain(const Options& options) {
  if (!options.explained_check) {
    write_standard_output(fmt::format("{}\nRun 'snag explain CHECK' for the page of one.\n", list_of_checks()));
    return kExitNoFindings;
  }
  const std::string file = *options.explained_check + ".md";
  for (const EmbeddedFile& page : embedded_check_pages()) {
    if (page.name == file) write_standard_output(page.content);
  }
  return kExitNoFindings;
}

}  // namespace snag
