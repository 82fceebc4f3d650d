// What went wrong in a test over thousands of classes: how often, and the first few. Any thread may add.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

namespace snag {

class Problems {
 public:
  void add(const std::string& text) {
    std::lock_guard lock(mutex_);
    if (++count_ <= 20) shown_ += "\n  " + text;
  }
  // Empty when there are none.
  std::string text() const {
    std::lock_guard lock(mutex_);
    return count_ == 0 ? "" : std::to_string(count_) + " problems:" + shown_;
  }

 private:
  mutable std::mutex mutex_;
  std::uint64_t count_ = 0;
  std::string shown_;
};

}  // namespace snag
