// The analyses of code that several checks share, and the options of `snag check` that belong to them.
#pragma once

#include <cstdint>
#include <string_view>

#include "catalog/options.h"

namespace snag {

// `snag check` runs those that the chosen checks need, in this order.
enum class AnalysisId : std::uint8_t { kCriticalSections, kWholeProgram, kCallGraph };

inline constexpr std::string_view kAssumeShared = "shared", kAssumeUnshared = "unshared";
inline constexpr std::string_view kAssumeUnknownWords[] = {kAssumeShared, kAssumeUnshared};

inline constexpr CheckOption kAssumeUnknown = {
    .name = "assume-unknown",
    .shape = CheckOption::Shape::kWord,
    .help = "What is assumed of values that come from methods whose code is not at hand",
    .unset = "unshared; shared with the profile audit",
    .words = kAssumeUnknownWords};

}  // namespace snag
