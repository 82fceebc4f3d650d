// What a modelled library method does at a call of it: starts, callbacks, flows, raw memory, reflection.
//
// Reflection is followed as far as constants reach: a name that is a constant, or one of the constants in the method
// that uses it (`for (String name : new String[] {"a.B", "a.C"}) Class.forName(name)`). A class object stands for its
// class (`Foo.class`, Class.forName("Foo")), its constructors and methods for themselves, and where one of them is used
// the application's code is called. What a computed name would reach is not seen.
#include <algorithm>
#include <string>

#include "callgraph/variable_types.h"
#include "classfile/descriptor.h"
#include "classfile/language_names.h"

namespace snag {

using library::Callback;
using library::MethodModel;
using library::Operand;
using library::ReflectionKind;

int VariableTypes::argument_index(const Frame& frame, const Operand& operand) {
  if (operand.base == Operand::Base::kArgument) {
    return operand.index < frame.arguments.size() ? static_cast<int>(operand.index) : -1;
  }
  const Shape& types = shape(program_[frame.target].descriptor);
  for (std::size_t i = 0; i < types.parameters.size() && i < frame.arguments.size(); ++i) {
    if (types.parameters[i] == operand.type) return static_cast<int>(i);
  }
  return -1;
}

FlowNodeId VariableTypes::operand_node(const Frame& frame, const Operand& operand) {
  if (operand.part == Operand::Part::kField) {
    if (operand.base == Operand::Base::kThis && frame.own_receiver && follow_) {
      const Site& site = sites_[frame.site];
      auto it = local_fields_.find(std::tuple(site.caller, site.receiver_value, operand.field));
      if (site.receiver_value.valid() && it != local_fields_.end()) return it->second;
    }
    return model_field_node(operand.field);
  }
  FlowNodeId node;
  switch (operand.base) {
    case Operand::Base::kThis:
      node = frame.receiver;
      break;
    case Operand::Base::kResult:
      node = frame.result;
      break;
    case Operand::Base::kNew:
      return object_node(types_.intern(ObjectKind::kOpaque, operand.type));
    case Operand::Base::kFunctions:
      return {};
    case Operand::Base::kArgument:
    case Operand::Base::kArgumentOfType: {
      int index = argument_index(frame, operand);
      if (index >= 0) node = frame.arguments[static_cast<std::size_t>(index)];
      break;
    }
  }
  if (!node.valid() || operand.part == Operand::Part::kSelf) return node;
  if (operand.part == Operand::Part::kElements) {
    // What a collection holds is not known apart from everything else that the library has got.
    flows_.add_edge(node, escaped_);
    return escaped_;
  }
  FlowNodeId elements = fresh_node();
  watch(node, {.kind = WatchKind::kArrayLoad, .a = elements.value});
  return elements;
}

void VariableTypes::flow_into(const Frame& frame, const Operand& operand, FlowNodeId from) {
  if (!from.valid()) return;
  switch (operand.part) {
    case Operand::Part::kSelf:
      if (operand.base == Operand::Base::kResult && frame.result.valid()) {
        flows_.add_edge(from, frame.result, frame.result_type);
      }
      return;
    case Operand::Part::kField:
      flows_.add_edge(from, model_field_node(operand.field));
      if (operand.base == Operand::Base::kThis &&
          program_.text(program_[frame.target].name) != classfile::kConstructorName) {
        flows_.add_edge(from, late_field_node(operand.field));
      }
      return;
    case Operand::Part::kElements:
      flows_.add_edge(from, escaped_);
      return;
    case Operand::Part::kArrayElements: {
      Operand array = operand;
      array.part = Operand::Part::kSelf;
      watch(operand_node(frame, array), {.kind = WatchKind::kArrayStore, .a = from.value});
      return;
    }
  }
}

void VariableTypes::apply_model(const Frame& frame, const MethodModel& model) {
  const Method& method = program_[frame.target];
  apply_callbacks(frame, model.starts, CalleeKind::kStart);
  apply_callbacks(frame, model.calls, frame.kind);
  if (!model.calls.empty() && in_parallel_stream(frame.site)) apply_callbacks(frame, model.calls, CalleeKind::kStart);

  bool memory_known = model.memory && apply_memory(frame, model);
  bool result_known = memory_known || model.reflection != ReflectionKind::kNone;
  for (const library::Flow& flow : model.flows) {
    flow_into(frame, flow.to, operand_node(frame, flow.from));
    result_known |= flow.to.base == Operand::Base::kResult && flow.to.part == Operand::Part::kSelf;
  }
  if (model.reflection != ReflectionKind::kNone) apply_reflection(frame, model.reflection);
  if (!result_known) unknown_result(frame.result, frame.result_type);

  if (model.escapes) {
    for (const Operand& operand : *model.escapes) flows_.add_edge(operand_node(frame, operand), escaped_);
    return;
  }
  if (memory_known) return;
  // What the model does not mention the library may keep, and call.
  const Shape types = shape(method.descriptor);
  auto mentions = [&](const Operand& operand, std::size_t index) {
    if (operand.base == Operand::Base::kArgument) return operand.index == index;
    if (index >= types.parameters.size()) return false;
    if (operand.base == Operand::Base::kArgumentOfType) return operand.type == types.parameters[index];
    return operand.base == Operand::Base::kFunctions && function_of(types.parameters[index]).valid();
  };
  for (std::size_t i = 0; i < frame.arguments.size(); ++i) {
    bool mentioned =
        std::any_of(model.starts.begin(), model.starts.end(), [&](const auto& c) { return mentions(c.object, i); }) ||
        std::any_of(model.calls.begin(), model.calls.end(), [&](const auto& c) { return mentions(c.object, i); }) ||
        std::any_of(model.flows.begin(), model.flows.end(), [&](const auto& f) { return mentions(f.from, i); });
    if (mentioned) continue;
    // Signature-polymorphic methods take more than they declare.
    bool declared = i < types.parameters.size() && !resolver_.is_signature_polymorphic(frame.target);
    hand_over(frame.site, frame.arguments[i], declared ? types.parameters[i] : program_.object_name(),
              /*may_call=*/!model.memory);
  }
}

MethodId VariableTypes::function_of(Name parameter) {
  if (!parameter.valid() || models_.policy().executors.matches(program_.text(parameter))) return {};
  return library_calls_.functional_method(parameter);
}

void VariableTypes::apply_callbacks(const Frame& frame, const std::vector<Callback>& callbacks, CalleeKind kind) {
  const Shape types = shape(program_[frame.target].descriptor);
  for (const Callback& callback : callbacks) {
    bool is_this = callback.object.base == Operand::Base::kThis && callback.object.part == Operand::Part::kSelf;
    auto call_on = [&](FlowNodeId object, MethodId method) {
      watch(object, {.kind = WatchKind::kCallback,
                     .a = frame.site,
                     .b = method.value,
                     .callee_kind = kind,
                     .own_receiver = is_this && frame.own_receiver});
    };
    if (callback.object.base == Operand::Base::kFunctions) {
      for (std::size_t i = 0; i < types.parameters.size() && i < frame.arguments.size(); ++i) {
        if (MethodId method = function_of(types.parameters[i]); method.valid()) call_on(frame.arguments[i], method);
      }
      continue;
    }
    FlowNodeId object = operand_node(frame, callback.object);
    if (callback.method.valid()) {
      for (MethodId method : library_calls_.named_methods(callback.owner, callback.method)) call_on(object, method);
      continue;
    }
    Name declared = program_[program_[frame.target].owner].name;
    if (callback.object.base != Operand::Base::kThis) {
      int index = argument_index(frame, callback.object);
      if (index < 0 || static_cast<std::size_t>(index) >= types.parameters.size()) continue;
      declared = types.parameters[static_cast<std::size_t>(index)];
    }
    if (!declared.valid()) continue;
    if (MethodId method = library_calls_.functional_method(declared); method.valid()) call_on(object, method);
  }
}

void VariableTypes::run_callback(const Watch& watch, ObjectTypeId type) {
  const SiteId site = watch.a;
  const MethodId method(watch.b);
  const CalleeKind kind = watch.callee_kind;
  ClassId receiver = types_.dispatch_class(type);
  if (!receiver.valid() || !program_.is_subtype(receiver, program_[method].owner)) return;
  ResolvedMethod target = resolver_.select_method(receiver, method);
  if (!target) return;
  StateId callee = reach(*target, depth_below(site));
  if (states_[callee].body == BodyKind::kOpaque && types_[type].kind != ObjectKind::kObject) return;
  add_callee(site, callee, kind);
  switch (states_[callee].body) {
    case BodyKind::kCode: {
      call_back(callee, type);
      const Site& at = sites_[site];
      if (kind == CalleeKind::kCallback && at.result.valid()) {
        flows_.add_edge(states_[callee].result, at.result, at.result_type);
      }
      return;
    }
    case BodyKind::kModel: {
      // Thread.run of a plain Thread runs its task: one more callback at the same place. Most do nothing
      // (Object.hashCode).
      if (!states_[callee].model->does_something()) return;
      if (!nested_.emplace(site, *target, type, kind, watch.own_receiver).second) return;
      apply_model({.site = site,
                   .receiver = object_node(type),
                   .arguments = {},
                   .result = {},
                   .result_type = {},
                   .target = *target,
                   .kind = kind,
                   .own_receiver = watch.own_receiver},
                  *states_[callee].model);
      return;
    }
    case BodyKind::kOpaque:
      return;
  }
}

// `VALUE.compareAndSet(this, old, new)`, `unsafe.putReference(array, offset, x)`: which field it is nobody says, so it
// is every field of arg0's static class that could hold the value, or the array's elements.
bool VariableTypes::apply_memory(const Frame& frame, const MethodModel& model) {
  const Site& site = sites_[frame.site];
  const ir::MethodIr* ir = store_.get(states_[site.caller].method);
  if (ir == nullptr || !site.instruction.valid()) return false;
  // A VarHandle of a static field is given values and no object.
  const std::size_t values = resolver_.is_signature_polymorphic(frame.target) ? model.values : 0;
  if (frame.arguments.size() <= values) return false;
  std::span<const ir::ValueId> operands = ir->operands(site.instruction);
  std::size_t first = operands.size() - frame.arguments.size();
  Name object_type = (*ir)[operands[first]].type_name;
  if (!object_type.valid()) return false;
  FlowNodeId object = frame.arguments[0];
  if (program_.text(object_type).starts_with('[')) {
    for (std::size_t i = 1; i < frame.arguments.size(); ++i) {
      if (frame.arguments[i].valid()) {
        watch(object, {.kind = WatchKind::kArrayStore, .a = frame.arguments[i].value});
      }
    }
    if (frame.result.valid()) watch(object, {.kind = WatchKind::kArrayLoad, .a = frame.result.value});
    return true;
  }
  ClassId owner = program_.find_class(object_type);
  if (!owner.valid() || owner == program_.object_class()) return false;
  for (; owner.valid() && is_explored(owner); owner = program_.superclass(owner)) {
    for (const Field& field : program_.fields(owner)) {
      std::string_view held = classfile::class_of_descriptor(program_.text(field.descriptor));
      if (field.is_static() || field.is_final() || held.empty()) continue;
      Name type = program_.names().intern(held);
      if (types_.is_plain(type)) continue;
      FlowNodeId node = field_node(field.id);
      for (std::size_t i = 1; i < frame.arguments.size(); ++i) flows_.add_edge(frame.arguments[i], node, type);
      if (frame.result.valid()) flows_.add_edge(node, frame.result, frame.result_type);
    }
  }
  return true;
}

bool VariableTypes::in_parallel_stream(SiteId id) {
  const Site& site = sites_[id];
  const ir::MethodIr* ir = store_.get(states_[site.caller].method);
  if (ir == nullptr || !site.receiver_value.valid()) return false;
  // Back along the chain of calls, `list.parallelStream().map(…).forEach(…)`, until somebody says which it is.
  constexpr int kLongestChain = 64;
  ir::ValueId value = site.receiver_value;
  for (int step = 0; step < kLongestChain; ++step) {
    const ir::Instruction& i = (*ir)[value];
    if (i.op != ir::Op::kInvoke || i.as<ir::InvokeKind>() == ir::InvokeKind::kStatic) return false;
    const ir::Reference& reference = store_.references()[i.reference()];
    ResolvedMethod method =
        resolver_.resolve_method({reference.owner, reference.name, reference.descriptor, reference.interface_owner});
    if (!method) return false;
    const MethodModel* model = models_.find(program_, *method);
    if (model != nullptr && model->parallel) return *model->parallel;
    if (!models_.policy().streams.matches(program_.text(reference.owner))) return false;
    value = ir->operands(i)[0];
  }
  return false;
}

// ---- reflection
// ------------------------------------------------------------------------------------------------------

std::vector<Name> VariableTypes::constant_strings(SiteId id) {
  const Site& site = sites_[id];
  const ir::MethodIr* ir = store_.get(states_[site.caller].method);
  std::vector<Name> result;
  if (ir == nullptr || !site.instruction.valid()) return result;
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

void VariableTypes::apply_reflection(const Frame& frame, ReflectionKind kind) {
  unknown_result(frame.result, frame.result_type);
  if (kind == ReflectionKind::kClassForName) {
    for (Name text : constant_strings(frame.site)) {
      std::string name = classfile::to_internal_class(program_.text(text));
      ClassId id = classfile::is_class_name(name) ? program_.find_class(name) : ClassId();
      if (!types_.is_user_class(id)) continue;
      initialize(id);
      flows_.add_type(frame.result, types_.intern(ObjectKind::kClass, program_[id].name));
    }
    return;
  }
  bool of_argument = kind == ReflectionKind::kLoadService || kind == ReflectionKind::kNewArray;
  FlowNodeId object = !of_argument ? frame.receiver : frame.arguments.empty() ? FlowNodeId() : frame.arguments[0];
  watch(object, {.kind = WatchKind::kReflection, .a = frame.site, .b = static_cast<std::uint32_t>(kind)});
}

// Method.invoke: the method that a class declares or inherits, selected by the object that is the first argument.
void VariableTypes::invoke(SiteId site, ClassId declaring, Name name) {
  std::vector<ClassId> supertypes = {declaring};
  for (std::size_t i = 0; i < supertypes.size(); ++i) {
    auto push = [&](ClassId id) {
      if (id.valid() && std::find(supertypes.begin(), supertypes.end(), id) == supertypes.end())
        supertypes.push_back(id);
    };
    push(program_.superclass(supertypes[i]));
    for (ClassId interface : program_.interfaces(supertypes[i])) push(interface);
  }
  for (ClassId id : supertypes) {
    for (const Method& method : program_.methods(id)) {
      if (method.name != name) continue;
      if (!method.is_static()) {
        if (sites_[site].arguments.empty()) continue;
        watch(sites_[site].arguments[0],
              {.kind = WatchKind::kCallback, .a = site, .b = method.id.value, .callee_kind = CalleeKind::kCallback});
        continue;
      }
      initialize(id);
      StateId callee = reach(method.id, depth_below(site));
      call_back(callee, {});
      add_callee(site, callee, CalleeKind::kCallback);
      flows_.add_edge(states_[callee].result, sites_[site].result);
    }
  }
}

void VariableTypes::reflect(SiteId site, ReflectionKind kind, ObjectTypeId type) {
  const ObjectType object = types_[type];
  if (!object.is_reflective() || !object.class_id.valid()) return;
  const Class& data = program_[object.class_id];
  FlowNodeId result = sites_[site].result;
  auto construct = [&](bool only_default) {
    if (data.is_abstract() || data.is_interface()) return;
    instantiate(object.class_id);
    ObjectTypeId created = types_.intern(ObjectKind::kObject, object.name);
    flows_.add_type(result, created);
    if (!result.valid()) flows_.add_type(escaped_, created);
    for (const Method& method : data.methods) {
      if (program_.text(method.name) != classfile::kConstructorName) continue;
      if (only_default && program_.text(method.descriptor) != "()V") continue;
      StateId callee = reach(method.id, depth_below(site));
      call_back(callee, created);
      add_callee(site, callee, CalleeKind::kCallback);
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
        flows_.add_type(result, types_.intern(ObjectKind::kConstructor, object.name));
      }
      return;
    case ReflectionKind::kGetMethod:
      if (object.kind == ObjectKind::kClass) {
        for (Name name : constant_strings(site)) {
          flows_.add_type(result, types_.intern(ObjectKind::kMethod, object.name, name));
        }
      }
      return;
    case ReflectionKind::kInvokeMethod:
      if (object.kind != ObjectKind::kMethod) return;
      return invoke(site, object.class_id, object.method);
    case ReflectionKind::kNewArray:
      if (object.kind == ObjectKind::kClass) {
        Name array = program_.names().intern("[L" + std::string(program_.text(object.name)) + ";");
        flows_.add_type(result, types_.intern(ObjectKind::kArray, array));
      }
      return;
    case ReflectionKind::kLoadService:
      // Which implementations the archives announce is not read: each that could be made is assumed to be.
      if (object.kind != ObjectKind::kClass) return;
      for (ClassId id : all_classes_) {
        if (program_[id].is_abstract() || program_[id].is_interface()) continue;
        if (!program_.is_subtype(id, object.class_id)) continue;
        instantiate(id);
        ObjectTypeId created = types_.intern(ObjectKind::kObject, program_[id].name);
        flows_.add_type(escaped_, created);
        for (const Method& method : program_.methods(id)) {
          if (program_.text(method.name) != classfile::kConstructorName || program_.text(method.descriptor) != "()V")
            continue;
          StateId callee = reach(method.id, depth_below(site));
          call_back(callee, created);
          add_callee(site, callee, CalleeKind::kCallback);
        }
      }
      return;
    case ReflectionKind::kClassForName:
    case ReflectionKind::kNone:
      return;
  }
}

}  // namespace snag
