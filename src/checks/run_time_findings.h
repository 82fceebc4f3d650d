// The findings of the run-time checks: what the agent has written down, as evidence, told by the story of each check.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "catalog/descriptor.h"
#include "checks/conflict.h"
#include "findings/finding.h"
#include "program/program.h"
#include "wire/trace.h"

namespace snag {

// A check whose Java part reports conflicts, and its story.
struct ConflictCheck {
  const CheckDescriptor* descriptor;
  Finding (*narrate)(const ConflictEvidence& evidence);
};
// Those whose folders contain Java code; the list is generated from them (cmake/SnagChecks.cmake).
std::span<const ConflictCheck> conflict_checks();

struct RunTimeFindingOptions {
  CheckOptions options{};                      // that the program was watched with
  std::span<const std::string_view> checks{};  // of these; empty: of all
  Program* program = nullptr;                  // as it was read beforehand; may be null
};

// Not yet identified (findings/finding.h). What was seen at the same places in several traces is one finding.
std::vector<Finding> findings_of(std::span<const wire::Trace> traces, const RunTimeFindingOptions& options);

}  // namespace snag
