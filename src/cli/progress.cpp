#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <utility>

#include "cli/terminal.h"

namespace snag {
namespace {

// Back to the first column, and clear to the end of the line.
constexpr std::string_view kClearLine = "\r\x1b[K";

Progress::Settings standard_error_settings() {
  Progress::Settings settings;
  settings.enabled = is_terminal(STDERR_FILENO);
  if (!settings.enabled) return settings;
  settings.width = terminal_width(STDERR_FILENO);
  settings.write = [](std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
  };
  return settings;
}

}  // namespace

Progress::Progress() : Progress(standard_error_settings()) {}

Progress::Progress(Settings settings) : settings_(std::move(settings)) {
  if (settings_.enabled) drawer_ = std::thread([this] { draw_until_finished(); });
}

Progress::~Progress() { finish(); }

void Progress::stage(std::string_view name) {
  if (!settings_.enabled) return;
  const std::lock_guard lock(mutex_);
  stage_ = name;
}

void Progress::finish() {
  if (!settings_.enabled) return;
  {
    const std::lock_guard lock(mutex_);
    if (finished_) return;
    finished_ = true;
  }
  wake_.notify_one();
  drawer_.join();
}

void Progress::draw_until_finished() {
  std::unique_lock lock(mutex_);
  if (wake_.wait_for(lock, settings_.delay, [this] { return finished_; })) return;
  do {
    const std::string text = std::string(kClearLine) + line();
    // A slow terminal must not hold up stage().
    lock.unlock();
    settings_.write(text);
    lock.lock();
  } while (!wake_.wait_for(lock, settings_.interval, [this] { return finished_; }));
  settings_.write(kClearLine);
}

std::string Progress::line() const {
  std::string text = fmt::format("snag: {}", stage_.empty() ? "working" : stage_);
  // A line that wraps could not be cleared.
  const std::size_t room = static_cast<std::size_t>(std::max(settings_.width - 1, 1));
  if (text.size() > room) text.resize(room);
  return text;
}

}  // namespace snag
