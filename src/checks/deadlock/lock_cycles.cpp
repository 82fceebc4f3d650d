#include "checks/deadlock/lock_cycles.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "checks/deadlock/lock_order_evident.h"

namespace snag::deadlock {

using ir::ValueId;
using sections::AccessPath;
using sections::is_shared;

namespace {

// Far more than a program that anybody wrote has; each costs some hundred microseconds.
constexpr std::size_t kMaximumPairs = 4000, kMaximumLonger = 2000, kMaximumCycles = 400;
// Of nestings of the edges of one cycle.
constexpr std::size_t kMaximumCombinations = 200;
constexpr std::size_t kMaximumLength = 4;

std::vector<ObjectId> objects_of(const LockUsage::Use& use) {
  std::vector<ObjectId> result;
  for (const LockOfObject& lock : use.objects) result.push_back(lock.lock);
  return result;
}

// In which mode the use has a lock of the group: a view may be of another mode than the call says.
library::LockMode mode_of(const LockUsage::Use& use, std::span<const ObjectId> group) {
  for (const LockOfObject& lock : use.objects) {
    if (std::binary_search(group.begin(), group.end(), lock.lock)) return lock.mode;
  }
  return use.name.mode;
}

}  // namespace

LockCycles::LockCycles(const Analyses& analyses, const LockUsage& usage, NamesOfLocks& names)
    : whole_(*analyses.whole_program()),
      execution_(whole_.execution()),
      concurrency_(whole_.concurrency()),
      usage_(usage),
      names_(names),
      constants_(whole_.points_to()) {}

// A lock that the thread has already, by whatever name.
bool LockCycles::is_held_already(const Nesting& nesting) {
  const AccessPath inner = names_.in_caller(nesting.calls, nesting.acquired->name.path);
  const MethodId holder = whole_.points_to()[nesting.holder].method;
  if (inner.known()) {
    for (const sections::HeldLock& held : names_.held_before(holder, nesting.in_holder())) {
      if (names_.effects(holder)->lock(held.lock).path == inner) return true;
    }
  }
  // One object, which all ways to the holder have locked, or which the method that acquires it has locked before.
  if (nesting.acquired->objects.size() != 1) return false;
  const ObjectId object = nesting.acquired->objects[0].lock;
  if (!whole_.heap().has(object, ObjectProperty::kUnique)) return false;
  auto has_it = [&](const ObjectLocks& locks) {
    return std::any_of(locks.begin(), locks.end(), [&](const LockOfObject& lock) { return lock.lock == object; });
  };
  const std::span<const ObjectLocks> entry = execution_.entry_locks(nesting.holder);
  if (!entry.empty() && std::all_of(entry.begin(), entry.end(), has_it)) return true;
  if (has_it(execution_.locks_at_call(nesting.holder, nesting.in_holder()))) return true;
  return std::any_of(nesting.calls.begin(), nesting.calls.end(),
                     [&](const Caller& call) { return has_it(execution_.locks_at_call(call.caller, call.site)); });
}

// Whether an object of the group can be what the holder holds: it has the methods that are called on it on the way.
bool LockCycles::fits(const Nesting& nesting, LockGroupId held) {
  const PointsTo& points_to = whole_.points_to();
  Program& program = points_to.program();
  for (std::size_t n = 0; n < nesting.calls.size(); ++n) {
    const MethodInstanceId callee = n + 1 < nesting.calls.size() ? nesting.calls[n + 1].caller : nesting.acquirer;
    const Method& method = program[points_to[callee].method];
    if ((method.access & classfile::kAccStatic) != 0) continue;
    const AccessPath receiver =
        names_.in_caller(std::span(nesting.calls).first(n + 1), AccessPath(AccessPath::Root::kParameter, 0));
    if (!(receiver == nesting.held->name.path)) continue;
    const std::span<const ObjectId> objects = usage_.objects(held);
    const bool any = std::any_of(objects.begin(), objects.end(), [&](ObjectId object) {
      const ClassId type = whole_.heap().class_of(object);
      return !type.valid() || program.is_subtype(type, method.owner);
    });
    if (!any) return false;
  }
  return true;
}

// Whether what is acquired can be of the group for those who call: a method that many call has the objects of all of
// them, each of its callers only its own.
bool LockCycles::can_be_acquired(const Nesting& nesting, LockGroupId acquired) {
  const std::span<const ObjectId> group = usage_.objects(acquired);
  AccessPath path = nesting.acquired->name.path;
  for (std::size_t n = nesting.calls.size(); n-- > 0;) {
    path = names_.in_caller(std::span(nesting.calls).subspan(n, 1), path);
    if (!path.known()) return true;
    const std::vector<LockOfObject> objects =
        execution_.objects_of_lock(nesting.calls[n].caller, {.path = path, .mode = nesting.acquired->name.mode});
    const bool any = std::any_of(objects.begin(), objects.end(), [&](const LockOfObject& lock) {
      return std::binary_search(group.begin(), group.end(), lock.lock);
    });
    if (!objects.empty() && !any) return false;
  }
  return true;
}

// Whether no other thread can have the object that is acquired: it has just been made.
bool LockCycles::is_owned(const Nesting& nesting) {
  const AccessPath::Root root = nesting.acquired->name.path.root();
  if (root != AccessPath::Root::kParameter && root != AccessPath::Root::kLocal)
    return false;  // a class, a static field
  const Ownership& ownership = whole_.ownership();
  const PointsTo& points_to = whole_.points_to();
  auto owns = [&](MethodInstanceId instance, ValueId at, std::size_t operand) {
    sections::MethodEffects* effects = names_.effects(instance);
    if (effects == nullptr || operand >= effects->method()[at].operand_count) return false;
    return ownership.is_owned(effects->node(), at, effects->method().operands(at)[operand]);
  };
  const ir::MethodIr* acquirer = points_to.store().get(points_to[nesting.acquirer].method);
  const bool is_monitor = acquirer != nullptr && (*acquirer)[nesting.at].op == ir::Op::kMonitorEnter;
  if (is_monitor && owns(nesting.acquirer, nesting.at, 0)) return true;
  AccessPath path = nesting.acquired->name.path;
  for (std::size_t n = nesting.calls.size(); n-- > 0 && path.is_plain_parameter();) {
    const Caller& call = nesting.calls[n];
    if (call.callback) return false;
    if (owns(call.caller, call.site, path.detail())) return true;
    path = names_.in_caller(std::span(nesting.calls).subspan(n, 1), path);
  }
  return false;
}

bool LockCycles::are_different(const Nesting& nesting) {
  const std::vector<ObjectId> held = objects_of(*nesting.held), acquired = objects_of(*nesting.acquired);
  std::vector<ObjectId> common;
  std::set_intersection(held.begin(), held.end(), acquired.begin(), acquired.end(), std::back_inserter(common));
  if (common.empty()) return true;
  // Objects of one kind: neither is found through the other.
  return is_swappable(nesting);
}

bool LockCycles::are_of_one_class(const Nesting& nesting) const {
  std::vector<ObjectId> objects = objects_of(*nesting.held);
  for (ObjectId object : objects_of(*nesting.acquired)) objects.push_back(object);
  return whole_.heap().are_of_one_class(objects);
}

const LockCycles::Edge& LockCycles::edge(LockGroupId held, LockGroupId acquired) {
  const auto [it, added] = edges_.try_emplace(std::pair(held, acquired));
  if (!added) return it->second;
  it->second.nestings = usage_.nestings(held, usage_.acquisitions(acquired));
  std::erase_if(it->second.nestings, [&](const Nesting& nesting) {
    return !fits(nesting, held) || is_owned(nesting) || names_.is_released_on_the_way(nesting) ||
           !can_be_acquired(nesting, acquired) || !are_different(nesting) || is_held_already(nesting) ||
           (are_of_one_class(nesting) && is_ordered(nesting));
  });
  std::stable_sort(it->second.nestings.begin(), it->second.nestings.end(),
                   [&](const Nesting& a, const Nesting& b) { return doubt(a) < doubt(b); });
  return it->second;
}

LockCycles::Doubt LockCycles::doubt(const Nesting& nesting) {
  const PointsTo& points_to = whole_.points_to();
  const Program& program = points_to.program();
  if (!is_believed(points_to, nesting.calls)) return Doubt::kMany;
  for (std::size_t n = 0; n < nesting.calls.size(); ++n) {
    const bool last = n + 1 == nesting.calls.size();
    const MethodInstanceId callee = last ? nesting.acquirer : nesting.calls[n + 1].caller;
    const ValueId at = last ? nesting.at : nesting.calls[n + 1].site;
    if (constants_.exclude(nesting.calls[n].caller, nesting.calls[n].site, callee, at)) return Doubt::kMany;
  }
  // `toString`, `equals` and the like may be called on anything.
  auto is_of_object = [&](MethodInstanceId instance) {
    const Method& method = program[points_to[instance].method];
    const std::span<const Method> of_all = program.methods(points_to.program().object_class());
    return (method.access & classfile::kAccStatic) == 0 && program.text(method.name)[0] != '<' &&
           std::any_of(of_all.begin(), of_all.end(), [&](const Method& other) {
             return other.name == method.name && other.descriptor == method.descriptor;
           });
  };
  bool of_object = is_of_object(nesting.holder);
  for (std::size_t n = 0; n < nesting.calls.size(); ++n) {
    of_object =
        of_object || is_of_object(n + 1 < nesting.calls.size() ? nesting.calls[n + 1].caller : nesting.acquirer);
  }
  const bool named = names_.in_caller(nesting.calls, nesting.acquired->name.path).known();
  const bool one = nesting.acquired->objects.size() == 1 &&
                   whole_.heap().has(nesting.acquired->objects[0].lock, ObjectProperty::kUnique);
  if (of_object && !one) return Doubt::kMany;
  return named || one ? Doubt::kNone : Doubt::kIndirect;
}

// `this.inner`, whose object has an `inner` of its own: wrappers and lists, which form no circle.
bool LockCycles::is_chain_of_owners(const Nesting& a, const Nesting& b) {
  // The fields that lead from the outer lock to the inner one.
  auto fields = [&](const Nesting& nesting) {
    std::set<AccessPath::Step> result;
    const AccessPath inner = names_.in_caller(nesting.calls, nesting.acquired->name.path);
    const AccessPath& outer = nesting.held->name.path;
    if (!inner.known() || inner.root() != outer.root() || inner.detail() != outer.detail()) return result;
    bool common = true;
    for (std::size_t n = 0; n < inner.steps().size(); ++n) {
      common = common && n < outer.steps().size() && outer.steps()[n] == inner.steps()[n];
      if (!common) result.insert(inner.steps()[n]);
    }
    return result;
  };
  const std::set<AccessPath::Step> of_a = fields(a), of_b = fields(b);
  return std::any_of(of_a.begin(), of_a.end(), [&](AccessPath::Step step) { return of_b.contains(step); });
}

// Whether on all ways locks are held before the outer acquisitions that keep the two threads apart.
bool LockCycles::is_gated(const Nesting& a, const Nesting& b, bool as_seen) {
  auto locks_before = [&](const Nesting& nesting) {
    const ValueId outer = names_.acquired_at(nesting.holder, nesting.held->name.path, nesting.in_holder());
    return outer.valid() ? execution_.locks_at_call(nesting.holder, outer) : ObjectLocks();
  };
  const ObjectLocks before_a = locks_before(a), before_b = locks_before(b);
  auto entry = [&](const Nesting& nesting) {
    return as_seen ? execution_.entry_locks_of_seen_callers(nesting.holder) : execution_.entry_locks(nesting.holder);
  };
  const ObjectId first = a.held->objects[0].lock, second = a.acquired->objects[0].lock;
  return Concurrency::all_ways_exclude({before_a, entry(a)}, {before_b, entry(b)}, [&](ObjectId gate) {
    return concurrency_.protects(gate, first) || concurrency_.protects(gate, second);
  });
}

// Whether each waits for what the next one holds, in modes that exclude each other.
bool LockCycles::can_close(const std::vector<CyclePart>& parts) const {
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const CyclePart &waits = parts[n], &holds = parts[(n + 1) % parts.size()];
    const std::span<const ObjectId> group = usage_.objects(waits.acquired);
    if (is_shared(mode_of(*waits.nesting.acquired, group)) && is_shared(mode_of(*holds.nesting.held, group))) {
      return false;
    }
  }
  return true;
}

