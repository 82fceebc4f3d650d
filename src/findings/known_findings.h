// Findings of an earlier run, read from a file: for `--baseline`, which reports only what is new, and for `snag diff`.
//
// A baseline is written by `--write-baseline`: a JSON file with a line for each finding, so that its changes can be
// reviewed. A whole JSON report will do as well. Findings are meant place by place, before those of one cause become
// one. Findings are the same when their fingerprints are, which lines and names of local variables have no part in
// (finding.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "findings/finding.h"

namespace snag {

struct KnownFinding {
  std::string fingerprint, check, kind, severity, class_name, method, file, message;
  std::uint32_t line = 0;
};

// The form of the file; a later Snag that makes fingerprints in another way counts it up.
inline constexpr int kBaselineForm = 1;

std::string baseline_text(std::span<const Finding> findings);

// The error says what to do about it; it does not name the file.
Result<std::vector<KnownFinding>> parse_known_findings(std::string_view json);

// Removes the findings that are known, and returns the known ones that are no longer found.
std::vector<KnownFinding> take_known(std::vector<Finding>& findings, std::span<const KnownFinding> known);

// What changed from one run to the next. The order within each list is that of its run.
struct FindingsChange {
  std::vector<KnownFinding> added, gone;
  std::size_t same = 0;
};
FindingsChange compare(std::span<const KnownFinding> before, std::span<const KnownFinding> after);

}  // namespace snag
