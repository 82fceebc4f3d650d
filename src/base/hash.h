// A hash of texts. Abseil's, for its seed differs from run to run: whoever makes a jar cannot choose texts that
// collide. (Spelled out because Debian's Abseil has a string_view of its own.)
#pragma once

#include <absl/hash/hash.h>
#include <absl/strings/string_view.h>

#include <string_view>

namespace snag {

inline std::uint64_t hash_text(std::string_view text) {
  return absl::Hash<absl::string_view>()(absl::string_view(text.data(), text.size()));
}

}  // namespace snag