// Threads of which any two may overlap. Of own threads first, so that a reader sees these.
bool LockCycles::assign_threads(std::vector<CyclePart>& parts, bool wants_own) const {
  constexpr std::size_t kMaximumThreads = 24;  // of one place
  const Threads& threads = whole_.threads();
  auto run = [&](const CyclePart& part) {
    std::vector<ThreadId> result;
    threads.threads_of(part.nesting.holder).for_each([&](ThreadId thread) {
      if (result.size() < kMaximumThreads && threads.threads_of(part.nesting.acquirer).contains(thread)) {
        result.push_back(thread);
      }
    });
    return result;
  };
  auto overlap = [&](const CyclePart& a, const CyclePart& b) {
    if (wants_own && !Concurrency::are_own(threads[a.thread].kind, threads[b.thread].kind)) return false;
    return concurrency_.any_overlap({a.nesting.holder, a.nesting.in_holder()},
                                    {b.nesting.holder, b.nesting.in_holder()},
                                    [&](ThreadId x, ThreadId y) { return x == a.thread && y == b.thread; });
  };
  auto choose = [&](auto&& self, std::size_t n) -> bool {
    if (n == parts.size()) return true;
    for (ThreadId thread : run(parts[n])) {
      parts[n].thread = thread;
      bool fits = true;
      for (std::size_t m = 0; m < n && fits; ++m) fits = overlap(parts[m], parts[n]);
      if (fits && self(self, n + 1)) return true;
    }
    return false;
  };
  return choose(choose, 0);
}

