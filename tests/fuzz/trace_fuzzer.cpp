// Any text as a trace: records that are understood are the same when they were written and read again, and become
// findings, which the reports can print.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "checks/run_time_findings.h"
#include "findings/finding.h"
#include "report/json_report.h"
#include "report/text_report.h"
#include "wire/trace.h"

namespace {

void check_round_trip(const snag::wire::Record& record) {
  const std::string line = to_line(record);
  const auto read = snag::wire::read_line(line);
  if (!read || to_line(*read) != line) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<snag::wire::Trace> traces = {
      snag::wire::read_trace(text, {.line = 1 << 16, .records = 20, .elements = 30, .text = 100})};
  for (const auto& conflict : traces[0].conflicts) check_round_trip(conflict);
  for (const auto& deadlock : traces[0].deadlocks) check_round_trip(deadlock);
  check_round_trip(traces[0].start);
  check_round_trip(traces[0].end);
  std::vector<snag::Finding> findings = snag::findings_of(traces, {});
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
