#include "callgraph/reflection.h"

#include <algorithm>
#include <string>

#include "classfile/descriptor.h"
#include "classfile/language_names.h"

namespace snag {

using library::ReflectionKind;

std::vector<Name> Reflection::constant_strings(FlowSiteId id) {
  const FlowSite& site = run_.sites[id];
  const ir::MethodIr* ir = run_.store.get(site.caller);
  std::vector<Name> result;
  if (ir == nullptr) return result;
  auto add = [&](const ir::Instruction& i) {
    if (i.op == ir::Op::kConstant && i.as<ir::ConstantKind>() == ir::ConstantKind::kString) {
      result.push_back(i.payload_name());
    }
  };
  for (ir::ValueId operand : ir->operands(site.instruction)) add((*ir)[operand]);
  if (!result.empty()) return result;
  for (const ir::Instruction& i : ir->instructions) add(i);
  return result;
}

void Reflection::call(const LibraryFrame& frame, ReflectionKind kind) {
  run_.nodes.add_unknown_value(frame.result, frame.result_type);
  if (kind == ReflectionKind::kClassForName) {
    for (Name text : constant_strings(frame.site)) {
      std::string name = classfile::to_internal_class(run_.program.text(text));
      ClassId id = classfile::is_class_name(name) ? run_.program.find_class(name) : ClassId();
      if (!run_.types.is_user_class(id)) continue;
      run_.methods.initialize(id);
      run_.flows.add_type(frame.result, run_.types.intern(ObjectKind::kClass, run_.program[id].name));
    }
    return;
  }
  bool of_argument = kind == ReflectionKind::kLoadService || kind == ReflectionKind::kNewArray;
  FlowNodeId object = !of_argument ? frame.receiver : frame.arguments.empty() ? FlowNodeId() : frame.arguments[0];
  run_.watches.add(object, {.kind = WatchKind::kReflection, .site = frame.site, .reflection = kind});
}

ReachedMethod& Reflection::call_back(FlowSiteId site, MethodId method, ObjectTypeId receiver) {
  ReachedMethod& callee = run_.methods.reach(method, run_.sites[site].callee_depth);
  run_.methods.call_from_library(callee, receiver);
  run_.sites.add_callee(site, method, CalleeKind::kCallback);
  return callee;
}

// Method.invoke: the method that a class declares or inherits, selected by the object that is the first argument.
void Reflection::invoke_method(FlowSiteId site, ClassId declaring, Name name) {
  std::vector<ClassId> supertypes = {declaring};
  for (std::size_t i = 0; i < supertypes.size(); ++i) {
    auto push = [&](ClassId id) {
      if (id.valid() && std::find(supertypes.begin(), supertypes.end(), id) == supertypes.end())
        supertypes.push_back(id);
    };
    push(run_.program.superclass(supertypes[i]));
    for (ClassId interface : run_.program.interfaces(supertypes[i])) push(interface);
  }
  for (ClassId id : supertypes) {
    for (const Method& method : run_.program.methods(id)) {
      if (method.name != name) continue;
      if (!method.is_static()) {
        if (run_.sites[site].arguments.empty()) continue;
        run_.watches.add(
            run_.sites[site].arguments[0],
            {.kind = WatchKind::kCallback, .site = site, .method = method.id, .callee_kind = CalleeKind::kCallback});
        continue;
      }
      run_.methods.initialize(id);
      ReachedMethod& callee = call_back(site, method.id, {});
      run_.flows.add_edge(callee.result, run_.sites[site].result);
    }
  }
}

void Reflection::use(FlowSiteId site, ReflectionKind kind, ObjectTypeId type) {
  const ObjectType object = run_.types[type];
  if (!object.is_reflective() || !object.class_id.valid()) return;
  const Class& data = run_.program[object.class_id];
  FlowNodeId result = run_.sites[site].result;
  auto construct = [&](bool only_default) {
    if (data.is_abstract() || data.is_interface()) return;
    run_.methods.instantiate(object.class_id);
    ObjectTypeId created = run_.types.intern(ObjectKind::kObject, object.name);
    run_.flows.add_type(result, created);
    if (!result.valid()) run_.flows.add_type(run_.nodes.escaped(), created);
    for (const Method& method : data.methods) {
      if (run_.program.text(method.name) != classfile::kConstructorName) continue;
      if (only_default && run_.program.text(method.descriptor) != "()V") continue;
      call_back(site, method.id, created);
    }
  };
  switch (kind) {
    case ReflectionKind::kNewInstance:
      if (object.kind == ObjectKind::kClass) construct(/*only_default=*/true);
      return;
    case ReflectionKind::kConstruct:
      if (object.kind == ObjectKind::kConstructor) construct(/*only_default=*/false);
      return;
    case ReflectionKind::kGetConstructor:
      if (object.kind == ObjectKind::kClass) {
        run_.flows.add_type(result, run_.types.intern(ObjectKind::kConstructor, object.name));
      }
      return;
    case ReflectionKind::kGetMethod:
      if (object.kind == ObjectKind::kClass) {
        for (Name name : constant_strings(site)) {
          run_.flows.add_type(result, run_.types.intern(ObjectKind::kMethod, object.name, name));
        }
      }
      return;
    case ReflectionKind::kInvokeMethod:
      if (object.kind != ObjectKind::kMethod) return;
      return invoke_method(site, object.class_id, object.method);
    case ReflectionKind::kNewArray:
      if (object.kind == ObjectKind::kClass) {
        Name array = run_.program.names().intern("[L" + std::string(run_.program.text(object.name)) + ";");
        run_.flows.add_type(result, run_.types.intern(ObjectKind::kArray, array));
      }
      return;
    case ReflectionKind::kLoadService:
      // Which implementations the archives announce is not read: each that could be made is assumed to be.
      if (object.kind != ObjectKind::kClass) return;
      for (ClassId id : all_classes_) {
        if (run_.program[id].is_abstract() || run_.program[id].is_interface()) continue;
        if (!run_.program.is_subtype(id, object.class_id)) continue;
        run_.methods.instantiate(id);
        ObjectTypeId created = run_.types.intern(ObjectKind::kObject, run_.program[id].name);
        run_.flows.add_type(run_.nodes.escaped(), created);
        for (const Method& method : run_.program.methods(id)) {
          if (run_.program.text(method.name) != classfile::kConstructorName ||
              run_.program.text(method.descriptor) != "()V")
            continue;
          call_back(site, method.id, created);
        }
      }
      return;
    case ReflectionKind::kClassForName:
    case ReflectionKind::kNone:
      return;
  }
}

}  // namespace snag
