// What the checks of code are given, and how they are run. What a check is, apart from its code, is in
// catalog/descriptor.h; adding one is a folder here, a word in CMakeLists.txt, its pages in docs/checks and its tests.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/stats.h"
#include "callgraph/build.h"
#include "catalog/catalog.h"
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
  unsigned jobs = 0;  // 0: one for each processor
  // For the checks that need a call graph. None: the best that is affordable for a program of this size.
  std::optional<CallGraphAlgorithm> call_graph = std::nullopt;
  std::vector<std::string> entries = {};  // CLASS or CLASS.method; all of them exist
  CheckOptions options = {};              // of the checks, as their descriptors declare them
};

// Runs the checks of these ids (all of them known) with the analyses that they need, and returns their findings,
// identified and finished (findings/finding.h).
std::vector<Finding> run_checks(const CheckInput& input, std::span<const std::string_view> ids);

}  // namespace snag
