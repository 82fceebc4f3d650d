#include "callgraph/callees.h"

#include <algorithm>

#include "base/parallel.h"

namespace snag {

using ir::Op;
using ir::ValueId;

Callees::Callees(Calls& calls, const CallGraph* graph, Purpose purpose, unsigned jobs) {
  std::uint32_t count = calls.node_count();
  calls_.resize(count);
  all_.resize(count);
  parallel_ranges(count, jobs, /*grain=*/256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      find_callees(calls, NodeId(static_cast<std::uint32_t>(n)), graph, purpose);
    }
  });
  bottom_up_ = BottomUpOrder(count, [&](std::uint32_t n) -> const std::vector<std::uint32_t>& { return all_[n]; });
}

void Callees::find_callees(Calls& calls, NodeId caller, const CallGraph* graph, Purpose purpose) {
  const ir::MethodIr& method = calls.ir(caller);
  CallsOfMethod& found = calls_[caller.value];
  std::vector<std::uint32_t>& all = all_[caller.value];
  std::span<const Call> known;
  if (graph != nullptr) known = graph->calls(calls.method(caller));
  auto next = known.begin();
  std::vector<NodeId> targets;
  for (std::uint32_t v = 0; v < method.instructions.size(); ++v) {
    const ir::Instruction& i = method.instructions[v];
    if (i.op == Op::kLambda) {
      NodeId body = calls.body_of(method.lambdas[i.payload]);
      if (body.valid()) all.push_back(body.value);
    }
    if (i.op != Op::kInvoke) continue;
    targets.clear();
    for (; next != known.end() && next->site <= ValueId(v); ++next) {
      NodeId node = calls.node_of(next->callee);
      if (next->site == ValueId(v) && next->kind == CalleeKind::kCall && node.valid()) targets.push_back(node);
    }
    std::sort(targets.begin(), targets.end());
    std::span<const NodeId> callees = targets;
    if (callees.empty()) {
      const Binding& binding = calls.binding(i);
      if (binding.complete || purpose == Purpose::kSearch) callees = binding.targets;
    }
    for (NodeId callee : callees) all.push_back(callee.value);
    if (purpose == Purpose::kSummaries) continue;
    found.sites.insert(found.sites.end(), callees.size(), ValueId(v));
    found.targets.insert(found.targets.end(), callees.begin(), callees.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

std::span<const NodeId> Callees::at(NodeId caller, ValueId site) const {
  const CallsOfMethod& calls = calls_[caller.value];
  auto [first, last] = std::equal_range(calls.sites.begin(), calls.sites.end(), site);
  return std::span(calls.targets)
      .subspan(static_cast<std::size_t>(first - calls.sites.begin()), static_cast<std::size_t>(last - first));
}

}  // namespace snag
