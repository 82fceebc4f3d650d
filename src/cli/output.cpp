#include "cli/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

#include "cli/exit_codes.h"

namespace snag {

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

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

void write_output(const Options& options, std::string_view text) {
  if (!options.output) return write_standard_output(text);
  const std::filesystem::path& target = *options.output;
  std::error_code error;
  if (std::filesystem::exists(target, error) && !std::filesystem::is_regular_file(target, error)) {
    File file(std::fopen(target.c_str(), "wb"), std::fclose);  // a pipe, /dev/null: nothing to rename
    if (file && write_all(file.get(), text)) return;
    throw UsageError(fmt::format("{}: {}; choose another --output", target.native(), std::strerror(errno)));
  }
  std::filesystem::path partial = target;
  partial += fmt::format(".{}.part", ::getpid());
  auto give_up = [&] {
    int reason = errno;
    std::filesystem::remove(partial, error);
    throw UsageError(fmt::format("{}: {}; choose another --output", target.native(), std::strerror(reason)));
  };
  File file(std::fopen(partial.c_str(), "wb"), std::fclose);
  if (!file || !write_all(file.get(), text) || std::fclose(file.release()) != 0) give_up();
  if (std::rename(partial.c_str(), target.c_str()) != 0) give_up();
}

int end_at_once(int code) {
  std::fflush(nullptr);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  std::_Exit(code);
#endif
  return code;
}

}  // namespace snag
