#include "base/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>

namespace snag {

void parallel_ranges(std::size_t count, unsigned jobs, std::size_t grain,
                     const std::function<void(std::size_t begin, std::size_t end)>& body) {
  if (count == 0) return;
  // More threads than processors gain nothing, and oneTBB warns about them on standard error.
  auto processors = static_cast<unsigned>(std::max(1, tbb::this_task_arena::max_concurrency()));
  jobs = jobs == 0 ? processors : std::min(jobs, processors);
  if (jobs == 1 || count <= grain) return body(0, count);

  // oneTBB orders all this itself, but Debian's library is not built with ThreadSanitizer, which therefore sees neither
  // its hand-over nor its join. These two are visible; they cost two atomic operations a range.
  std::atomic<bool> started{false};
  std::atomic<std::size_t> finished{0};
  started.store(true, std::memory_order_release);
  tbb::task_arena arena(static_cast<int>(jobs));
  arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain), [&](const auto& range) {
      started.load(std::memory_order_acquire);
      body(range.begin(), range.end());
      finished.fetch_add(range.size(), std::memory_order_acq_rel);
    });
  });
  finished.load(std::memory_order_acquire);
}

}  // namespace snag
