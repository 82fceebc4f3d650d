#pragma once

#include "sections/staleness.h"
#include "sections/summary.h"

namespace snag::sections {

// What a method does, for its callers. The flow must have been computed without locks of callers.
MethodSummary summarize(const Staleness& staleness);

}  // namespace snag::sections
