#pragma once

#include "catalog/descriptor.h"

namespace snag {

// In the order of atomicity::Kind.
inline constexpr KindDescriptor kMethodAtomicityKinds[] = {
    {"split-update", Severity::kHigh, "a field is read in one critical section of a method and updated in another"},
    {"split-state", Severity::kHigh,
     "fields that others change together are used in two critical sections of a method"},
};

inline constexpr AnalysisId kMethodAtomicityNeeds[] = {AnalysisId::kCriticalSections, AnalysisId::kWholeProgram};

inline constexpr CheckDescriptor kMethodAtomicity = {
    .id = "method-atomicity",
    .title = "what belongs together is done in two critical sections of one method",
    .kinds = kMethodAtomicityKinds,
    .runs = {.on_code = true},
    .needs = kMethodAtomicityNeeds};

}  // namespace snag
