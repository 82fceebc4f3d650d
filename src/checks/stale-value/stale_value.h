#pragma once

#include <vector>

#include "checks/analyses.h"

namespace snag {

inline constexpr CheckDescriptor kStaleValue = {
    .id = "stale-value", .title = "a value read under a lock is used in or after a later critical section"};

std::vector<Finding> find_stale_values(Analyses& analyses);

}  // namespace snag
