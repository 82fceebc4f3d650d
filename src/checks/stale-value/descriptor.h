#pragma once

#include "catalog/descriptor.h"

namespace snag {

// In the order of sections::UseKind.
inline constexpr KindDescriptor kStaleValueKinds[] = {
    {"lost-update", Severity::kHigh, "a field is written from a value that it had in an earlier critical section"},
    {"check-then-act", Severity::kHigh, "what was tested in one critical section is acted on in another"},
    {"stale-use", Severity::kLow, "a value of an earlier critical section is used in a later one"},
    {"use-after", Severity::kLow, "a value is used after a critical section that could have read it anew"},
};

inline constexpr AnalysisId kStaleValueNeeds[] = {AnalysisId::kCriticalSections};

inline constexpr CheckDescriptor kStaleValue = {
    .id = "stale-value",
    .title = "a value read under a lock is used in or after a later critical section",
    .kinds = kStaleValueKinds,
    .runs = {.on_code = true},
    .needs = kStaleValueNeeds};

}  // namespace snag
