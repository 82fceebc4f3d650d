#include "callgraph/flow_graph.h"

#include <algorithm>
#include <utility>

#include "base/scc.h"

namespace snag {

bool ObjectSet::insert(std::uint32_t element) {
  if (!blocks_.empty()) return insert_bit(element);
  if (std::find(few_.begin(), few_.end(), element) != few_.end()) return false;
  few_.push_back(element);
  if (few_.size() > kFew) become_blocks();
  return true;
}

void ObjectSet::become_blocks() {
  for (std::uint32_t known : few_) insert_bit(known);
  few_ = {};
}

ObjectSet::Block& ObjectSet::block_at(std::uint32_t index) {
  if (!blocks_.empty() && blocks_.back().index == index) return blocks_.back();
  auto it = std::lower_bound(blocks_.begin(), blocks_.end(), index,
                             [](const Block& block, std::uint32_t wanted) { return block.index < wanted; });
  if (it == blocks_.end() || it->index != index) it = blocks_.insert(it, Block{index, {}});
  return *it;
}

void ObjectSet::insert_word(std::uint32_t word, std::uint64_t elements) {
  if (elements == 0) return;
  if (blocks_.empty()) return for_each_of_word(word, elements, [&](std::uint32_t element) { insert(element); });
  block_at(word / kWords).words[word % kWords] |= elements;
}

bool ObjectSet::insert_bit(std::uint32_t element) {
  std::uint64_t& word = block_at(element / (64 * kWords)).words[element / 64 % kWords];
  const std::uint64_t before = std::exchange(word, word | std::uint64_t{1} << (element % 64));
  return before != word;
}

void ObjectSet::add(const ObjectSet& from, ObjectSet* fresh) {
  if (from.blocks_.empty()) {
    for (std::uint32_t element : from.few_) {
      if (insert(element) && fresh != nullptr) fresh->insert(element);
    }
    return;
  }
  if (blocks_.empty()) become_blocks();
  std::size_t at = 0;
  for (const Block& block : from.blocks_) {
    while (at < blocks_.size() && blocks_[at].index < block.index) ++at;
    if (at == blocks_.size() || blocks_[at].index != block.index) {
      blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(at), Block{block.index, {}});
    }
    std::array<std::uint64_t, kWords>& words = blocks_[at].words;
    std::array<std::uint64_t, kWords> added;
    std::uint64_t any = 0;
    for (std::uint32_t word = 0; word < kWords; ++word) {
      added[word] = block.words[word] & ~words[word];
      words[word] |= block.words[word];
      any |= added[word];
    }
    if (any == 0 || fresh == nullptr) continue;
    for (std::uint32_t word = 0; word < kWords; ++word) fresh->insert_word(block.index * kWords + word, added[word]);
  }
}

void ObjectSet::clear() {
  few_.clear();
  blocks_.clear();
}

std::size_t ObjectSet::size() const {
  std::size_t result = few_.size();
  for (const Block& block : blocks_) {
    for (std::uint64_t word : block.words) result += static_cast<std::size_t>(std::popcount(word));
  }
  return result;
}

std::vector<std::uint32_t> ObjectSet::elements() const {
  std::vector<std::uint32_t> result;
  result.reserve(size());
  for_each([&](std::uint32_t element) { result.push_back(element); });
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
  node.fresh.insert(type);
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
    if (node.known_edges == nullptr) {
      node.known_edges = std::make_unique<absl::flat_hash_set<Edge>>(node.edges.begin(), node.edges.end());
    }
    if (!node.known_edges->insert(edge).second) return false;
  }
  node.edges.push_back(edge);
  return true;
}

void FlowGraph::pass(Edge edge, const ObjectSet& objects) {
  const std::uint32_t to = merged_.find(edge.to);
  Node& node = nodes_[to];
  const bool goes_on = !node.edges.empty() || !node.watches.empty();
  steps_ += 1 + objects.cost();
  const ObjectSet* passed = &objects;
  if (edge.filter.valid()) {
    AbstractObjects::Filter& filter = objects_[edge.filter];
    passed_.clear();
    objects.for_each([&](std::uint32_t object) {
      const ObjectId narrowed = objects_.narrow(ObjectId(object), filter);
      if (narrowed.valid()) passed_.insert(narrowed.value);
    });
    passed = &passed_;
  }
  node.objects.add(*passed, goes_on ? &node.fresh : nullptr);
  if (!node.fresh.empty()) enqueue(to);
}

