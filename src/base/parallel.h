// Work over many independent items on several threads (oneTBB).
#pragma once

#include <cstddef>
#include <functional>

namespace snag {

// Calls `body(begin, end)` for ranges that together are 0 to count - 1, each once, on at most `jobs` threads and
// processors (0: as many as there are processors), and returns when all are done. Ranges have at least
// about half of `grain` items where there is more than one; how many more oneTBB decides. What the caller did before is
// seen by every call, what the calls did is seen by the caller afterwards.
void parallel_ranges(std::size_t count, unsigned jobs, std::size_t grain,
                     const std::function<void(std::size_t begin, std::size_t end)>& body);

}  // namespace snag
