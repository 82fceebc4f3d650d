// Guesses which known word was meant, for unknown commands, options, configuration keys and class names.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

namespace snag {

// Returns the least number of inserted, deleted, replaced or swapped neighbouring characters that turns one word into
// the other (optimal string alignment): "fromat" to "format" is 1. The time is quadratic in the words' lengths.
std::size_t edit_distance(std::string_view from, std::string_view to);

// Returns the candidate nearest to `word`, or nothing if none is near enough to be a plausible typing error: a third of
// the word may be wrong, not counting leading dashes, and one error is always allowed. Of equally near candidates the
// first is returned. The result is a view into the candidates.
template <class Candidates>
std::optional<std::string_view> nearest(std::string_view word, const Candidates& candidates) {
  constexpr std::size_t kLongestWord = 64;  // a longer word is not a typing error
  if (word.empty() || word.size() > kLongestWord) return std::nullopt;
  std::optional<std::string_view> best;
  const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
  std::size_t best_distance = std::max<std::size_t>(1, (word.size() - dashes) / 3) + 1;
  for (const auto& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

}  // namespace snag
