// Inflates deflated data of zip archives and JDK images.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "program/blob.h"
#include "program/read_limits.h"

namespace snag {

enum class DeflateForm : bool {
  kRaw,   // as in zip archives
  kZlib,  // with zlib's header and checksum
};

// Returns exactly `size` bytes, charged to the budget before they are allocated, or an error.
Result<Blob> inflate(Bytes data, std::uint64_t size, DeflateForm form, ReadBudget& budget);

// Returns the error for an exhausted budget.
Error over_inflated_limit(const ReadBudget& budget);

}  // namespace snag
