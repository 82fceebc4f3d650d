#include "cli/process_tree.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <string>

namespace snag {

namespace {

namespace fs = std::filesystem;

}  // namespace

std::vector<ProcessIdentity> processes_from(pid_t root) {
  struct Entry {
    ProcessIdentity process;
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
      all.push_back({{number, status->started}, status->parent});
    }
  }
  std::vector<ProcessIdentity> found;
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

void send_signal(const ProcessIdentity& process, int signal) {
  if (is_running(process)) ::kill(process.number, signal);
}

}  // namespace snag
