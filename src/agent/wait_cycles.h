// Threads that wait for each other in a cycle. Each thread waits for one other, the owner of the lock that it wants,
// so that a cycle is found by following the owners from every thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace snag::agent {

struct Wait {
  std::int64_t thread = 0;
  std::int64_t owner = 0;  // of what it waits for
};

// Each cycle once, as indices, each followed by the one it waits for. A thread occurs once at most in `waits`.
std::vector<std::vector<std::size_t>> cycles_of(std::span<const Wait> waits);

// How long to wait after a look for deadlocks that has taken `cost`: half a second, or a hundred times the cost if that
// is more, so that a hundredth of one processor's time goes into it with thousands of threads (40 ms a look with 5,000
// that are blocked), and half a minute at most. What was `promising` is looked at again within a second.
std::chrono::milliseconds pause_after(std::chrono::microseconds cost, bool promising);

}  // namespace snag::agent
