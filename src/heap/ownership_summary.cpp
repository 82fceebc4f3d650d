#include "heap/ownership_summary.h"

#include <algorithm>

namespace snag::ownership {

namespace {

template <class T>
void sort_and_unify(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

void Summary::normalize() {
  sort_and_unify(stores);
  if (stores.size() > kMaximumStores) {
    for (Store& store : stores) store.slot = {};
    sort_and_unify(stores);
  }
  sort_and_unify(publishes);
  sort_and_unify(results);
  if (stores.size() > kMaximumStores || gave_up) {
    gave_up = true;
    conditions.clear();
    publishes.clear();
    stores.clear();
    results.clear();
  }
}

bool Summary::publishes_parameter(std::uint32_t parameter) const {
  return gave_up || std::find(publishes.begin(), publishes.end(), Path{.parameter = parameter}) != publishes.end();
}

bool Summary::returns_only_fresh() const { return !gave_up && results == std::vector{Place{Role::kResult}}; }

}  // namespace snag::ownership
