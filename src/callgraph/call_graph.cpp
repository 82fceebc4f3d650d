#include "callgraph/call_graph.h"

#include <algorithm>
#include <tuple>

namespace snag {

std::span<const CallSite> CallGraph::sites(MethodId method) const {
  if (!reaches(method)) return {};
  const Node& node = nodes_[index_of(method)];
  return std::span(sites_).subspan(node.first_site, node.site_count);
}

bool CallGraph::is_recursive(MethodId method) const {
  if (bottom_up_.component(bottom_up_.component_of(index_of(method))).size() > 1) return true;
  for (const CallSite& site : sites(method)) {
    for (const Callee& callee : callees(site)) {
      if (callee.method == method && callee.kind != CalleeKind::kStart) return true;
    }
  }
  return false;
}

void CallGraphAssembler::add_site(MethodId caller, ir::ValueId instruction) {
  edges_.push_back({caller, instruction, {}, CalleeKind::kCall});
}

void CallGraphAssembler::add_call(MethodId caller, ir::ValueId instruction, MethodId callee, CalleeKind kind) {
  edges_.push_back({caller, instruction, callee, kind});
}

CallGraph CallGraphAssembler::finish(std::uint32_t unresolved_sites, bool budget_exhausted) {
  CallGraph graph;
  graph.unresolved_sites_ = unresolved_sites;
  graph.budget_exhausted_ = budget_exhausted;
  number_methods(graph);
  Successors successors = add_calls(graph);
  add_entries(graph);
  graph.bottom_up_ = BottomUpOrder(
      static_cast<std::uint32_t>(graph.methods_.size()), [&](std::uint32_t i) -> const auto& { return successors[i]; });
  return graph;
}

void CallGraphAssembler::number_methods(CallGraph& graph) {
  auto key = [&](MethodId id) {
    const Method& method = program_[id];
    return std::tuple(program_.name(method.owner), program_.text(method.name), program_.text(method.descriptor));
  };
  std::sort(methods_.begin(), methods_.end(),
            [&](const auto& a, const auto& b) { return key(a.first) < key(b.first); });
  for (auto [method, body] : methods_) {
    if (method.value >= graph.index_.size()) graph.index_.resize(method.value + 1, CallGraph::kNotReached);
    graph.index_[method.value] = static_cast<std::uint32_t>(graph.methods_.size());
    graph.methods_.push_back(method);
    graph.nodes_.push_back({.body = body});
  }
}

CallGraphAssembler::Successors CallGraphAssembler::add_calls(CallGraph& graph) {
  auto key = [&](const Edge& e) {
    std::uint32_t callee = e.callee.valid() ? graph.index_of(e.callee) : CallGraph::kNotReached;
    return std::tuple(graph.index_of(e.caller), e.instruction, callee, e.kind);
  };
  std::sort(edges_.begin(), edges_.end(), [&](const Edge& a, const Edge& b) { return key(a) < key(b); });
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  Successors result(graph.methods_.size());
  auto next = edges_.begin();
  for (std::uint32_t i = 0; i < graph.methods_.size(); ++i) {
    const MethodId caller = graph.methods_[i];
    CallGraph::Node& node = graph.nodes_[i];
    node.first_site = static_cast<std::uint32_t>(graph.sites_.size());
    while (next != edges_.end() && next->caller == caller) {
      CallSite site{.instruction = next->instruction,
                    .first_callee = static_cast<std::uint32_t>(graph.callees_.size())};
      for (; next != edges_.end() && next->caller == caller && next->instruction == site.instruction; ++next) {
        if (!next->callee.valid()) continue;
        graph.callees_.push_back({next->callee, next->kind});
        if (next->kind == CalleeKind::kStart) {
          graph.thread_starts_.push_back({caller, site.instruction, next->callee});
        } else {
          result[i].push_back(graph.index_of(next->callee));
        }
      }
      site.callee_count = static_cast<std::uint32_t>(graph.callees_.size()) - site.first_callee;
      graph.sites_.push_back(site);
    }
    node.site_count = static_cast<std::uint32_t>(graph.sites_.size()) - node.first_site;
    std::sort(result[i].begin(), result[i].end());
    result[i].erase(std::unique(result[i].begin(), result[i].end()), result[i].end());
  }
  return result;
}

void CallGraphAssembler::add_entries(CallGraph& graph) {
  auto key = [&](const EntryPoint& entry) { return std::pair(graph.index_of(entry.method), entry.kind); };
  std::sort(entries_.begin(), entries_.end(),
            [&](const EntryPoint& a, const EntryPoint& b) { return key(a) < key(b); });
  entries_.erase(std::unique(entries_.begin(), entries_.end()), entries_.end());
  graph.entry_points_ = std::move(entries_);
}

}  // namespace snag
