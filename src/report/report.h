// What every form of the report is made from.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "base/stats.h"
#include "findings/finding.h"
#include "report/source_lines.h"

namespace snag {

// The numbers of the run as a whole, for the summary.
struct RunSummary {
  std::size_t classes = 0;       // read
  std::size_t skipped = 0;       // that could not be read
  std::size_t suppressed = 0;    // findings that an annotation or the configuration suppresses
  std::size_t known = 0;         // findings that are in the baseline
  std::string program;           // `snag run`: `ended with exit code 1`, `runs on`; empty: none was run
  std::optional<int> exit_code;  // of the program; 128 and more: a signal
  double seconds = 0;            // from start to report; 0: not shown, as in files, which are the same in every run
};

struct ReportInput {
  std::span<const Finding> findings;  // finished
  const Diagnostics& diagnostics;
  const Stats& stats;
  SourceLines& sources;
  RunSummary summary;
};

}  // namespace snag
