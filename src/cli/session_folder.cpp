#include "cli/session_folder.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "cli/exit_codes.h"
#include "cli/output.h"
#include "wire/agent_configuration.h"

namespace snag {

namespace {

namespace fs = std::filesystem;

}  // namespace

SessionFolder::SessionFolder(const std::optional<fs::path>& kept) : kept_(kept.has_value()) {
  std::error_code error;
  if (kept) {
    path_ = fs::absolute(*kept, error).lexically_normal();
    if (::mkdir(path_.c_str(), S_IRWXU) == 0) return;
    if (errno != EEXIST) throw UsageError(fmt::format("--keep-trace {}: {}", kept->native(), std::strerror(errno)));
    if (!fs::is_directory(path_, error) || !fs::is_empty(path_, error) || error) {
      throw UsageError(fmt::format("--keep-trace {}: must be a new or an empty folder", kept->native()));
    }
    return;
  }
  const fs::path parent = fs::absolute(fs::temp_directory_path(error), error);
  std::string name = ((error ? fs::path("/tmp") : parent) / "snag-XXXXXX").native();
  if (::mkdtemp(name.data()) == nullptr) {
    throw UsageError(fmt::format("{}: {}; set TMPDIR to a folder that can be written", name, std::strerror(errno)));
  }
  path_ = name;
}

SessionFolder::~SessionFolder() {
  std::error_code error;
  if (!kept_) fs::remove_all(path_, error);
}

std::string SessionFolder::trace_pattern() const { return wire::pattern_of((path_ / "trace-").native()) + "%p.jsonl"; }

void SessionFolder::write_configuration(std::string_view text) const { write_output(configuration(), text); }

void SessionFolder::give_to(uid_t user, gid_t group) const {
  for (const fs::path& file : {path_, configuration()}) {
    if (::lchown(file.c_str(), user, group) != 0) {
      throw UsageError(
          fmt::format("{}: cannot be given to the program's user: {}", file.native(), std::strerror(errno)));
    }
  }
}

std::vector<fs::path> SessionFolder::traces() const {
  std::vector<fs::path> result;
  std::error_code error;
  for (fs::directory_iterator it(path_, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().native();
    std::error_code ignored;
    if (name.starts_with("trace-") && name.ends_with(".jsonl") && it->is_regular_file(ignored)) {
      result.push_back(it->path());
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace snag
