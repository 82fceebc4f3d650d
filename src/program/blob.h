// Bytes together with the owner that keeps them alive: a part of a file, or the inflated contents of an entry. Copying
// a Blob copies no bytes.
#pragma once

#include <memory>

#include "base/cursor.h"

namespace snag {

struct Blob {
  Bytes bytes;                        // valid while `owner` lives
  std::shared_ptr<const void> owner;  // null only for bytes that the caller keeps alive, as tests do
};

}  // namespace snag
