#include "execution/path_objects.h"

#include <algorithm>

#include "heap/instance_values.h"

namespace snag {

using sections::AccessPath;

const std::vector<ObjectId>& PathObjects::of_value(MethodInstanceId instance, ir::ValueId value) {
  static const std::vector<ObjectId> kNone;
  const std::vector<FlowNodeId>& values = points_to_[instance].values;
  if (value.value >= values.size() || !values[value.value].valid()) return kNone;
  auto [it, added] = of_node_.try_emplace(values[value.value]);
  if (added) it->second = points_to_.objects(instance, value);
  return it->second;
}

ir::ValueId PathObjects::parameter(MethodId method, std::uint32_t number) {
  auto [it, added] = parameters_.try_emplace(std::pair(method, number));
  if (added) {
    const ir::MethodIr* ir = points_to_.store().get(method);
    if (ir != nullptr) it->second = InstanceValues::parameter(*ir, number);
  }
  return it->second;
}

const std::vector<ObjectId>& PathObjects::of_parameter(MethodInstanceId instance, std::uint32_t number) {
  return of_value(instance, parameter(points_to_[instance].method, number));
}

std::vector<ObjectId> PathObjects::follow(std::vector<ObjectId> from, const AccessPath& path, std::size_t first) {
  for (std::size_t n = first; n < path.steps().size() && !from.empty(); ++n) {
    const AccessPath::Step step = path.steps()[n];
    if (step == AccessPath::kContents) return {};
    const bool element = (step & AccessPath::kElementBit) != 0;
    const FieldId wanted = element ? FieldId() : FieldId(step);
    std::vector<ObjectId> next;
    for (ObjectId object : from) {
      for (const HeapShapeGraph::OutgoingField& field : heap_.fields(object)) {
        const bool same =
            element ? !field.field.field.valid() && !field.field.model.valid() : field.field.field == wanted;
        if (same) next.insert(next.end(), field.objects.begin(), field.objects.end());
      }
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    from = std::move(next);
  }
  return from;
}

std::vector<ObjectId> PathObjects::objects(MethodInstanceId instance, const AccessPath& path) {
  std::vector<ObjectId> from;
  switch (path.root()) {
    case AccessPath::Root::kParameter:
      from = of_parameter(instance, path.detail());
      break;
    case AccessPath::Root::kLocal:
      from = of_value(instance, ir::ValueId(path.detail()));
      break;
    case AccessPath::Root::kStatic: {
      const FieldId field(path.detail());
      const ObjectId owner = heap_.class_object(points_to_.program()[field].owner);
      if (!owner.valid()) break;
      for (const HeapShapeGraph::OutgoingField& outgoing : heap_.fields(owner)) {
        if (outgoing.field.field == field) from.assign(outgoing.objects.begin(), outgoing.objects.end());
      }
      break;
    }
    case AccessPath::Root::kClass: {
      const ClassId id = points_to_.program().find_class(Name(path.detail()));
      const ObjectId node = id.valid() ? heap_.class_object(id) : ObjectId();
      if (node.valid()) from = {node};
      break;
    }
    case AccessPath::Root::kUnknown:
    case AccessPath::Root::kString:
      break;
  }
  return follow(std::move(from), path, 0);
}

}  // namespace snag
