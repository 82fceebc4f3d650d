// Optimal string alignment distance: the least number of inserted, deleted, replaced or swapped neighbouring characters
// that turns one word into the other ("fromat" -> "format" is 1). Row i holds the distances of the first i characters
// of one word to every beginning of the other; only three rows are alive. Words here are options: a few dozen
// characters.
#include "cli/suggest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace snag {
namespace {

std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before_last, last(to.size() + 1), current(to.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (swapped) current[j] = std::min(current[j], before_last[j - 2] + 1);
    }
    before_last = last;
    std::swap(last, current);
  }
  return last[to.size()];
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> candidates) {
  // An option is never this long; the bound keeps a pathological argument from costing time.
  constexpr std::size_t kLongestWord = 64;
  if (word.empty() || word.size() > kLongestWord) return std::nullopt;

  std::optional<std::string> best;
  // A third of the word may be wrong, the leading dashes not counted, and one slip is always forgiven.
  const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
  std::size_t best_distance = std::max<std::size_t>(1, (word.size() - dashes) / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace snag
