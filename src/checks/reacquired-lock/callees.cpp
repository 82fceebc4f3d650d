#include "checks/reacquired-lock/callees.h"

#include <algorithm>

#include "base/parallel.h"

namespace snag::reacquired {

using ir::Op;
using ir::ValueId;

Callees::Callees(sections::Members& members, const CallGraph* graph, unsigned jobs) {
  std::uint32_t count = members.node_count();
  calls_.resize(count);
  all_.resize(count);
  std::vector<CallNodeId> known(count);  // by node: where it is in the graph
  if (graph != nullptr) {
    for (std::uint32_t n = 0; n < graph->nodes().size(); ++n) {
      NodeId node = members.node_of(graph->nodes()[n].method);
      if (node.valid() && graph->nodes()[n].body == BodyKind::kCode) known[node.value] = CallNodeId(n);
    }
  }
  parallel_ranges(count, jobs, /*grain=*/256, [&](std::size_t begin, std::size_t end) {
    std::vector<NodeId> targets;
    for (std::size_t n = begin; n < end; ++n) {
      NodeId caller(static_cast<std::uint32_t>(n));
      const ir::MethodIr& method = members.ir(caller);
      Calls& calls = calls_[n];
      std::vector<std::uint32_t>& all = all_[n];
      std::span<const CallSite> sites;
      if (known[n].valid()) sites = graph->sites(known[n]);
      std::size_t next_site = 0;
      for (std::uint32_t v = 0; v < method.instructions.size(); ++v) {
        const ir::Instruction& i = method.instructions[v];
        if (i.op == Op::kLambda) {
          NodeId body = members.body_of(method.lambdas[i.payload]);
          if (body.valid()) all.push_back(body.value);
        }
        if (i.op != Op::kInvoke) continue;
        targets.clear();
        while (next_site < sites.size() && sites[next_site].instruction.value < v) ++next_site;
        if (next_site < sites.size() && sites[next_site].instruction.value == v) {
          for (const Callee& callee : graph->callees(sites[next_site])) {
            NodeId node = members.node_of((*graph)[callee.node].method);
            if (callee.kind == CalleeKind::kCall && node.valid()) targets.push_back(node);
          }
          std::sort(targets.begin(), targets.end());
        }
        if (targets.empty()) targets = members.binding(i).targets;
        if (targets.empty()) continue;
        calls.sites.push_back(
            {ValueId(v), static_cast<std::uint32_t>(calls.targets.size()), static_cast<std::uint32_t>(targets.size())});
        calls.targets.insert(calls.targets.end(), targets.begin(), targets.end());
        for (NodeId target : targets) all.push_back(target.value);
      }
      std::sort(all.begin(), all.end());
      all.erase(std::unique(all.begin(), all.end()), all.end());
    }
  });
}

std::span<const NodeId> Callees::at(NodeId caller, ValueId site) const {
  const Calls& calls = calls_[caller.value];
  auto it = std::lower_bound(calls.sites.begin(), calls.sites.end(), site,
                             [](const Site& s, ValueId at) { return s.at < at; });
  if (it == calls.sites.end() || it->at != site) return {};
  return std::span(calls.targets).subspan(it->first, it->count);
}

}  // namespace snag::reacquired
