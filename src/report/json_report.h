// The report for programs. Its form is a promise to users; docs/checks says what the checks put into it.
#pragma once

#include <span>
#include <string>

#include "base/diagnostic.h"
#include "base/stats.h"
#include "findings/finding.h"

namespace snag {

// {"tool", "version", "findings", "diagnostics", "stats"}; ends with a line end. Bytes that are not UTF-8 become
// U+FFFD. Of the stats only the counts are in it, not the times: the same input gives the same bytes.
std::string json_report(std::span<const Finding> findings, const Diagnostics& diagnostics, const Stats& stats);

}  // namespace snag
