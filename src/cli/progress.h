// One line on the terminal that says what a long run is doing. It appears after a second, renews itself a few times a
// second, and leaves nothing behind; in a pipe or a log file it never appears.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace snag {

// stage() and finish() belong to the thread that runs the pipeline. The drawing is done by a thread of its own.
class Progress {
 public:
  struct Settings {
    bool enabled = false;
    int width = 80;
    std::chrono::milliseconds delay{1000};
    std::chrono::milliseconds interval{100};
    std::function<void(std::string_view)> write;  // called by the drawing thread
  };

  // For standard error: enabled when that is a terminal.
  Progress();
  explicit Progress(Settings settings);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  // Names the work that starts now.
  void stage(std::string_view name);

  // Clears the line and draws no more. Call it before printing results to the same terminal.
  void finish();

 private:
  void draw_until_finished();
  std::string line() const;  // mutex_ is held

  const Settings settings_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::string stage_;      // guarded by mutex_
  bool finished_ = false;  // guarded by mutex_
  std::thread drawer_;
};

}  // namespace snag
