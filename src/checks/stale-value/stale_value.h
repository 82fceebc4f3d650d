#pragma once

#include <vector>

#include "checks/analyses.h"
#include "checks/stale-value/descriptor.h"

namespace snag {

std::vector<Finding> check_stale_value(const Analyses& analyses);

}  // namespace snag
