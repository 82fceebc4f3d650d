// Code of somebody else that is called while a lock is held: a listener, a function that was given, a method that
// subclasses outside of the program define. Whether it acquires other locks cannot be seen. For the audit only.
//
//   synchronized void raise() { for (Listener each : listeners) each.changed(); }
#pragma once

#include <vector>

#include "checks/deadlock/waits.h"

namespace snag::deadlock {

std::vector<Weighed> find_foreign_calls(const Analyses& analyses);

}  // namespace snag::deadlock
