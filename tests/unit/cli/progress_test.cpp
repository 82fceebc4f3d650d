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

TEST(Progress, ShowsStageAndCountsThenClearsItself) {
  Screen screen;
  {
    Progress progress(screen.settings(0ms));
    progress.stage("reading classes");
    progress.advance(25, 200);
    EXPECT_TRUE(screen.shows("snag: reading classes 25/200 (12%)"));
    progress.stage("building SSA");
    progress.advance(7, 0);
    EXPECT_TRUE(screen.shows("snag: building SSA 7"));
  }
  EXPECT_EQ(screen.writes().back(), kClearLine);
}

TEST(Progress, ShortWorkShowsNothing) {
  Screen screen;
  {
    Progress progress(screen.settings(1h));
    progress.stage("reading classes");
    progress.advance(1, 2);
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

TEST(Progress, ManyThreadsMayAdvance) {
  Screen screen;
  {
    Progress progress(screen.settings(0ms));
    progress.stage("counting");
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&progress] {
        for (std::uint64_t i = 0; i <= 10000; ++i) progress.advance(i, 10000);
        progress.stage("counted");
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_TRUE(screen.shows("counted"));
    progress.finish();
    progress.finish();  // a second time does nothing
  }
  EXPECT_EQ(screen.writes().back(), kClearLine);
}

}  // namespace
}  // namespace snag
