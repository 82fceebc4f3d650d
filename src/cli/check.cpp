// `snag check` and `snag demo`: the analysis, and its reports.
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

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

// --entry is for the call graph, which not every check needs; but a wrong one is said in any case.
void refuse_unknown_entries(Session& session) {
  if (session.options.entries.empty()) return;
  CallGraphOptions chosen;
  chosen.entries = session.options.entries;
  Result<EntryPoints> entries = find_entry_points(session.program, session.application, chosen);
  if (!entries) throw UsageError(entries.error().message);
}

std::vector<std::string_view> chosen_checks(const Options& options) {
  // The configuration file's list serves `snag run` as well: of its checks none is meant here.
  std::vector<std::string_view> ids;
  for (const std::string& id : options.checks) {
    if (find_check(id)->runs == CheckDescriptor::Runs::kOnCode) ids.emplace_back(id);
  }
  if (!ids.empty()) return ids;
  for (const CheckDescriptor& check : all_checks()) {
    if (check.runs == CheckDescriptor::Runs::kOnCode) ids.push_back(check.id);
  }
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

std::size_t skipped_classes(const Diagnostics& diagnostics) {
  const std::vector<Diagnostic> all = diagnostics.sorted();
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [](const Diagnostic& diagnostic) {
    return diagnostic.severity == DiagnosticSeverity::kError && diagnostic.file.ends_with(".class");
  }));
}

// Those of its checks in its classes.
std::function<bool(const KnownFinding&)> looked_for(const Session& session) {
  absl::flat_hash_set<std::string> classes;
  for (ClassId id : session.application) classes.insert(session.program.describe(id));
  return [classes = std::move(classes), checks = chosen_checks(session.options)](const KnownFinding& finding) {
    return classes.contains(finding.class_name) &&
           std::find(checks.begin(), checks.end(), finding.check) != checks.end();
  };
}

// The analysis, stage after stage. The session has read the program.
Outcome analyse(Session& session, Analyses& analyses, std::span<const KnownFinding> known) {
  refuse_unknown_entries(session);

  // Every method in SSA form, each on its own.
  session.build_ssa(chosen_methods(session));

  // The checks, one after the other. The analyses that they stand on, the call graph among them, are made when the
  // first asks for them.
  session.progress.stage("checking");
  std::vector<Finding> findings = find_unfinished(analyses, chosen_checks(session.options));

  // From here on findings have fingerprints, and some of them go, place by place.
  Outcome outcome = settle(std::move(findings), {.options = session.options,
                                                 .diagnostics = session.diagnostics,
                                                 .stats = session.stats,
                                                 .program = &session.program,
                                                 .application = session.application,
                                                 .known = known,
                                                 .looked_for = known.empty() ? nullptr : looked_for(session)});
  outcome.summary.classes = session.application.size();
  return outcome;
}

ReportInput report_input(Session& session, Outcome& outcome, SourceLines& sources) {
  session.class_path.report_changes();
  outcome.summary.skipped = skipped_classes(session.diagnostics);
  outcome.summary.seconds = session.seconds();
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
  std::string word = "'";
  for (char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

// How to go on after the demo: commands that can be copied.
std::string next_steps(const Options& options, const std::filesystem::path& example) {
  return fmt::format(
      "\n"
      "Comments in the sources name five defects. The other two, a deadlock and an unprotected counter, can show when\n"
      "the program runs (it hangs in the deadlock, until the time is over or Ctrl-C ends it):\n"
      "  {0} run --timeout 10s -- java -cp {1} bank.Main\n"
      "The sources: {2}\n"
      "\n"
      "What such a finding means, and how to repair it:\n"
      "  {0} explain stale-value/lost-update\n"
      "The same as a page for the browser:\n"
      "  {0} check {1} --output report.html\n"
      "The same for a program of yours:\n"
      "  {0} check app.jar --source-path src\n",
      shell_word(options.called_as), shell_word(example.native()), (example.parent_path() / "bank").native());
}

}  // namespace

int run_check(const Options& options) {
  refuse_page_on_terminal(options);
  const std::vector<KnownFinding> known = read_baseline(options);

  // Open the archives, read and validate every class of the application. What is broken is a diagnostic from here on.
  Session session(options, /*needs_library=*/true);
  SourceLines sources = open_sources(options, session.diagnostics);
  Analyses analyses(check_input(session));
  Outcome outcome = analyse(session, analyses, known);

  // The reports. What is wrong with the input or the source path is said after them.
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
  Session session(demo, /*needs_library=*/true);
  Analyses analyses(check_input(session));
  Outcome outcome = analyse(session, analyses, /*known=*/{});
  SourceLines sources = open_sources(demo, session.diagnostics);
  std::string text =
      fmt::format("snag {} checks {}, a small bank with several threads:\n\n", kVersion, example->native());
  text += report_text(demo, demo.report(), report_input(session, outcome, sources));
  text += next_steps(options, *example);
  session.progress.finish();
  write_output(demo.report().file, text);
  session.finish();
  return kExitNoFindings;  // a show is no failure
}

}  // namespace snag
