#include "execution/call_chains.h"

#include <algorithm>
#include <deque>

namespace snag {

CallChains::Parents CallChains::search(ThreadId thread, std::span<const ObjectId> avoided) {
  const PointsTo& points_to = threads_.points_to();
  Parents parents;
  std::deque<MethodInstanceId> work;
  for (MethodInstanceId entry : threads_[thread].entries) {
    if (parents.try_emplace(entry, Link()).second) work.push_back(entry);
  }
  while (!work.empty()) {
    const MethodInstanceId caller = work.front();
    work.pop_front();
    for (const PointsTo::InstanceCall& call : points_to.calls(caller)) {
      if (call.kind != CalleeKind::kCall && call.kind != CalleeKind::kCallback) continue;
      if (parents.contains(call.callee)) continue;
      if (!avoided.empty()) {
        const ObjectLocks held = execution_.locks_at_call(caller, call.site);
        const bool holds = std::any_of(held.begin(), held.end(), [&](const LockOfObject& lock) {
          return std::find(avoided.begin(), avoided.end(), lock.lock) != avoided.end();
        });
        if (holds) continue;
      }
      parents.try_emplace(call.callee, Link{caller, call.site});
      work.push_back(call.callee);
    }
  }
  return parents;
}

std::optional<std::vector<CallChains::Link>> CallChains::chain(const Parents& parents, MethodInstanceId target) {
  std::vector<Link> result;
  auto it = parents.find(target);
  if (it == parents.end()) return std::nullopt;
  for (; it->second.caller.valid(); it = parents.find(it->second.caller)) result.push_back(it->second);
  std::reverse(result.begin(), result.end());
  return result;
}

std::optional<std::vector<CallChains::Link>> CallChains::to(ThreadId thread, MethodInstanceId target) {
  auto it = of_thread_.find(thread);
  if (it == of_thread_.end()) it = of_thread_.emplace(thread, search(thread, {})).first;
  return chain(it->second, target);
}

std::optional<std::vector<CallChains::Link>> CallChains::to_without(ThreadId thread, MethodInstanceId target,
                                                                    std::span<const ObjectId> locks) {
  return chain(search(thread, locks), target);
}

}  // namespace snag
