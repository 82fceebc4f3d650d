#include "callgraph/flow_nodes.h"

#include "callgraph/propagation.h"

namespace snag {

FlowNodes::FlowNodes(Propagation& run, bool apart)
    : run_(run), types_(run.types), flows_(run.flows), apart_(apart), all_(flows_.add_node()) {
  escaped_ = fresh();
  thrown_ = fresh();
}

FlowNodeId FlowNodes::fresh() { return apart_ ? flows_.add_node() : all_; }

FlowNodeId FlowNodes::holding(ObjectTypeId type) {
  FlowNodeId node = flows_.add_node();
  flows_.add_type(node, type);
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

FlowNodeId FlowNodes::object(ObjectTypeId type) {
  if (!apart_) {
    flows_.add_type(all_, type);
    return all_;
  }
  auto [it, added] = objects_.try_emplace(type);
  if (added) it->second = holding(type);
  return it->second;
}

FlowNodeId FlowNodes::field(FieldId id) {
  const Field& field = run_.program[id];
  Name type = types_.declared_type(field.descriptor);
  if (!type.valid()) return {};
  if (FlowNodeId of_type = plain(type); of_type.valid()) return of_type;
  auto [it, added] = fields_.try_emplace(id);
  if (!added) return it->second;
  const FlowNodeId node = it->second = fresh();
  // Code that is not explored may write the fields of its own classes, and keep there what it was given.
  if (!run_.explores(field.owner)) {
    add_unknown_value(node, type);
    flows_.add_edge(node, escaped_);
  }
  return node;
}

FlowNodeId FlowNodes::elements(ObjectTypeId array) {
  Name element = types_.element_type(types_[array].name);
  if (!element.valid()) return {};
  FlowNodeId of_type = plain(element);
  return of_type.valid() ? of_type : fresh_in(elements_, array);
}

void FlowNodes::add_unknown_value(FlowNodeId node, Name type) {
  if (node.valid() && !types_.is_plain(type)) flows_.add_edge(escaped_as(type), node);
}

FlowNodeId FlowNodes::escaped_as(Name type) {
  auto [it, added] = escaped_as_.try_emplace(type);
  if (!added) return it->second;
  const FlowNodeId node = it->second = fresh();
  bool is_array = run_.program.text(type).starts_with('[');
  ClassId id = is_array ? ClassId() : run_.program.find_class(type);
  if (!types_.is_user_class(id)) flows_.add_type(node, types_.intern(ObjectKind::kOpaque, type));
  flows_.add_edge(escaped_, node, type);
  // An array of the library may hold whatever the library has received.
  if (is_array) flows_.add_type(escaped_, types_.intern(ObjectKind::kArray, type));
  return node;
}

}  // namespace snag
