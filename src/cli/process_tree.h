// A process and those that it has started, as /proc tells them: what --timeout ends. A process that has detached itself
// (its parent is gone, as that of a daemon) is not among them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace snag {

// The numbers of processes are used again; with the time at which it began a process is known for certain.
struct KnownProcess {
  pid_t number = 0;
  std::uint64_t began = 0;  // ticks since the machine was started

  friend bool operator==(const KnownProcess&, const KnownProcess&) = default;
};

// A process comes before those that it has started; empty if there is no such process.
std::vector<KnownProcess> processes_from(pid_t root);

// Whether it still runs: one that is dead and not yet waited for does not.
bool still_runs(const KnownProcess& process);

// Sent only if it still runs.
void send_signal(const KnownProcess& process, int signal);

// ---- for tests ----
// What /proc/<pid>/stat says.
struct ProcessStatus {
  char state = '?';
  pid_t parent = 0;
  std::uint64_t began = 0;
};
std::optional<ProcessStatus> parse_process_status(std::string_view text);

}  // namespace snag
