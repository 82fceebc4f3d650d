#pragma once

#include <vector>

#include "checks/analyses.h"
#include "checks/block-atomicity/descriptor.h"

namespace snag {

std::vector<Finding> check_block_atomicity(const Analyses& analyses);

}  // namespace snag
