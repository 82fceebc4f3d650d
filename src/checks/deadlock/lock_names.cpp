#include "checks/deadlock/lock_names.h"

#include <algorithm>
#include <set>

#include "execution/multiplicity.h"

namespace snag::deadlock {

using ir::ValueId;
using sections::AccessPath;
using sections::HeldLock;
using sections::HeldLocks;
using sections::MethodEffects;

bool is_believed(const PointsTo& points_to, std::span<const Caller> calls) {
  if (calls.size() > kMaximumBelievedCalls) return false;
  return std::all_of(calls.begin(), calls.end(), [&](const Caller& call) {
    std::set<MethodId> targets;
    for (const PointsTo::InstanceCall& target : calls_at(points_to, call.caller, call.site)) {
      if (target.kind == CalleeKind::kCall) targets.insert(points_to[target.callee].method);
    }
    return targets.size() <= kMaximumBelievedTargets;
  });
}

bool is_believed(const PointsTo& points_to, CallChains& chains, ThreadId thread, MethodInstanceId target) {
  const std::optional<std::vector<CallChains::Link>> chain = chains.to(thread, target);
  if (!chain) return false;
  std::vector<Caller> calls;
  for (const CallChains::Link& link : *chain) calls.push_back({link.caller, link.site});
  return is_believed(points_to, calls);
}

NamesOfLocks::NamesOfLocks(const Analyses& analyses)
    : whole_(*analyses.whole_program()), sections_(analyses.sections()) {}

MethodEffects* NamesOfLocks::effects(MethodInstanceId instance) { return effects(whole_.points_to()[instance].method); }

MethodEffects* NamesOfLocks::effects(MethodId method) {
  auto [it, added] = effects_.try_emplace(method);
  if (added) {
    const NodeId node = sections_.calls().node_of(method);
    if (node.valid()) it->second.reset(new MethodEffects(sections_.effects(node)));
  }
  return it->second.get();
}

HeldLocks NamesOfLocks::held_before(MethodId method, ValueId at) {
  MethodEffects* effects = this->effects(method);
  if (effects == nullptr) return {};
  const ir::MethodIr& ir = effects->method();
  for (std::uint32_t b = 0; b < ir.blocks.size(); ++b) {
    if (at.value < ir.blocks[b].begin || at.value >= ir.blocks[b].end) continue;
    HeldLocks held = effects->held_at_start(ir::BlockId(b));
    for (std::uint32_t n = ir.blocks[b].begin; n < at.value; ++n) effects->step(ValueId(n), held);
    return held;
  }
  return {};
}

ValueId NamesOfLocks::acquired_at(MethodInstanceId instance, const AccessPath& lock, ValueId at) {
  const MethodId method = whole_.points_to()[instance].method;
  for (const HeldLock& held : held_before(method, at)) {
    if (effects(method)->lock(held.lock).path == lock) return held.site;
  }
  return {};
}

AccessPath NamesOfLocks::in_caller(std::span<const Caller> calls, AccessPath path) {
  for (std::size_t n = calls.size(); n-- > 0 && path.known();) {
    MethodEffects* caller = calls[n].callback ? nullptr : effects(calls[n].caller);
    const bool needs_nothing = path.root() == AccessPath::Root::kStatic || path.root() == AccessPath::Root::kClass;
    if (needs_nothing && path.portable()) continue;
    if (caller == nullptr) return {};
    const std::span<const ValueId> operands = caller->method().operands(calls[n].site);
    path =
        path.in_caller([&](std::uint32_t p) { return p < operands.size() ? caller->path(operands[p]) : AccessPath(); },
                       [&](std::uint32_t p) -> std::optional<AccessPath::Step> {
                         if (p >= operands.size()) return std::nullopt;
                         return caller->element(operands[p]);
                       });
  }
  return path;
}

// A callee may release the lock of its caller for a while: `entry.unlock(); try { search(); } finally { entry.lock();
// }`.
bool NamesOfLocks::is_released_on_the_way(const LockUsage::Nesting& nesting) {
  absl::InlinedVector<AccessPath, 4> held = {nesting.held->name.path};
  for (std::size_t n = 0; n < nesting.calls.size(); ++n) {
    const Caller& call = nesting.calls[n];
    sections::MethodEffects* caller = call.callback ? nullptr : effects(call.caller);
    const bool last = n + 1 == nesting.calls.size();
    const MethodInstanceId callee_id = last ? nesting.acquirer : nesting.calls[n + 1].caller;
    const ValueId until = last ? nesting.at : nesting.calls[n + 1].site;
    sections::MethodEffects* callee = effects(callee_id);
    if (caller == nullptr || callee == nullptr) return false;
    absl::InlinedVector<AccessPath, 4> arguments, there;
    for (ValueId operand : caller->method().operands(call.site)) arguments.push_back(caller->path(operand));
    for (const AccessPath& path : held) {
      path.for_each_name_in_callee(arguments, [&](const AccessPath& name) { there.push_back(name); });
    }
    for (const sections::Effect& effect : callee->effects()) {
      for (sections::LockId lock : effect.releases) {
        const AccessPath& released = callee->lock(lock).path;
        const bool is_it = std::any_of(there.begin(), there.end(), [&](const AccessPath& p) { return p == released; });
        const sections::HeldLocks before = held_before(whole_.points_to()[callee_id].method, effect.at);
        const sections::HeldLock* own = sections::find_held(before, lock);
        const bool acquired_there = own != nullptr && own->site.valid();
        if (is_it && !acquired_there && callee->method().may_follow(effect.at, until)) return true;
      }
    }
    held = std::move(there);
    if (held.empty()) return false;
  }
  return false;
}

std::string NamesOfLocks::text(MethodInstanceId instance, const AccessPath& path) {
  MethodEffects* effects = this->effects(instance);
  if (effects == nullptr || !path.known()) return {};
  std::string name = path.text(sections_.calls().program(), sections_.calls().references(), effects->method());
  return name.find("…") == name.npos ? name : std::string();
}

}  // namespace snag::deadlock
