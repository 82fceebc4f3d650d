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

// ---- for tests ----
// The start in the text of /proc/<pid>/stat; nothing if the process is dead, or if that is no such text.
std::optional<std::uint64_t> start_in_stat(std::string_view stat);

}  // namespace snag
