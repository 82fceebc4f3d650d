// The flows inside one method: its SSA values become nodes, its assignments edges, its calls sites.
//
// Values that share everything share a node: a field's loads are the field's node, an allocation is its type's, and
// values of plain types (ObjectTypes::is_plain: String, int[], …) are their type's. That leaves phis, casts to
// something narrower, array loads and calls' results with a node of their own.
#include <algorithm>

#include "callgraph/variable_types.h"
#include "classfile/descriptor.h"
#include "classfile/language_names.h"

namespace snag {

using ir::Instruction;
using ir::MethodIr;
using ir::Op;
using ir::ValueId;

struct VariableTypes::MethodFlows {
  VariableTypes& analysis;
  const StateId state;
  const MethodIr& ir;
  std::vector<FlowNodeId> nodes;  // by value
  std::vector<bool> used;
  const Origin origin;

  MethodFlows(VariableTypes& owner, StateId id, const MethodIr& method)
      : analysis(owner),
        state(id),
        ir(method),
        nodes(method.instructions.size()),
        used(method.instructions.size(), false),
        origin(owner.program_[owner.program_[owner.states_[id].method].owner].origin) {
    for (ValueId operand : method.operand_pool) used[operand.value] = true;
  }

  Program& program() { return analysis.program_; }
  FlowGraph& flows() { return analysis.flows_; }
  FlowNodeId node(ValueId value) const { return nodes[value.value]; }
  FlowNodeId operand(const Instruction& i, std::uint32_t index) const { return node(ir.operands(i)[index]); }

  // For a value that is computed here: its type's node when that says everything, else a new one.
  FlowNodeId value_node(Name type) {
    FlowNodeId plain = analysis.plain_node(type);
    return plain.valid() ? plain : analysis.fresh_node();
  }

