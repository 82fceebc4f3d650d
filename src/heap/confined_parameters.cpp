#include "heap/confined_parameters.h"

#include <algorithm>
#include <mutex>

#include "base/parallel.h"

namespace snag {

using ir::ValueId;

ConfinedParameters::ConfinedParameters(Calls& calls, const Callees& callees, std::vector<Parameter> wanted,
                                       unsigned jobs) {
  for (int up = 0; up < kCallersUp && !wanted.empty(); ++up) wanted = find_passed(calls, callees, wanted, jobs);
}

// Looks once at every caller of these, and returns which parameters of the callers are passed on as they are.
std::vector<ConfinedParameters::Parameter> ConfinedParameters::find_passed(Calls& calls, const Callees& callees,
                                                                           const std::vector<Parameter>& wanted,
                                                                           unsigned jobs) {
  absl::flat_hash_set<std::uint32_t> called;
  for (const Parameter& parameter : wanted) {
    if (passed_.try_emplace(parameter).second) called.insert(parameter.first.value);
  }
  std::vector<Parameter> next;
  std::mutex mutex;
  auto look_at = [&](NodeId caller) {
    const std::vector<std::uint32_t>& all = callees.of(caller);
    if (std::none_of(all.begin(), all.end(), [&](std::uint32_t n) { return called.contains(n); })) return;
    const ir::MethodIr& method = calls.ir(caller);
    auto give = [&](NodeId target, std::span<const ValueId> operands) {
      if (!called.contains(target.value)) return;
      for (std::uint32_t p = 0; p < operands.size(); ++p) {
        auto known = passed_.find({target, p});
        if (known == passed_.end()) continue;
        const ir::Instruction& passed = method[method.without_casts(operands[p])];
        std::lock_guard lock(mutex);
        known->second.any = true;
        if (passed.op == ir::Op::kNew) continue;
        if (passed.op == ir::Op::kParameter) {
          known->second.from.insert({caller, passed.payload});
          next.emplace_back(caller, passed.payload);
        } else {
          known->second.shared = true;
        }
      }
    };
    for (std::uint32_t n = 0; n < method.instructions.size(); ++n) {
      const ir::Instruction& i = method.instructions[n];
      if (i.op == ir::Op::kLambda) {  // what it captures comes first
        NodeId body = calls.body_of(method.lambdas[i.payload]);
        if (body.valid()) give(body, method.operands(i));
      } else if (i.op == ir::Op::kInvoke) {
        for (NodeId target : callees.at(caller, ValueId(n))) give(target, method.operands(i));
      }
    }
  };
  parallel_ranges(calls.node_count(), jobs, /*grain=*/256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) look_at(NodeId(static_cast<std::uint32_t>(n)));
  });
  return next;
}

bool ConfinedParameters::is_confined(const Parameter& parameter, int depth) const {
  auto known = passed_.find(parameter);
  if (known == passed_.end() || !known->second.any || known->second.shared) return false;
  const absl::flat_hash_set<Parameter>& from = known->second.from;
  if (from.empty()) return true;
  return depth + 1 < kCallersUp && std::all_of(from.begin(), from.end(), [&](const Parameter& callers) {
           return is_confined(callers, depth + 1);
         });
}

}  // namespace snag
