#include "execution/thread_ownership.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_set.h>

namespace snag {

NodeId ThreadOwnership::node_of(MethodInstanceId instance) const {
  return calls_.node_of(threads_.points_to()[instance].method);
}

bool ThreadOwnership::is_owned(ThreadId thread, MethodInstanceId instance, ir::ValueId instruction, ir::ValueId value) {
  const NodeId node = node_of(instance);
  if (!value.valid() || !node.valid()) return false;
  const auto [it, added] = known_.try_emplace({thread, instance, instruction, value}, false);
  if (added) it->second = is_owned(thread, instance, ownership_.at(node, instruction, value));
  return it->second;
}

bool ThreadOwnership::is_owned(ThreadId thread, MethodInstanceId instance, const Ownership::Answer& answer) const {
  using State = std::pair<MethodInstanceId, Ownership::Answer>;
  absl::flat_hash_set<std::pair<MethodInstanceId, std::uint64_t>> seen;
  std::vector<State> work = {{instance, answer}};
  const std::vector<MethodInstanceId>& entries = threads_[thread].entries;
  while (!work.empty()) {
    const auto [callee, condition] = work.back();
    work.pop_back();
    const NodeId node = node_of(callee);
    if (!node.valid()) return false;
    if (ownership_.is_owned(node, condition)) continue;
    if (condition.state == Ownership::State::kShared || std::binary_search(entries.begin(), entries.end(), callee)) {
      return false;
    }
    if (!seen.emplace(callee, condition.conditions).second) continue;
    if (seen.size() > kMaximumStates) return false;
    const std::span<const Caller> waiting = threads_.callers().waiting(callee);
    if (waiting.size() != threads_.callers().all(callee).size()) return false;
    for (const Caller& call : waiting) {
      if (!threads_.threads_of(call.caller).contains(thread)) continue;
      const NodeId caller = node_of(call.caller);
      if (call.callback || !caller.valid()) return false;
      work.emplace_back(call.caller, ownership_.in_caller(caller, call.site, node, condition));
    }
  }
  return true;
}

}  // namespace snag
