// What a check is: a descriptor and a function from the program to findings. The ordered list of checks is in
// checks.cpp; adding one is a folder, a line there, a page in docs/checks and a folder of tests.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/stats.h"
#include "callgraph/options.h"
#include "checks/descriptor.h"
#include "findings/finding.h"
#include "ir/ir_store.h"
#include "library/models.h"
#include "program/program.h"

namespace snag {

struct CheckInput {
  IrStore& store;
  const library::Models& models;
  std::span<const ClassId> application;  // sorted by name
  Stats& stats;
  Profile profile = Profile::kReview;
  AssumeUnknown assume_unknown = AssumeUnknown::kUnshared;
  unsigned jobs = 0;  // 0: one for each processor
  // Of the checks that follow calls through the whole program. None: the best that pays for a program of this size.
  std::optional<CallGraphAlgorithm> call_graph = std::nullopt;
  std::vector<std::string> entries = {};  // CLASS or CLASS.method; all of them exist
  ReacquiredLockOptions reacquired_lock = {};
};

// Runs the checks of these ids (all of them known) and answers their findings, finished (findings/finding.h).
std::vector<Finding> run_checks(const CheckInput& input, std::span<const std::string_view> ids);

}  // namespace snag
