#include "cli/installation.h"

#include <system_error>

namespace snag {

std::optional<std::filesystem::path> find_bundled_example(const std::filesystem::path& program_folder) {
  for (const char* place : {"examples/bank.jar", "../share/snag/examples/bank.jar"}) {
    std::error_code error;
    const std::filesystem::path candidate = (program_folder / place).lexically_normal();
    if (std::filesystem::is_regular_file(candidate, error)) return candidate;
  }
  return std::nullopt;
}

std::optional<std::filesystem::path> find_bundled_example() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return std::nullopt;
  return find_bundled_example(program.parent_path());
}

}  // namespace snag
