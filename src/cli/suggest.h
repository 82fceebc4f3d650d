// Which known word did the user mean? Serves unknown commands and options.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace snag {

// The candidate nearest to `word` by edit distance (a swap of neighbours counts as one edit), or nothing when none is
// near enough to be a plausible slip. Of equally near candidates the first wins.
std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> candidates);

}  // namespace snag
