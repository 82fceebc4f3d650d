#pragma once

#include "catalog/descriptor.h"

namespace snag {

inline constexpr KindDescriptor kBlockAtomicityKinds[] = {
    {"mixed-blocks", Severity::kMedium, "values of two critical sections are used as if they belonged together"},
    {"escaped-value", Severity::kMedium, "a value read in a critical section is used outside of it"},
};

inline constexpr std::string_view kAssumeShared = "shared", kAssumeUnshared = "unshared";
inline constexpr std::string_view kAssumeUnknownWords[] = {kAssumeShared, kAssumeUnshared};

inline constexpr CheckOption kAssumeUnknown = {
    .name = "assume-unknown",
    .shape = CheckOption::Shape::kWord,
    .help = "What block-atomicity assumes of values that come from methods whose code is not at hand",
    .unset = "unshared; shared with the profile audit",
    .words = kAssumeUnknownWords};
inline constexpr CheckOption kBlockAtomicityOptions[] = {kAssumeUnknown};

inline constexpr AnalysisId kBlockAtomicityNeeds[] = {AnalysisId::kCriticalSections};

inline constexpr CheckDescriptor kBlockAtomicity = {
    .id = "block-atomicity",
    .title = "a value read under a lock is used outside that monitor block",
    .kinds = kBlockAtomicityKinds,
    .runs = {.on_code = true},
    .options = kBlockAtomicityOptions,
    .needs = kBlockAtomicityNeeds};

}  // namespace snag
