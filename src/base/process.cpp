#include "base/process.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <fstream>
#include <iterator>
#include <string>

namespace snag {

namespace {

std::string stat_of(pid_t process) {
  std::ifstream in("/proc/" + std::to_string(process) + "/stat", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

// `4711 (name) S 1 ...`: the name may contain blanks and parentheses; field 3 is the state, 4 the parent, 22 the start.
std::optional<ProcessStatus> parse_process_status(std::string_view stat) {
  const std::size_t name_end = stat.rfind(')');
  if (name_end == stat.npos || name_end + 2 >= stat.size()) return std::nullopt;
  stat.remove_prefix(name_end + 2);
  ProcessStatus status{.state = stat.front()};
  const auto read = [&](auto& number) {
    return std::from_chars(stat.data(), stat.data() + stat.size(), number).ec == std::errc();
  };
  for (int field = 3; field < 22; ++field) {
    if (field == 4 && !read(status.parent)) return std::nullopt;
    const std::size_t blank = stat.find(' ');
    if (blank == stat.npos) return std::nullopt;
    stat.remove_prefix(blank + 1);
  }
  return read(status.started) ? std::optional(status) : std::nullopt;
}

std::optional<ProcessStatus> status_of(pid_t process) { return parse_process_status(stat_of(process)); }

std::optional<ProcessIdentity> identity_of(pid_t process) {
  const std::optional<ProcessStatus> status = status_of(process);
  if (!status || status->is_dead()) return std::nullopt;
  return ProcessIdentity{.number = process, .started = status->started};
}

bool is_running(const ProcessIdentity& process) {
  if (const std::optional<ProcessStatus> status = status_of(process.number)) {
    return !status->is_dead() && status->started == process.started;
  }
  return ::kill(process.number, 0) == 0 || errno == EPERM;
}

}  // namespace snag
