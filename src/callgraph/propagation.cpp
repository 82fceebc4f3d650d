#include "callgraph/propagation.h"

#include <algorithm>

namespace snag {

bool Propagation::explores(ClassId id) {
  const Class& data = program[id];
  if (data.origin != Origin::kJdk || data.synthetic) return true;
  auto [it, added] = explored_of_jdk_.try_emplace(id, false);
  if (added) it->second = models.explores(program.name(id));
  return it->second;
}

bool Propagation::add_callee(FlowSite& site, const MethodInstance& callee, CalleeKind kind) {
  const FlowSite::Callee added(callee.id, kind);
  if (site.callees.size() < kFewCallees) {
    if (std::find(site.callees.begin(), site.callees.end(), added) != site.callees.end()) return false;
  } else {
    if (site.known_callees == nullptr) {
      site.known_callees =
          std::make_unique<absl::flat_hash_set<FlowSite::Callee>>(site.callees.begin(), site.callees.end());
    }
    if (!site.known_callees->insert(added).second) return false;
  }
  site.callees.push_back(added);
  return true;
}

// A static method that neither gets nor returns an object is the same for all its callers.
bool Propagation::wants_call_site(MethodId method) {
  auto [it, added] = wants_call_site_.try_emplace(method, false);
  if (added) {
    const MethodSignature& signature = types.signature(program[method].descriptor);
    it->second = !types.is_plain(signature.result);
    for (Name parameter : signature.parameters) it->second |= !types.is_plain(parameter);
  }
  return it->second;
}

ContextId Propagation::context_of_call(const FlowSite& site, MethodId target, ObjectId receiver) {
  if (!nodes.objects_apart()) return {};
  constexpr std::uint32_t kDepth = 1, kFunctionDepth = 2, kLibraryDepth = 3;
  const Method& method = program[target];
  const Class& owner = program[method.owner];
  const bool function = owner.synthetic;
  const bool library = owner.origin == Origin::kJdk && !function;
  if (method.is_static()) {
    if (!wants_call_site(target)) return {};
    // The body of a lambda belongs to the function object.
    if (program[program[site.caller->method].owner].synthetic) return site.caller->context;
    if (library ? !context_policy.in_library() : !context_policy.by_call_site(target)) return {};
    const PlaceId place = contexts.place(site.caller->method, site.instruction);
    return contexts.add(place, site.caller->context, library ? kLibraryDepth : kDepth);
  }
  if (!receiver.valid() || !tells_receivers_apart(target)) return {};
  const AbstractObject& object = types[receiver];
  return contexts.add(object.site, object.context, library ? kLibraryDepth : function ? kFunctionDepth : kDepth);
}

bool Propagation::tells_receivers_apart(MethodId target) {
  const ClassId owner = program[target].owner;
  if (!nodes.objects_apart()) return false;
  if (program[owner].origin == Origin::kJdk || program[owner].synthetic) return context_policy.in_library();
  return context_policy.by_receiver(owner);
}

ObjectId Propagation::allocate(const MethodInstance& method, ir::ValueId instruction, ObjectId type) {
  if (!types.has_identity(type)) return type;
  return types.allocated(type, contexts.place(method.method, instruction), method.context);
}

FlowNodeId Propagation::load_field(FlowNodeId base, FieldId field) {
  const Name type = types.declared_type(program[field].descriptor);
  if (FlowNodeId plain = nodes.plain(type); plain.valid() || !type.valid()) return plain;
  if (!nodes.objects_apart() || program[field].is_static()) return nodes.field({}, field);
  if (!base.valid()) return {};
  auto [it, added] = loads_.try_emplace(std::pair(base, field));
  if (added) {
    const FlowNodeId result = it->second = nodes.fresh();
    watch(base, {.kind = WatchKind::kFieldLoad, .value = result, .field = field});
    return result;
  }
  return it->second;
}

void Propagation::store_field(FlowNodeId base, FieldId field, FlowNodeId value) {
  const Name type = types.declared_type(program[field].descriptor);
  if (!value.valid() || types.is_plain(type)) return;
  if (!nodes.objects_apart() || program[field].is_static()) return flows.add_edge(value, nodes.field({}, field));
  watch(base, {.kind = WatchKind::kFieldStore, .value = value, .field = field});
}

FlowNodeId Propagation::load_model_field(FlowNodeId base, Name field) {
  if (!nodes.objects_apart()) return nodes.model_field({}, field);
  if (!base.valid()) return {};
  auto [it, added] = model_loads_.try_emplace(std::pair(base, field));
  if (!added) return it->second;
  const FlowNodeId result = it->second = nodes.fresh();
  watch(base, {.kind = WatchKind::kModelLoad, .value = result, .declared = field});
  return result;
}

void Propagation::store_model_field(FlowNodeId base, Name field, FlowNodeId value) {
  if (!value.valid()) return;
  if (!nodes.objects_apart()) return flows.add_edge(value, nodes.model_field({}, field));
  watch(base, {.kind = WatchKind::kModelStore, .value = value, .declared = field});
}

void Propagation::watch(FlowNodeId node, const Watch& watch) {
  // Rapid types: the elements of arrays are in the node of all variables anyway, except for plain values (a String).
  if (watch.kind == WatchKind::kArrayStore && watch.value == nodes.all()) return;
  if (!node.valid()) return;
  // Only callbacks come again and again.
  const bool repeated = watch.kind >= WatchKind::kArrayLoad;
  if (repeated && !known_watches_.emplace(node, watch).second) return;
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
