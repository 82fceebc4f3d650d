#include "agent/wait_cycles.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>

namespace snag::agent {

std::vector<std::vector<std::size_t>> cycles_of(std::span<const Wait> waits) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  absl::flat_hash_map<std::int64_t, std::size_t> index;
  for (std::size_t i = 0; i < waits.size(); ++i) index.emplace(waits[i].thread, i);
  const auto next = [&](std::size_t i) {
    const auto owner = index.find(waits[i].owner);
    return owner == index.end() ? kNone : owner->second;
  };
  std::vector<std::vector<std::size_t>> cycles;
  std::vector<std::size_t> visit(waits.size(), 0);
  for (std::size_t start = 0; start < waits.size(); ++start) {
    std::size_t at = start;
    while (at != kNone && visit[at] == 0) {
      visit[at] = start + 1;
      at = next(at);
    }
    if (at == kNone || visit[at] != start + 1) continue;
    std::vector<std::size_t> cycle;
    for (std::size_t i = at; cycle.empty() || i != at; i = next(i)) cycle.push_back(i);
    cycles.push_back(std::move(cycle));
  }
  return cycles;
}

std::chrono::milliseconds pause_after(std::chrono::microseconds cost, bool promising) {
  using std::chrono::milliseconds;
  constexpr milliseconds kShortest(500), kLongest(30'000), kSoon(100), kSoonAtLeast(1'000);
  constexpr int kShare = 100;
  const auto affordable = std::chrono::ceil<milliseconds>(cost * kShare);
  return promising ? std::clamp(affordable, kSoon, kSoonAtLeast) : std::clamp(affordable, kShortest, kLongest);
}

}  // namespace snag::agent
