#include "callgraph/propagation.h"

namespace snag {

bool Propagation::explores(ClassId id) {
  const Class& data = program[id];
  if (data.origin != Origin::kJdk || data.synthetic) return true;
  auto [it, added] = explored_of_jdk_.try_emplace(id, false);
  if (added) it->second = models.explores(program.name(id));
  return it->second;
}

bool Propagation::add_callee(FlowSite& site, MethodId callee, CalleeKind kind) {
  if (!known_callees_.emplace(&site, callee, kind).second) return false;
  site.callees.emplace_back(callee, kind);
  return true;
}

void Propagation::watch(FlowNodeId node, const Watch& watch) {
  // Rapid types: the elements of arrays are in the node of all variables anyway, except for plain values (a String).
  if (watch.kind == WatchKind::kArrayStore && watch.value == nodes.all()) return;
  if (!node.valid() || !known_watches_.emplace(node, watch).second) return;
  watches.push_back(watch);
  flows.add_watch(node, WatchId(static_cast<std::uint32_t>(watches.size() - 1)));
}

const std::vector<MethodId>& Propagation::named_methods(Name owner, Name name) {
  auto [it, added] = named_methods_.try_emplace({owner, name});
  ClassId id = added ? program.find_class(owner) : ClassId();
  if (!id.valid()) return it->second;
  for (const Method& method : program.methods(id)) {
    if (method.name == name && !method.is_static()) it->second.push_back(method.id);
  }
  return it->second;
}

MethodId Propagation::functional_method(Name type) {
  if (!type.valid()) return {};
  auto [it, added] = functional_methods_.try_emplace(type);
  ClassId id = added ? program.find_class(type) : ClassId();
  if (!id.valid() || !program[id].is_interface()) return it->second;
  MethodId found;
  for (ClassId supertype : program.supertypes(id)) {
    for (const Method& method : program.methods(supertype)) {
      if (!method.is_abstract()) continue;
      // equals and the like, which every object has, do not count (JLS 9.8).
      if (program.declared_method(program.object_class(), method.name, method.descriptor).valid()) continue;
      if (!found.valid()) found = method.id;
      // A method of the same name is the generic one that was made specific below.
      if (program[found].name != method.name) return {};
    }
  }
  return it->second = found;
}

}  // namespace snag
