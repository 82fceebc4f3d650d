// What the values of method instances refer to, for a pass over all of them: many values share a node of the flow
// graph, and each node's objects are looked at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "callgraph/points_to.h"

namespace snag {

class InstanceValues {
 public:
  explicit InstanceValues(const PointsTo& points_to) : points_to_(points_to) {}

  // Calls `visit(object)` for what the value refers to, unless that has been done for its node.
  template <class Visit>
  void for_each(const MethodInstance& instance, ir::ValueId value, Visit&& visit) {
    if (is_done(instance, value)) return;
    of_node(instance, value) = kDone;
    for (ObjectId object : points_to_.objects(instance.id, value)) visit(object);
  }
  // Whether `for_each` has nothing to visit any more.
  bool is_done(const MethodInstance& instance, ir::ValueId value) {
    const bool followed = value.value < instance.values.size() && instance.values[value.value].valid();
    return !followed || of_node(instance, value) == kDone;
  }
  // The object that the value refers to; invalid if there are several or none. Not to be mixed with `for_each`.
  ObjectId only_object(const MethodInstance& instance, ir::ValueId value) {
    if (value.value >= instance.values.size() || !instance.values[value.value].valid()) return {};
    std::uint32_t& known = of_node(instance, value);
    if (known == kUnknown) {
      const std::vector<ObjectId> objects = points_to_.objects(instance.id, value);
      known = objects.size() == 1 ? objects[0].value : kDone;
    }
    return known == kDone ? ObjectId() : ObjectId(known);
  }

  // The value of a parameter, `this` being the first; invalid if there is none.
  static ir::ValueId parameter(const ir::MethodIr& method, std::uint32_t number) {
    for (std::uint32_t n = method.blocks[0].begin; n < method.blocks[0].end; ++n) {
      const ir::Instruction& i = method.instructions[n];
      if (i.op == ir::Op::kParameter && i.payload == number) return ir::ValueId(n);
    }
    return {};
  }

 private:
  static constexpr std::uint32_t kUnknown = 0xFFFF'FFFF, kDone = 0xFFFF'FFFE;

  std::uint32_t& of_node(const MethodInstance& instance, ir::ValueId value) {
    const std::uint32_t node = instance.values[value.value].value;
    if (node >= of_nodes_.size()) of_nodes_.resize(std::max<std::size_t>(node + 1, of_nodes_.size() * 2), kUnknown);
    return of_nodes_[node];
  }

  const PointsTo& points_to_;
  std::vector<std::uint32_t> of_nodes_;  // by FlowNodeId: nothing yet, done or of several objects, or the only object
};

}  // namespace snag
