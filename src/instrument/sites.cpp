#include "instrument/sites.h"

#include <algorithm>
#include <iterator>

#include "classfile/language_names.h"

namespace snag::instrument {

namespace {
constexpr std::size_t kMaximumAllocations = 4;  // for one class
constexpr int kMaximumSupers = 256;             // a wrong class may be its own superclass
}  // namespace

std::optional<std::uint16_t> original_pc(std::span<const Shift> shifts, std::uint32_t now) {
  if (shifts.empty()) return static_cast<std::uint16_t>(now);
  const auto next = std::upper_bound(shifts.begin(), shifts.end(), now,
                                     [](std::uint32_t at, const Shift& shift) { return at < shift.now; });
  if (next == shifts.end()) return std::nullopt;
  const Shift last = next == shifts.begin() ? Shift{} : *std::prev(next);
  return static_cast<std::uint16_t>(std::min<std::uint32_t>(last.pc + (now - last.now), next->pc));
}

Sites::Class& Sites::class_at(LoadedClassId id) {
  std::unique_ptr<Class>& of = by_id_[id];
  if (of == nullptr) {
    of = std::make_unique<Class>();
    of->name = texts_.mention({});
  }
  return *of;
}

// A program has many sites with few names: each text is kept once.
std::int32_t Sites::add(const Site& site, LoadedClassId of) {
  std::lock_guard lock(mutex_);
  Class& in = class_at(of);
  const auto text = [this](std::string_view of_text) { return texts_.mention(of_text); };
  const CodePlace& place = site.place;
  StoredSite stored{text(place.class_name),
                    text(place.method),
                    text(place.descriptor),
                    text(place.file),
                    place.line,
                    place.pc,
                    static_cast<std::uint32_t>(in.accesses.size()),
                    static_cast<std::uint32_t>(site.accesses.size())};
  for (const SiteAccess& access : site.accesses) {
    in.accesses.push_back({text(access.owner), text(access.name), text(access.descriptor), access.access,
                           access.is_static, access.line, access.pc});
  }
  in.sites.push_back(stored);
  ++living_sites_;
  const std::int32_t id = ++site_count_;
  // Classes that are rewritten at the same time have several runs each.
  auto last = runs_.empty() ? runs_.end() : std::prev(runs_.end());
  if (last != runs_.end() && last->second.of == &in && last->first + last->second.count == id) {
    ++last->second.count;
  } else {
    runs_.emplace_hint(runs_.end(), id, Run{&in, static_cast<std::uint32_t>(in.sites.size() - 1), 1});
    in.runs.push_back(id);
  }
  return id;
}

const Sites::Run* Sites::run_of(std::int32_t id, std::int32_t& first) const {
  auto after = runs_.upper_bound(id);
  if (after == runs_.begin()) return nullptr;
  auto run = std::prev(after);
  first = run->first;
  return id - first < run->second.count ? &run->second : nullptr;
}

std::optional<Site> Sites::find(std::int32_t id) const {
  std::lock_guard lock(mutex_);
  std::int32_t first = 0;
  const Run* run = run_of(id, first);
  if (run == nullptr) return std::nullopt;
  const StoredSite& stored = run->of->sites[run->first + static_cast<std::uint32_t>(id - first)];
  Site site{{texts_[stored.class_name], texts_[stored.method], texts_[stored.descriptor], texts_[stored.file],
             stored.line, stored.pc},
            {}};
  for (std::uint32_t i = 0; i < stored.access_count; ++i) {
    const StoredAccess& access = run->of->accesses[stored.first_access + i];
    site.accesses.push_back({texts_[access.owner], texts_[access.name], texts_[access.descriptor], access.access,
                             access.is_static, access.line, access.pc});
  }
  return site;
}

LoadedClassId Sites::class_of(std::int32_t id) const {
  std::lock_guard lock(mutex_);
  std::int32_t first = 0;
  const Run* run = run_of(id, first);
  return run == nullptr ? LoadedClassId::kNone : run->of->id;
}

std::size_t Sites::size() const {
  std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(site_count_);
}

std::size_t Sites::living() const {
  std::lock_guard lock(mutex_);
  return living_sites_;
}

LoadedClassId Sites::add_class(std::string_view internal_name, ClassFacts facts, LoaderId loader) {
  std::lock_guard lock(mutex_);
  auto [known, is_new] = classes_.try_emplace(std::string(internal_name));
  Named& named = known->second;
  facts.several = !is_new && (named.facts.several || named.facts.super != facts.super ||
                              named.facts.interfaces != facts.interfaces);
  named.facts = std::move(facts);
  const std::uint32_t name = texts_.mention(internal_name);
  auto [it, added] = ids_.try_emplace({loader, name});
  if (!added) {
    texts_.release(name);
    forget_rewritten(*by_id_.at(it->second));
    return it->second;
  }
  it->second = LoadedClassId{++class_count_};
  ++named.count;
  by_id_.emplace(it->second, std::make_unique<Class>(Class{.id = it->second, .name = name, .loader = loader}));
  if (loader != LoaderId::kBoot) of_loader_[loader].push_back(it->second);
  return it->second;
}

LoadedClassId Sites::find_class(std::string_view internal_name, LoaderId loader) const {
  std::lock_guard lock(mutex_);
  const std::optional<std::uint32_t> name = texts_.find(internal_name);
  if (!name) return LoadedClassId::kNone;
  auto it = ids_.find({loader, *name});
  return it == ids_.end() ? LoadedClassId::kNone : it->second;
}

LoaderId Sites::loader_of(LoadedClassId id) const {
  std::lock_guard lock(mutex_);
  auto it = by_id_.find(id);
  return it == by_id_.end() ? LoaderId::kBoot : it->second->loader;
}

std::vector<LoadedClassId> Sites::take_classes(LoaderId loader) {
  std::lock_guard lock(mutex_);
  auto it = of_loader_.find(loader);
  if (it == of_loader_.end()) return {};
  std::vector<LoadedClassId> classes = std::move(it->second);
  of_loader_.erase(it);
  return classes;
}

std::vector<SiteRun> Sites::runs_of(LoadedClassId id) const {
  std::lock_guard lock(mutex_);
  std::vector<SiteRun> runs;
  auto it = by_id_.find(id);
  if (it == by_id_.end()) return runs;
  for (std::int32_t first : it->second->runs) runs.push_back({first, runs_.at(first).count});
  return runs;
}

void Sites::add_rewritten(LoadedClassId id, std::span<const RewrittenMethod> methods) {
  std::lock_guard lock(mutex_);
  Class& of = class_at(id);
  for (const RewrittenMethod& method : methods) {
    of.rewritten.push_back({texts_.mention(method.name), texts_.mention(method.descriptor), method.shifts});
  }
}

std::vector<Shift> Sites::shifts_of(LoadedClassId id, std::string_view method, std::string_view descriptor) const {
  std::lock_guard lock(mutex_);
  auto it = by_id_.find(id);
  if (it == by_id_.end()) return {};
  for (const StoredMethod& stored : it->second->rewritten) {
    if (texts_[stored.name] == method && texts_[stored.descriptor] == descriptor) return stored.shifts;
  }
  return {};
}

void Sites::forget_rewritten(Class& of) {
  for (const StoredMethod& method : of.rewritten) {
    for (std::uint32_t text : {method.name, method.descriptor}) texts_.release(text);
  }
  of.rewritten.clear();
}

std::size_t Sites::forgotten_classes() const {
  std::lock_guard lock(mutex_);
  return forgotten_classes_;
}

std::optional<std::string> Sites::forget(LoadedClassId id) {
  std::lock_guard lock(mutex_);
  auto it = id == LoadedClassId::kNone ? by_id_.end() : by_id_.find(id);
  if (it == by_id_.end()) return std::nullopt;
  const std::unique_ptr<Class> gone = std::move(it->second);
  by_id_.erase(it);
  ids_.erase({gone->loader, gone->name});
  const std::string name = texts_[gone->name];
  auto named = classes_.find(name);
  const bool last = --named->second.count == 0;
  if (last) classes_.erase(named);
  forget_allocations(*gone);
  if (last) {
    if (auto own = allocations_.find(name); own != allocations_.end() && own->second.places.empty())
      allocations_.erase(own);
  }

  for (std::int32_t first : gone->runs) runs_.erase(first);
  living_sites_ -= gone->sites.size();
  ++forgotten_classes_;
  for (const StoredSite& site : gone->sites) {
    for (std::uint32_t text : {site.class_name, site.method, site.descriptor, site.file}) texts_.release(text);
  }
  for (const StoredAccess& access : gone->accesses) {
    for (std::uint32_t text : {access.owner, access.name, access.descriptor}) texts_.release(text);
  }
  for (std::uint32_t text : gone->allocated) texts_.release(text);
  forget_rewritten(*gone);
  texts_.release(gone->name);
  return last ? std::optional(name) : std::nullopt;
}

// Objects that were allocated there may still live: the remaining places are then not the only ones that they may come
// from.
void Sites::forget_allocations(const Class& in) {
  const std::string& name = texts_[in.name];
  if (classes_.contains(name)) return;  // the places of another loader's class look the same
  for (std::uint32_t allocated : in.allocated) {
    auto it = allocations_.find(texts_[allocated]);
    if (it == allocations_.end()) continue;
    std::erase_if(it->second.places, [&](const CodePlace& place) { return place.class_name == name; });
    it->second.incomplete = true;
    if (it->second.places.empty() && !classes_.contains(texts_[allocated])) allocations_.erase(it);
  }
}

void Sites::add_unloaded(std::string_view internal_name, ClassFacts facts) {
  std::lock_guard lock(mutex_);
  unloaded_.insert_or_assign(std::string(internal_name), std::move(facts));
}

const ClassFacts* Sites::facts_of(std::string_view internal_name) const {
  const std::string name(internal_name);
  if (auto it = classes_.find(name); it != classes_.end()) return &it->second.facts;
  auto it = unloaded_.find(name);
  return it == unloaded_.end() ? nullptr : &it->second;
}

bool Sites::carries_static_state(std::string_view internal_name) const {
  std::lock_guard lock(mutex_);
  auto it = classes_.find(std::string(internal_name));
  return it != classes_.end() && it->second.facts.carries_static_state;
}

std::string Sites::library_super(std::string_view internal_name) const {
  std::lock_guard lock(mutex_);
  for (int i = 0; i < kMaximumSupers; ++i) {
    const ClassFacts* facts = facts_of(internal_name);
    if (facts == nullptr) return {};
    internal_name = facts->super;
    if (is_platform_class(internal_name)) return facts->super;
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
    if (name.empty() || name == classfile::kObjectClass || !visited.insert(name).second) continue;
    if (name == classfile::kSerializableInterface) return true;
    const auto seen = classes_.find(std::string(name));
    if (seen == classes_.end()) {
      if (!not_serializable_.contains(std::string(name))) return true;
      continue;
    }
    if (seen->second.facts.several) return true;
    pending.push_back(seen->second.facts.super);
    pending.insert(pending.end(), seen->second.facts.interfaces.begin(), seen->second.facts.interfaces.end());
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

void Sites::add_allocation(std::string_view allocated_class, CodePlace place, LoadedClassId in) {
  std::lock_guard lock(mutex_);
  std::vector<CodePlace>& places = allocations_[std::string(allocated_class)].places;
  auto same = [&](const CodePlace& other) {
    return other.class_name == place.class_name && other.method == place.method &&
           other.descriptor == place.descriptor && other.line == place.line;
  };
  // Also of a class whose places are known from another loader: the last of the two that goes takes them with it.
  std::vector<std::uint32_t>& allocated = class_at(in).allocated;
  const std::uint32_t text = texts_.mention(allocated_class);
  if (std::find(allocated.begin(), allocated.end(), text) == allocated.end()) {
    allocated.push_back(text);
  } else {
    texts_.release(text);
  }
  if (std::any_of(places.begin(), places.end(), same)) return;
  if (places.size() < kMaximumAllocations) places.push_back(std::move(place));
}

std::vector<CodePlace> Sites::allocations(std::string_view internal_name) const {
  std::lock_guard lock(mutex_);
  auto it = allocations_.find(std::string(internal_name));
  return it == allocations_.end() || it->second.incomplete ? std::vector<CodePlace>() : it->second.places;
}

}  // namespace snag::instrument
