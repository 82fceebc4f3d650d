// The catalog: every check that Snag has, in the order in which checks run and are listed. The order is that of
// SNAG_CHECKS in CMakeLists.txt; the list itself is generated from the checks' descriptors (cmake/SnagChecks.cmake).
//
// It knows nothing of programs: the command line, the reports, the agent and the tests read it alike.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/descriptor.h"

namespace snag {

// What a reviewer should read; everything.
enum class Profile : std::uint8_t { kReview, kAudit };

std::span<const CheckDescriptor> all_checks();

// Null if there is no check of this id, or no such kind.
const CheckDescriptor* find_check(std::string_view id);
const KindDescriptor* find_kind(std::string_view check, std::string_view kind);

// `stale-value/lost-update`.
std::string kind_name(std::string_view check, std::string_view kind);

// `stale-value`; with kinds also `stale-value/lost-update`.
std::vector<std::string> check_names(bool with_kinds);

// The checks of a command, by a member of CheckDescriptor::Runs.
using RunsMember = bool CheckDescriptor::Runs::*;
std::vector<std::string_view> checks_that_run(RunsMember where);
// Those of them that are in `wanted`; all of them if none is. (The list of a configuration file serves several
// commands, and may name checks of the others only.)
std::vector<std::string_view> chosen_checks(std::span<const std::string> wanted, RunsMember where);

std::vector<std::string_view> checks_that_need(AnalysisId analysis);

}  // namespace snag
