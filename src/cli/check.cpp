// `snag check` and `snag demo`: the analysis, and its reports.
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <span>

#include "base/version.h"
#include "callgraph/entry_points.h"
#include "checks/analyses.h"
#include "checks/annotation_suppressions.h"
#include "cli/commands.h"
#include "cli/dump.h"
#include "cli/exit_codes.h"
#include "cli/installation.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/terminal.h"
#include "findings/known_findings.h"
#include "findings/names.h"
#include "findings/suppression.h"
#include "report/html_report.h"
#include "report/json_report.h"
#include "report/report.h"
#include "report/sarif_report.h"
#include "report/text_report.h"

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
  // Whoever says what the names of sources are relative to has the sources there.
  const std::filesystem::path root = session.options.source_root.value_or(std::filesystem::path());
  std::error_code missing;
  if (!root.empty() && !std::filesystem::is_directory(root, missing)) {
    throw UsageError(fmt::format("--source-root {}: there is no such folder", root.native()));
  }
  if (session.options.source_path.empty() && !root.empty()) folders.push_back(root);
  return SourceLines(std::move(folders), root);
}

std::string counted(std::size_t findings) { return fmt::format("{} finding{}", findings, findings == 1 ? "" : "s"); }

// The baseline is read before the work begins: a wrong one is said at once.
std::vector<KnownFinding> read_baseline(const Options& options) {
  if (!options.baseline) return {};
  return read_known_findings(*options.baseline, "--baseline");
}

// What the user has decided not to see, place by place. Answers how many these are.
std::size_t take_all_suppressed(Session& session, std::vector<Finding>& findings) {
  const std::vector<SuppressionRule>& rules = session.options.suppressions;
  std::vector<std::size_t> uses(rules.size());
  std::size_t taken = 0;
  auto note = [&](const std::vector<Suppressed>& suppressed) {
    taken += suppressed.size();
    for (const Suppressed& one : suppressed) {
      const Finding& finding = one.finding;
      session.diagnostics.add(
          DiagnosticSeverity::kNote, one.where,
          {fmt::format("suppresses {} in {}.{}{}{}", kind_name(finding.check, finding.kind), finding.class_name,
                       finding.method, one.reason.empty() ? "" : ": ", one.reason),
           std::nullopt});
    }
  };
  note(take_suppressed_by_annotation(session.program, session.application, findings));
  note(take_suppressed(findings, rules, uses));
  for (std::size_t n = 0; n < rules.size(); ++n) {
    if (uses[n] > 0) continue;
    // Only a note: other runs may be about other parts of the program.
    session.diagnostics.add(DiagnosticSeverity::kNote, rules[n].where,
                            {"this suppression fits no finding of this run", std::nullopt});
  }
  return taken;
}

std::size_t skipped_classes(const Diagnostics& diagnostics) {
  const std::vector<Diagnostic> all = diagnostics.sorted();
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [](const Diagnostic& diagnostic) {
    return diagnostic.severity == DiagnosticSeverity::kError && diagnostic.file.ends_with(".class");
  }));
}

TextReportOptions text_options(const Options& options, const ReportTarget& target) {
  constexpr std::size_t kPipeWidth = 120;
  // A file is no terminal: only `always` puts colour into one.
  if (target.file) return {.color = options.color == ColorMode::kAlways, .width = kPipeWidth, .brief = options.brief};
  const bool terminal = is_terminal(STDOUT_FILENO);
  return {.color = wants_color(options.color, STDOUT_FILENO),
          .width = terminal ? static_cast<std::size_t>(terminal_width(STDOUT_FILENO)) : kPipeWidth,
          .brief = options.brief};
}

std::string report_text(const Options& options, const ReportTarget& target, const ReportInput& input) {
  switch (target.format) {
    case OutputFormat::kJson:
      return json_report(input);
    case OutputFormat::kSarif:
      return sarif_report(input);
    case OutputFormat::kHtml:
      return html_report(input);
    default: {
      ReportInput shown = input;
      if (target.file) shown.summary.seconds = 0;  // files are the same in every run
      return text_report(shown, text_options(options, target)) + summary_line(shown) + "\n";
    }
  }
}

// What was found, and what the user is not shown of it.
struct Outcome {
  std::vector<Finding> findings;
  RunSummary summary;
  std::size_t gone = 0;  // from the baseline
};

// How many of these this run would have found again: those of its checks in its classes. (One baseline may serve
// several modules.)
std::size_t count_looked_for(const Session& session, std::span<const KnownFinding> known) {
  if (known.empty()) return 0;
  absl::flat_hash_set<std::string> classes;
  for (ClassId id : session.application) classes.insert(session.program.describe(id));
  const std::vector<std::string_view> checks = chosen_checks(session.options);
  return static_cast<std::size_t>(std::count_if(known.begin(), known.end(), [&](const KnownFinding& finding) {
    return classes.contains(finding.class_name) &&
           std::find(checks.begin(), checks.end(), finding.check) != checks.end();
  }));
}

