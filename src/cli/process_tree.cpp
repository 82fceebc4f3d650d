#include "cli/process_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace snag {

namespace {

namespace fs = std::filesystem;

std::optional<ProcessStatus> status_of(pid_t process) {
  std::ifstream in(fmt::format("/proc/{}/stat", process), std::ios::binary);
  return parse_process_status(std::string{std::istreambuf_iterator<char>(in), {}});
}

}  // namespace

std::optional<ProcessStatus> parse_process_status(std::string_view text) {
  // The second field is the program's name in parentheses, and may hold anything.
  const std::size_t name_end = text.rfind(')');
  if (name_end == text.npos) return std::nullopt;
  std::istringstream rest{std::string(text.substr(name_end + 1))};
  ProcessStatus status;
  std::string skipped;
  rest >> status.state >> status.parent;                     // fields 3 and 4 of proc(5)
  for (int field = 5; field < 22; ++field) rest >> skipped;  // which are numbers, too
  rest >> status.began;                                      // field 22
  return rest.fail() ? std::nullopt : std::optional(status);
}

std::vector<KnownProcess> processes_from(pid_t root) {
  struct Entry {
    KnownProcess process;
    pid_t parent = 0;
  };
  std::vector<Entry> all;
  std::error_code error;
  for (fs::directory_iterator it("/proc", error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().native();
    pid_t number = 0;
    std::from_chars(name.data(), name.data() + name.size(), number);
    if (number == 0) continue;
    if (const std::optional<ProcessStatus> status = status_of(number)) {
      all.push_back({{number, status->began}, status->parent});
    }
  }
  std::vector<KnownProcess> found;
  for (const Entry& entry : all) {
    if (entry.process.number == root) found.push_back(entry.process);
  }
  for (std::size_t n = 0; n < found.size(); ++n) {
    for (const Entry& entry : all) {
      // The entries were read one after the other: a number may have been used again in between.
      const bool known = std::find(found.begin(), found.end(), entry.process) != found.end();
      if (entry.parent == found[n].number && !known) found.push_back(entry.process);
    }
  }
  return found;
}

bool still_runs(const KnownProcess& process) {
  const std::optional<ProcessStatus> status = status_of(process.number);
  return status && status->began == process.began && status->state != 'Z' && status->state != 'X';
}

void send_signal(const KnownProcess& process, int signal) {
  if (still_runs(process)) ::kill(process.number, signal);
}

}  // namespace snag
