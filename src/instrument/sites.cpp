#include "instrument/sites.h"

#include <algorithm>

namespace snag::instrument {

namespace {
constexpr std::size_t kMaximumAllocations = 4;  // for one class
constexpr int kMaximumSupers = 256;             // a wrong class may be its own superclass
}  // namespace

// A program has many sites with few names: each text is kept once.
std::uint32_t Sites::text(std::string_view text) {
  auto it = text_of_.find(text);
  if (it != text_of_.end()) return it->second;
  texts_.emplace_back(text);
  auto id = static_cast<std::uint32_t>(texts_.size() - 1);
  text_of_.emplace(std::string_view(texts_.back()), id);
  return id;
}

std::int32_t Sites::add(const Site& site) {
  std::lock_guard lock(mutex_);
  StoredSite stored{text(site.class_name),
                    text(site.method),
                    text(site.descriptor),
                    text(site.file),
                    site.line,
                    static_cast<std::uint32_t>(accesses_.size()),
                    static_cast<std::uint32_t>(site.accesses.size())};
  for (const SiteAccess& access : site.accesses) {
    accesses_.push_back(
        {text(access.owner), text(access.name), text(access.descriptor), access.line, access.access, access.is_static});
  }
  sites_.push_back(stored);
  return static_cast<std::int32_t>(sites_.size());
}

std::optional<Site> Sites::find(std::int32_t id) const {
  std::lock_guard lock(mutex_);
  if (id < 1 || static_cast<std::size_t>(id) > sites_.size()) return std::nullopt;
  const StoredSite& stored = sites_[static_cast<std::size_t>(id) - 1];
  Site site{texts_[stored.class_name], texts_[stored.method], texts_[stored.descriptor],
            texts_[stored.file],       stored.line,           {}};
  for (std::uint32_t i = 0; i < stored.access_count; ++i) {
    const StoredAccess& access = accesses_[stored.first_access + i];
    site.accesses.push_back({texts_[access.owner], texts_[access.name], texts_[access.descriptor], access.access,
                             access.line, access.is_static});
  }
  return site;
}

std::size_t Sites::size() const {
  std::lock_guard lock(mutex_);
  return sites_.size();
}

void Sites::add_class(std::string_view internal_name, ClassFacts facts) {
  std::lock_guard lock(mutex_);
  auto [it, added] = classes_.try_emplace(std::string(internal_name));
  ClassFacts& known = it->second;
  facts.several = !added && (known.several || known.super != facts.super || known.interfaces != facts.interfaces);
  known = std::move(facts);
}

void Sites::foresee(std::string_view internal_name, ClassFacts facts) {
  std::lock_guard lock(mutex_);
  foreseen_.insert_or_assign(std::string(internal_name), std::move(facts));
}

const ClassFacts* Sites::facts_of(std::string_view internal_name) const {
  const std::string name(internal_name);
  if (auto it = classes_.find(name); it != classes_.end()) return &it->second;
  auto it = foreseen_.find(name);
  return it == foreseen_.end() ? nullptr : &it->second;
}

bool Sites::knows_class(std::string_view internal_name) const {
  std::lock_guard lock(mutex_);
  return classes_.contains(std::string(internal_name));
}

bool Sites::carries_static_state(std::string_view internal_name) const {
  std::lock_guard lock(mutex_);
  auto it = classes_.find(std::string(internal_name));
  return it != classes_.end() && it->second.carries_static_state;
}

std::string Sites::library_super(std::string_view internal_name) const {
  std::lock_guard lock(mutex_);
  for (int i = 0; i < kMaximumSupers; ++i) {
    const ClassFacts* facts = facts_of(internal_name);
    if (facts == nullptr) return {};
    internal_name = facts->super;
    if (has_library_name(internal_name)) return facts->super;
  }
  return {};
}

void Sites::add_not_serializable(std::string_view internal_name) {
  std::lock_guard lock(mutex_);
  not_serializable_.emplace(internal_name);
}

bool Sites::may_be_serializable(std::string_view internal_name) const {
  std::lock_guard lock(mutex_);
  std::vector<std::string_view> pending{internal_name};
  absl::flat_hash_set<std::string_view> visited;
  while (!pending.empty()) {
    const std::string_view name = pending.back();
    pending.pop_back();
    if (name.empty() || name == "java/lang/Object" || !visited.insert(name).second) continue;
    if (name == "java/io/Serializable") return true;
    const auto seen = classes_.find(std::string(name));
    if (seen == classes_.end()) {
      if (!not_serializable_.contains(std::string(name))) return true;
      continue;
    }
    if (seen->second.several) return true;
    pending.push_back(seen->second.super);
    pending.insert(pending.end(), seen->second.interfaces.begin(), seen->second.interfaces.end());
  }
  return false;
}

std::optional<ResolvedField> Sites::resolve(std::string_view owner, std::string_view name,
                                            std::string_view descriptor) const {
  std::lock_guard lock(mutex_);
  for (int i = 0; i < kMaximumSupers; ++i) {
    const ClassFacts* facts = facts_of(owner);
    if (facts == nullptr) return std::nullopt;
    for (const FieldFacts& field : facts->fields) {
      if (field.name == name && field.descriptor == descriptor) return ResolvedField{std::string(owner), field.access};
    }
    owner = facts->super;
  }
  return std::nullopt;
}

void Sites::add_allocation(std::string_view allocated_class, AllocationPlace place) {
  std::lock_guard lock(mutex_);
  auto it = allocations_.find(std::string(allocated_class));
  if (it == allocations_.end())
    it = allocations_.emplace(std::string(allocated_class), std::vector<AllocationPlace>()).first;
  auto same = [&](const AllocationPlace& other) {
    return other.class_name == place.class_name && other.method == place.method &&
           other.descriptor == place.descriptor && other.line == place.line;
  };
  if (std::any_of(it->second.begin(), it->second.end(), same)) return;
  if (it->second.size() < kMaximumAllocations) it->second.push_back(std::move(place));
}

std::vector<AllocationPlace> Sites::allocations(std::string_view internal_name) const {
  std::lock_guard lock(mutex_);
  auto it = allocations_.find(std::string(internal_name));
  return it == allocations_.end() ? std::vector<AllocationPlace>() : it->second;
}

}  // namespace snag::instrument
