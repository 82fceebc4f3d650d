// Work over many independent items on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace snag {

// Calls `body(begin, end)` for ranges of at most `grain` items that together are 0 to count - 1, each once, on at most
// `jobs` threads and processors (0: as many as there are processors), the caller's among them, and returns when all are
// done. What the caller did before is seen by every call, what the calls did is seen by the caller afterwards. The
// first exception of a call ends the rest and is thrown here.
//
// Threads of its own for each loop instead of oneTBB: Debian's library is not built with ThreadSanitizer, which
// therefore took its hand-over and its join for races; hiding those hid every real one as well.
void parallel_ranges(std::size_t count, unsigned jobs, std::size_t grain,
                     const std::function<void(std::size_t begin, std::size_t end)>& body);

}  // namespace snag
