#pragma once
#include "report/report.h"
#include "report/json_report.h"
#include "report/text_report.h"
namespace snag {
inline std::string json_report(const ReportInput& i) { return json_report(i.findings, i.diagnostics, i.stats); }
inline std::string sarif_report(const ReportInput& i) { return json_report(i); }
inline std::string html_report(const ReportInput& i) { return json_report(i); }
}
