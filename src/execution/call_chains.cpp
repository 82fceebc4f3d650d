#include "execution/call_chains.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <queue>
#include <tuple>

namespace snag {

namespace {

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

// How many methods the call may run to which calls[n] belongs.
std::uint32_t count_targets(const PointsTo& points_to, std::span<const PointsTo::InstanceCall> calls, std::size_t n) {
  std::size_t begin = n, end = n + 1;
  while (begin > 0 && calls[begin - 1].site == calls[n].site) --begin;
  while (end < calls.size() && calls[end].site == calls[n].site) ++end;
  std::vector<MethodId> targets;
  for (const PointsTo::InstanceCall& call : calls.subspan(begin, end - begin)) {
    if (call.kind == calls[n].kind) targets.push_back(points_to[call.callee].method);
  }
  std::sort(targets.begin(), targets.end());
  return static_cast<std::uint32_t>(std::unique(targets.begin(), targets.end()) - targets.begin());
}

}  // namespace

CallChains::Parents CallChains::search(ThreadId thread, std::span<const ObjectId> avoided) {
  const PointsTo& points_to = threads_.points_to();
  costs_.resize(points_to.instance_count(), kNever);
  struct Way {
    std::uint32_t cost, number;
    Step step;
    bool operator>(const Way& other) const { return std::tie(cost, number) > std::tie(other.cost, other.number); }
  };
  std::priority_queue<Way, std::vector<Way>, std::greater<>> work;
  std::uint32_t ways = 0;
  auto reach = [&](const Step& step, std::uint32_t cost) {
    std::uint32_t& known = costs_[step.instance.value];
    if (cost >= known) return;
    known = cost;
    work.push({cost, ways++, step});
  };
  for (MethodInstanceId entry : threads_[thread].entries) reach({entry, {}, false}, 0);
  Parents result;
  while (!work.empty()) {
    const Way way = work.top();
    work.pop();
    const MethodInstanceId caller = way.step.instance;
    if (way.cost > costs_[caller.value]) continue;
    result.push_back(way.step);
    const std::span<const PointsTo::InstanceCall> calls = points_to.calls(caller);
    std::uint32_t targets = 0;
    std::size_t counted = calls.size();  // the call whose targets were counted last
    for (std::size_t n = 0; n < calls.size(); ++n) {
      const PointsTo::InstanceCall& call = calls[n];
      if (call.kind != CalleeKind::kCall && call.kind != CalleeKind::kCallback) continue;
      if (costs_[call.callee.value] <= way.cost || !threads_.may_run(thread, caller, call.site)) continue;
      if (counted == calls.size() || calls[counted].site != call.site || calls[counted].kind != call.kind) {
        targets = count_targets(points_to, calls, n);
        counted = n;
      }
      if (!avoided.empty()) {
        const ObjectLocks held = execution_.locks_at_call(caller, call.site);
        const bool holds = std::any_of(held.begin(), held.end(), [&](const LockOfObject& lock) {
          return std::find(avoided.begin(), avoided.end(), lock.lock) != avoided.end();
        });
        if (holds) continue;
      }
      const std::uint32_t doublings = static_cast<std::uint32_t>(std::bit_width(std::max(targets, 1U) - 1));
      reach({call.callee, {caller, call.site}, way.step.doubtful || targets > kMaximumTargets, way.step.calls + 1},
            way.cost + 1 + 2 * doublings);
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

const CallChains::Parents& CallChains::of_thread(ThreadId thread) {
  auto it = of_thread_.find(thread);
  if (it == of_thread_.end()) it = of_thread_.emplace(thread, search(thread, {})).first;
  return it->second;
}

std::optional<std::vector<CallChains::Link>> CallChains::to(ThreadId thread, MethodInstanceId target) {
  return chain(of_thread(thread), target);
}

bool CallChains::is_believed(ThreadId thread, MethodInstanceId target) {
  const Step* step = find(of_thread(thread), target);
  return step != nullptr && !step->doubtful && step->calls <= kMaximumCalls;
}

std::optional<std::vector<CallChains::Link>> CallChains::to_without(ThreadId thread, MethodInstanceId target,
                                                                    std::span<const ObjectId> locks) {
  return chain(search(thread, locks), target);
}

}  // namespace snag
