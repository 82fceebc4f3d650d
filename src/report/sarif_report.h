// The report for code scanning: SARIF 2.1.0 as GitHub takes it.
//
//   finding    result of the rule check/kind, its severity as the level, its score as the rank
//   places     physical locations as seen from %SRCROOT%, the source root; logical ones for class and method
//   threads    one code flow with a thread flow for each thread, in the order of time of all steps
//   also       related locations, and likewise the steps that say something
//   fingerprint   partialFingerprints["snag/v1"]; GitHub goes by primaryLocationLineHash, which its upload action
//              computes from the sources when it is not there
//   diagnostics   notifications of the invocation
//
// docs/reports.md has the whole of it. The same input gives the same bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "report/report.h"

namespace snag {

// What GitHub refuses to take more of; its page "SARIF support for code scanning". What is left out is mentioned in a
// notification: of the findings the last, which are the least severe.
struct SarifLimits {
  std::size_t results = 25'000;
  std::size_t thread_flow_locations = 10'000;  // of one result
  std::size_t related_locations = 999;         // and one location is the result's own
  // GitHub takes 10 MB, compressed by gzip. Reports of real findings shrink to a thirtieth (an audit of Tomcat's
  // catalina.jar: 9.0 MB of 3,657 results to 0.29 MB).
  std::size_t bytes = 200'000'000;
};

std::string sarif_report(const ReportInput& input, const SarifLimits& limits = {});

// A file's name as part of a URI reference: `/` stays, every byte that could mean something else is percent-encoded.
std::string uri_path(std::string_view path);

}  // namespace snag
