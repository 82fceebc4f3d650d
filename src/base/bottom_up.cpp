#include "base/bottom_up.h"

#include <numeric>

#include "base/parallel.h"

namespace snag {

namespace {
constexpr std::size_t kGrain = 16;  // components; a level of at most that many runs on the caller's thread
}

BottomUpOrder::Groups::Groups(std::uint32_t group_count, std::span<const std::uint32_t> group_of)
    : starts_(group_count + 1, 0), members_(group_of.size()) {
  // This is a counting sort, which preserves the order within a group.
  for (std::uint32_t group : group_of) ++starts_[group + 1];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (std::uint32_t member = 0; member < group_of.size(); ++member) members_[next[group_of[member]]++] = member;
}

void BottomUpOrder::for_each(unsigned jobs, const std::function<void(std::uint32_t component)>& visit) const {
  for (std::uint32_t l = 0; l < level_count(); ++l) {
    std::span<const std::uint32_t> components = level(l);
    parallel_ranges(components.size(), jobs, kGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) visit(components[i]);
    });
  }
}

}  // namespace snag
