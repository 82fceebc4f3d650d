#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace snag {

void parallel_ranges(std::size_t count, unsigned jobs, std::size_t grain,
                     const std::function<void(std::size_t begin, std::size_t end)>& body) {
  if (count <= grain) {  // asking for the number of processors is a system call
    if (count > 0) body(0, count);
    return;
  }
  const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
  jobs = jobs == 0 ? processors : std::min(jobs, processors);  // more threads than processors gain nothing
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr problem;  // guarded by mutex: the first exception
  auto work = [&] {
    try {
      for (std::size_t begin; (begin = next.fetch_add(grain, std::memory_order_relaxed)) < count;) {
        body(begin, std::min(begin + grain, count));
      }
    } catch (...) {
      next.store(count, std::memory_order_relaxed);  // no further ranges
      std::lock_guard lock(mutex);
      if (!problem) problem = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;  // joined at the end of this block
    for (std::size_t n = 1; n < jobs && n * grain < count; ++n) threads.emplace_back(work);
    work();
  }
  if (problem) std::rethrow_exception(problem);
}

}  // namespace snag
