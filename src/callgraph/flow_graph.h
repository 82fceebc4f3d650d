// Which abstract objects flow where: nodes stand for variables, edges for assignments, and every node ends up with all
// objects that can reach it (inclusion, as Andersen has it).
//
//   Object a = new A();  Object b = a;  B c = (B) b;       {A} a -> b -(B)-> c
//
// Idea: only what is new at a node is passed on (difference propagation), so an object crosses an edge once. Nodes on a
// cycle of plain edges have the same objects in the end: from time to time cycles are found (Tarjan) and made one node,
// whenever the work since the last time exceeds what finding them costs. Watches are notified of each new object of a
// node, and may then add nodes, edges, objects and watches: that is how calls are bound to their targets, and how a
// field of a variable becomes the fields of the objects in it.
//
// Terminates: nodes' sets only grow, and there are finitely many objects and nodes as long as watches add finitely
// many. Comes from: Sundaresan et al., variable-type analysis (von Praun's reference [115]), here with the call graph
// bound while objects are propagated instead of before it, which is more precise and needs no first graph.
//
// Used by one thread.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_set.h>
#include <absl/container/inlined_vector.h>
#include <absl/functional/function_ref.h>

#include "base/union_find.h"
#include "callgraph/abstract_objects.h"

namespace snag {

struct FlowNodeTag;
struct WatchTag;
using FlowNodeId = Id<FlowNodeTag>;
using WatchId = Id<WatchTag>;

// A growing set of small numbers: most hold a handful, a few hold thousands. A short list up to kFew, then blocks of
// bits, ascending, so that sets are united a word at a time.
class ObjectSet {
 public:
  bool insert(std::uint32_t element);  // whether it is new
  // The elements of a word: 64 * `word` and those behind it.
  void insert_word(std::uint32_t word, std::uint64_t elements);
  // Adds all of `from`, which is another set; those that are new also to `fresh`, if there is one.
  void add(const ObjectSet& from, ObjectSet* fresh);
  void clear();
  bool empty() const { return few_.empty() && blocks_.empty(); }
  std::size_t size() const;
  // What uniting it with another set costs.
  std::size_t cost() const { return few_.size() + blocks_.size(); }
  std::vector<std::uint32_t> elements() const;
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::uint32_t element : few_) visit(element);
    for (const Block& block : blocks_) {
      for (std::uint32_t word = 0; word < kWords; ++word) {
        for_each_of_word(block.index * kWords + word, block.words[word], visit);
      }
    }
  }
  // In the order of arrival; other sets are ascending.
  bool is_short_list() const { return blocks_.empty(); }

 private:
  static constexpr std::size_t kFew = 12;
  static constexpr std::uint32_t kWords = 8;

  template <class Visit>
  static void for_each_of_word(std::uint32_t word, std::uint64_t elements, Visit&& visit) {
    for (std::uint64_t rest = elements; rest != 0; rest &= rest - 1) {
      visit(word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }

  struct Block {
    std::uint32_t index;
    std::array<std::uint64_t, kWords> words;
  };

  bool insert_bit(std::uint32_t element);
  Block& block_at(std::uint32_t index);
  void become_blocks();

  absl::InlinedVector<std::uint32_t, 4> few_;
  std::vector<Block> blocks_;
};

class FlowGraph {
 public:
  explicit FlowGraph(AbstractObjects& objects) : objects_(objects) {}

  FlowNodeId add_node();
  // Objects pass from `from` to `to`, through a cast to `filter` if there is one. Invalid ends are ignored.
  void add_edge(FlowNodeId from, FlowNodeId to, Name filter = {});
  void add_object(FlowNodeId node, ObjectId object);
  // From now on `watch` is notified of every object at the node, those that are there included; of some perhaps twice.
  void add_watch(FlowNodeId node, WatchId watch);

  // Propagates until nothing changes. Returns false if it gave up after `maximum_steps`: a step passes an object, or a
  // block of them, over an edge, or notifies a watch of an object.
  bool solve(absl::FunctionRef<void(WatchId, ObjectId)> notify, std::uint64_t maximum_steps = ~std::uint64_t{0});

  // The objects that have reached a node, ascending; none for an invalid node.
  std::vector<ObjectId> objects(FlowNodeId node);
  bool is_empty(FlowNodeId node) { return !node.valid() || nodes_[merged_.find(node.value)].objects.empty(); }

  std::uint32_t node_count() const { return merged_.size(); }
  std::uint64_t edge_count() const { return edge_count_; }
  std::uint64_t step_count() const { return steps_; }
  std::uint32_t collapsed_count() const { return collapsed_; }

 private:
  struct Edge {
    std::uint32_t to;
    FilterId filter;
    friend bool operator==(const Edge&, const Edge&) = default;
    template <class H>
    friend H AbslHashValue(H state, const Edge& e) {
      return H::combine(std::move(state), std::uint64_t{e.to} << 32 | e.filter.value);
    }
  };
  struct Node {
    ObjectSet objects;
    absl::InlinedVector<Edge, 2> edges;
    std::unique_ptr<absl::flat_hash_set<Edge>> known_edges;  // the same, if they are many; few are searched
    absl::InlinedVector<WatchId, 1> watches;
    ObjectSet fresh;  // objects not yet passed on
    bool queued = false;
  };
  static constexpr std::size_t kFewEdges = 12;

  void arrive(std::uint32_t node, std::uint32_t type);
  void enqueue(std::uint32_t node);
  bool insert_edge(std::uint32_t from, Edge edge);  // whether it is new
  void pass(Edge edge, const ObjectSet& objects);
  void collapse_cycles();

  AbstractObjects& objects_;
  UnionFind merged_;
  std::deque<Node> nodes_;  // by id; only a leader's is used
  std::deque<std::uint32_t> queue_;
  std::deque<std::pair<std::uint32_t, WatchId>> new_watches_;  // to be notified of the objects that are there
  ObjectSet passed_;                                           // what a filter lets pass, for the moment
  std::uint64_t edge_count_ = 0, steps_ = 0, next_collapse_ = 50'000;
  std::uint32_t collapsed_ = 0;
};

}  // namespace snag
