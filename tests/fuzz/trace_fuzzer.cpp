// Any text as a trace: records that are understood become findings, which the reports can print.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "findings/finding.h"
#include "report/json_report.h"
#include "report/text_report.h"
#include "trace/trace.h"
#include "trace/trace_findings.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<snag::trace::Trace> traces = {
      snag::trace::read_trace(text, {.line = 1 << 16, .records = 20, .frames = 30, .text = 100})};
  std::vector<snag::Finding> findings = snag::trace::findings_of(traces, {});
  snag::identify_findings(findings);
  snag::finish_findings(findings);
  for (const snag::Finding& finding : findings) {
    if (finding.fingerprint.empty() || finding.check.empty() || finding.threads.empty()) std::abort();
  }
  snag::SourceLines sources;
  const snag::Diagnostics diagnostics;
  const snag::Stats stats;
  const snag::ReportInput input{findings, diagnostics, stats, sources, {}};
  if (snag::json_report(input).empty()) std::abort();
  snag::text_report(input, {.color = false, .width = 100, .brief = false});
  return 0;
}
