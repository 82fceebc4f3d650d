// Identifies processes, so that they can be recognised later. The system reuses process numbers, so the identity of a
// process includes the time of its start. On Linux both are read from /proc.
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

// Returns nothing if the process does not exist, or is dead and not yet waited for.
std::optional<ProcessIdentity> identity_of(pid_t process);

// Returns whether the process is still running. In doubt it returns true: /proc may hide processes of other users.
bool is_running(const ProcessIdentity& process);

// The contents of /proc/<pid>/stat.
struct ProcessStatus {
  char state = '?';
  pid_t parent = 0;
  std::uint64_t started = 0;

  bool is_dead() const { return state == 'Z' || state == 'X'; }  // but not yet waited for
};

// Returns std::nullopt if the process does not exist.
std::optional<ProcessStatus> status_of(pid_t process);

// ---- for tests ----
std::optional<ProcessStatus> parse_process_status(std::string_view stat);

}  // namespace snag
