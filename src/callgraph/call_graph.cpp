// Numbering and ordering of a finished call graph. Components come from base/scc.h (Tarjan), already bottom-up; the
// level of a component is one more than the highest level it calls, so a level is a set of components that can be
// processed in parallel once the lower ones are done. Cannot see: calls that the analysis does not know.
#include "callgraph/call_graph.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/parallel.h"
#include "base/scc.h"

namespace snag {

std::span<const CallNodeId> CallGraph::successors(CallNodeId id) const {
  return std::span(successors_)
      .subspan(successor_starts_[id.value], successor_starts_[id.value + 1] - successor_starts_[id.value]);
}

bool CallGraph::is_recursive(CallNodeId id) const {
  if (component(component_of(id)).size() > 1) return true;
  std::span<const CallNodeId> next = successors(id);
  return std::binary_search(next.begin(), next.end(), id);
}

void for_each_bottom_up(const CallGraph& graph, unsigned jobs,
                        const std::function<void(std::span<const CallNodeId>)>& visit) {
  for (std::uint32_t level = 0; level < graph.level_count(); ++level) {
    std::span<const std::uint32_t> components = graph.level(level);
    parallel_ranges(components.size(), jobs, /*grain=*/1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) visit(graph.component(components[i]));
    });
  }
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
  order_bottom_up(graph);
  return graph;
}

void CallGraphAssembler::order_bottom_up(CallGraph& graph) const {
  auto count = static_cast<std::uint32_t>(graph.nodes_.size());
  auto successors = [&](std::uint32_t node) {
    std::span<const CallNodeId> ids = graph.successors(CallNodeId(node));
    struct View {
      std::span<const CallNodeId> ids;
      std::size_t size() const { return ids.size(); }
      std::uint32_t operator[](std::size_t i) const { return ids[i].value; }
    };
    return View{ids};
  };
  Components components = strongly_connected_components(count, successors);
  graph.component_of_ = std::move(components.component_of);

  // Counting sort of nodes into components, then of components into levels.
  graph.component_starts_.assign(components.count + 1, 0);
  for (std::uint32_t component : graph.component_of_) ++graph.component_starts_[component + 1];
  std::partial_sum(graph.component_starts_.begin(), graph.component_starts_.end(), graph.component_starts_.begin());
  graph.component_nodes_.resize(count);
  std::vector<std::uint32_t> fill(graph.component_starts_.begin(), graph.component_starts_.end() - 1);
  for (std::uint32_t node = 0; node < count; ++node) {
    graph.component_nodes_[fill[graph.component_of_[node]]++] = CallNodeId(node);
  }
  std::vector<std::uint32_t> level(components.count, 0);
  std::uint32_t levels = components.count == 0 ? 0 : 1;
  for (std::uint32_t component = 0; component < components.count; ++component) {
    for (CallNodeId node : graph.component(component)) {
      for (CallNodeId next : graph.successors(node)) {
        std::uint32_t lower = graph.component_of(next);
        if (lower != component) level[component] = std::max(level[component], level[lower] + 1);
      }
    }
    levels = std::max(levels, level[component] + 1);
  }
  graph.level_starts_.assign(levels + 1, 0);
  for (std::uint32_t l : level) ++graph.level_starts_[l + 1];
  std::partial_sum(graph.level_starts_.begin(), graph.level_starts_.end(), graph.level_starts_.begin());
  graph.level_components_.resize(components.count);
  fill.assign(graph.level_starts_.begin(), graph.level_starts_.end() - 1);
  for (std::uint32_t component = 0; component < components.count; ++component) {
    graph.level_components_[fill[level[component]]++] = component;
  }
}

}  // namespace snag