  void generate();
  FlowNodeId constant(const Instruction& i);
  FlowNodeId allocate_array(Name type, std::uint32_t dimensions);
  FlowNodeId load_field(const Instruction& i, bool is_static);
  void store_field(const Instruction& i, bool is_static, FlowNodeId value);
  FieldId resolve(const Instruction& i, bool is_static);
  FlowNodeId cast(const Instruction& i);
  FlowNodeId make_function(const Instruction& i);
  FlowNodeId call(ValueId value, const Instruction& i);
  FlowNodeId call_dynamic(ValueId value, const Instruction& i);
  void call_on_each(ValueId value, std::span<const ValueId> objects, Name method);
  SiteId add_site(ValueId value, const Instruction& i, FlowNodeId result);
  void remember_local_fields(const Instruction& i, MethodId target);
};

void VariableTypes::generate(StateId id) {
  const MethodIr* ir = store_.get(states_[id].method);
  if (ir == nullptr) {
    // Code that cannot be analysed: what went in may come out, and anything may have been done with it.
    State& state = states_[id];
    state.body = BodyKind::kOpaque;
    for (FlowNodeId parameter : state.parameters) flows_.add_edge(parameter, escaped_);
    unknown_result(state.result, shape(program_[state.method].descriptor).result);
    return;
  }
  MethodFlows(*this, id, *ir).generate();
}

void VariableTypes::MethodFlows::generate() {
  for (std::uint32_t index = 0; index < ir.instructions.size(); ++index) {
    const Instruction& i = ir.instructions[index];
    ValueId value(index);
    FlowNodeId& result = nodes[index];
    switch (i.op) {
      case Op::kParameter: {
        const std::vector<FlowNodeId>& parameters = analysis.states_[state].parameters;
        if (i.payload < parameters.size()) result = parameters[i.payload];
        break;
      }
      case Op::kPhi:
        if (i.type == ir::Type::kReference) result = value_node(i.type_name);
        break;
      case Op::kCatch:
        result = analysis.fresh_node();
        flows().add_edge(analysis.thrown_, result, i.type_name);
        if (i.type_name.valid()) analysis.unknown_result(result, i.type_name);
        break;
      case Op::kConstant:
        result = constant(i);
        break;
      case Op::kNew: {
        ClassId id = program().find_class(i.type_name);
        analysis.instantiate(id);
        result = analysis.object_node(
            analysis.types_.intern(id.valid() ? ObjectKind::kObject : ObjectKind::kOpaque, i.type_name));
        break;
      }
      case Op::kNewArray:
        result = allocate_array(i.type_name, 1);
        break;
      case Op::kMultiNewArray:
        result = allocate_array(i.type_name, i.operand_count);
        break;
      case Op::kArrayLoad:
        if (i.type != ir::Type::kReference || !used[index]) break;
        result = value_node(i.type_name);
        if (!analysis.plain_node(i.type_name).valid()) {
          analysis.watch(operand(i, 0), {.kind = WatchKind::kArrayLoad, .a = result.value});
        }
        break;
      case Op::kArrayStore:
        if (FlowNodeId stored = operand(i, 2); stored.valid()) {
          analysis.watch(operand(i, 0), {.kind = WatchKind::kArrayStore, .a = stored.value});
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
        call_on_each(value, ir.operands(i), program().names().intern("toString"));
        result = analysis.plain_node(i.type_name);
        break;
      case Op::kRecord:
        call_on_each(value, ir.operands(i), i.payload_name());
        result = analysis.plain_node(i.type_name);
        break;
      case Op::kCast:
        result = cast(i);
        break;
      case Op::kReturn:
        if (i.operand_count == 1) flows().add_edge(operand(i, 0), analysis.states_[state].result);
        break;
      case Op::kThrow:
        flows().add_edge(operand(i, 0), analysis.thrown_);
        break;
      default:
        break;
    }
  }
  for (std::uint32_t index = 0; index < ir.instructions.size(); ++index) {
    const Instruction& i = ir.instructions[index];
    if (i.op != Op::kPhi || !nodes[index].valid() || analysis.plain_node(i.type_name).valid()) continue;
    for (ValueId from : ir.operands(i)) flows().add_edge(node(from), nodes[index]);
  }
}

FlowNodeId VariableTypes::MethodFlows::constant(const Instruction& i) {
  switch (i.as<ir::ConstantKind>()) {
    case ir::ConstantKind::kClass: {
      // Only classes of the application are worth following to where reflection uses them.
      Name name = i.payload_name();
      bool follow = !program().text(name).starts_with('[') && analysis.types_.is_user_class(program().find_class(name));
      return analysis.object_node(follow ? analysis.types_.intern(ObjectKind::kClass, name)
                                         : analysis.types_.intern(ObjectKind::kOpaque, i.type_name));
    }
    case ir::ConstantKind::kMethodHandle: {
      const ir::Reference& reference = analysis.store_.references()[i.reference()];
      ResolvedMethod target = analysis.resolver_.resolve_method(
          {reference.owner, reference.name, reference.descriptor, reference.interface_owner});
      if (target && analysis.types_.is_user_class(program()[*target].owner)) {
        StateId callee = analysis.reach(*target, 0);
        analysis.call_back(callee, {});
        if (!program()[*target].is_static() && !analysis.states_[callee].parameters.empty()) {
          flows().add_edge(analysis.escaped_, analysis.states_[callee].parameters[0], reference.owner);
        }
        analysis.add_entry(callee, EntryKind::kLibraryCallback);
      }
      return analysis.object_node(analysis.types_.intern(ObjectKind::kOpaque, i.type_name));
    }
    case ir::ConstantKind::kString:
    case ir::ConstantKind::kMethodType:
      return analysis.plain_node(i.type_name);
    case ir::ConstantKind::kDynamic: {
      if (i.type != ir::Type::kReference) return {};
      FlowNodeId result = value_node(i.type_name);
      if (!analysis.plain_node(i.type_name).valid()) analysis.unknown_result(result, i.type_name);
      return result;
    }
    default:
      return {};
  }
}

FlowNodeId VariableTypes::MethodFlows::allocate_array(Name type, std::uint32_t dimensions) {
  if (FlowNodeId plain = analysis.plain_node(type); plain.valid()) return plain;
  ObjectTypeId outer = analysis.types_.intern(ObjectKind::kArray, type);
  FlowNodeId result = analysis.object_node(outer);
  for (ObjectTypeId array = outer; dimensions > 1; --dimensions) {
    Name inner = analysis.types_.element_type(analysis.types_[array].name);
    if (!inner.valid() || analysis.types_.is_plain(inner)) break;
    ObjectTypeId inner_type = analysis.types_.intern(ObjectKind::kArray, inner);
    flows().add_type(analysis.element_node(array), inner_type);
    array = inner_type;
  }
  return result;
}

FieldId VariableTypes::MethodFlows::resolve(const Instruction& i, bool is_static) {
  const ir::Reference& reference = analysis.store_.references()[i.reference()];
  ResolvedField field =
      analysis.resolver_.resolve_field(reference.owner, reference.name, reference.descriptor, is_static);
  if (!field) return {};
  if (is_static) analysis.initialize(program()[*field].owner);
  return *field;
}

FlowNodeId VariableTypes::MethodFlows::load_field(const Instruction& i, bool is_static) {
  FieldId field = resolve(i, is_static);
  if (i.type != ir::Type::kReference || !i.type_name.valid()) return {};
  if (field.valid()) return analysis.field_node(field);
  FlowNodeId result = value_node(i.type_name);
  if (!analysis.plain_node(i.type_name).valid()) analysis.unknown_result(result, i.type_name);
  return result;
}

void VariableTypes::MethodFlows::store_field(const Instruction& i, bool is_static, FlowNodeId value) {
  FieldId field = resolve(i, is_static);
  if (!value.valid()) return;
  if (!field.valid()) return flows().add_edge(value, analysis.escaped_);
  FlowNodeId target = analysis.field_node(field);
  const Class& owner = program()[program()[field].owner];
  bool plain = analysis.types_.is_plain(
      program().names().intern(classfile::class_of_descriptor(program().text(program()[field].descriptor))));
  if (!plain) flows().add_edge(value, target);
  if (owner.origin == Origin::kJdk && !analysis.is_explored(owner.id)) flows().add_edge(value, analysis.escaped_);
}

FlowNodeId VariableTypes::MethodFlows::cast(const Instruction& i) {
  ValueId from = ir.operands(i)[0];
  if (FlowNodeId plain = analysis.plain_node(i.type_name); plain.valid()) return plain;
  if (!node(from).valid()) return {};
  Name known = ir[from].type_name;
  if (known.valid() && program().is_assignable(known, i.type_name)) return node(from);
  FlowNodeId result = analysis.fresh_node();
  flows().add_edge(node(from), result, i.type_name);
  return result;
}

FlowNodeId VariableTypes::MethodFlows::make_function(const Instruction& i) {
  ClassId id = analysis.store_.lambda_class(ir, i, origin);
  if (!id.valid()) {
    for (ValueId captured : ir.operands(i)) flows().add_edge(node(captured), analysis.escaped_);
    return {};
  }
  analysis.instantiate(id);
  std::span<const Field> fields = program().fields(id);
  std::span<const ValueId> captured = ir.operands(i);
  for (std::size_t k = 0; k < captured.size() && k < fields.size(); ++k) {
    FlowNodeId field = analysis.field_node(fields[k].id);
    if (field.valid() && node(captured[k]).valid()) flows().add_edge(node(captured[k]), field);
  }
  return analysis.object_node(analysis.types_.intern(ObjectKind::kObject, i.type_name));
}

VariableTypes::SiteId VariableTypes::MethodFlows::add_site(ValueId value, const Instruction& i, FlowNodeId result) {
  auto id = static_cast<SiteId>(analysis.sites_.size());
  Site& site = analysis.sites_.emplace_back();
  site.caller = state;
  site.instruction = value;
  bool followed = i.type == ir::Type::kReference && result.valid() && !analysis.plain_node(i.type_name).valid();
  if (followed) site.result = result;
  if (i.type == ir::Type::kReference) site.result_type = i.type_name;
  return id;
}

FlowNodeId VariableTypes::MethodFlows::call(ValueId value, const Instruction& i) {
  FlowNodeId result;
  if (i.type == ir::Type::kReference && i.type_name.valid()) {
    FlowNodeId plain = analysis.plain_node(i.type_name);
    result = plain.valid() ? plain : used[value.value] ? analysis.fresh_node() : FlowNodeId();
  }
  SiteId id = add_site(value, i, result);
  Site& site = analysis.sites_[id];
  auto kind = i.as<ir::InvokeKind>();
  std::span<const ValueId> operands = ir.operands(i);
  if (kind != ir::InvokeKind::kStatic && !operands.empty()) {
    site.receiver_value = operands[0];
    site.receiver = node(operands[0]);
    operands = operands.subspan(1);
  }
  for (ValueId argument : operands) site.arguments.push_back(node(argument));

  const ir::Reference& reference = analysis.store_.references()[i.reference()];
  MethodReference symbolic{reference.owner, reference.name, reference.descriptor, reference.interface_owner};
  ResolvedMethod resolved = analysis.resolver_.resolve_call(symbolic, kind == ir::InvokeKind::kStatic);
  if (resolved && kind == ir::InvokeKind::kSpecial) {
    resolved = analysis.resolver_.select_special(program()[analysis.states_[state].method].owner, symbolic, *resolved);
  }
  if (!resolved) {
    ++analysis.unresolved_sites_;
    flows().add_edge(site.receiver, analysis.escaped_);
    for (FlowNodeId argument : site.arguments) flows().add_edge(argument, analysis.escaped_);
    for (std::size_t k = 0; k < site.arguments.size(); ++k) {
      Name declared = analysis.shape(reference.descriptor).parameters[k];
      if (declared.valid()) {
        analysis.watch(site.arguments[k], {.kind = WatchKind::kGuess, .a = id, .b = declared.value});
      }
    }
    analysis.unknown_result(site.result, site.result_type);
    return result;
  }
  site.resolved = *resolved;
  const Method& method = program()[*resolved];
  if (kind == ir::InvokeKind::kStatic) {
    analysis.initialize(method.owner);
    analysis.bind(id, *resolved, {});
  } else if (kind == ir::InvokeKind::kSpecial || method.is_private()) {
    if (kind == ir::InvokeKind::kSpecial) remember_local_fields(i, *resolved);
    analysis.bind(id, *resolved, {});
  } else {
    analysis.bind_dynamically(id);
  }
  return result;
}

// `new Thread(r)`: what models say the constructor puts into a field of the new object is known exactly here. What
// comes later (`e.initCause(x)`) may come to any object.
void VariableTypes::MethodFlows::remember_local_fields(const Instruction& i, MethodId target) {
  ValueId object = ir.operands(i)[0];
  if (ir[object].op != Op::kNew) return;
  const library::MethodModel* model = analysis.models_.find(program(), target);
  if (model == nullptr || program().text(program()[target].name) != classfile::kConstructorName) return;
  Frame frame = analysis.frame_of(static_cast<SiteId>(analysis.sites_.size() - 1), target);
  for (const library::Flow& flow : model->flows) {
    if (flow.to.base != library::Operand::Base::kThis || flow.to.part != library::Operand::Part::kField) continue;
    auto [it, added] = analysis.local_fields_.try_emplace(std::tuple(state, object, flow.to.field));
    if (added) {
      it->second = analysis.fresh_node();
      flows().add_edge(analysis.late_field_node(flow.to.field), it->second);
    }
    // Null, or a constructor without that parameter, leaves the node as it is.
    flows().add_edge(analysis.operand_node(frame, flow.from), it->second);
  }
}

FlowNodeId VariableTypes::MethodFlows::call_dynamic(ValueId value, const Instruction& i) {
  FlowNodeId result;
  if (i.type == ir::Type::kReference && i.type_name.valid()) result = value_node(i.type_name);
  SiteId id = add_site(value, i, result);
  for (ValueId argument : ir.operands(i)) {
    flows().add_edge(node(argument), analysis.escaped_);
    analysis.watch(node(argument), {.kind = WatchKind::kGuess, .a = id, .b = program().object_name().value});
  }
  analysis.unknown_result(analysis.sites_[id].result, i.type_name);
  const ir::Reference& bootstrap = analysis.store_.references()[ir.dynamics[i.payload].bootstrap];
  ResolvedMethod target = analysis.resolver_.resolve_method(
      {bootstrap.owner, bootstrap.name, bootstrap.descriptor, bootstrap.interface_owner});
  if (target && analysis.types_.is_user_class(program()[*target].owner)) {
    StateId callee = analysis.reach(*target, 0);
    analysis.call_back(callee, {});
    analysis.add_callee(id, callee, CalleeKind::kLibraryCallback);
  }
  return result;
}

// String concatenation calls toString, a record's methods call those of its components.
void VariableTypes::MethodFlows::call_on_each(ValueId value, std::span<const ValueId> objects, Name method) {
  std::vector<FlowNodeId> called;
  if (ir[value].op == Op::kConcat) {
    for (ValueId object : objects) {
      if (node(object).valid() && !analysis.plain_node(ir[object].type_name).valid()) called.push_back(node(object));
    }
  } else {
    for (const Field& field : program().fields(program()[analysis.states_[state].method].owner)) {
      std::string_view held = classfile::class_of_descriptor(program().text(field.descriptor));
      if (field.is_static() || held.empty() || analysis.types_.is_plain(program().names().intern(held))) continue;
      called.push_back(analysis.field_node(field.id));
    }
  }
  if (called.empty()) return;  // nothing but numbers and strings: no call worth a site
  // A component is compared with another one of its kind.
  if (program().text(method) == "equals") {
    for (FlowNodeId object : called) flows().add_edge(object, analysis.escaped_);
  }
  SiteId id = add_site(value, ir[value], {});
  for (MethodId target : analysis.library_calls_.named_methods(program().object_name(), method)) {
    for (FlowNodeId object : called) {
      analysis.watch(object,
                     {.kind = WatchKind::kCallback, .a = id, .b = target.value, .callee_kind = CalleeKind::kCallback});
    }
  }
}

}  // namespace snag
