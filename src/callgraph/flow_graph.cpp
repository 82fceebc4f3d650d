#include "callgraph/flow_graph.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/scc.h"

namespace snag {

bool ObjectSet::insert(std::uint32_t element) {
  if (!bits_.empty()) return insert_bit(element);
  if (std::find(few_.begin(), few_.end(), element) != few_.end()) return false;
  few_.push_back(element);
  if (few_.size() > kFew) {
    for (std::uint32_t known : few_) insert_bit(known);
    few_ = {};
  }
  return true;
}

bool ObjectSet::insert_bit(std::uint32_t element) {
  if (element / 64 >= bits_.size()) bits_.resize(element / 64 + 1);
  std::uint64_t& word = bits_[element / 64];
  std::uint64_t before = std::exchange(word, word | std::uint64_t{1} << (element % 64));
  return before != word;
}

std::vector<std::uint32_t> ObjectSet::elements() const {
  std::vector<std::uint32_t> result(few_.begin(), few_.end());
  for (std::size_t word = 0; word < bits_.size(); ++word) {
    for (std::uint64_t rest = bits_[word]; rest != 0; rest &= rest - 1) {
      result.push_back(static_cast<std::uint32_t>(64 * word) + static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }
  return result;
}

FlowNodeId FlowGraph::add_node() {
  nodes_.emplace_back();
  return FlowNodeId(merged_.add());
}

void FlowGraph::arrive(std::uint32_t index, std::uint32_t type) {
  ++steps_;
  Node& node = nodes_[index];
  if (!node.objects.insert(type)) return;
  if (node.edges.empty() && node.watches.empty()) return;
  node.fresh.push_back(type);
  enqueue(index);
}

void FlowGraph::enqueue(std::uint32_t index) {
  if (!std::exchange(nodes_[index].queued, true)) queue_.push_back(index);
}

void FlowGraph::add_object(FlowNodeId node, ObjectId type) {
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
  AbstractObjects::Filter& filter = objects_.filter(edge.filter);
  for (std::uint32_t type : types) {
    ObjectId passed = objects_.narrow(ObjectId(type), filter);
    if (passed.valid()) arrive(to, passed.value);
  }
}

void FlowGraph::add_edge(FlowNodeId from_id, FlowNodeId to_id, Name filter) {
  if (!from_id.valid() || !to_id.valid()) return;
  std::uint32_t from = merged_.find(from_id.value), to = merged_.find(to_id.value);
  if (objects_.is_object(filter)) filter = Name();  // lets everything pass; as a plain edge it can lie on a cycle
  // From a node to itself a cast may still make something new: of an unknown object an unknown Runnable.
  if (from == to && !filter.valid()) return;
  Edge edge{to, filter};
  if (!insert_edge(from, edge)) return;
  ++edge_count_;
  pass(edge, nodes_[from].objects.elements());
}

void FlowGraph::add_watch(FlowNodeId id, WatchId watch) {
  if (!id.valid()) return;
  std::uint32_t index = merged_.find(id.value);
  Node& node = nodes_[index];
  node.watches.push_back(watch);
  if (!node.objects.empty()) new_watches_.emplace_back(index, watch);
}

bool FlowGraph::solve(absl::FunctionRef<void(WatchId, ObjectId)> notify, std::uint64_t maximum_steps) {
  std::vector<std::uint32_t> types;
  while (!queue_.empty() || !new_watches_.empty()) {
    if (steps_ > maximum_steps) return false;
    if (!new_watches_.empty()) {
      auto [index, watch] = new_watches_.front();
      new_watches_.pop_front();
      for (std::uint32_t type : nodes_[merged_.find(index)].objects.elements()) notify(watch, ObjectId(type));
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
      for (std::uint32_t type : types) notify(watch, ObjectId(type));
    }
  }
  return true;
}

std::vector<ObjectId> FlowGraph::objects(FlowNodeId node) {
  if (!node.valid()) return {};
  std::vector<std::uint32_t> elements = nodes_[merged_.find(node.value)].objects.elements();
  std::sort(elements.begin(), elements.end());
  std::vector<ObjectId> result;
  result.reserve(elements.size());
  for (std::uint32_t element : elements) result.emplace_back(element);
  return result;
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
  std::vector<bool> grown(count, false);
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
    for (std::uint32_t type : from.objects.elements()) to.objects.insert(type);
    for (const Edge& edge : from.edges) insert_edge(first, edge);
    to.watches.insert(to.watches.end(), from.watches.begin(), from.watches.end());
    grown[first] = true;
  }
  // Everything is passed on once more from the merged nodes: each member may have lacked some of it.
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!grown[i]) continue;
    nodes_[i].fresh = nodes_[i].objects.elements();
    enqueue(i);
  }
}

}  // namespace snag
