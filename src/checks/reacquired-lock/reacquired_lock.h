#pragma once

#include <vector>

#include "checks/analyses.h"
#include "checks/reacquired-lock/descriptor.h"

namespace snag {

std::vector<Finding> check_reacquired_lock(const Analyses& analyses);

}  // namespace snag
