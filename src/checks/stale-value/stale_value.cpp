#include "checks/stale-value/stale_value.h"

namespace snag {

std::vector<Finding> find_stale_values(const CheckInput&) { return {}; }

}  // namespace snag
