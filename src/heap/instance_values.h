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
    if (!is_new(instance, value)) return;
    for (ObjectId object : points_to_.objects(instance.id, value)) visit(object);
  }

  // Whether the value refers to something whose node has not been asked about.
  bool is_new(const MethodInstance& instance, ir::ValueId value) {
    if (value.value >= instance.values.size()) return false;
    const FlowNodeId node = instance.values[value.value];
    if (!node.valid()) return false;
    if (node.value >= seen_.size()) seen_.resize(std::max<std::size_t>(node.value + 1, seen_.size() * 2), false);
    if (seen_[node.value]) return false;
    seen_[node.value] = true;
    return true;
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
  const PointsTo& points_to_;
  std::vector<bool> seen_;  // by FlowNodeId
};

}  // namespace snag
