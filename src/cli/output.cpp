#include "cli/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>

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
    ::unlink(path_);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }

  // A handler can reach nothing else.
  static inline char path_[4096] = {};
  void (*previous_[std::size(kSignals)])(int) = {};
};

bool write_all(std::FILE* file, std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

}  // namespace

void print_message(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

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
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (file.empty() || !file.has_filename()) refuse("is the name of a folder");
  if (fs::is_directory(file, error)) refuse("is a folder");
  if (!fs::is_directory(folder, error)) refuse("its folder does not exist");
  const bool is_special = fs::exists(file, error) && !fs::is_regular_file(file, error);
  if (::access(is_special ? file.c_str() : folder.c_str(), W_OK) != 0) refuse(std::strerror(errno));
}

void write_output(const std::optional<fs::path>& file, std::string_view text) {
  if (!file) return write_standard_output(text);
  auto fail = [&](int reason) {
    throw UsageError(fmt::format("{}: {}; choose another file", file->native(), std::strerror(reason)));
  };
  std::error_code error;
  if (fs::exists(*file, error) && !fs::is_regular_file(*file, error)) {
    File special(std::fopen(file->c_str(), "wb"), std::fclose);  // a pipe, /dev/null: nothing to rename
    if (!special || !write_all(special.get(), text)) fail(errno);
    return;
  }
  // A link stays, and what it points to is written.
  const fs::path target = fs::is_symlink(*file, error) ? fs::weakly_canonical(*file, error) : *file;
  fs::path partial = target;
  partial += fmt::format(".{}.part", ::getpid());
  const RemovedWhenInterrupted guard(partial.native());
  File part(std::fopen(partial.c_str(), "wb"), std::fclose);
  const bool written = part && write_all(part.get(), text) && std::fclose(part.release()) == 0 &&
                       std::rename(partial.c_str(), target.c_str()) == 0;
  if (written) return;
  const int reason = errno;
  fs::remove(partial, error);
  fail(reason);
}

int end_at_once(int code) {
  std::fflush(nullptr);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  std::_Exit(code);
#endif
  return code;
}

}  // namespace snag
