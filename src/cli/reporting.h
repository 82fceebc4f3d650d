// From findings to reports: what `snag check` and `snag run` have in common once there are findings. Baseline,
// suppression, order, the reports in their formats, and what is said about the run on standard error.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/stats.h"
#include "cli/options.h"
#include "findings/finding.h"
#include "findings/known_findings.h"
#include "program/program.h"
#include "report/report.h"
#include "report/source_lines.h"

namespace snag {

// ---- before the work: what would go wrong at its end is said at its beginning ----
// All throw UsageError.
void refuse_bad_outputs(const Options& options);
void refuse_page_on_terminal(const Options& options);
std::vector<KnownFinding> read_baseline(const Options& options);
// Folders that are missing are diagnostics.
SourceLines open_sources(const Options& options, Diagnostics& diagnostics);

// ---- after it ----
// What was found, and what the user is not shown of it.
struct Outcome {
  std::vector<Finding> findings;
  RunSummary summary;
  std::size_t gone = 0;  // from the baseline
};

struct Settling {
  const Options& options;
  Diagnostics& diagnostics;
  Stats& stats;
  Program* program = nullptr;                 // whose annotations suppress findings; null: not at hand
  std::span<const ClassId> application = {};  // of the program
  std::span<const KnownFinding> known = {};   // the baseline
  // Whether this run would have found it again. (One baseline may serve several modules, and both commands.)
  std::function<bool(const KnownFinding&)> looked_for;
};

// Gives the findings their fingerprints, takes away what is suppressed or known, and puts the rest in its final order.
// Writes the new baseline, if one is wanted.
Outcome settle(std::vector<Finding> findings, const Settling& settling);

// One report as text, for its target.
std::string report_text(const Options& options, const ReportTarget& target, const ReportInput& input);
// All that are wanted.
void write_reports(const Options& options, const ReportInput& input);
// To standard error: the summary, if nothing else said it, and what is gone from the baseline.
void print_outcome(const Options& options, const Outcome& outcome, const ReportInput& input);
// To standard error: what is wrong with the input, and with --stats the times and counts.
void print_diagnostics(const Options& options, const Diagnostics& diagnostics, const Stats& stats);

int exit_code_of(const Options& options, const Outcome& outcome);

}  // namespace snag
