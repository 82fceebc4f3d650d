#pragma once

#include <vector>

#include "checks/check.h"

namespace snag {

inline constexpr CheckDescriptor kStaleValue = {
    .id = "stale-value", .title = "a value read under a lock is used in or after a later critical section"};

std::vector<Finding> find_stale_values(const CheckInput& input);

}  // namespace snag
