// Runs checks as the command line does, without suppressions and a baseline.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "checks/analyses.h"

namespace snag {

// The checks of code.
inline constexpr std::string_view kCodeChecks[] = {"stale-value", "block-atomicity", "reacquired-lock"};

// What the checks of these ids find, identified and finished (findings/finding.h).
inline std::vector<Finding> run_checks(const CheckInput& input, std::span<const std::string_view> ids) {
  std::vector<Finding> findings = find_defects(Analyses(input, ids), ids);
  identify_findings(findings);
  finish_findings(findings);
  return findings;
}

}  // namespace snag
