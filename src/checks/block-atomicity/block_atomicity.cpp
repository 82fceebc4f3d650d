#include "checks/block-atomicity/block_atomicity.h"

namespace snag {

std::vector<Finding> find_block_atomicity(const CheckInput&) { return {}; }

}  // namespace snag
