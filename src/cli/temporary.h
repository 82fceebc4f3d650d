#pragma once
#include "report/report.h"
#include "report/json_report.h"
#include "report/text_report.h"
namespace snag {
inline std::string json_report(const ReportInput& i) { return json_report(i.findings, i.diagnostics, i.stats); }
inline std::string sarif_report(const ReportInput& i) { return json_report(i); }
inline std::string html_report(const ReportInput& i) { return json_report(i); }
inline std::string text_report(const ReportInput& i, const TextReportOptions& o) { return text_report(i.findings, i.sources, o); }
inline std::string summary_line(const ReportInput& i) { return summary_line(i.findings, i.summary.classes); }
}
