#include "callgraph/reflection.h"

#include <algorithm>
#include <string>

#include "classfile/descriptor.h"
#include "classfile/language_names.h"

namespace snag {

using library::ReflectionKind;

std::vector<Name> Reflection::constant_strings(const FlowSite& site) {
  const ir::MethodIr& ir = *run_.store.get(site.caller->method);
  std::vector<Name> result;
  auto add = [&](const ir::Instruction& i) {
    if (i.op == ir::Op::kConstant && i.as<ir::ConstantKind>() == ir::ConstantKind::kString) {
      result.push_back(i.payload_name());
    }
  };
  for (ir::ValueId operand : ir.operands(site.instruction)) add(ir[operand]);
  if (!result.empty()) return result;
  for (const ir::Instruction& i : ir.instructions) add(i);
  return result;
}

void Reflection::call(const LibraryFrame& frame, ReflectionKind kind) {
  // The class of an object is known where the object is.
  if (kind != ReflectionKind::kGetClass) run_.nodes.add_unknown_value(frame.result, frame.result_type);
  if (kind == ReflectionKind::kClassForName) {
    for (Name text : constant_strings(frame.site)) {
      std::string name = classfile::to_internal_class(run_.program.text(text));
      ClassId id = classfile::is_class_name(name) ? run_.program.find_class(name) : ClassId();
      if (!run_.types.is_user_class(id)) continue;
      run_.methods.initialize(id);
      run_.flows.add_object(frame.result, run_.types.intern(ObjectKind::kClass, run_.program[id].name));
    }
    return;
  }
  bool of_argument = kind == ReflectionKind::kLoadService || kind == ReflectionKind::kNewArray;
  FlowNodeId object = !of_argument ? frame.receiver : frame.arguments.empty() ? FlowNodeId() : frame.arguments[0];
  run_.watch(object, {.kind = WatchKind::kReflection, .site = &frame.site, .reflection = kind});
}

MethodInstance& Reflection::call_back(FlowSite& site, MethodId method, ObjectId receiver) {
  MethodInstance& callee = run_.methods.reach(method, run_.context_of_call(site, method, receiver), site.callee_depth);
  run_.methods.call_from_library(callee, receiver);
  run_.add_callee(site, callee, CalleeKind::kCallback);
  return callee;
}

// Method.invoke: the method that a class declares or inherits, selected by the object that is the first argument.
void Reflection::invoke_method(FlowSite& site, ClassId declaring, Name name) {
  for (ClassId id : run_.program.supertypes(declaring)) {
    for (const Method& method : run_.program.methods(id)) {
      if (method.name != name) continue;
      if (!method.is_static()) {
        if (site.arguments.empty()) continue;
        run_.watch_callback(site.arguments[0], site, method.id, CalleeKind::kCallback);
        continue;
      }
      run_.methods.initialize(id);
      MethodInstance& callee = call_back(site, method.id, {});
      run_.flows.add_edge(callee.result, site.result);
    }
  }
}

// Some of the constructors are called with unknown arguments, and the new object flows to `result`.
void Reflection::construct(FlowSite& site, ClassId id, FlowNodeId result, bool only_default) {
  const Class& data = run_.program[id];
  if (!data.is_concrete()) return;
  run_.methods.instantiate(id);
  ObjectId created = run_.allocate(*site.caller, site.instruction, run_.types.intern(ObjectKind::kObject, data.name));
  run_.flows.add_object(result.valid() ? result : run_.nodes.escaped(), created);
  for (const Method& method : data.methods) {
    if (run_.program.text(method.name) != classfile::kConstructorName) continue;
    if (!only_default || run_.program.text(method.descriptor) == "()V") call_back(site, method.id, created);
  }
}

void Reflection::use(FlowSite& site, ReflectionKind kind, ObjectId type) {
  const AbstractObject object = run_.types[type];
  if (kind == ReflectionKind::kGetClass) {
    const bool known = object.kind == ObjectKind::kObject && run_.types.is_user_class(object.class_id);
    const ObjectId made =
        known ? run_.types.intern(ObjectKind::kClass, run_.program[object.class_id].name)
              : run_.types.intern(ObjectKind::kOpaque, run_.program.names().intern(classfile::kClassClass));
    return run_.flows.add_object(site.result, made);
  }
  // What the call has to be given: a class object, or one of its constructors or methods.
  ObjectKind used = kind == ReflectionKind::kConstruct      ? ObjectKind::kConstructor
                    : kind == ReflectionKind::kInvokeMethod ? ObjectKind::kMethod
                                                            : ObjectKind::kClass;
  if (object.kind != used || !object.class_id.valid()) return;
  auto add_result = [&](ObjectKind made, Name name, Name method = {}) {
    ObjectId made_object = run_.types.intern(made, name, method);
    if (made == ObjectKind::kArray) made_object = run_.allocate(*site.caller, site.instruction, made_object);
    run_.flows.add_object(site.result, made_object);
  };
  switch (kind) {
    case ReflectionKind::kNewInstance:
      return construct(site, object.class_id, site.result, /*only_default=*/true);
    case ReflectionKind::kConstruct:
      return construct(site, object.class_id, site.result, /*only_default=*/false);
    case ReflectionKind::kGetConstructor:
      return add_result(ObjectKind::kConstructor, object.name);
    case ReflectionKind::kGetMethod:
      for (Name name : constant_strings(site)) add_result(ObjectKind::kMethod, object.name, name);
      return;
    case ReflectionKind::kInvokeMethod:
      return invoke_method(site, object.class_id, object.method);
    case ReflectionKind::kNewArray: {
      std::string array = "[L" + std::string(run_.program.text(object.name)) + ";";
      return add_result(ObjectKind::kArray, run_.program.names().intern(array));
    }
    case ReflectionKind::kLoadService:
      // Which implementations the archives announce is not read: each that could be made is assumed to be.
      for (ClassId id : all_classes_) {
        if (run_.program.is_subtype(id, object.class_id)) {
          construct(site, id, run_.nodes.escaped(), /*only_default=*/true);
        }
      }
      return;
    case ReflectionKind::kClassForName:
    case ReflectionKind::kGetClass:
    case ReflectionKind::kNone:
      return;
  }
}

}  // namespace snag
