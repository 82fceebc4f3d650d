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

// `4711 (name) S 1 ...`: the name may hold blanks and parentheses; the state is field 3, the start field 22.
std::optional<std::uint64_t> start_in_stat(std::string_view stat) {
  const std::size_t name_end = stat.rfind(')');
  if (name_end == stat.npos || name_end + 2 >= stat.size()) return std::nullopt;
  stat.remove_prefix(name_end + 2);
  if (stat.front() == 'Z' || stat.front() == 'X') return std::nullopt;
  for (int field = 3; field < 22; ++field) {
    const std::size_t blank = stat.find(' ');
    if (blank == stat.npos) return std::nullopt;
    stat.remove_prefix(blank + 1);
  }
  std::uint64_t start = 0;
  const auto [end, error] = std::from_chars(stat.data(), stat.data() + stat.size(), start);
  return error == std::errc() ? std::optional(start) : std::nullopt;
}

std::optional<ProcessIdentity> identity_of(pid_t process) {
  const std::optional<std::uint64_t> start = start_in_stat(stat_of(process));
  if (!start) return std::nullopt;
  return ProcessIdentity{.number = process, .started = *start};
}

bool is_running(const ProcessIdentity& process) {
  const std::string stat = stat_of(process.number);
  if (!stat.empty()) return start_in_stat(stat) == process.started;
  return ::kill(process.number, 0) == 0 || errno == EPERM;
}

}  // namespace snag
