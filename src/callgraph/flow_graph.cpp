#include "callgraph/flow_graph.h"

#include <algorithm>
#include <utility>

#include "base/scc.h"

namespace snag {

FlowNodeId FlowGraph::add_node() {
  nodes_.emplace_back();
  return FlowNodeId(merged_.add());
}

void FlowGraph::arrive(std::uint32_t index, std::uint32_t type) {
  ++steps_;
  Node& node = nodes_[index];
  if (!node.types.insert(type)) return;
  if (node.edges.empty() && node.watches.empty()) return;
  node.fresh.push_back(type);
  if (!node.queued) {
    node.queued = true;
    queue_.push_back(index);
  }
}

void FlowGraph::add_type(FlowNodeId node, ObjectTypeId type) {
  if (node.valid() && type.valid()) arrive(merged_.find(node.value), type.value);
}

bool FlowGraph::insert_edge(std::uint32_t from, Edge edge) {
  Node& node = nodes_[from];
  if (node.edges.size() < kFewEdges) {
    if (std::find(node.edges.begin(), node.edges.end(), edge) != node.edges.end()) return false;
  } else {
    if (node.edges.size() == kFewEdges) {
      for (const Edge& known : node.edges) known_edges_.emplace(from, known.to, known.filter);
    }
    if (!known_edges_.emplace(from, edge.to, edge.filter).second) return false;
  }
  node.edges.push_back(edge);
  return true;
}

void FlowGraph::pass(Edge edge, const std::vector<std::uint32_t>& types) {
  std::uint32_t to = merged_.find(edge.to);
  if (!edge.filter.valid()) {
    for (std::uint32_t type : types) arrive(to, type);
    return;
  }
  ObjectTypes::Filter& filter = types_.filter(edge.filter);
  for (std::uint32_t type : types) {
    ObjectTypeId passed = types_.narrow(ObjectTypeId(type), filter);
    if (passed.valid()) arrive(to, passed.value);
  }
}

void FlowGraph::add_edge(FlowNodeId from_id, FlowNodeId to_id, Name filter) {
  if (!from_id.valid() || !to_id.valid()) return;
  std::uint32_t from = merged_.find(from_id.value), to = merged_.find(to_id.value);
  if (types_.is_object(filter)) filter = Name();  // lets everything pass; as a plain edge it can lie on a cycle
  // From a node to itself a cast may still make something new: of an unknown object an unknown Runnable.
  if (from == to && !filter.valid()) return;
  Edge edge{to, filter};
  if (!insert_edge(from, edge)) return;
  ++edge_count_;
  pass(edge, nodes_[from].types.elements());
}

void FlowGraph::add_watch(FlowNodeId id, WatchId watch) {
  if (!id.valid()) return;
  std::uint32_t index = merged_.find(id.value);
  Node& node = nodes_[index];
  node.watches.push_back(watch);
  if (!node.types.empty()) new_watches_.emplace_back(index, watch);
}

std::vector<ObjectTypeId> FlowGraph::types_at(FlowNodeId node) {
  std::vector<ObjectTypeId> result;
  if (!node.valid()) return result;
  for (std::uint32_t type : nodes_[merged_.find(node.value)].types.elements()) result.emplace_back(type);
  return result;
}

bool FlowGraph::solve(const std::function<void(WatchId, ObjectTypeId)>& notify, std::uint64_t maximum_steps) {
  std::vector<std::uint32_t> types;
  while (!queue_.empty() || !new_watches_.empty()) {
    if (steps_ > maximum_steps) return false;
    if (!new_watches_.empty()) {
      auto [index, watch] = new_watches_.front();
      new_watches_.pop_front();
      for (std::uint32_t type : nodes_[merged_.find(index)].types.elements()) notify(watch, ObjectTypeId(type));
      continue;
    }
    if (steps_ >= next_collapse_) {
      collapse_cycles();
      next_collapse_ = steps_ + 2 * (steps_ / 4 + nodes_.size() + edge_count_);
    }
    std::uint32_t index = queue_.front();
    queue_.pop_front();
    Node& node = nodes_[index];
    node.queued = false;
    if (merged_.find(index) != index) continue;
    types.clear();
    std::swap(types, node.fresh);
    // By index, because the notified watch may add edges and watches here.
    for (std::size_t i = 0; i < node.edges.size(); ++i) {
      Edge edge = node.edges[i];
      if (edge.filter.valid() || merged_.find(edge.to) != index) pass(edge, types);
    }
    for (std::size_t i = 0; i < node.watches.size(); ++i) {
      WatchId watch = node.watches[i];
      for (std::uint32_t type : types) notify(watch, ObjectTypeId(type));
    }
  }
  return true;
}

void FlowGraph::collapse_cycles() {
  auto count = static_cast<std::uint32_t>(nodes_.size());
  std::vector<std::uint32_t> starts(count + 1, 0), targets;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (merged_.find(i) == i) {
      for (const Edge& edge : nodes_[i].edges) {
        if (!edge.filter.valid()) targets.push_back(merged_.find(edge.to));
      }
    }
    starts[i + 1] = static_cast<std::uint32_t>(targets.size());
  }
  Components components = strongly_connected_components(count, [&](std::uint32_t node) {
    return std::span(targets).subspan(starts[node], starts[node + 1] - starts[node]);
  });
  std::vector<std::uint32_t> leader(components.count, FlowNodeId::kInvalid);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (merged_.find(i) != i) continue;
    std::uint32_t& first = leader[components.component_of[i]];
    if (first == FlowNodeId::kInvalid) {
      first = i;
      continue;
    }
    merged_.merge(first, i);
    ++collapsed_;
    Node& to = nodes_[first];
    Node from = std::exchange(nodes_[i], Node());
    for (std::uint32_t type : from.types.elements()) to.types.insert(type);
    for (const Edge& edge : from.edges) insert_edge(first, edge);
    to.watches.insert(to.watches.end(), from.watches.begin(), from.watches.end());
    // Everything is passed on once more from the merged node: each member may have lacked some of it.
    to.fresh.assign(1, FlowNodeId::kInvalid);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    Node& node = nodes_[i];
    if (node.fresh.size() != 1 || node.fresh[0] != FlowNodeId::kInvalid) continue;
    node.fresh = node.types.elements();
    if (!node.queued) {
      node.queued = true;
      queue_.push_back(i);
    }
  }
}

}  // namespace snag
