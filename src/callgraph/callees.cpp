#include "callgraph/callees.h"

#include <algorithm>

#include "base/parallel.h"

namespace snag {

using ir::Op;
using ir::ValueId;

Callees::Callees(Calls& calls, const CallGraph* graph, Incomplete incomplete, unsigned jobs) {
  std::uint32_t count = calls.node_count();
  sites_.resize(count);
  all_.resize(count);
  parallel_ranges(count, jobs, /*grain=*/256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      find_callees(calls, NodeId(static_cast<std::uint32_t>(n)), graph, incomplete);
    }
  });
  bottom_up_ = BottomUpOrder(count, [&](std::uint32_t n) -> const std::vector<std::uint32_t>& { return all_[n]; });
}

void Callees::find_callees(Calls& calls, NodeId caller, const CallGraph* graph, Incomplete incomplete) {
  const ir::MethodIr& method = calls.ir(caller);
  SitesOfMethod& found = sites_[caller.value];
  std::vector<std::uint32_t>& all = all_[caller.value];
  std::span<const CallSite> known;
  if (graph != nullptr) known = graph->sites(calls.method(caller));
  std::size_t next_known = 0;
  std::vector<NodeId> targets;
  for (std::uint32_t v = 0; v < method.instructions.size(); ++v) {
    const ir::Instruction& i = method.instructions[v];
    if (i.op == Op::kLambda) {
      NodeId body = calls.body_of(method.lambdas[i.payload]);
      if (body.valid()) all.push_back(body.value);
    }
    if (i.op != Op::kInvoke) continue;
    targets.clear();
    while (next_known < known.size() && known[next_known].instruction.value < v) ++next_known;
    if (next_known < known.size() && known[next_known].instruction.value == v) {
      for (const Callee& callee : graph->callees(known[next_known])) {
        NodeId node = calls.node_of(callee.method);
        if (callee.kind == CalleeKind::kCall && node.valid()) targets.push_back(node);
      }
      std::sort(targets.begin(), targets.end());
    }
    if (targets.empty()) {
      const Binding& binding = calls.binding(i);
      if (binding.complete || incomplete == Incomplete::kFollow) targets = binding.targets;
    }
    if (targets.empty()) continue;
    found.sites.push_back(
        {ValueId(v), static_cast<std::uint32_t>(found.targets.size()), static_cast<std::uint32_t>(targets.size())});
    found.targets.insert(found.targets.end(), targets.begin(), targets.end());
    for (NodeId target : targets) all.push_back(target.value);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

std::span<const NodeId> Callees::at(NodeId caller, ValueId site) const {
  const SitesOfMethod& of_caller = sites_[caller.value];
  auto it = std::lower_bound(of_caller.sites.begin(), of_caller.sites.end(), site,
                             [](const Site& s, ValueId at) { return s.at < at; });
  if (it == of_caller.sites.end() || it->at != site) return {};
  return std::span(of_caller.targets).subspan(it->first, it->count);
}

}  // namespace snag