// The analysis, stage after stage. The session has read the program.
Outcome analyse(Session& session, Analyses& analyses, std::span<const KnownFinding> known) {
  const Options& options = session.options;
  refuse_unknown_entries(session);

  // Every method in SSA form, each on its own.
  session.build_ssa(chosen_methods(session));

  // The checks, one after the other. The analyses that they stand on, the call graph among them, are made when the
  // first asks for them.
  session.progress.stage("checking");
  Outcome outcome{.findings = find_unfinished(analyses, chosen_checks(options)), .summary = {}};

  // From here on findings have fingerprints, and some of them go, place by place.
  Stats::Pass pass(session.stats, "findings");
  identify_findings(outcome.findings);
  outcome.summary.suppressed = take_all_suppressed(session, outcome.findings);
  if (options.write_baseline) {
    write_output(options.write_baseline, baseline_text(outcome.findings));
    const std::string& file = options.write_baseline->native();
    print_message(fmt::format("snag: {} written to {}; --baseline {} reports only what is new\n",
                              counted(outcome.findings.size()), file, file));
  }
  const std::size_t found = outcome.findings.size();
  outcome.gone = count_looked_for(session, take_known(outcome.findings, known));
  outcome.summary.known = found - outcome.findings.size();

  // What is left is put together by cause, and gets its final order.
  finish_findings(outcome.findings);
  outcome.summary.classes = session.application.size();
  pass.count("reported", outcome.findings.size());
  pass.count("suppressed", outcome.summary.suppressed);
  pass.count("known", outcome.summary.known);
  return outcome;
}

ReportInput report_input(Session& session, Outcome& outcome, SourceLines& sources) {
  outcome.summary.skipped = skipped_classes(session.diagnostics);
  outcome.summary.seconds = session.seconds();
  return {.findings = outcome.findings,
          .diagnostics = session.diagnostics,
          .stats = session.stats,
          .sources = sources,
          .summary = outcome.summary};
}

}  // namespace

int run_check(const Options& options) {
  const bool page_to_terminal =
      std::any_of(options.reports.begin(), options.reports.end(), [](const ReportTarget& target) {
        return target.format == OutputFormat::kHtml && !target.file && is_terminal(STDOUT_FILENO);
      });
  if (page_to_terminal) throw UsageError("an HTML page is for a file: --output report.html");
  const std::vector<KnownFinding> known = read_baseline(options);

  // Open the archives, read and validate every class of the application. What is broken is a diagnostic from here on.
  Session session(options, /*needs_library=*/true);
  SourceLines sources = open_sources(session);
  Analyses analyses(check_input(session));
  Outcome outcome = analyse(session, analyses, known);

  // The reports. What is wrong with the input or the source path is said after them.
  const ReportInput input = report_input(session, outcome, sources);
  session.progress.finish();
  const bool asked_for_reports = !options.formats.empty() || !options.outputs.empty();
  if (!options.write_baseline || asked_for_reports) {
    for (const ReportTarget& target : options.reports) write_output(target.file, report_text(options, target, input));
  }
  session.finish();
  if (!options.uses_standard_output()) print_message(fmt::format("snag: {}\n", summary_line(input)));
  if (outcome.gone > 0 && !options.write_baseline) {
    print_message(fmt::format("snag: {} of the baseline {} gone; --write-baseline {} takes {} out of it\n",
                              counted(outcome.gone), outcome.gone == 1 ? "is" : "are", options.baseline->native(),
                              outcome.gone == 1 ? "it" : "them"));
  }
  return end_at_once(outcome.findings.empty() || options.write_baseline ? kExitNoFindings : kExitFindings);
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
  SourceLines sources = open_sources(session);
  std::string text =
      fmt::format("snag {} checks {}, a small bank with several threads:\n\n", kVersion, example->native());
  text += report_text(demo, demo.report(), report_input(session, outcome, sources));
  text += fmt::format(
      "\nComments in the sources name five defects; the deadlock and the unprotected counter are for checks of later\n"
      "versions. The sources: {}\n\nTo go on:\n"
      "  snag explain stale-value/lost-update    what such a finding means, and how to repair it\n"
      "  snag check {} --output report.html\n"
      "                                          the same as a page for the browser\n"
      "  snag check app.jar --source-path src    the same for a program of yours\n",
      (example->parent_path() / "bank").native(), example->native());
  session.progress.finish();
  write_output(demo.report().file, text);
  session.finish();
  return kExitNoFindings;  // a show is no failure
}

}  // namespace snag
