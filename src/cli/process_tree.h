// A process and those that it has started, as /proc tells them: what --timeout ends. A process that has detached itself
// (its parent is gone, as that of a daemon) is not among them.
#pragma once

#include <sys/types.h>

#include <vector>

#include "base/process.h"

namespace snag {

// A process comes before those that it has started; empty if there is no such process.
std::vector<ProcessIdentity> processes_from(pid_t root);

// Sent only if it still runs.
void send_signal(const ProcessIdentity& process, int signal);

}  // namespace snag
