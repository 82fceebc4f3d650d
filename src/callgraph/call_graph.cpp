// Numbering of a finished call graph. Cannot see: calls that the analysis does not know.
#include "callgraph/call_graph.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace snag {

std::span<const CallNodeId> CallGraph::successors(CallNodeId id) const {
  return std::span(successors_)
      .subspan(successor_starts_[id.value], successor_starts_[id.value + 1] - successor_starts_[id.value]);
}

bool CallGraph::is_recursive(CallNodeId id) const {
  if (bottom_up_.component(bottom_up_.component_of(id.value)).size() > 1) return true;
  std::span<const CallNodeId> next = successors(id);
  return std::binary_search(next.begin(), next.end(), id);
}

std::uint32_t CallGraphAssembler::add_node(MethodId method, BodyKind body) {
  nodes_.push_back({.method = method, .body = body});
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

void CallGraphAssembler::add_call(std::uint32_t caller, ir::ValueId instruction, std::uint32_t callee,
                                  CalleeKind kind) {
  edges_.push_back({caller, instruction, callee, kind});
}

void CallGraphAssembler::add_site(std::uint32_t caller, ir::ValueId instruction) {
  edges_.push_back({caller, instruction, kNothing, CalleeKind::kCall});
}

void CallGraphAssembler::add_entry(std::uint32_t node, EntryKind kind) { entries_.emplace_back(node, kind); }

CallGraph CallGraphAssembler::finish(std::uint32_t unresolved_sites, bool budget_exhausted) {
  CallGraph graph;
  graph.unresolved_sites_ = unresolved_sites;
  graph.budget_exhausted_ = budget_exhausted;

  std::vector<std::uint32_t> order(nodes_.size()), rank(nodes_.size());
  std::iota(order.begin(), order.end(), 0u);
  auto key = [&](std::uint32_t i) {
    const Method& method = program_[nodes_[i].method];
    return std::tuple(program_.name(method.owner), program_.text(method.name), program_.text(method.descriptor));
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    rank[order[i]] = i;
    graph.nodes_.push_back(nodes_[order[i]]);
  }

  for (Edge& edge : edges_) {
    edge.caller = rank[edge.caller];
    if (edge.callee != kNothing) edge.callee = rank[edge.callee];
  }
  auto edge_key = [](const Edge& e) { return std::tuple(e.caller, e.instruction, e.callee, e.kind); };
  std::sort(edges_.begin(), edges_.end(), [&](const Edge& a, const Edge& b) { return edge_key(a) < edge_key(b); });
  edges_.erase(std::unique(edges_.begin(), edges_.end(),
                           [&](const Edge& a, const Edge& b) { return edge_key(a) == edge_key(b); }),
               edges_.end());
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < graph.nodes_.size(); ++i) {
    CallNode& node = graph.nodes_[i];
    node.first_site = static_cast<std::uint32_t>(graph.sites_.size());
    std::vector<CallNodeId> successors;
    while (next < edges_.size() && edges_[next].caller == i) {
      CallSite site{.instruction = edges_[next].instruction,
                    .first_callee = static_cast<std::uint32_t>(graph.callees_.size())};
      for (; next < edges_.size() && edges_[next].caller == i && edges_[next].instruction == site.instruction; ++next) {
        const Edge& edge = edges_[next];
        if (edge.callee == kNothing) continue;
        graph.callees_.push_back({CallNodeId(edge.callee), edge.kind});
        if (edge.kind == CalleeKind::kStart) {
          graph.thread_starts_.push_back({CallNodeId(i), site.instruction, CallNodeId(edge.callee)});
        } else {
          successors.emplace_back(edge.callee);
        }
      }
      site.callee_count = static_cast<std::uint32_t>(graph.callees_.size()) - site.first_callee;
      graph.sites_.push_back(site);
    }
    node.site_count = static_cast<std::uint32_t>(graph.sites_.size()) - node.first_site;
    std::sort(successors.begin(), successors.end());
    successors.erase(std::unique(successors.begin(), successors.end()), successors.end());
    graph.successors_.insert(graph.successors_.end(), successors.begin(), successors.end());
    graph.successor_starts_.push_back(static_cast<std::uint32_t>(graph.successors_.size()));
  }
  for (auto [node, kind] : entries_) graph.entry_points_.push_back({CallNodeId(rank[node]), kind});
  std::sort(graph.entry_points_.begin(), graph.entry_points_.end());
  graph.entry_points_.erase(std::unique(graph.entry_points_.begin(), graph.entry_points_.end()),
                            graph.entry_points_.end());
  auto called = [&](std::uint32_t node) {
    struct Numbers {
      std::span<const CallNodeId> ids;
      std::size_t size() const { return ids.size(); }
      std::uint32_t operator[](std::size_t i) const { return ids[i].value; }
    };
    return Numbers{graph.successors(CallNodeId(node))};
  };
  graph.bottom_up_ = BottomUpOrder(static_cast<std::uint32_t>(graph.nodes_.size()), called);
  return graph;
}

}  // namespace snag
