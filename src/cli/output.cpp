#include "cli/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <memory>
#include <random>
#include <string>

#include "base/unicode.h"
#include "cli/exit_codes.h"

namespace snag {

namespace {

namespace fs = std::filesystem;
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// While it lives, a signal that ends the program removes the file first. A large report takes time to write, and an
// impatient user should not find half of one.
class RemovedWhenInterrupted {
 public:
  explicit RemovedWhenInterrupted(const std::string& path) {
    if (path.size() >= sizeof(path_)) return;
    std::memcpy(path_, path.c_str(), path.size() + 1);
    for (std::size_t n = 0; n < std::size(kSignals); ++n) {
      previous_[n] = std::signal(kSignals[n], remove_and_end);
      // A signal that does not end the program (nohup) is not to end it here.
      if (previous_[n] == SIG_IGN) std::signal(kSignals[n], SIG_IGN);
    }
  }
  RemovedWhenInterrupted(const RemovedWhenInterrupted&) = delete;
  RemovedWhenInterrupted& operator=(const RemovedWhenInterrupted&) = delete;
  ~RemovedWhenInterrupted() {
    if (path_[0] == '\0') return;
    for (std::size_t n = 0; n < std::size(kSignals); ++n) std::signal(kSignals[n], previous_[n]);
    path_[0] = '\0';
  }

 private:
  static constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

  static void remove_and_end(int signal) {
    const int error = errno;
    ::unlink(path_);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
    errno = error;  // the signal comes when this one is over
  }

  // A handler can reach nothing else.
  static inline char path_[4096] = {};
  void (*previous_[std::size(kSignals)])(int) = {};
};

constexpr mode_t kModeBeforeUmask = 0666;
constexpr int kAttempts = 100;     // to find a name that is not in use
constexpr int kLongestChain = 40;  // of links, as Linux has it

// A pipe, a device, a socket: not a file that can be replaced.
bool is_special(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error) && !fs::is_regular_file(file, error);
}

// A link stays, and what it points to is written, whether it is there or not yet.
fs::path written_file(fs::path file) {
  std::error_code error;
  for (int n = 0; n < kLongestChain && fs::is_symlink(file, error); ++n) {
    file = file.parent_path() / fs::read_symlink(file, error);
  }
  return file;
}

// A report that is written again stays with those who could read it before. Only root can give a file to another user;
// where the group cannot be kept its members are treated as everybody else, for they are other people now.
void take_over_rights(int descriptor, const struct stat& replaced) {
  mode_t mode = replaced.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO);
  const bool group_kept = ::fchown(descriptor, replaced.st_uid, replaced.st_gid) == 0 ||
                          ::fchown(descriptor, static_cast<uid_t>(-1), replaced.st_gid) == 0;
  if (!group_kept) mode = (mode & ~static_cast<mode_t>(S_IRWXG)) | ((mode & S_IRWXO) << 3);
  ::fchmod(descriptor, mode);
}

bool write_all(std::FILE* file, std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

}  // namespace

void print_message(std::string_view line, std::string_view paint) {
  const std::string shown = visible(line);
  const std::size_t painted = paint.empty() ? 0 : std::min(shown.find(':'), shown.size());
  const std::string text =
      fmt::format("{}{}{}{}\n", paint, shown.substr(0, painted), paint.empty() ? "" : "\x1b[0m", shown.substr(painted));
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void print_messages(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    print_message(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

void write_standard_output(std::string_view text) {
  if (!write_all(stdout, text) && errno != EPIPE) {
    throw UsageError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
  }
}

void refuse_unwritable(const fs::path& file, std::string_view option) {
  auto refuse = [&](std::string_view why) {
    throw UsageError(fmt::format("{}: {}; choose another {}", file.native(), why, option));
  };
  std::error_code error;
  if (file.empty() || !file.has_filename()) refuse("is the name of a folder");
  if (fs::is_directory(file, error)) refuse("is a folder");
  const fs::path target = written_file(file);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error)) refuse("its folder does not exist");
  if (::access(is_special(file) ? file.c_str() : folder.c_str(), W_OK) != 0) refuse(std::strerror(errno));
}

void write_output(const std::optional<fs::path>& file, std::string_view text) {
  if (!file) return write_standard_output(text);
  auto fail = [&](int reason) {
    throw UsageError(fmt::format("{}: {}; choose another file", file->native(), std::strerror(reason)));
  };
  if (is_special(*file)) {  // nothing to rename
    File special(std::fopen(file->c_str(), "wb"), std::fclose);
    if (!special || !write_all(special.get(), text)) fail(errno);
    return;
  }
  const fs::path target = written_file(*file);
  struct stat replaced {};
  const bool replaces = ::stat(target.c_str(), &replaced) == 0;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const std::string partial = fmt::format("{}.{:08x}.part", target.native(), std::random_device()());
    const RemovedWhenInterrupted guard(partial);
    // Never a file or link that another user has put there. What replaces another file is private until it has
    // that file's rights.
    const int descriptor = ::open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                  replaces ? S_IRUSR | S_IWUSR : kModeBeforeUmask);
    if (descriptor < 0 && errno == EEXIST) continue;
    if (descriptor < 0) fail(errno);
    if (replaces) take_over_rights(descriptor, replaced);
    File part(::fdopen(descriptor, "wb"), std::fclose);
    const bool written = part && write_all(part.get(), text) && std::fclose(part.release()) == 0 &&
                         std::rename(partial.c_str(), target.c_str()) == 0;
    if (written) return;
    const int reason = errno;
    ::unlink(partial.c_str());
    fail(reason);
  }
  fail(EEXIST);
}

int end_at_once(int code) {
  std::fflush(nullptr);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  std::_Exit(code);
#endif
  return code;
}

}  // namespace snag
