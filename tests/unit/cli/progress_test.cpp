#include "cli/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace snag {
namespace {

using namespace std::chrono_literals;

constexpr const char* kClearLine = "\r\x1b[K";

// What a terminal received.
class Screen {
 public:
  Progress::Settings settings(std::chrono::milliseconds delay, int width = 80) {
    return {.enabled = true, .width = width, .delay = delay, .interval = 1ms, .write = [this](std::string_view text) {
              const std::lock_guard lock(mutex_);
              writes_.emplace_back(text);
            }};
  }
  std::vector<std::string> writes() {
    const std::lock_guard lock(mutex_);
    return writes_;
  }
  // Waits for a line with `text`; false when none comes.
  bool shows(std::string_view text) {
    for (int attempt = 0; attempt < 5000; ++attempt) {
      for (const std::string& write : writes()) {
        if (write.find(text) != std::string::npos) return true;
      }
      std::this_thread::sleep_for(1ms);
    }
    return false;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> writes_;
};

TEST(Progress, ShowsTheStageThenClearsItself) {
  Screen screen;
  {
    Progress progress(screen.settings(0ms));
    progress.stage("reading classes");
    EXPECT_TRUE(screen.shows("snag: reading classes"));
    progress.stage("building SSA");
    EXPECT_TRUE(screen.shows("snag: building SSA"));
  }
  EXPECT_EQ(screen.writes().back(), kClearLine);
}

TEST(Progress, ShortWorkShowsNothing) {
  Screen screen;
  {
    Progress progress(screen.settings(1h));
    progress.stage("reading classes");
  }
  EXPECT_TRUE(screen.writes().empty());
}

TEST(Progress, DisabledWritesNothing) {
  Screen screen;
  auto settings = screen.settings(0ms);
  settings.enabled = false;
  {
    Progress progress(settings);
    progress.stage("reading classes");
    std::this_thread::sleep_for(20ms);
    progress.finish();
  }
  EXPECT_TRUE(screen.writes().empty());
}

TEST(Progress, NeverWiderThanTheTerminal) {
  Screen screen;
  Progress progress(screen.settings(0ms, /*width=*/20));
  progress.stage("a stage with a very long name indeed");
  ASSERT_TRUE(screen.shows("snag: a stage with"));
  progress.finish();
  for (const std::string& write : screen.writes()) EXPECT_LT(write.size(), 20 + std::string(kClearLine).size());
}

TEST(Progress, FinishedTwiceIsFinishedOnce) {
  Screen screen;
  Progress progress(screen.settings(0ms));
  ASSERT_TRUE(screen.shows("snag: working"));
  progress.finish();
  std::size_t writes = screen.writes().size();
  progress.finish();
  EXPECT_EQ(screen.writes().size(), writes);
  EXPECT_EQ(screen.writes().back(), kClearLine);
}

}  // namespace
}  // namespace snag
