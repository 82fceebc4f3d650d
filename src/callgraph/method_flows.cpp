#include "callgraph/method_flows.h"

namespace snag {

using ir::Instruction;
using ir::MethodIr;
using ir::Op;
using ir::ValueId;

MethodFlows::MethodFlows(Propagation& run, CallBinder& binder, ModelEffects& model_effects, const ReachedMethod& method,
                         const MethodIr& ir)
    : run_(run),
      binder_(binder),
      model_effects_(model_effects),
      method_(method),
      ir_(ir),
      nodes_(ir.instructions.size()),
      used_(ir.instructions.size(), false) {
  for (ValueId operand : ir.operand_pool) used_[operand.value] = true;
}

void MethodFlows::generate() {
  for (std::uint32_t index = 0; index < ir_.instructions.size(); ++index) {
    const Instruction& i = ir_.instructions[index];
    ValueId value(index);
    FlowNodeId& result = nodes_[index];
    switch (i.op) {
      case Op::kParameter: {
        const std::vector<FlowNodeId>& parameters = method_.parameters;
        if (i.payload < parameters.size()) result = parameters[i.payload];
        break;
      }
      case Op::kPhi:
        if (i.type == ir::Type::kReference) result = run_.nodes.variable(i.type_name);
        break;
      case Op::kCatch:
        result = run_.nodes.fresh();
        flows().add_edge(run_.nodes.thrown(), result, i.type_name);
        if (i.type_name.valid()) run_.nodes.add_unknown_value(result, i.type_name);
        break;
      case Op::kConstant:
        result = constant(i);
        break;
      case Op::kNew: {
        ClassId id = program().find_class(i.type_name);
        run_.methods.instantiate(id);
        result =
            run_.nodes.object(run_.types.intern(id.valid() ? ObjectKind::kObject : ObjectKind::kOpaque, i.type_name));
        break;
      }
      case Op::kNewArray:
        result = allocate_array(i.type_name, 1);
        break;
      case Op::kMultiNewArray:
        result = allocate_array(i.type_name, i.operand_count);
        break;
      case Op::kArrayLoad:
        if (i.type != ir::Type::kReference || !used_[index]) break;
        result = run_.nodes.variable(i.type_name);
        if (!run_.nodes.plain(i.type_name).valid()) {
          run_.watches.add(operand(i, 0), {.kind = WatchKind::kArrayLoad, .value = result});
        }
        break;
      case Op::kArrayStore:
        if (FlowNodeId stored = operand(i, 2); stored.valid()) {
          run_.watches.add(operand(i, 0), {.kind = WatchKind::kArrayStore, .value = stored});
        }
        break;
      case Op::kGetField:
        if (i.type == ir::Type::kReference) result = load_field(i, /*is_static=*/false);
        break;
      case Op::kPutField:
        store_field(i, /*is_static=*/false, operand(i, 1));
        break;
      case Op::kGetStatic:
        result = load_field(i, /*is_static=*/true);
        break;
      case Op::kPutStatic:
        store_field(i, /*is_static=*/true, operand(i, 0));
        break;
      case Op::kInvoke:
        result = call(value, i);
        break;
      case Op::kDynamic:
        result = call_dynamic(value, i);
        break;
      case Op::kLambda:
        result = make_function(i);
        break;
      case Op::kConcat:
        call_on_each(value, ir_.operands(i), program().names().intern("toString"));
        result = run_.nodes.plain(i.type_name);
        break;
      case Op::kRecord:
        call_on_each(value, ir_.operands(i), i.payload_name());
        result = run_.nodes.plain(i.type_name);
        break;
      case Op::kCast:
        result = cast(i);
        break;
      case Op::kReturn:
        if (i.operand_count == 1) flows().add_edge(operand(i, 0), method_.result);
        break;
      case Op::kThrow:
        flows().add_edge(operand(i, 0), run_.nodes.thrown());
        break;
      default:
        break;
    }
  }
  for (std::uint32_t index = 0; index < ir_.instructions.size(); ++index) {
    const Instruction& i = ir_.instructions[index];
    if (i.op != Op::kPhi || !nodes_[index].valid() || run_.nodes.plain(i.type_name).valid()) continue;
    for (ValueId from : ir_.operands(i)) flows().add_edge(node(from), nodes_[index]);
  }
}

FlowNodeId MethodFlows::constant(const Instruction& i) {
  switch (i.as<ir::ConstantKind>()) {
    case ir::ConstantKind::kClass: {
      // Only classes of the application are worth following to where reflection uses them.
      Name name = i.payload_name();
      bool follow = !program().text(name).starts_with('[') && run_.types.is_user_class(program().find_class(name));
      return run_.nodes.object(follow ? run_.types.intern(ObjectKind::kClass, name)
                                      : run_.types.intern(ObjectKind::kOpaque, i.type_name));
    }
    case ir::ConstantKind::kMethodHandle: {
      const ir::Reference& reference = run_.store.references()[i.reference()];
      ResolvedMethod target = run_.resolver.resolve_method(
          {reference.owner, reference.name, reference.descriptor, reference.interface_owner});
      if (target && run_.types.is_user_class(program()[*target].owner)) {
        ReachedMethod& callee = run_.methods.reach(*target, 0);
        run_.methods.call_from_library(callee, {});
        if (!program()[*target].is_static() && !callee.parameters.empty()) {
          flows().add_edge(run_.nodes.escaped(), callee.parameters[0], reference.owner);
        }
        run_.methods.add_entry(*target, EntryKind::kLibraryCallback);
      }
      return run_.nodes.object(run_.types.intern(ObjectKind::kOpaque, i.type_name));
    }
    case ir::ConstantKind::kString:
    case ir::ConstantKind::kMethodType:
      return run_.nodes.plain(i.type_name);
    case ir::ConstantKind::kDynamic: {
      if (i.type != ir::Type::kReference) return {};
      FlowNodeId result = run_.nodes.variable(i.type_name);
      if (!run_.nodes.plain(i.type_name).valid()) run_.nodes.add_unknown_value(result, i.type_name);
      return result;
    }
    default:
      return {};
  }
}

FlowNodeId MethodFlows::allocate_array(Name type, std::uint32_t dimensions) {
  if (FlowNodeId plain = run_.nodes.plain(type); plain.valid()) return plain;
  ObjectTypeId outer = run_.types.intern(ObjectKind::kArray, type);
  FlowNodeId result = run_.nodes.object(outer);
  for (ObjectTypeId array = outer; dimensions > 1; --dimensions) {
    Name inner = run_.types.element_type(run_.types[array].name);
    if (!inner.valid() || run_.types.is_plain(inner)) break;
    ObjectTypeId inner_type = run_.types.intern(ObjectKind::kArray, inner);
    flows().add_type(run_.nodes.elements(array), inner_type);
    array = inner_type;
  }
  return result;
}

FieldId MethodFlows::resolve(const Instruction& i, bool is_static) {
  const ir::Reference& reference = run_.store.references()[i.reference()];
  ResolvedField field = run_.resolver.resolve_field(reference.owner, reference.name, reference.descriptor, is_static);
  if (!field) return {};
  if (is_static) run_.methods.initialize(program()[*field].owner);
  return *field;
}

FlowNodeId MethodFlows::load_field(const Instruction& i, bool is_static) {
  FieldId field = resolve(i, is_static);
  if (i.type != ir::Type::kReference || !i.type_name.valid()) return {};
  if (field.valid()) return run_.nodes.field(field);
  FlowNodeId result = run_.nodes.variable(i.type_name);
  if (!run_.nodes.plain(i.type_name).valid()) run_.nodes.add_unknown_value(result, i.type_name);
  return result;
}

void MethodFlows::store_field(const Instruction& i, bool is_static, FlowNodeId value) {
  FieldId field = resolve(i, is_static);
  if (!value.valid()) return;
  if (!field.valid()) return flows().add_edge(value, run_.nodes.escaped());
  FlowNodeId target = run_.nodes.field(field);
  ClassId owner = program()[field].owner;
  if (!run_.types.is_plain(run_.types.declared_type(program()[field].descriptor))) flows().add_edge(value, target);
  if (!run_.explored.contains(owner)) flows().add_edge(value, run_.nodes.escaped());
}

FlowNodeId MethodFlows::cast(const Instruction& i) {
  ValueId from = ir_.operands(i)[0];
  if (FlowNodeId plain = run_.nodes.plain(i.type_name); plain.valid()) return plain;
  if (!node(from).valid()) return {};
  Name known = ir_[from].type_name;
  if (known.valid() && program().is_assignable(known, i.type_name)) return node(from);
  FlowNodeId result = run_.nodes.fresh();
  flows().add_edge(node(from), result, i.type_name);
  return result;
}

FlowNodeId MethodFlows::make_function(const Instruction& i) {
  ClassId id = run_.store.lambda_class(ir_, i, program()[program()[method_.id].owner].origin);
  if (!id.valid()) {
    for (ValueId captured : ir_.operands(i)) flows().add_edge(node(captured), run_.nodes.escaped());
    return {};
  }
  run_.methods.instantiate(id);
  std::span<const Field> fields = program().fields(id);
  std::span<const ValueId> captured = ir_.operands(i);
  for (std::size_t k = 0; k < captured.size() && k < fields.size(); ++k) {
    FlowNodeId field = run_.nodes.field(fields[k].id);
    if (field.valid() && node(captured[k]).valid()) flows().add_edge(node(captured[k]), field);
  }
  return run_.nodes.object(run_.types.intern(ObjectKind::kObject, i.type_name));
}

FlowSiteId MethodFlows::add_site(ValueId value, const Instruction& i, FlowNodeId result) {
  FlowSiteId id = run_.sites.add(method_, value);
  FlowSite& site = run_.sites[id];
  bool followed = i.type == ir::Type::kReference && result.valid() && !run_.nodes.plain(i.type_name).valid();
  if (followed) site.result = result;
  if (i.type == ir::Type::kReference) site.result_type = i.type_name;
  return id;
}

FlowNodeId MethodFlows::call(ValueId value, const Instruction& i) {
  FlowNodeId result;
  if (i.type == ir::Type::kReference && i.type_name.valid()) {
    FlowNodeId plain = run_.nodes.plain(i.type_name);
    result = plain.valid() ? plain : used_[value.value] ? run_.nodes.fresh() : FlowNodeId();
  }
  FlowSiteId id = add_site(value, i, result);
  FlowSite& site = run_.sites[id];
  auto kind = i.as<ir::InvokeKind>();
  std::span<const ValueId> operands = ir_.operands(i);
  if (kind != ir::InvokeKind::kStatic && !operands.empty()) {
    site.receiver_value = operands[0];
    site.receiver = node(operands[0]);
    operands = operands.subspan(1);
  }
  for (ValueId argument : operands) site.arguments.push_back(node(argument));

  const ir::Reference& reference = run_.store.references()[i.reference()];
  MethodReference symbolic{reference.owner, reference.name, reference.descriptor, reference.interface_owner};
  ResolvedMethod resolved = run_.resolver.resolve_call(symbolic, kind == ir::InvokeKind::kStatic);
  if (resolved && kind == ir::InvokeKind::kSpecial) {
    resolved = run_.resolver.select_special(program()[method_.id].owner, symbolic, *resolved);
  }
  if (!resolved) {
    run_.sites.count_unresolved();
    flows().add_edge(site.receiver, run_.nodes.escaped());
    for (FlowNodeId argument : site.arguments) flows().add_edge(argument, run_.nodes.escaped());
    for (std::size_t k = 0; k < site.arguments.size(); ++k) {
      Name declared = run_.types.signature(reference.descriptor).parameters[k];
      if (declared.valid()) {
        run_.watches.add(site.arguments[k], {.kind = WatchKind::kGuess, .site = id, .declared = declared});
      }
    }
    run_.nodes.add_unknown_value(site.result, site.result_type);
    return result;
  }
  site.resolved = *resolved;
  const Method& method = program()[*resolved];
  if (kind == ir::InvokeKind::kStatic) {
    run_.methods.initialize(method.owner);
    binder_.bind(id, *resolved, {});
  } else if (kind == ir::InvokeKind::kSpecial || method.is_private()) {
    ValueId object = ir_.operands(i)[0];
    if (kind == ir::InvokeKind::kSpecial && ir_[object].op == Op::kNew) {
      model_effects_.remember_constructor_fields(id, object, *resolved);
    }
    binder_.bind(id, *resolved, {});
  } else {
    binder_.bind_dynamically(id);
  }
  return result;
}

FlowNodeId MethodFlows::call_dynamic(ValueId value, const Instruction& i) {
  FlowNodeId result;
  if (i.type == ir::Type::kReference && i.type_name.valid()) result = run_.nodes.variable(i.type_name);
  FlowSiteId id = add_site(value, i, result);
  for (ValueId argument : ir_.operands(i)) {
    flows().add_edge(node(argument), run_.nodes.escaped());
    run_.watches.add(node(argument), {.kind = WatchKind::kGuess, .site = id, .declared = program().object_name()});
  }
  run_.nodes.add_unknown_value(run_.sites[id].result, i.type_name);
  const ir::Reference& bootstrap = run_.store.references()[ir_.dynamics[i.payload].bootstrap];
  ResolvedMethod target =
      run_.resolver.resolve_method({bootstrap.owner, bootstrap.name, bootstrap.descriptor, bootstrap.interface_owner});
  if (target && run_.types.is_user_class(program()[*target].owner)) {
    run_.methods.call_from_library(run_.methods.reach(*target, 0), {});
    run_.sites.add_callee(id, *target, CalleeKind::kLibraryCallback);
  }
  return result;
}

// String concatenation calls toString, a record's methods call those of its components.
void MethodFlows::call_on_each(ValueId value, std::span<const ValueId> objects, Name method) {
  std::vector<FlowNodeId> called;
  if (ir_[value].op == Op::kConcat) {
    for (ValueId object : objects) {
      if (node(object).valid() && !run_.nodes.plain(ir_[object].type_name).valid()) called.push_back(node(object));
    }
  } else {
    for (const Field& field : program().fields(program()[method_.id].owner)) {
      if (field.is_static() || run_.types.is_plain(run_.types.declared_type(field.descriptor))) continue;
      called.push_back(run_.nodes.field(field.id));
    }
  }
  if (called.empty()) return;  // nothing but numbers and strings: no call worth a site
  // A component is compared with another one of its kind.
  if (program().text(method) == "equals") {
    for (FlowNodeId object : called) flows().add_edge(object, run_.nodes.escaped());
  }
  FlowSiteId id = add_site(value, ir_[value], {});
  for (MethodId target : run_.library_calls.named_methods(program().object_name(), method)) {
    for (FlowNodeId object : called) {
      run_.watches.add(
          object, {.kind = WatchKind::kCallback, .site = id, .method = target, .callee_kind = CalleeKind::kCallback});
    }
  }
}

}  // namespace snag
