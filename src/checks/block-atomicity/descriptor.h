#pragma once

#include "catalog/descriptor.h"

namespace snag {

inline constexpr KindDescriptor kBlockAtomicityKinds[] = {
    {"mixed-blocks", Severity::kMedium, "values of two critical sections are used as if they belonged together"},
    {"escaped-value", Severity::kMedium, "a value read in a critical section is used outside of it"},
};

inline constexpr AnalysisId kBlockAtomicityNeeds[] = {AnalysisId::kCriticalSections};

inline constexpr CheckDescriptor kBlockAtomicity = {
    .id = "block-atomicity",
    .title = "a value read under a lock is used outside that monitor block",
    .kinds = kBlockAtomicityKinds,
    .runs = {.on_code = true},
    .needs = kBlockAtomicityNeeds};

}  // namespace snag
