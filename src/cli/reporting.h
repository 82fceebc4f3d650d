// From findings to reports: the passes that `snag check`, `snag demo` and `snag run` share once there are findings.
// Suppression, the baseline, the order, the reports in their formats, and the messages about the run on standard error.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/stats.h"
#include "cli/options.h"
#include "cli/session.h"
#include "findings/finding.h"
#include "findings/known_findings.h"
#include "report/report.h"
#include "report/source_lines.h"

namespace snag {

// ---- before the analysis: what would fail at the end of the run fails at its beginning ----
// All throw UsageError.
void refuse_bad_outputs(const Options& options);
void refuse_page_on_terminal(const Options& options);
std::vector<KnownFinding> read_baseline(const Options& options);
// Folders that are missing are diagnostics.
SourceLines open_sources(const Options& options, Diagnostics& diagnostics);

// ---- after it ----
// The findings that are reported, and how many were found besides them.
struct Outcome {
  std::vector<Finding> findings;
  RunSummary summary;
  std::size_t gone = 0;  // from the baseline
};

struct SelectionInput {
  const Options& options;
  Diagnostics& diagnostics;
  Stats& stats;
  ReadProgram& program;                         // its annotations suppress findings
  std::span<const KnownFinding> baseline = {};  // findings that are known already
  // Whether this run would have found it again. (One baseline may serve several modules, and both commands.)
  std::function<bool(const KnownFinding&)> looked_for;
};

// Selects what is reported: gives the findings their fingerprints, removes those that are suppressed or known, and puts
// the rest in its final order. Writes the new baseline if one is wanted.
Outcome select_findings(std::vector<Finding> findings, const SelectionInput& input);

// One report as text, for its target.
std::string report_text(const Options& options, const ReportTarget& target, const ReportInput& input);
// All that are wanted.
void write_reports(const Options& options, const ReportInput& input);
// To standard error: the summary, if no report has it, and what is gone from the baseline.
void print_outcome(const Options& options, const Outcome& outcome, const ReportInput& input);
// To standard error: what is wrong with the input, and with --stats the times and counts.
void print_diagnostics(const Options& options, const Diagnostics& diagnostics, const Stats& stats);

int exit_code_of(const Options& options, const Outcome& outcome);

}  // namespace snag