bool LockCycles::combine(const std::vector<LockGroupId>& groups, std::vector<CyclePart>& parts,
                         std::vector<Cycle>& cycles, bool wants_own, std::size_t& budget) {
  const std::size_t n = parts.size();
  if (n < groups.size()) {
    const LockGroupId held = groups[n], acquired = groups[(n + 1) % groups.size()];
    for (const Nesting& nesting : edge(held, acquired).nestings) {
      if (budget == 0) return false;
      --budget;
      parts.push_back({nesting, held, acquired, {}});
      if (combine(groups, parts, cycles, wants_own, budget)) return true;
      parts.pop_back();
    }
    return false;
  }
  std::vector<CyclePart> assigned = parts;
  if (!can_close(assigned) || !assign_threads(assigned, wants_own)) return false;
  // What is waited for may be what the callers of the outer lock hold already, and then there is no wait.
  bool gated_as_seen = std::any_of(assigned.begin(), assigned.end(), [&](const CyclePart& part) {
    return usage_.always_holds(part.nesting.holder, part.acquired);
  });
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      if (is_gated(assigned[a].nesting, assigned[b].nesting, /*as_seen=*/false)) return false;
      gated_as_seen = gated_as_seen || is_gated(assigned[a].nesting, assigned[b].nesting, /*as_seen=*/true);
    }
  }
  if (n == 2 && is_chain_of_owners(assigned[0].nesting, assigned[1].nesting)) return false;
  Cycle cycle{.parts = std::move(assigned), .own = wants_own, .gated_as_seen = gated_as_seen};
  for (const CyclePart& part : cycle.parts) {
    const Doubt here = doubt(part.nesting);
    cycle.doubtful = cycle.doubtful || here == Doubt::kMany;
    cycle.indirect = cycle.indirect || here != Doubt::kNone;
  }
  cycle.unique = std::all_of(groups.begin(), groups.end(), [&](LockGroupId group) { return usage_.is_unique(group); });
  // transfer(a, b) and transfer(b, a) of objects that are told apart.
  const Nesting& first = cycle.parts[0].nesting;
  cycle.instances = std::all_of(cycle.parts.begin() + 1, cycle.parts.end(), [&](const CyclePart& part) {
    const PointsTo& points_to = whole_.points_to();
    return part.nesting.at == first.at && points_to[part.nesting.acquirer].method == points_to[first.acquirer].method &&
           points_to[part.nesting.holder].method == points_to[first.holder].method;
  });
  if (cycle.instances && (!is_swappable(first) || is_ordered(first))) return false;
  cycles.push_back(std::move(cycle));
  return true;
}

