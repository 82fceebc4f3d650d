// The report for people, as one HTML file that opens from disk: a list with filters, and a page for each finding with a
// picture of the interleaving, its source and its graphs. It loads nothing from anywhere.
//
// The page is made of web/ when Snag is built, and is part of the program. Here only the data goes into it: the JSON
// report with the lines of source around the steps and the pages of the checks that occur (web/src/data.ts says how).
#pragma once

#include <string>

#include "report/report.h"

namespace snag {

std::string html_report(const ReportInput& input);

}  // namespace snag
