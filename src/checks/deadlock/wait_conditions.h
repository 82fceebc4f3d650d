// What a method does about the condition for which it waits, and about the one of which it notifies others.
#pragma once

#include <optional>

#include "checks/deadlock/defects.h"
#include "execution/multiplicity.h"
#include "sections/method_effects.h"

namespace snag::deadlock {

// What is wrong with a wait, if anything: it does not test again, it tests nothing at all, or not under the lock.
std::optional<WaitFlaw> flaw_of_wait(sections::MethodEffects& method, const MethodLoops& loops, ir::ValueId wait);

// Whether anything may change where the locks of an instruction are held: a write of memory, or a call of which that is
// not known. What the constructor of a lock or a log does is no change.
bool changes_around(sections::MethodEffects& method, ir::ValueId at);

}  // namespace snag::deadlock
