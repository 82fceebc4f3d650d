#include "heap/object_hosts.h"

#include <utility>

#include <absl/container/flat_hash_set.h>

#include "heap/instance_values.h"

namespace snag {

using ir::Op;
using ir::ValueId;

ObjectHosts::ObjectHosts(HeapShapeGraph& graph)
    : graph_(graph),
      points_to_(graph.points_to()),
      escapes_(graph.object_count(), false),
      not_through_this_(graph.object_count(), false),
      states_(graph.object_count(), State::kUnknown) {}

void ObjectHosts::find(HeapShapeGraph& graph, const CallGraph& calls) {
  ObjectHosts hosts(graph);
  hosts.find_escaping();
  hosts.look_at_accesses(calls);
  hosts.decide();
}

void ObjectHosts::find_escaping() {
  for (ObjectId object : points_to_.escaped()) escapes_[object.value] = true;
  for (std::uint32_t n = 0; n < graph_.object_count(); ++n) {
    const ObjectId object(n);
    if (graph_.has(object, ObjectProperty::kThread)) escapes_[n] = true;
    if (!graph_.has(object, ObjectProperty::kClass)) continue;
    escapes_[n] = true;
    for (const HeapShapeGraph::OutgoingField& field : graph_.fields(object)) {
      for (ObjectId to : field.objects) escapes_[to.value] = true;
    }
  }
  const EscapingValues& values = graph_.escaping_values();
  InstanceValues of_instances(points_to_);
  for (std::uint32_t n = 0; n < points_to_.instance_count(); ++n) {
    const MethodInstance& instance = points_to_[MethodInstanceId(n)];
    if (instance.body != BodyKind::kCode || instance.values.empty()) continue;
    auto escape = [&](ObjectId object) { escapes_[object.value] = true; };
    for (const EscapingValues::Published& published : values.published(instance.method)) {
      if (published.handed_out) of_instances.for_each(instance, published.value, escape);
    }
    const ir::MethodIr& method = *points_to_.store().get(instance.method);
    for (std::uint32_t number = 0; number < instance.parameters.size(); ++number) {
      if (!values.parameter_escapes(instance.method, number)) continue;
      of_instances.for_each(instance, InstanceValues::parameter(method, number), escape);
    }
  }
}

void ObjectHosts::look_at_accesses(const CallGraph& calls) {
  // Elements and what models know are never used through `this`.
  for (std::uint32_t n = 0; n < graph_.object_count(); ++n) {
    for (const HeapShapeGraph::OutgoingField& field : graph_.fields(ObjectId(n))) {
      if (field.field.field.valid()) continue;
      for (ObjectId to : field.objects) {
        if (to.value != n) not_through_this_[to.value] = true;
      }
    }
  }
  struct Access {
    ValueId base, value;
  };
  InstanceValues looked_at(points_to_), bases(points_to_);
  absl::flat_hash_set<std::pair<FlowNodeId, ObjectId>> pairs;  // looked at, of a value and the only object of its base
  std::vector<Access> accesses;
  for (MethodId id : calls.methods()) {
    const ir::MethodIr* method = calls.body(id) == BodyKind::kCode ? points_to_.store().get(id) : nullptr;
    if (method == nullptr) continue;
    const ValueId self = method->is_static() ? ValueId() : InstanceValues::parameter(*method, 0);
    accesses.clear();
    for (std::uint32_t n = 0; n < method->instructions.size(); ++n) {
      const ir::Instruction& i = method->instructions[n];
      const std::span<const ValueId> operands = method->operands(i);
      if (i.op == Op::kGetField && i.type == ir::Type::kReference && operands[0] != self) {
        accesses.push_back({operands[0], ValueId(n)});
      } else if (i.op == Op::kPutField && (*method)[operands[1]].type == ir::Type::kReference && operands[0] != self) {
        accesses.push_back({operands[0], operands[1]});
      } else if (i.op == Op::kLambda) {
        for (ValueId captured : operands) accesses.push_back({ValueId(n), captured});
      }
    }
    if (accesses.empty()) continue;
    for (MethodInstanceId instance_id : points_to_.instances_of(id)) {
      const MethodInstance& instance = points_to_[instance_id];
      for (const Access& access : accesses) {
        if (looked_at.is_done(instance, access.value)) continue;
        // An object of a list refers to the next one of its kind.
        const ObjectId same = bases.only_object(instance, access.base);
        if (!same.valid()) {
          looked_at.for_each(instance, access.value, [&](ObjectId object) { not_through_this_[object.value] = true; });
          continue;
        }
        if (!pairs.emplace(instance.values[access.value.value], same).second) continue;
        for (ObjectId object : points_to_.objects(instance_id, access.value)) {
          if (object != same) not_through_this_[object.value] = true;
        }
      }
    }
  }
}

void ObjectHosts::decide() {
  for (std::uint32_t n = 0; n < graph_.object_count(); ++n) host_of(ObjectId(n));
}

ObjectId ObjectHosts::only_referrer(ObjectId id) const {
  ObjectId result;
  for (std::uint32_t n = graph_.first_containing_[id.value]; n < graph_.first_containing_[id.value + 1]; ++n) {
    const std::uint32_t set = graph_.containing_[n];
    for (std::uint32_t k = graph_.first_owner_[set]; k < graph_.first_owner_[set + 1]; ++k) {
      const ObjectId from = graph_.owners_[k].from;
      if (from == id || from == result) continue;
      if (result.valid()) return {};
      result = from;
    }
  }
  return result;
}

ObjectId ObjectHosts::host_of(ObjectId id) {
  // Along the chain of hosts to one that is decided, and back.
  std::vector<ObjectId> chain;
  ObjectId host;
  for (ObjectId at = id;;) {
    if (states_[at.value] == State::kDecided) {
      host = graph_.hosts_[at.value];
      break;
    }
    if (states_[at.value] == State::kBeingDecided) break;  // a circle
    states_[at.value] = State::kBeingDecided;
    chain.push_back(at);
    const ObjectId referrer = escapes_[at.value] ? ObjectId() : only_referrer(at);
    if (!referrer.valid()) break;
    if (!not_through_this_[at.value]) {
      host = referrer;
      break;
    }
    at = referrer;
  }
  for (; !chain.empty(); chain.pop_back()) {
    const ObjectId at = chain.back();
    states_[at.value] = State::kDecided;
    graph_.hosts_[at.value] = host;
    if (host.valid()) graph_.set(at, ObjectProperty::kObjectSpecific);
  }
  return graph_.hosts_[id.value];
}

}  // namespace snag
