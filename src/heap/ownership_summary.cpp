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
  if (stores.size() > kMaximumStores) publish_stored();
  sort_and_unify(publishes);
  sort_and_unify(results);
  if (gave_up) {
    conditions.clear();
    publishes.clear();
    stores.clear();
    results.clear();
  }
}

// What is stored is published then, and the holder holds something shared. What the method has created and stored has
// no name any more; what that holds has been stored, too.
void Summary::publish_stored() {
  bool result_is_stored = false;
  std::vector<Store> left;
  for (const Store& store : stores) {
    if (store.what.role == Role::kPath) publishes.push_back(store.what.path);
    result_is_stored = result_is_stored || store.what.role == Role::kResult;
    if (store.holder.role != Role::kFresh) left.push_back({store.holder, {}, {Role::kShared}});
  }
  if (result_is_stored) {
    for (Place& place : results) {
      if (place.role == Role::kResult) place = {Role::kShared};
    }
    std::erase_if(left, [](const Store& store) { return store.holder.role == Role::kResult; });
  }
  stores = std::move(left);
  sort_and_unify(stores);
}

void Summary::widen(const Summary& known) {
  if (gave_up) return;
  bool created_is_new = false;  // something that the method created is stored or returned where it was not
  auto replace = [&](Place& place) {
    if (place.role == Role::kPath) publishes.push_back(place.path);
    created_is_new = created_is_new || place.role == Role::kFresh || place.role == Role::kResult;
    if (place.role == Role::kPath) place = {Role::kShared};
  };
  for (Store& store : stores) {
    if (std::binary_search(known.stores.begin(), known.stores.end(), store)) continue;
    replace(store.what);
    store.slot = {};
  }
  for (Place& place : results) {
    if (!std::binary_search(known.results.begin(), known.results.end(), place)) replace(place);
  }
  if (created_is_new) {
    publish_stored();
    for (Place& place : results) {
      if (place.role == Role::kFresh || place.role == Role::kResult) place = {Role::kShared};
    }
    std::erase_if(stores, [](const Store& store) { return store.holder.role == Role::kResult; });
  }
  // What was said of the last summary stays said, whatever the callees say now.
  publishes.insert(publishes.end(), known.publishes.begin(), known.publishes.end());
  normalize();
}

bool Summary::publishes_parameter(std::uint32_t parameter) const {
  return gave_up || std::find(publishes.begin(), publishes.end(), Path{.parameter = parameter}) != publishes.end();
}

bool Summary::returns_only_fresh() const { return !gave_up && results == std::vector{Place{Role::kResult}}; }

bool Summary::has_same_effects(const Summary& other) const {
  return gave_up == other.gave_up && publishes == other.publishes && stores == other.stores && results == other.results;
}

}  // namespace snag::ownership
