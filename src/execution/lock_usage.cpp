#include "execution/lock_usage.h"

#include <algorithm>
#include <bit>
#include <deque>

#include "base/scc.h"

namespace snag {

using ir::Op;
using ir::ValueId;

namespace {

constexpr std::uint32_t kBits = 64;

bool has(const std::vector<std::uint64_t>& bits, std::uint32_t n) {
  return n / kBits < bits.size() && ((bits[n / kBits] >> (n % kBits)) & 1) != 0;
}

void set(std::vector<std::uint64_t>& bits, std::uint32_t n) {
  if (bits.size() <= n / kBits) bits.resize(n / kBits + 1, 0);
  bits[n / kBits] |= std::uint64_t{1} << (n % kBits);
}

// Returns whether something was added.
bool add(std::vector<std::uint64_t>& bits, const std::vector<std::uint64_t>& others) {
  if (bits.size() < others.size()) bits.resize(others.size(), 0);
  bool grown = false;
  for (std::size_t n = 0; n < others.size(); ++n) {
    grown |= (others[n] & ~bits[n]) != 0;
    bits[n] |= others[n];
  }
  return grown;
}

template <class Visit>
void for_each(const std::vector<std::uint64_t>& bits, Visit&& visit) {
  for (std::size_t n = 0; n < bits.size(); ++n) {
    for (std::uint64_t rest = bits[n]; rest != 0; rest &= rest - 1) {
      visit(static_cast<std::uint32_t>(n * kBits) + static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }
}

bool contains(const std::vector<LockGroupId>& groups, LockGroupId group) {
  return std::binary_search(groups.begin(), groups.end(), group);
}

}  // namespace

LockUsage::LockUsage(Execution& execution)
    : execution_(execution), points_to_(execution.heap().points_to()), threads_(execution.threads()) {
  find_sites();
  group_objects();
  spread();
  find_always_held();
  order();
}

LockUsage::Use LockUsage::use_of(MethodInstanceId instance, const Execution::NamedLock& name) {
  Use use{.name = name, .objects = execution_.objects_of_lock(instance, name), .groups = {}};
  std::erase_if(use.objects, [&](const LockOfObject& lock) { return !execution_.heap().can_be_shared(lock.lock); });
  return use;
}

void LockUsage::find_sites() {
  sites_.resize(points_to_.instance_count());
  explicit_.resize(execution_.heap().object_count(), false);
  for (std::uint32_t n = 0; n < points_to_.instance_count(); ++n) {
    const MethodInstanceId instance(n);
    const std::span<const Execution::LocksAt> locks = execution_.named_locks(instance);
    if (locks.empty() || execution_.entry_locks(instance).empty()) continue;
    const ir::MethodIr* method = points_to_.store().get(points_to_[instance].method);
    if (method == nullptr) continue;
    for (const auto& [at, named] : locks) {
      const ir::Instruction& i = (*method)[at];
      if (i.op != Op::kInvoke && i.op != Op::kMonitorEnter) continue;
      Site site{.at = at, .held = {}, .acquired = {}};
      for (const Execution::NamedLock& lock : named) {
        if (lock.by_callers) continue;  // spreads from them
        if (!lock.acquired_here) {
          Use use = use_of(instance, lock);
          if (!use.objects.empty()) site.held.push_back(std::move(use));
          continue;
        }
        // Of several names the first is that of the operand itself; and what a callee acquires is seen there.
        const bool direct = i.op == Op::kMonitorEnter || [&] {
          const library::MethodModel* model = execution_.sections().calls().binding(i).model;
          return model != nullptr && !model->locks.empty();
        }();
        if (!direct || !site.acquired.empty()) continue;
        Use use = use_of(instance, lock);
        for (const LockOfObject& object : use.objects) {
          if (i.op == Op::kInvoke) explicit_[object.lock.value] = true;
        }
        if (!use.objects.empty()) site.acquired.push_back(std::move(use));
      }
      if (!site.held.empty() || !site.acquired.empty()) sites_[n].push_back(std::move(site));
    }
  }
}

void LockUsage::group_objects() {
  // Who acquires what: an object that no two threads which overlap acquire is never waited for.
  std::vector<ThreadSet> acquired_by(execution_.heap().object_count());
  absl::flat_hash_map<std::vector<ObjectId>, std::uint32_t> sets;
  for (std::uint32_t n = 0; n < sites_.size(); ++n) {
    for (const Site& site : sites_[n]) {
      const ThreadSet& threads = threads_.threads_of(MethodInstanceId(n));
      for (const Use& use : site.held) {  // perhaps by an attempt that did not wait
        for (const LockOfObject& lock : use.objects) acquired_by[lock.lock.value].insert(threads);
      }
      for (const Use& use : site.acquired) {
        for (const LockOfObject& lock : use.objects) acquired_by[lock.lock.value].insert(threads);
      }
    }
  }
  std::vector<std::vector<std::uint32_t>> signatures(acquired_by.size());
  std::vector<bool> counts(acquired_by.size(), false);
  for (std::uint32_t n = 0; n < acquired_by.size(); ++n) {
    if (acquired_by[n].empty()) continue;
    ++counts_.locks;
    // A thread can wait for an explicit lock that it holds itself, and one that waits for another holds its locks even
    // if the two never overlap otherwise.
    counts[n] = explicit_[n] || acquired_by[n].size() > 1 || execution_.overlap(acquired_by[n], acquired_by[n]);
  }
  auto sign = [&](const Use& use) {
    std::vector<ObjectId> objects;
    for (const LockOfObject& lock : use.objects) objects.push_back(lock.lock);
    const auto [it, added] = sets.try_emplace(std::move(objects), static_cast<std::uint32_t>(sets.size()));
    if (!added) return;
    for (const LockOfObject& lock : use.objects) {
      std::vector<std::uint32_t>& signature = signatures[lock.lock.value];
      if (signature.empty() || signature.back() != it->second) signature.push_back(it->second);
    }
  };
  for (const std::vector<Site>& sites : sites_) {
    for (const Site& site : sites) {
      for (const Use& use : site.held) sign(use);
      for (const Use& use : site.acquired) sign(use);
    }
  }
  group_of_.resize(acquired_by.size());
  absl::flat_hash_map<std::vector<std::uint32_t>, LockGroupId> groups;
  for (std::uint32_t n = 0; n < acquired_by.size(); ++n) {
    if (!counts[n]) continue;
    // An object that is one in every run is never confused with others of its group.
    std::vector<std::uint32_t> signature = signatures[n];
    if (execution_.heap().has(ObjectId(n), ObjectProperty::kUnique)) {
      signature.push_back(static_cast<std::uint32_t>(sets.size()) + n);
    }
    const auto [it, added] =
        groups.try_emplace(std::move(signature), LockGroupId(static_cast<std::uint32_t>(objects_.size())));
    if (added && objects_.size() >= kMaximumGroups) {
      ++counts_.dropped;
      it->second = LockGroupId();
    } else if (added) {
      objects_.emplace_back();
    }
    if (!it->second.valid()) continue;
    group_of_[n] = it->second;
    objects_[it->second.value].push_back(ObjectId(n));
  }
  counts_.groups = objects_.size();
  acquisitions_.resize(objects_.size());
  auto resolve = [&](Use& use) {
    for (const LockOfObject& lock : use.objects) {
      if (group_of_[lock.lock.value].valid()) use.groups.push_back(group_of_[lock.lock.value]);
    }
    std::sort(use.groups.begin(), use.groups.end());
    use.groups.erase(std::unique(use.groups.begin(), use.groups.end()), use.groups.end());
  };
  for (std::uint32_t n = 0; n < sites_.size(); ++n) {
    for (Site& site : sites_[n]) {
      for (Use& use : site.held) resolve(use);
      for (Use& use : site.acquired) resolve(use);
    }
    for (const Site& site : sites_[n]) {
      for (const Use& use : site.acquired) {
        for (LockGroupId group : use.groups) {
          acquisitions_[group.value].push_back({MethodInstanceId(n), site.at, &use});
        }
      }
    }
  }
}

std::vector<LockGroupId> LockUsage::groups_of(std::span<const ObjectId> objects) const {
  std::vector<LockGroupId> result;
  for (ObjectId object : objects) {
    if (group_of_[object.value].valid()) result.push_back(group_of_[object.value]);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

bool LockUsage::is_unique(LockGroupId group) const {
  return objects_[group.value].size() == 1 && execution_.heap().has(objects_[group.value][0], ObjectProperty::kUnique);
}

const LockUsage::Site* LockUsage::site(MethodInstanceId instance, ValueId at) const {
  const std::vector<Site>& sites = sites_[instance.value];
  auto it = std::lower_bound(sites.begin(), sites.end(), at, [](const Site& s, ValueId value) { return s.at < value; });
  return it != sites.end() && it->at == at ? &*it : nullptr;
}

// What the method itself holds at a call.
void LockUsage::add_held_at(MethodInstanceId caller, ValueId call, Bits& held) const {
  const Site* here = site(caller, call);
  if (here == nullptr) return;
  for (const Use& use : here->held) {
    for (LockGroupId group : use.groups) set(held, group.value);
  }
}

void LockUsage::spread() {
  const std::uint32_t count = points_to_.instance_count();
  auto runs_here = [&](const PointsTo::InstanceCall& call) {
    return (call.kind == CalleeKind::kCall || call.kind == CalleeKind::kCallback) &&
           points_to_[call.callee].body == BodyKind::kCode;
  };
  at_entry_.resize(count);
  std::vector<bool> queued(count, false);
  std::deque<MethodInstanceId> work;
  for (std::uint32_t n = 0; n < count; ++n) {
    if (!sites_[n].empty()) queued[n] = true, work.push_back(MethodInstanceId(n));
  }
  while (!work.empty()) {
    const MethodInstanceId caller = work.front();
    work.pop_front();
    queued[caller.value] = false;
    ValueId last;
    Bits held;
    for (const PointsTo::InstanceCall& call : points_to_.calls(caller)) {
      if (!runs_here(call) || call.callee == caller) continue;
      if (call.site != last) {
        last = call.site;
        held = at_entry_[caller.value];
        add_held_at(caller, call.site, held);
      }
      if (held.empty() || !add(at_entry_[call.callee.value], held) || queued[call.callee.value]) continue;
      queued[call.callee.value] = true;
      work.push_back(call.callee);
    }
  }
}

// Beginning with what threads enter; a set only gets smaller.
void LockUsage::find_always_held() {
  const std::uint32_t count = points_to_.instance_count();
  always_.resize(count);
  std::vector<bool> known(count, false), queued(count, false);
  std::deque<MethodInstanceId> work;
  auto enter = [&](MethodInstanceId instance, const Bits& held) {
    Bits& always = always_[instance.value];
    bool changed = !known[instance.value];
    if (changed) {
      always = held;
    } else {
      for (std::size_t n = 0; n < always.size(); ++n) {
        const std::uint64_t both = always[n] & (n < held.size() ? held[n] : 0);
        changed = changed || both != always[n];
        always[n] = both;
      }
    }
    known[instance.value] = true;
    if (!changed || queued[instance.value]) return;
    queued[instance.value] = true;
    work.push_back(instance);
  };
  for (std::uint32_t t = 0; t < threads_.size(); ++t) {
    const AbstractThread& thread = threads_[ThreadId(t)];
    for (MethodInstanceId begin : thread.entries) {
      if (!is_client(thread.kind) || threads_.callers().waiting(begin).empty()) enter(begin, {});
    }
  }
  while (!work.empty()) {
    const MethodInstanceId caller = work.front();
    work.pop_front();
    queued[caller.value] = false;
    ValueId last;
    Bits held;
    for (const PointsTo::InstanceCall& call : points_to_.calls(caller)) {
      if (call.kind == CalleeKind::kStart || points_to_[call.callee].body != BodyKind::kCode) continue;
      if (call.kind == CalleeKind::kLibraryCallback) {
        enter(call.callee, {});
        continue;
      }
      if (call.site != last) {
        last = call.site;
        held = always_[caller.value];
        add_held_at(caller, call.site, held);
      }
      enter(call.callee, held);
    }
  }
}

bool LockUsage::always_holds(MethodInstanceId instance, LockGroupId group) const {
  return has(always_[instance.value], group.value);
}

bool LockUsage::may_hold(MethodInstanceId instance, LockGroupId group) const {
  return has(at_entry_[instance.value], group.value);
}

std::vector<LockGroupId> LockUsage::may_hold(MethodInstanceId instance) const {
  std::vector<LockGroupId> result;
  for_each(at_entry_[instance.value], [&](std::uint32_t n) { result.push_back(LockGroupId(n)); });
  return result;
}

bool LockUsage::comes_before(LockGroupId held, LockGroupId acquired) const {
  return has(before_[acquired.value], held.value);
}

void LockUsage::order() {
  before_.resize(objects_.size());
  for (std::uint32_t n = 0; n < sites_.size(); ++n) {
    for (const Site& site : sites_[n]) {
      if (site.acquired.empty()) continue;
      Bits held = at_entry_[n];
      for (const Use& use : site.held) {
        for (LockGroupId group : use.groups) set(held, group.value);
      }
      if (held.empty()) continue;
      for (LockGroupId group : site.acquired[0].groups) add(before_[group.value], held);
    }
  }
  std::vector<std::vector<std::uint32_t>> after(objects_.size());
  for (std::uint32_t acquired = 0; acquired < before_.size(); ++acquired) {
    for_each(before_[acquired], [&](std::uint32_t held) {
      if (held == acquired) return;
      after[held].push_back(acquired);
      ++counts_.orders;
    });
  }
  const Components components =
      strongly_connected_components(static_cast<std::uint32_t>(objects_.size()),
                                    [&](std::uint32_t n) -> const std::vector<std::uint32_t>& { return after[n]; });
  next_.resize(objects_.size());
  for (std::uint32_t held = 0; held < after.size(); ++held) {
    for (std::uint32_t acquired : after[held]) {
      if (components.component_of[held] != components.component_of[acquired]) continue;
      next_[held].push_back(LockGroupId(acquired));
      ++counts_.in_components;
    }
  }
}

std::vector<LockUsage::Nesting> LockUsage::nestings(LockGroupId held, std::span<const Target> targets) const {
  // Enough to find one that no other lock makes impossible; the ways of a reader's interest are short.
  constexpr std::size_t kMaximumNestings = 12, kMaximumVisits = 600, kMaximumCalls = 7, kMaximumOfHolder = 2;
  std::vector<Nesting> result;
  auto is_full = [&](MethodInstanceId holder) {
    return static_cast<std::size_t>(std::count_if(result.begin(), result.end(), [&](const Nesting& other) {
             return points_to_[other.holder].method == points_to_[holder].method;
           })) >= kMaximumOfHolder;
  };
  auto look_for = [&](MethodInstanceId holder, ValueId at) -> const Use* {
    const Site* here = site(holder, at);
    if (here == nullptr) return nullptr;
    for (const Use& use : here->held) {
      if (contains(use.groups, held)) return &use;
    }
    return nullptr;
  };
  struct Step {
    Caller call;             // the call by which the search came here
    std::uint32_t from = 0;  // the step before
    std::uint32_t calls = 0;
  };
  std::size_t visits = 0;
  for (const Target& target : targets) {
    if (result.size() >= kMaximumNestings || visits >= kMaximumVisits) break;
    if (const Use* use = look_for(target.instance, target.at)) {
      if (!is_full(target.instance)) {
        result.push_back({target.instance, use, {}, target.instance, target.at, target.acquired});
      }
      continue;
    }
    if (!may_hold(target.instance, held)) continue;
    absl::flat_hash_set<MethodInstanceId> seen = {target.instance};
    std::vector<Step> steps = {{{target.instance, target.at}, 0, 0}};
    std::size_t found = 0;
    for (std::uint32_t n = 0; n < steps.size() && visits < kMaximumVisits && found < kMaximumNestings; ++n) {
      const Step step = steps[n];
      if (step.calls >= kMaximumCalls) break;
      for (const Caller& caller : callers(step.call.caller)) {
        ++visits;
        const Use* use = look_for(caller.caller, caller.site);
        if (use != nullptr && !is_full(caller.caller)) {
          Nesting nesting{caller.caller, use, {caller}, target.instance, target.at, target.acquired};
          for (std::uint32_t at = n; at != 0; at = steps[at].from) nesting.calls.push_back(steps[at].call);
          result.push_back(std::move(nesting));
          ++found;
        }
        if (use == nullptr && may_hold(caller.caller, held) && seen.insert(caller.caller).second) {
          steps.push_back({caller, n, step.calls + 1});
        }
      }
    }
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Nesting& a, const Nesting& b) { return a.calls.size() < b.calls.size(); });
  return result;
}

}  // namespace snag
