// The sentences of object-consistency.
#pragma once

#include "checks/conflict.h"

namespace snag {

Finding narrate_object_consistency(const ConflictEvidence& evidence);

}  // namespace snag
