// Processes that are to be recognised later. The system gives numbers out again, so that the time of its start belongs
// to a process's name. Linux: both are read from /proc.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace snag {

struct ProcessIdentity {
  pid_t number = 0;
  std::uint64_t started = 0;  // in clock ticks since the machine started

  friend bool operator==(const ProcessIdentity&, const ProcessIdentity&) = default;
};

// Nothing if it is not there, or is dead and not yet waited for.
std::optional<ProcessIdentity> identity_of(pid_t process);

// Whether it runs still. In doubt it does: /proc may hide processes of other users.
bool is_running(const ProcessIdentity& process);

// What /proc/<pid>/stat says.
struct ProcessStatus {
  char state = '?';
  pid_t parent = 0;
  std::uint64_t started = 0;

  bool is_dead() const { return state == 'Z' || state == 'X'; }  // and not yet waited for
};

// Returns std::nullopt if the process does not exist.
std::optional<ProcessStatus> status_of(pid_t process);

// ---- for tests ----
std::optional<ProcessStatus> parse_process_status(std::string_view stat);

}  // namespace snag
