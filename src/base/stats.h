// The times and counts of the passes of one run, for `--stats`; and what was given up or made coarser in it, which the
// user is told in any case.
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace snag {

// Only the thread that runs the pipeline may use it.
class Stats {
 public:
  struct Entry {
    std::string name;
    double wall_seconds = 0, cpu_seconds = 0;
    std::vector<std::pair<std::string, std::uint64_t>> counts;
  };

  // Measures from construction to destruction; counts may be added in between.
  class Pass {
   public:
    Pass(Stats& stats, std::string name) : stats_(stats), index_(stats.passes_.size()) {
      stats.passes_.push_back({std::move(name), 0, 0, {}});
    }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    ~Pass() {
      Entry& entry = stats_.passes_[index_];
      entry.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_start_).count();
      entry.cpu_seconds = static_cast<double>(std::clock() - cpu_start_) / CLOCKS_PER_SEC;
    }
    void count(std::string what, std::uint64_t n) { stats_.passes_[index_].counts.emplace_back(std::move(what), n); }

   private:
    Stats& stats_;
    std::size_t index_;
    std::chrono::steady_clock::time_point wall_start_ = std::chrono::steady_clock::now();
    std::clock_t cpu_start_ = std::clock();  // of all threads
  };

  const std::vector<Entry>& passes() const { return passes_; }

  // A sentence without its full stop, in which `snag` says what this run could not do as well as usual.
  void note_given_up(std::string sentence) { given_up_.push_back(std::move(sentence)); }
  struct Counted {
    std::string_view one, several;  // "method was", "methods were"
  };
  // The same for something that was counted: `3 methods were too large …`. Nothing if there are none.
  void note_given_up(std::uint64_t count, Counted what, std::string_view sentence) {
    if (count == 0) return;
    note_given_up(std::to_string(count) + " " + std::string(count == 1 ? what.one : what.several) + " " +
                  std::string(sentence));
  }
  const std::vector<std::string>& given_up() const { return given_up_; }

 private:
  std::vector<Entry> passes_;
  std::vector<std::string> given_up_;
};

}  // namespace snag
