#include "execution/call_chains.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace snag {

namespace {

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

}  // namespace

CallChains::CallChains(Execution& execution)
    : execution_(execution),
      threads_(execution.threads()),
      constants_(threads_.points_to()),
      of_thread_(threads_.size()),
      targets_(threads_.points_to().instance_count()),
      costs_(threads_.points_to().instance_count(), kNever) {}

const std::vector<std::uint32_t>& CallChains::targets(MethodInstanceId caller) {
  const PointsTo& points_to = threads_.points_to();
  const std::span<const PointsTo::InstanceCall> calls = points_to.calls(caller);
  std::vector<std::uint32_t>& result = targets_[caller.value];
  if (!result.empty() || calls.empty()) return result;
  result.resize(calls.size());
  std::vector<std::pair<CalleeKind, MethodId>> of_site;
  for (std::size_t begin = 0, end = 0; begin < calls.size(); begin = end) {
    of_site.clear();
    for (end = begin; end < calls.size() && calls[end].site == calls[begin].site; ++end) {
      of_site.emplace_back(calls[end].kind, points_to[calls[end].callee].method);
    }
    std::sort(of_site.begin(), of_site.end());
    of_site.erase(std::unique(of_site.begin(), of_site.end()), of_site.end());
    auto is_before = [](const auto& target, CalleeKind kind) { return target.first < kind; };
    auto is_behind = [](CalleeKind kind, const auto& target) { return kind < target.first; };
    for (std::size_t n = begin; n < end; ++n) {
      const auto first = std::lower_bound(of_site.begin(), of_site.end(), calls[n].kind, is_before);
      const auto last = std::upper_bound(first, of_site.end(), calls[n].kind, is_behind);
      result[n] = static_cast<std::uint32_t>(last - first);
    }
  }
  return result;
}

CallChains::Parents CallChains::search(ThreadId thread, std::span<const ObjectId> avoided) {
  const PointsTo& points_to = threads_.points_to();
  auto reach = [&](const Step& step, std::uint32_t cost) {
    std::uint32_t& known = costs_[step.instance.value];
    if (cost >= known) return;
    known = cost;
    if (reached_.size() <= cost) reached_.resize(cost + 1);
    reached_[cost].push_back(step);
  };
  for (MethodInstanceId entry : threads_[thread].entries) reach({entry, {}, false}, 0);
  Parents result;
  // A call costs at least 1, so what is reached from a step costs more than the step.
  for (std::uint32_t cost = 0; cost < reached_.size(); ++cost) {
    const std::vector<Step> steps = std::exchange(reached_[cost], {});
    for (const Step& step : steps) {
      const MethodInstanceId caller = step.instance;
      if (cost > costs_[caller.value]) continue;
      result.push_back(step);
      const std::span<const PointsTo::InstanceCall> calls = points_to.calls(caller);
      const std::vector<std::uint32_t>& targets_of_calls = targets(caller);
      for (std::size_t n = 0; n < calls.size(); ++n) {
        const PointsTo::InstanceCall& call = calls[n];
        if (call.kind != CalleeKind::kCall && call.kind != CalleeKind::kCallback) continue;
        const std::uint32_t targets = targets_of_calls[n];
        const std::uint32_t doublings = static_cast<std::uint32_t>(std::bit_width(std::max(targets, 1U) - 1));
        const std::uint32_t cost_of_callee = cost + 1 + 2 * doublings;
        if (costs_[call.callee.value] <= cost_of_callee || !threads_.may_run(thread, caller, call.site)) continue;
        if (!avoided.empty()) {
          const ObjectLocks held = execution_.locks_at_call(caller, call.site);
          const bool holds = std::any_of(held.begin(), held.end(), [&](const LockOfObject& lock) {
            return std::find(avoided.begin(), avoided.end(), lock.lock) != avoided.end();
          });
          if (holds) continue;
        }
        const bool doubtful =
            step.doubtful || targets > kMaximumTargets ||
            (step.from.caller.valid() && constants_.exclude(step.from.caller, step.from.site, caller, call.site));
        reach({call.callee, {caller, call.site}, doubtful, step.calls + 1}, cost_of_callee);
      }
    }
  }
  for (const Step& step : result) costs_[step.instance.value] = kNever;
  std::sort(result.begin(), result.end(), [](const Step& a, const Step& b) { return a.instance < b.instance; });
  return result;
}

const CallChains::Step* CallChains::find(const Parents& parents, MethodInstanceId target) {
  const auto it = std::lower_bound(parents.begin(), parents.end(), target,
                                   [](const Step& step, MethodInstanceId id) { return step.instance < id; });
  return it != parents.end() && it->instance == target ? &*it : nullptr;
}

std::optional<std::vector<CallChains::Link>> CallChains::chain(const Parents& parents, MethodInstanceId target) {
  std::vector<Link> result;
  const Step* step = find(parents, target);
  if (step == nullptr) return std::nullopt;
  for (; step->from.caller.valid(); step = find(parents, step->from.caller)) result.push_back(step->from);
  std::reverse(result.begin(), result.end());
  return result;
}

const CallChains::Ways& CallChains::of_thread(ThreadId thread) {
  std::unique_ptr<Ways>& ways = of_thread_[thread.value];
  if (ways == nullptr) {
    ways = std::make_unique<Ways>(Ways{search(thread, {}), std::vector<bool>(costs_.size(), false)});
    for (const Step& step : ways->parents) {
      ways->believed[step.instance.value] = !step.doubtful && step.calls <= kMaximumCalls;
    }
  }
  return *ways;
}

std::optional<std::vector<CallChains::Link>> CallChains::to(ThreadId thread, MethodInstanceId target) {
  return chain(of_thread(thread).parents, target);
}

bool CallChains::is_believed(ThreadId thread, MethodInstanceId target, ir::ValueId at) {
  const Ways& ways = of_thread(thread);
  if (!ways.believed[target.value] || !at.valid()) return ways.believed[target.value];
  const Link& from = find(ways.parents, target)->from;
  return !from.caller.valid() || !constants_.exclude(from.caller, from.site, target, at);
}

std::optional<std::vector<CallChains::Link>> CallChains::to_without(ThreadId thread, MethodInstanceId target,
                                                                    std::span<const ObjectId> locks) {
  return chain(search(thread, locks), target);
}

}  // namespace snag
