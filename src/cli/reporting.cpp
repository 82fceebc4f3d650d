#include "cli/reporting.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "catalog/catalog.h"
#include "checks/annotation_suppressions.h"
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "findings/suppression.h"
#include "report/html_report.h"
#include "report/json_report.h"
#include "report/sarif_report.h"
#include "report/text_report.h"

namespace snag {

namespace {

std::string counted(std::size_t findings) { return fmt::format("{} finding{}", findings, findings == 1 ? "" : "s"); }

// Removes what annotations or rules suppress, place by place, and returns how many findings these are.
std::size_t remove_suppressed(std::vector<Finding>& findings, const SelectionInput& input) {
  const std::vector<SuppressionRule>& rules = input.options.suppressions;
  std::vector<std::size_t> uses(rules.size());
  std::size_t taken = 0;
  auto note = [&](const std::vector<Suppressed>& suppressed) {
    taken += suppressed.size();
    for (const Suppressed& one : suppressed) {
      const Finding& finding = one.finding;
      input.diagnostics.add(
          DiagnosticSeverity::kNote, one.where,
          {fmt::format("suppresses {} in {}.{}{}{}", kind_name(finding.check, finding.kind), finding.class_name,
                       finding.method, one.reason.empty() ? "" : ": ", one.reason),
           std::nullopt});
    }
  };
  note(take_suppressed_by_annotation(input.program.program, input.program.application, findings));
  note(take_suppressed(findings, rules, uses));
  for (std::size_t n = 0; n < rules.size(); ++n) {
    if (uses[n] > 0) continue;
    // Only a note: other runs may be about other parts of the program.
    input.diagnostics.add(DiagnosticSeverity::kNote, rules[n].where,
                          {"this suppression fits no finding of this run", std::nullopt});
  }
  return taken;
}

void write_new_baseline(const std::vector<Finding>& findings, const Options& options) {
  if (!options.write_baseline) return;
  write_output(options.write_baseline, baseline_text(findings));
  const std::string& file = options.write_baseline->native();
  print_message(fmt::format("snag: {} written to {}; --baseline {} reports only what is new", counted(findings.size()),
                            file, file));
}

TextReportOptions text_options(const Options& options, const ReportTarget& target) {
  constexpr std::size_t kPipeWidth = 120;
  // A file is not a terminal: only `always` puts colour into one.
  if (target.file) return {.color = options.color == ColorMode::kAlways, .width = kPipeWidth, .brief = options.brief};
  const bool terminal = is_terminal(STDOUT_FILENO);
  return {.color = wants_color(options.color, STDOUT_FILENO),
          .width = terminal ? static_cast<std::size_t>(terminal_width(STDOUT_FILENO)) : kPipeWidth,
          .brief = options.brief};
}

}  // namespace

void refuse_bad_outputs(const Options& options) {
  std::vector<std::filesystem::path> inputs = options.paths;
  inputs.insert(inputs.end(), options.class_path.begin(), options.class_path.end());
  inputs.insert(inputs.end(), options.models.begin(), options.models.end());
  if (options.config) inputs.push_back(*options.config);
  if (options.baseline && options.baseline != options.write_baseline) inputs.push_back(*options.baseline);
  auto refuse = [&](const std::filesystem::path& output, const char* option) {
    refuse_unwritable(output, option);
    for (const std::filesystem::path& input : inputs) {
      std::error_code error;  // a file that does not exist is not an input
      if (std::filesystem::is_directory(input, error) || !std::filesystem::equivalent(input, output, error)) continue;
      throw UsageError(fmt::format("{} is an input; choose another {}", output.native(), option));
    }
    // In a folder that is analysed, or that sources come from, everything of these is an input.
    constexpr std::string_view kInputs[] = {".class", ".jar", ".war", ".ear", ".jmod", ".zip", ".java", ".kt"};
    std::error_code missing;
    if (std::filesystem::exists(output, missing) &&
        std::find(std::begin(kInputs), std::end(kInputs), output.extension().native()) != std::end(kInputs)) {
      throw UsageError(fmt::format("{} looks like an input; choose another {}", output.native(), option));
    }
  };
  for (const ReportTarget& report : options.reports) {
    if (report.file) refuse(*report.file, "--output");
  }
  if (options.write_baseline) refuse(*options.write_baseline, "--write-baseline");
}

void refuse_page_on_terminal(const Options& options) {
  const bool page_to_terminal =
      std::any_of(options.reports.begin(), options.reports.end(), [](const ReportTarget& target) {
        return target.format == OutputFormat::kHtml && !target.file && is_terminal(STDOUT_FILENO);
      });
  if (page_to_terminal) throw UsageError("an HTML report needs a file: --output report.html");
}

std::vector<KnownFinding> read_baseline(const Options& options) {
  if (!options.baseline) return {};
  return read_known_findings(*options.baseline, "--baseline");
}

SourceLines open_sources(const Options& options, Diagnostics& diagnostics) {
  std::vector<std::filesystem::path> folders;
  for (const std::string& folder : options.source_path) {
    std::error_code error;
    if (std::filesystem::is_directory(folder, error)) {
      folders.emplace_back(folder);
    } else {
      diagnostics.add(DiagnosticSeverity::kWarning, folder, {"no such folder; --source-path ignores it", std::nullopt});
    }
  }
  // The folder that names of sources are relative to has the sources.
  const std::filesystem::path root = options.source_root.value_or(std::filesystem::path());
  std::error_code missing;
  if (!root.empty() && !std::filesystem::is_directory(root, missing)) {
    throw UsageError(fmt::format("--source-root {}: there is no such folder", root.native()));
  }
  if (options.source_path.empty() && !root.empty()) folders.push_back(root);
  return SourceLines(std::move(folders), root);
}

Outcome select_findings(std::vector<Finding> findings, const SelectionInput& input) {
  Stats::Pass pass(input.stats, "findings");
  Outcome outcome{.findings = std::move(findings), .summary = {}};

  // Fingerprints. They are numbered among all findings, so that what is suppressed or known changes none of them.
  identify_findings(outcome.findings);

  // Suppression by annotations and by rules, place by place.
  outcome.summary.suppressed = remove_suppressed(outcome.findings, input);

  // The baseline. A new one has the findings that the old one has, too, but none that are suppressed.
  write_new_baseline(outcome.findings, input.options);
  const std::size_t found = outcome.findings.size();
  const std::vector<KnownFinding> gone = take_known(outcome.findings, input.baseline);
  outcome.gone = static_cast<std::size_t>(std::count_if(gone.begin(), gone.end(), input.looked_for));
  outcome.summary.known = found - outcome.findings.size();

  // Beyond this point no finding is removed: findings of one cause are merged, ranked and sorted.
  finish_findings(outcome.findings);
  pass.count("reported", outcome.findings.size());
  pass.count("suppressed", outcome.summary.suppressed);
  pass.count("known", outcome.summary.known);
  return outcome;
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

void write_reports(const Options& options, const ReportInput& input) {
  const bool asked_for_reports = !options.formats.empty() || !options.outputs.empty();
  if (options.write_baseline && !asked_for_reports) return;
  for (const ReportTarget& target : options.reports) write_output(target.file, report_text(options, target, input));
}

void print_outcome(const Options& options, const Outcome& outcome, const ReportInput& input) {
  if (!options.uses_standard_output()) print_message(fmt::format("snag: {}", summary_line(input)));
  if (outcome.gone > 0 && !options.write_baseline) {
    print_message(fmt::format("snag: {} of the baseline {} gone; --write-baseline {} takes {} out of it",
                              counted(outcome.gone), outcome.gone == 1 ? "is" : "are", options.baseline->native(),
                              outcome.gone == 1 ? "it" : "them"));
  }
}

void print_diagnostics(const Options& options, const Diagnostics& diagnostics, const Stats& stats) {
  constexpr std::size_t kShown = 5;  // the report should stay in sight
  std::vector<Diagnostic> all = diagnostics.sorted();
  // A note (a Class-Path that names a jar which is not there: Java ignores it, too) is shown only with --stats.
  if (!options.stats) std::erase_if(all, [](const Diagnostic& d) { return d.severity == DiagnosticSeverity::kNote; });
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.severity > b.severity; });
  bool color = wants_color(options.color, STDERR_FILENO);
  for (std::size_t i = 0; i < all.size() && (options.stats || i < kShown); ++i) {
    const char* paint = all[i].severity == DiagnosticSeverity::kError ? "\x1b[1;31m" : "\x1b[1;33m";
    print_message(to_text(all[i]), color ? paint : "");
  }
  if (!options.stats && all.size() > kShown) {
    print_message(fmt::format("... and {} more like these; --stats shows all", all.size() - kShown));
  }
  for (const std::string& sentence : stats.given_up()) print_message(fmt::format("snag: {}", sentence));
  if (!options.stats) return;
  for (const Stats::Entry& pass : stats.passes()) {
    std::string line = fmt::format("{:<24} {:>8.3f} s  {:>8.3f} CPU s", pass.name, pass.wall_seconds, pass.cpu_seconds);
    for (const auto& [what, count] : pass.counts) fmt::format_to(std::back_inserter(line), "  {} {}", count, what);
    print_message(line);
  }
}

int exit_code_of(const Options& options, const Outcome& outcome) {
  return outcome.findings.empty() || options.write_baseline ? kExitNoFindings : kExitFindings;
}

}  // namespace snag
