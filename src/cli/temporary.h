#pragma once
#include "report/json_report.h"
namespace snag {
inline std::string html_report(const ReportInput& i) { return json_report(i); }
}
