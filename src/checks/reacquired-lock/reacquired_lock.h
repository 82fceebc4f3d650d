#pragma once

#include <vector>

#include "checks/analyses.h"

namespace snag {

inline constexpr CheckDescriptor kReacquiredLock = {
    .id = "reacquired-lock", .title = "a lock is taken and released twice while another is held"};

std::vector<Finding> find_reacquired_locks(Analyses& analyses);

}  // namespace snag