bool LockCycles::add(std::vector<LockGroupId> groups, std::vector<Cycle>& cycles) {
  for (bool own : {true, false}) {
    std::vector<CyclePart> parts;
    std::size_t budget = kMaximumCombinations;
    if (combine(groups, parts, cycles, own, budget)) return true;
  }
  return false;
}

bool LockCycles::is_swappable(const Nesting& nesting) {
  const AccessPath inner = names_.in_caller(nesting.calls, nesting.acquired->name.path);
  sections::MethodEffects* holder = names_.effects(nesting.holder);
  return holder != nullptr && are_interchangeable(*holder, nesting.held->name.path, inner);
}

bool LockCycles::is_ordered(const Nesting& nesting) {
  const AccessPath inner = names_.in_caller(nesting.calls, nesting.acquired->name.path);
  sections::MethodEffects* holder = names_.effects(nesting.holder);
  if (holder == nullptr) return true;
  const ValueId outer = names_.acquired_at(nesting.holder, nesting.held->name.path, nesting.in_holder());
  if (order_is_evident(*holder, nesting.held->name.path, inner, outer.valid() ? outer : nesting.in_holder())) {
    return true;
  }
  // Whoever calls it may have put its arguments in order.
  const std::span<const Caller> callers = usage_.callers(nesting.holder);
  return !callers.empty() && std::all_of(callers.begin(), callers.end(), [&](const Caller& caller) {
    sections::MethodEffects* effects = caller.callback ? nullptr : names_.effects(caller.caller);
    if (effects == nullptr) return false;
    const Caller call[] = {caller};
    const AccessPath first = names_.in_caller(call, nesting.held->name.path), second = names_.in_caller(call, inner);
    return first.known() && second.known() && order_is_evident(*effects, first, second, caller.site);
  });
}

