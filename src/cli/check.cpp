// `snag check` and `snag demo`: from the command line's paths to reports.
#include <absl/algorithm/container.h>
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "base/version.h"
#include "callgraph/entry_points.h"
#include "checks/analyses.h"
#include "cli/commands.h"
#include "cli/dump.h"
#include "cli/exit_codes.h"
#include "cli/installation.h"
#include "cli/output.h"
#include "cli/reporting.h"
#include "cli/session.h"

namespace snag {

namespace {

// --entry is for the call graph, which not every check needs; a wrong one is refused in any case.
void refuse_unknown_entries(Session& session) {
  if (session.options.entries.empty()) return;
  Result<EntryPoints> entries =
      find_entry_points(session.program, session.models.policy(), session.application, session.options.entries);
  if (!entries) throw UsageError(entries.error().message);
}

std::vector<std::string_view> chosen_code_checks(const Options& options) {
  return chosen_checks(options.checks, &CheckDescriptor::Runs::on_code);
}

CheckInput check_input(Session& session) {
  const Options& options = session.options;
  return {.store = session.store,
          .models = session.models,
          .application = session.application,
          .stats = session.stats,
          .profile = options.profile,
          .jobs = session.jobs,
          .call_graph = options.call_graph,
          .entries = options.entries,
          .threads = options.threads,
          .options = options.check_options};
}

std::size_t skipped_classes(const Diagnostics& diagnostics) {
  return static_cast<std::size_t>(absl::c_count_if(diagnostics.sorted(), [](const Diagnostic& diagnostic) {
    return diagnostic.severity == DiagnosticSeverity::kError && diagnostic.file.ends_with(".class");
  }));
}

// Whether this run looks for a known finding: its check is chosen, and its class is one of the application's.
std::function<bool(const KnownFinding&)> looked_for(const Session& session) {
  absl::flat_hash_set<std::string> classes;
  for (ClassId id : session.application) classes.insert(session.program.describe(id));
  return [classes = std::move(classes), checks = chosen_code_checks(session.options)](const KnownFinding& finding) {
    return classes.contains(finding.class_name) && absl::c_linear_search(checks, finding.check);
  };
}

// From the program, which the session has read, to the findings that are reported: the passes of `snag check` and
// `snag demo`.
Outcome check_program(Session& session, std::span<const KnownFinding> baseline) {
  const std::vector<std::string_view> checks = chosen_code_checks(session.options);
  refuse_unknown_entries(session);

  // Every method of the application in SSA form. Beyond this point a class that is broken is skipped: it has its
  // diagnostic.
  session.build_ssa(chosen_methods(session));

  // The analyses that the chosen checks need, in a fixed order. Beyond this point they are finished: a check reads
  // them, and no check depends on another. The session keeps them, because a program that is about to end need not
  // spend time on destroying them.
  session.progress.stage("checking");
  session.analyses = std::make_unique<const Analyses>(check_input(session), checks);

  // The checks, in the order of the catalog. What they find has no fingerprints yet.
  std::vector<Finding> findings = find_defects(*session.analyses, checks);

  // Suppression, baseline, and the final order.
  Outcome outcome =
      select_findings(std::move(findings), {.options = session.options,
                                            .diagnostics = session.diagnostics,
                                            .stats = session.stats,
                                            .program = session,
                                            .baseline = baseline,
                                            .looked_for = baseline.empty() ? nullptr : looked_for(session)});
  session.class_path.report_changes();
  outcome.summary.classes = session.application.size();
  outcome.summary.skipped = skipped_classes(session.diagnostics);
  outcome.summary.seconds = session.seconds();
  return outcome;
}

ReportInput report_input(const Session& session, const Outcome& outcome, SourceLines& sources) {
  return {.findings = outcome.findings,
          .diagnostics = session.diagnostics,
          .stats = session.stats,
          .sources = sources,
          .summary = outcome.summary};
}

// The text as one word of a command for the shell.
std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+.,:/@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  return fmt::format("'{}'", replaced(text, {{'\'', "'\\''"}}));
}

// How to go on after the demo: commands that can be copied.
std::string next_steps(const Options& options, const std::filesystem::path& example) {
  return fmt::format(
      "\n"
      "Comments in the sources name these five defects. The deadlock and the unprotected counter can show when the\n"
      "program runs, too (it hangs in the deadlock, until the time is over or Ctrl-C ends it):\n"
      "  {0} run --timeout 10s -- java -cp {1} bank.Main\n"
      "The sources: {2}\n"
      "\n"
      "What such a finding means, and how to repair it:\n"
      "  {0} explain {3}\n"
      "The same as a page for the browser:\n"
      "  {0} check {1} --output report.html\n"
      "The same for a program of yours:\n"
      "  {0} check app.jar --source-path src\n",
      shell_word(options.called_as), shell_word(example.native()), (example.parent_path() / "bank").native(),
      check_names(/*with_kinds=*/true)[1]);
}

}  // namespace

int run_check(const Options& options) {
  refuse_page_on_terminal(options);
  const std::vector<KnownFinding> baseline = read_baseline(options);

  // Open the archives, read and validate every class of the application. Beyond this point nothing that is wrong with
  // the input ends the run: it is a diagnostic.
  Session session(options, /*needs_library=*/true);
  SourceLines sources = open_sources(options, session.diagnostics);

  // From the program to the findings that are reported.
  const Outcome outcome = check_program(session, baseline);

  // The reports; after them, on standard error, the diagnostics and the summary.
  const ReportInput input = report_input(session, outcome, sources);
  session.progress.finish();
  write_reports(options, input);
  session.finish();
  print_outcome(options, outcome, input);
  return end_at_once(exit_code_of(options, outcome));
}

int run_demo(const Options& options) {
  const auto example = find_bundled_example();
  if (!example) throw InputError("the bundled example bank.jar is missing from this installation; build it again");
  Options demo = options;
  demo.paths = {*example};
  demo.source_path = {example->parent_path().native()};  // the sources are installed beside the jar

  // As `snag check` on the example, without a baseline.
  Session session(demo, /*needs_library=*/true);
  SourceLines sources = open_sources(demo, session.diagnostics);
  const Outcome outcome = check_program(session, /*baseline=*/{});

  // The report, with an introduction and with what to try next.
  std::string text =
      fmt::format("snag {} checks {}, a small bank with several threads:\n\n", kVersion, example->native());
  text += report_text(demo, demo.report(), report_input(session, outcome, sources));
  text += next_steps(options, *example);
  session.progress.finish();
  write_output(demo.report().file, text);
  session.finish();
  return kExitNoFindings;  // The demo always exits with 0.
}

}  // namespace snag
