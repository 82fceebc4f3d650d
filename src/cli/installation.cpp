#include "cli/installation.h"

#include <initializer_list>
#include <system_error>

namespace snag {

namespace {

namespace fs = std::filesystem;

std::optional<fs::path> first_of(const fs::path& folder, std::initializer_list<const char*> places) {
  if (folder.empty()) return std::nullopt;
  for (const char* place : places) {
    std::error_code error;
    const fs::path candidate = (folder / place).lexically_normal();
    if (fs::is_regular_file(candidate, error)) return candidate;
  }
  return std::nullopt;
}

}  // namespace

fs::path program_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

std::optional<fs::path> find_bundled_example(const fs::path& folder) {
  return first_of(folder, {"examples/bank.jar", "../share/snag/examples/bank.jar"});
}

std::optional<fs::path> find_agent(const fs::path& folder) {
  return first_of(folder, {"libsnag-agent.so", "../lib/snag/libsnag-agent.so"});
}

}  // namespace snag