// Several objects that are not told apart.
void LockCycles::add_instances(LockGroupId group, std::vector<Cycle>& cycles) {
  std::set<std::tuple<MethodId, ValueId, MethodId, ValueId>> seen;
  for (const Nesting& nesting : usage_.nestings(group, usage_.acquisitions(group))) {
    const PointsTo& points_to = whole_.points_to();
    if (!seen.insert({points_to[nesting.holder].method, nesting.in_holder(), points_to[nesting.acquirer].method,
                      nesting.at})
             .second) {
      continue;
    }
    if (is_owned(nesting) || !fits(nesting, group) || !can_be_acquired(nesting, group) || !are_different(nesting))
      continue;
    if (is_held_already(nesting) || !is_swappable(nesting) || is_ordered(nesting)) continue;
    const CyclePart part{nesting, group, group, {}};
    for (bool own : {true, false}) {
      std::vector<CyclePart> parts = {part, part};
      if (!can_close(parts) || !assign_threads(parts, own)) continue;
      if (is_gated(nesting, nesting, /*as_seen=*/false)) break;
      const Doubt here = doubt(nesting);
      cycles.push_back({.parts = std::move(parts),
                        .instances = true,
                        .own = own,
                        .doubtful = here == Doubt::kMany,
                        .indirect = here != Doubt::kNone,
                        .gated_as_seen = is_gated(nesting, nesting, /*as_seen=*/true)});
      break;
    }
  }
}

std::vector<Cycle> LockCycles::find() {
  std::vector<Cycle> cycles;
  std::size_t pairs = 0;
  for (std::uint32_t n = 0; n < usage_.group_count() && cycles.size() < kMaximumCycles; ++n) {
    const LockGroupId group(n);
    if (!usage_.is_unique(group) && usage_.comes_before(group, group) && ++pairs < kMaximumPairs) {
      add_instances(group, cycles);
    }
    for (LockGroupId other : usage_.next_in_component(group)) {
      if (other < group || !usage_.comes_before(other, group)) continue;
      if (++pairs >= kMaximumPairs) break;
      add({group, other}, cycles);
    }
  }
  find_longer(cycles);
  return cycles;
}

// Cycles of three and four locks, each beginning with its first lock, that contain no shorter one.
void LockCycles::find_longer(std::vector<Cycle>& cycles) {
  std::size_t examined = 0;
  std::vector<LockGroupId> path;
  auto extend = [&](auto&& self) -> void {
    for (LockGroupId next : usage_.next_in_component(path.back())) {
      if (examined >= kMaximumLonger || cycles.size() >= kMaximumCycles) return;
      if (next == path.front() && path.size() > 2) {
        ++examined;
        add(path, cycles);
        continue;
      }
      if (next <= path.front() || path.size() == kMaximumLength) continue;
      if (path.size() > 2 && usage_.comes_before(path.back(), path.front())) continue;
      // Two of them in both orders would be a cycle of their own, and so would be a shortcut.
      const bool shortcut = std::any_of(path.begin(), path.end(), [&](LockGroupId before) {
        return before == next || (before != path.front() && usage_.comes_before(next, before)) ||
               (before != path.back() && usage_.comes_before(before, next)) ||
               (before == path.front() && path.size() == 1 && usage_.comes_before(next, before));
      });
      if (shortcut) continue;
      if (edge(path.back(), next).nestings.empty()) {
        ++examined;
        continue;
      }
      path.push_back(next);
      self(self);
      path.pop_back();
    }
  };
  for (std::uint32_t n = 0; n < usage_.group_count(); ++n) {
    path = {LockGroupId(n)};
    extend(extend);
  }
}

}  // namespace snag::deadlock
