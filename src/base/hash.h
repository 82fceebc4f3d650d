// A hash of texts. It is Abseil's, because its seed differs from run to run: the author of a jar cannot choose texts
// that collide. (The conversion is explicit because Debian's Abseil has a string_view of its own.)
#pragma once

#include <absl/hash/hash.h>
#include <absl/strings/string_view.h>

#include <string_view>

namespace snag {

inline std::uint64_t hash_text(std::string_view text) {
  return absl::Hash<absl::string_view>()(absl::string_view(text.data(), text.size()));
}

}  // namespace snag
