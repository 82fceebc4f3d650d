#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace snag {
namespace {

TEST(ParallelRanges, EveryItemOnceForAnyNumberOfJobs) {
  for (unsigned jobs : {0u, 1u, 2u, 100u}) {
    for (std::size_t count : {0u, 1u, 7u, 1000u}) {
      std::vector<int> visits(count, 0);  // not atomic: what the calls did must be seen here
      parallel_ranges(count, jobs, /*grain=*/3, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) ++visits[i];
      });
      EXPECT_EQ(visits, std::vector<int>(count, 1)) << jobs << " jobs, " << count << " items";
    }
  }
}

TEST(ParallelRanges, RangesAreNoLongerThanAsked) {
  for (unsigned jobs : {1u, 2u}) {
    std::atomic<std::size_t> longest = 0, total = 0;
    parallel_ranges(1000, jobs, /*grain=*/7, [&](std::size_t begin, std::size_t end) {
      for (std::size_t seen = longest; seen < end - begin && !longest.compare_exchange_weak(seen, end - begin);)
        continue;
      total += end - begin;
    });
    EXPECT_EQ(longest, 7u);
    EXPECT_EQ(total, 1000u);
  }
}

TEST(ParallelRanges, AnExceptionReachesTheCaller) {
  auto fails = [](std::size_t begin, std::size_t) {
    if (begin == 0) throw std::runtime_error("no");
  };
  EXPECT_THROW(parallel_ranges(100, /*jobs=*/2, /*grain=*/1, fails), std::runtime_error);
}

}  // namespace
}  // namespace snag
