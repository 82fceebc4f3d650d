// Which abstract objects an access path (sections/access_path.h) of a method instance may name.
//
//   synchronized (this.queue.lock) { … }       in an instance whose `this` is {#3}: #3.queue -> {#4}, #4.lock -> {#7}
//
// Used by one thread: it asks PointsTo for sets.
#pragma once

#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/node_hash_map.h>

#include "callgraph/points_to.h"
#include "heap/heap_shape.h"
#include "sections/access_path.h"

namespace snag {

class PathObjects {
 public:
  explicit PathObjects(const HeapShapeGraph& heap) : heap_(heap), points_to_(heap.points_to()) {}

  // Ascending; empty if nothing is known. What models keep in a collection is not followed.
  std::vector<ObjectId> objects(MethodInstanceId instance, const sections::AccessPath& path);
  // What the steps from number `first` on lead to.
  std::vector<ObjectId> follow(std::vector<ObjectId> from, const sections::AccessPath& path, std::size_t first);
  const std::vector<ObjectId>& of_value(MethodInstanceId instance, ir::ValueId value);
  // `this` being the first parameter.
  const std::vector<ObjectId>& of_parameter(MethodInstanceId instance, std::uint32_t number);

 private:
  ir::ValueId parameter(MethodId method, std::uint32_t number);

  const HeapShapeGraph& heap_;
  const PointsTo& points_to_;
  absl::node_hash_map<FlowNodeId, std::vector<ObjectId>> of_node_;  // what is returned stays where it is
  absl::flat_hash_map<std::pair<MethodId, std::uint32_t>, ir::ValueId> parameters_;
};

}  // namespace snag
