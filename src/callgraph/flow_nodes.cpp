#include "callgraph/flow_nodes.h"

#include <algorithm>

#include "callgraph/propagation.h"

namespace snag {

namespace {

constexpr std::size_t kFewFields = 16;  // are searched

}  // namespace

FlowNodes::FlowNodes(Propagation& run, Precision precision)
    : run_(run), types_(run.types), flows_(run.flows), precision_(precision), all_(flows_.add_node()) {
  escaped_ = fresh();
  thrown_ = fresh();
}

FlowNodeId FlowNodes::fresh() { return apart() ? flows_.add_node() : all_; }

FlowNodeId FlowNodes::holding(ObjectId object) {
  FlowNodeId node = flows_.add_node();
  flows_.add_object(node, object);
  return node;
}

FlowNodeId FlowNodes::plain(Name type) {
  if (!type.valid() || !types_.is_plain(type)) return {};
  auto [it, added] = plain_.try_emplace(type);
  if (added) it->second = holding(types_.intern(ObjectKind::kOpaque, type));
  return it->second;
}

FlowNodeId FlowNodes::variable(Name type) {
  FlowNodeId of_type = plain(type);
  return of_type.valid() ? of_type : fresh();
}

FlowNodeId FlowNodes::object(ObjectId object) {
  if (!apart()) {
    flows_.add_object(all_, object);
    return all_;
  }
  auto [it, added] = objects_.try_emplace(object);
  if (added) it->second = holding(object);
  return it->second;
}

FlowNodeId FlowNodes::of_object(ObjectId object, ObjectField field, bool* added) {
  if (object.value >= of_objects_.size()) of_objects_.resize(object.value + 1);
  FieldsOfObject& known = of_objects_[object.value];
  if (known.fields.size() < kFewFields) {
    for (const auto& [other, node] : known.fields) {
      if (other == field) return node;
    }
  } else {
    if (known.fields.size() == kFewFields) {
      for (const auto& [other, node] : known.fields) known_fields_.emplace(std::pair(object, other), node);
    }
    if (auto it = known_fields_.find({object, field}); it != known_fields_.end()) return it->second;
  }
  const FlowNodeId node = fresh();
  if (known.fields.size() >= kFewFields) known_fields_.emplace(std::pair(object, field), node);
  known.fields.emplace_back(field, node);
  if (known.escaped) flows_.add_edge(node, escaped_);
  if (added != nullptr) *added = true;
  return node;
}

void FlowNodes::let_contents_escape(ObjectId object) {
  if (object.value >= of_objects_.size()) of_objects_.resize(object.value + 1);
  if (std::exchange(of_objects_[object.value].escaped, true)) return;
  for (const auto& [field, node] : of_objects_[object.value].fields) flows_.add_edge(node, escaped_);
}

std::span<const std::pair<ObjectField, FlowNodeId>> FlowNodes::fields_of(ObjectId object) const {
  if (object.value >= of_objects_.size()) return {};
  return of_objects_[object.value].fields;
}

// Code that is not explored may write the fields of its own classes, and keep there what it was given.
void FlowNodes::open_field(FlowNodeId node, const Field& field, Name type) {
  if (run_.explores(field.owner)) return;
  add_unknown_value(node, type);
  flows_.add_edge(node, escaped_);
}

FlowNodeId FlowNodes::field(ObjectId object, FieldId id) {
  const Field& field = run_.program[id];
  Name type = types_.declared_type(field.descriptor);
  if (!type.valid()) return {};
  if (FlowNodeId of_type = plain(type); of_type.valid()) return of_type;
  if (objects_apart() && !field.is_static()) {
    if (!object.valid()) return {};
    bool added = false;
    const FlowNodeId node = of_object(object, {.field = id, .model = {}}, &added);
    if (added) open_field(node, field, type);
    return node;
  }
  auto [it, added] = fields_.try_emplace(id);
  if (!added) return it->second;
  const FlowNodeId node = it->second = fresh();
  if (field.is_static()) static_fields_.emplace_back(id, node);
  open_field(node, field, type);
  return node;
}

FlowNodeId FlowNodes::elements(ObjectId array) {
  Name element = types_.element_type(types_[array].name);
  if (!element.valid()) return {};
  FlowNodeId of_type = plain(element);
  if (of_type.valid()) return of_type;
  return objects_apart() ? of_object(array, {}) : fresh_in(elements_, array);
}

FlowNodeId FlowNodes::model_field(ObjectId object, Name field) {
  return objects_apart() ? of_object(object, {.field = {}, .model = field}) : fresh_in(model_fields_, field);
}

void FlowNodes::add_unknown_value(FlowNodeId node, Name type) {
  if (node.valid() && !types_.is_plain(type)) flows_.add_edge(escaped_as(type), node);
}

FlowNodeId FlowNodes::filtered(absl::flat_hash_map<Name, FlowNodeId>& nodes, FlowNodeId from, Name type) {
  auto [it, added] = nodes.try_emplace(type);
  if (!added) return it->second;
  const FlowNodeId node = it->second = fresh();
  flows_.add_edge(from, node, type);
  return node;
}

FlowNodeId FlowNodes::escaped_as(Name type) {
  auto [it, added] = escaped_as_.try_emplace(type);
  if (!added) return it->second;
  const FlowNodeId node = it->second = fresh();
  bool is_array = run_.program.text(type).starts_with('[');
  ClassId id = is_array ? ClassId() : run_.program.find_class(type);
  const bool of_user = types_.is_user_type(type);
  if (!types_.is_user_class(id)) flows_.add_object(node, types_.intern(ObjectKind::kOpaque, type));
  if (!objects_apart() || of_user) flows_.add_edge(escaped_of(type), node);
  // An array of the library may hold whatever the library has received.
  if (is_array) flows_.add_object(escaped_, types_.intern(ObjectKind::kArray, type));
  return node;
}

}  // namespace snag
