// The report for programs. Its form is a promise to users: docs/reports.md, docs/findings.schema.json.
#pragma once

#include <string>

#include "report/report.h"

namespace snag {

enum class JsonForm : std::uint8_t {
  kIndented,  // for files and standard output; ends with a line end
  kCompact,   // for an HTML page: no white space, `<`, `>` and `&` are escaped, and hidden characters become U+FFFD
};

// {"tool", "version", "findings", "diagnostics", "stats"}. Bytes that are not UTF-8 become U+FFFD. Of the stats only
// the counts are in it, not the times: the same input gives the same bytes.
std::string json_report(const ReportInput& input, JsonForm form = JsonForm::kIndented);

}  // namespace snag
