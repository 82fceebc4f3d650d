#pragma once

#include <vector>

#include "checks/analyses.h"

namespace snag {

inline constexpr CheckDescriptor kBlockAtomicity = {
    .id = "block-atomicity", .title = "a value read under a lock is used outside that monitor block"};

std::vector<Finding> find_block_atomicity(Analyses& analyses);

}  // namespace snag
