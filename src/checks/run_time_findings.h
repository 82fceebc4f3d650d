// The findings of the run-time checks: what the agent has written down, as evidence, told by the story of each check.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "findings/finding.h"
#include "program/program.h"
#include "wire/trace.h"

namespace snag {

struct RunTimeFindingOptions {
  bool lockset_only = false;                   // whether accesses are ordered was not examined
  std::span<const std::string_view> checks{};  // of these; empty: of all
  Program* program = nullptr;                  // as it was read beforehand; may be null
};

// Not yet identified (findings/finding.h). What was seen at the same places in several traces is one finding.
std::vector<Finding> findings_of(std::span<const wire::Trace> traces, const RunTimeFindingOptions& options);

}  // namespace snag
