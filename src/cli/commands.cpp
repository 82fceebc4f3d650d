#include "cli/commands.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/exit_codes.h"
#include "cli/installation.h"

namespace snag {
namespace {

void require_paths(const Options& options) {
  for (const std::filesystem::path& path : options.paths) {
    std::error_code error;
    if (!std::filesystem::exists(path, error))
      throw InputError(fmt::format("{}: no such file or folder", path.native()));
  }
}

}  // namespace

int run_check(const Options& options) {
  require_paths(options);
  return kExitNoFindings;
}

int run_dump(const Options& options) {
  require_paths(options);
  return kExitNoFindings;
}

int run_demo(const Options& options) {
  const auto example = find_bundled_example();
  if (!example) throw InputError("the bundled example bank.jar is missing from this installation");
  Options demo = options;
  demo.paths = {*example};
  return run_check(demo);
}

}  // namespace snag
