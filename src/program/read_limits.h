// Limits on what an archive may cost. A zip bomb, however it is nested, costs at most this; whatever exceeds a limit is
// skipped with a diagnostic that names the limit. The numbers are intended to be far above real programs: the largest
// class file of JDK 17 has 0.3 MB.
#pragma once

#include <atomic>
#include <cstdint>

namespace snag {

struct ReadLimits {
  std::uint64_t class_size = 64ULL << 20;           // one class file, inflated: 64 MiB
  std::uint64_t archive_size = 1ULL << 30;          // one archive inside another, inflated: 1 GiB
  std::uint64_t total_inflated_size = 16ULL << 30;  // all that is ever inflated for one class path: 16 GiB
  std::uint64_t total_nested_size = 4ULL << 30;     // all archives inside others that are kept inflated: 4 GiB
  std::uint32_t entries_per_archive = 2'000'000;    // entries of one archive's central directory
  std::uint32_t total_entries = 8'000'000;          // entries of all archives and files of all folders
  std::uint32_t open_files = 256;                   // archives that stay open; further ones are kept in memory
  std::uint32_t nesting_depth = 6;                  // an ear with a war with a jar is 3
  std::uint32_t manifest_size = 16U << 20;          // 16 MiB: signed jars list every entry
};

// How much of the limits one class path has used. Any thread may spend.
class ReadBudget {
 public:
  explicit ReadBudget(const ReadLimits& limits) : limits_(limits) {}

  const ReadLimits& limits() const { return limits_; }

  bool spend_inflated(std::uint64_t size) { return spend(inflated_, size, limits_.total_inflated_size); }
  bool spend_nested(std::uint64_t size) { return spend(nested_, size, limits_.total_nested_size); }
  bool spend_open_file() { return spend(open_files_, 1, limits_.open_files); }
  bool spend_entries(std::uint64_t count) { return spend(entries_, count, limits_.total_entries); }

 private:
  // Refused spending is not counted, so that a small request still succeeds after an absurd one was refused.
  static bool spend(std::atomic<std::uint64_t>& used, std::uint64_t amount, std::uint64_t limit) {
    std::uint64_t before = used.load(std::memory_order_relaxed);
    do {
      if (amount > limit || before > limit - amount) return false;
    } while (!used.compare_exchange_weak(before, before + amount, std::memory_order_relaxed));
    return true;
  }

  ReadLimits limits_;
  std::atomic<std::uint64_t> inflated_{0};
  std::atomic<std::uint64_t> nested_{0};
  std::atomic<std::uint64_t> entries_{0};
  std::atomic<std::uint64_t> open_files_{0};
};

}  // namespace snag
