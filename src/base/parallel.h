// Processes many independent items on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace snag {

// Calls `body(begin, end)` once for each of the ranges of at most `grain` items that together are 0 to count - 1, on at
// most `jobs` threads and processors (0: as many as there are processors), including the caller's thread, and returns
// when all are done. What the caller did before happens before every call, and all calls happen before the return. The
// first exception of a call stops the others and is thrown here.
//
// Each loop has threads of its own instead of oneTBB's: Debian's library is not built with ThreadSanitizer, which
// therefore reported its hand-over and its join as races; hiding those hid every real one as well.
void parallel_ranges(std::size_t count, unsigned jobs, std::size_t grain,
                     const std::function<void(std::size_t begin, std::size_t end)>& body);

}  // namespace snag