void FlowGraph::add_edge(FlowNodeId from_id, FlowNodeId to_id, Name filter) {
  if (!from_id.valid() || !to_id.valid()) return;
  std::uint32_t from = merged_.find(from_id.value), to = merged_.find(to_id.value);
  if (objects_.is_object(filter)) filter = Name();  // lets everything pass; as a plain edge it can lie on a cycle
  // From a node to itself a cast may still make something new: of an unknown object an unknown Runnable.
  if (from == to && !filter.valid()) return;
  const Edge edge{to, filter.valid() ? objects_.filter(filter) : FilterId()};
  if (!insert_edge(from, edge)) return;
  ++edge_count_;
  pass(edge, nodes_[from].objects);
}

void FlowGraph::add_watch(FlowNodeId id, WatchId watch) {
  if (!id.valid()) return;
  std::uint32_t index = merged_.find(id.value);
  Node& node = nodes_[index];
  node.watches.push_back(watch);
  if (!node.objects.empty()) new_watches_.emplace_back(index, watch);
}

bool FlowGraph::solve(absl::FunctionRef<void(WatchId, ObjectId)> notify, std::uint64_t maximum_steps) {
  ObjectSet fresh;
  std::vector<std::uint32_t> elements;
  auto notify_of_elements = [&](WatchId watch) {
    steps_ += elements.size();
    for (std::uint32_t element : elements) notify(watch, ObjectId(element));
  };
  while (!queue_.empty() || !new_watches_.empty()) {
    if (steps_ > maximum_steps) return false;
    if (!new_watches_.empty()) {
      auto [index, watch] = new_watches_.front();
      new_watches_.pop_front();
      elements = nodes_[merged_.find(index)].objects.elements();
      notify_of_elements(watch);
      continue;
    }
    if (steps_ >= next_collapse_) {
      collapse_cycles();
      next_collapse_ = steps_ + steps_ / 4 + nodes_.size() + edge_count_;
    }
    std::uint32_t index = queue_.front();
    queue_.pop_front();
    Node& node = nodes_[index];
    node.queued = false;
    if (merged_.find(index) != index) continue;
    fresh.clear();
    std::swap(fresh, node.fresh);
    // By index, because the notified watch may add edges and watches here.
    for (std::size_t i = 0; i < node.edges.size(); ++i) {
      Edge edge = node.edges[i];
      if (edge.filter.valid() || merged_.find(edge.to) != index) pass(edge, fresh);
    }
    if (node.watches.empty()) continue;
    elements = fresh.elements();
    for (std::size_t i = 0; i < node.watches.size(); ++i) {
      if (steps_ > maximum_steps) return false;
      notify_of_elements(node.watches[i]);
    }
  }
  return true;
}

std::vector<ObjectId> FlowGraph::objects(FlowNodeId node) {
  if (!node.valid()) return {};
  const ObjectSet& objects = nodes_[merged_.find(node.value)].objects;
  std::vector<ObjectId> result;
  result.reserve(objects.size());
  objects.for_each([&](std::uint32_t element) { result.emplace_back(element); });
  if (objects.is_short_list()) std::sort(result.begin(), result.end());
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
    // Whatever one of the two has not passed on, or lacked, is passed on once more; the rest all their watches and
    // edges have had.
    const ObjectSet of_from = from.objects;
    from.objects.add(to.objects, &to.fresh);
    to.objects.add(of_from, &to.fresh);
    to.fresh.add(from.fresh, nullptr);
    for (const Edge& edge : from.edges) insert_edge(first, edge);
    to.watches.insert(to.watches.end(), from.watches.begin(), from.watches.end());
    grown[first] = true;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (grown[i] && !nodes_[i].fresh.empty()) enqueue(i);
  }
}

}  // namespace snag
