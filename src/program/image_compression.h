// `compact-cp`, one of the two compressions that jlink supports for resources of a JDK image; the other is zlib's.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "program/blob.h"

namespace snag {

using ImageStringAt = std::function<std::optional<std::string_view>(std::uint64_t index)>;
// Returns exactly `size` bytes or an error; the caller must have checked `size` against the limits.
Result<Blob> inflate_compact_pool(Bytes data, std::uint64_t size, const ImageStringAt& string_at);

}  // namespace snag
