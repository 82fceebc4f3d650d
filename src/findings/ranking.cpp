#include "findings/ranking.h"

#include <algorithm>

namespace snag {

std::uint32_t score_of(const Evidence& finding) {
  int score = 50;
  // Another thread that gets in between is known by name, not only possible.
  if (finding.threads.size() > 1) {
    score += 20;
    // It holds locks of its own there: the two were meant to exclude each other.
    const std::vector<Step>& other = finding.threads[1].steps;
    if (std::any_of(other.begin(), other.end(), [](const Step& step) { return !step.locks.empty(); })) score += 10;
  }
  if (!finding.threads.empty()) {
    // The further the reader has to go, the likelier it is that something on the way makes it right.
    const std::vector<Step>& own = finding.threads.front().steps;
    const auto calls = std::count_if(own.begin(), own.end(), [](const Step& step) { return step.role == Role::kCall; });
    score -= 5 * static_cast<int>(std::min<std::ptrdiff_t>(calls, 6));
    const bool one_method = std::all_of(own.begin(), own.end(), [&](const Step& step) {
      return step.class_name == finding.class_name && step.method == finding.method;
    });
    if (one_method) score += 10;
  }
  // One repair mends several places.
  score += 2 * static_cast<int>(std::min<std::size_t>(finding.also.size(), 5));
  return static_cast<std::uint32_t>(std::clamp(score, 0, 100));
}

}  // namespace snag
