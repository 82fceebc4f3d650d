// The sentences of object-race.
#pragma once

#include "checks/conflict.h"

namespace snag {

Finding narrate_object_race(const ConflictEvidence& evidence);

}  // namespace snag
