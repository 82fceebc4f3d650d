#pragma once

#include <vector>

#include "checks/analyses.h"

namespace snag {

inline constexpr KindDescriptor kBlockAtomicityKinds[] = {
    {"mixed-blocks", Severity::kMedium, "values of two critical sections are used as if they belonged together"},
    {"escaped-value", Severity::kMedium, "a value read in a critical section is used outside of it"},
};

inline constexpr CheckDescriptor kBlockAtomicity = {
    .id = "block-atomicity",
    .title = "a value read under a lock is used outside that monitor block",
    .kinds = kBlockAtomicityKinds};

std::vector<Finding> find_block_atomicity(Analyses& analyses);

}  // namespace snag
