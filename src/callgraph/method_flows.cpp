#include "callgraph/method_flows.h"

namespace snag {

namespace {

using ir::Instruction;
using ir::MethodIr;
using ir::Op;
using ir::ValueId;

class MethodFlows {
 public:
  MethodFlows(Propagation& run, CallBinder& binder, ModelEffects& model_effects, MethodInstance& method,
              const MethodIr& ir)
      : run_(run), binder_(binder), model_effects_(model_effects), method_(method), ir_(ir) {
    for (ValueId operand : ir.operand_pool) used_[operand.value] = true;
  }

  void generate() {
    for (std::uint32_t index = 0; index < ir_.instructions.size(); ++index) {
      node_of_[index] = evaluate(ValueId(index), ir_.instructions[index]);
    }
    // A phi's operands may come after it.
    for (std::uint32_t index = 0; index < ir_.instructions.size(); ++index) {
      const Instruction& i = ir_.instructions[index];
      if (i.op != Op::kPhi || nodes_.plain(i.type_name).valid()) continue;
      for (ValueId from : ir_.operands(i)) flows_.add_edge(node(from), node_of_[index]);
    }
    if (nodes_.objects_apart()) method_.values = std::move(node_of_);
  }

 private:
  FlowNodeId node(ValueId value) const { return node_of_[value.value]; }
  FlowNodeId operand(const Instruction& i, std::uint32_t index) const { return node(ir_.operands(i)[index]); }

  // Returns the node of the result, if it is followed.
  FlowNodeId evaluate(ValueId value, const Instruction& i) {
    switch (i.op) {
      case Op::kParameter:
        return i.payload < method_.parameters.size() ? method_.parameters[i.payload] : FlowNodeId();
      case Op::kPhi:
        return i.type == ir::Type::kReference ? nodes_.variable(i.type_name) : FlowNodeId();
      case Op::kCatch: {
        FlowNodeId result = nodes_.fresh();
        flows_.add_edge(nodes_.thrown_as(i.type_name), result);
        nodes_.add_unknown_value(result, i.type_name);
        return result;
      }
      case Op::kConstant:
        return constant(i);
      case Op::kNew: {
        ClassId id = program_.find_class(i.type_name);
        run_.methods.instantiate(id);
        return allocate(value, types_.intern(id.valid() ? ObjectKind::kObject : ObjectKind::kOpaque, i.type_name));
      }
      case Op::kNewArray:
      case Op::kMultiNewArray:
        return allocate_array(value, i.type_name, /*dimensions=*/i.operand_count);
      case Op::kArrayLoad: {
        if (i.type != ir::Type::kReference || !used_[value.value]) return {};
        FlowNodeId result = nodes_.variable(i.type_name);
        if (!nodes_.plain(i.type_name).valid()) {
          run_.watch(operand(i, 0), {.kind = WatchKind::kArrayLoad, .value = result});
        }
        return result;
      }
      case Op::kArrayStore:
        if (FlowNodeId stored = operand(i, 2); stored.valid()) {
          run_.watch(operand(i, 0), {.kind = WatchKind::kArrayStore, .value = stored});
        }
        return {};
      case Op::kGetField:
      case Op::kGetStatic:
        return load_field(i);
      case Op::kPutField:
      case Op::kPutStatic:
        store_field(i, node(ir_.operands(i).back()));
        return {};
      case Op::kInvoke:
        return call(value, i);
      case Op::kDynamic:
        return call_dynamic(value, i);
      case Op::kLambda:
        return make_function(value, i);
      case Op::kConcat: {  // calls toString of everything but numbers and strings
        std::vector<FlowNodeId> objects;
        for (ValueId object : ir_.operands(i)) {
          if (node(object).valid() && !nodes_.plain(ir_[object].type_name).valid()) objects.push_back(node(object));
        }
        call_on_each(value, objects, program_.names().intern("toString"));
        return nodes_.plain(i.type_name);
      }
      case Op::kRecord: {  // a record's method calls the same one of its components
        std::vector<FlowNodeId> components;
        for (const Field& field : program_.fields(program_[method_.method].owner)) {
          if (field.is_static() || types_.is_plain(types_.declared_type(field.descriptor))) continue;
          components.push_back(run_.load_field(operand(i, 0), field.id));
        }
        // A component is compared with another one of its kind.
        if (program_.text(i.payload_name()) == "equals") {
          for (FlowNodeId component : components) flows_.add_edge(component, nodes_.escaped());
        }
        call_on_each(value, components, i.payload_name());
        return nodes_.plain(i.type_name);
      }
      case Op::kCast:
        return cast(i);
      case Op::kReturn:
        if (i.operand_count == 1) flows_.add_edge(operand(i, 0), method_.result);
        return {};
      case Op::kThrow:
        flows_.add_edge(operand(i, 0), nodes_.thrown());
        return {};
      default:
        return {};
    }
  }

  // A value of this type from code that is not known.
  FlowNodeId unknown(Name type) {
    FlowNodeId result = nodes_.variable(type);
    nodes_.add_unknown_value(result, type);
    return result;
  }

  FlowNodeId constant(const Instruction& i) {
    switch (i.as<ir::ConstantKind>()) {
      case ir::ConstantKind::kClass: {
        // Only classes of the application are worth following to where reflection uses them.
        Name name = i.payload_name();
        bool follow = !program_.text(name).starts_with('[') && types_.is_user_class(program_.find_class(name));
        return nodes_.object(follow ? types_.intern(ObjectKind::kClass, name)
                                    : types_.intern(ObjectKind::kOpaque, i.type_name));
      }
      case ir::ConstantKind::kMethodHandle: {
        ResolvedMethod target = run_.resolve_method(i.reference());
        if (target && types_.is_user_class(program_[*target].owner)) {
          run_.methods.call_on_escaped(run_.methods.reach(*target, 0), run_.store.references()[i.reference()].owner);
          run_.methods.add_entry(*target, EntryKind::kLibraryCallback);
        }
        return nodes_.object(types_.intern(ObjectKind::kOpaque, i.type_name));
      }
      case ir::ConstantKind::kString:
      case ir::ConstantKind::kMethodType:
        return nodes_.plain(i.type_name);
      case ir::ConstantKind::kDynamic:
        return i.type == ir::Type::kReference ? unknown(i.type_name) : FlowNodeId();
      default:
        return {};
    }
  }

  FlowNodeId allocate(ValueId value, ObjectId type) { return nodes_.object(run_.allocate(method_, value, type)); }

  FlowNodeId allocate_array(ValueId value, Name type, std::uint32_t dimensions) {
    if (FlowNodeId plain = nodes_.plain(type); plain.valid()) return plain;
    ObjectId outer = run_.allocate(method_, value, types_.intern(ObjectKind::kArray, type));
    FlowNodeId result = nodes_.object(outer);
    for (ObjectId array = outer; dimensions > 1; --dimensions) {
      Name inner = types_.element_type(types_[array].name);
      if (!inner.valid() || types_.is_plain(inner)) break;
      ObjectId inner_array = run_.allocate(method_, value, types_.intern(ObjectKind::kArray, inner));
      flows_.add_object(nodes_.elements(array), inner_array);
      array = inner_array;
    }
    return result;
  }

  FieldId resolve_field(const Instruction& i) {
    bool is_static = i.op == Op::kGetStatic || i.op == Op::kPutStatic;
    const ir::Reference& reference = run_.store.references()[i.reference()];
    ResolvedField field = run_.resolver.resolve_field(reference.owner, reference.name, reference.descriptor, is_static);
    if (field && is_static) run_.methods.initialize(program_[*field].owner);
    return field.value_or(FieldId());
  }

  FlowNodeId load_field(const Instruction& i) {
    if (i.op == Op::kGetField && i.type != ir::Type::kReference) return {};
    FieldId field = resolve_field(i);
    if (i.type != ir::Type::kReference || !i.type_name.valid()) return {};
    if (!field.valid()) return unknown(i.type_name);
    return run_.load_field(i.op == Op::kGetField ? operand(i, 0) : FlowNodeId(), field);
  }

  void store_field(const Instruction& i, FlowNodeId value) {
    FieldId id = resolve_field(i);
    if (!value.valid()) return;
    if (!id.valid()) return flows_.add_edge(value, nodes_.escaped());
    run_.store_field(i.op == Op::kPutField ? operand(i, 0) : FlowNodeId(), id, value);
    if (!run_.explores(program_[id].owner)) flows_.add_edge(value, nodes_.escaped());
  }

  FlowNodeId cast(const Instruction& i) {
    ValueId from = ir_.operands(i)[0];
    if (FlowNodeId plain = nodes_.plain(i.type_name); plain.valid()) return plain;
    if (!node(from).valid()) return {};
    Name known = ir_[from].type_name;
    if (known.valid() && program_.is_assignable(known, i.type_name)) return node(from);
    FlowNodeId result = nodes_.fresh();
    flows_.add_edge(node(from), result, i.type_name);
    if (nodes_.objects_apart() && types_.is_user_type(i.type_name)) {
      run_.watch(node(from), {.kind = WatchKind::kUserCast, .value = result, .declared = i.type_name});
    }
    return result;
  }

  FlowNodeId make_function(ValueId value, const Instruction& i) {
    ClassId id = run_.store.lambda_class(ir_, i, program_[program_[method_.method].owner].origin);
    if (!id.valid()) {
      for (ValueId captured : ir_.operands(i)) flows_.add_edge(node(captured), nodes_.escaped());
      return {};
    }
    run_.methods.instantiate(id);
    std::span<const Field> fields = program_.fields(id);
    std::span<const ValueId> captured = ir_.operands(i);
    const ObjectId function = run_.allocate(method_, value, types_.intern(ObjectKind::kObject, i.type_name));
    for (std::size_t k = 0; k < captured.size() && k < fields.size(); ++k) {
      flows_.add_edge(node(captured[k]), nodes_.field(function, fields[k].id));
    }
    return nodes_.object(function);
  }

  FlowSite& add_site(ValueId value, const Instruction& i, FlowNodeId result) {
    FlowSite& site =
        run_.sites.emplace_back(FlowSite{.caller = &method_, .instruction = value, .callee_depth = method_.depth + 1});
    if (i.type != ir::Type::kReference) return site;
    site.result_type = i.type_name;
    if (!nodes_.plain(i.type_name).valid()) site.result = result;
    return site;
  }

  FlowNodeId call(ValueId value, const Instruction& i) {
    FlowNodeId result;
    if (i.type == ir::Type::kReference && i.type_name.valid()) {
      result = nodes_.plain(i.type_name);
      if (!result.valid() && used_[value.value]) result = nodes_.fresh();
    }
    FlowSite& site = add_site(value, i, result);
    auto kind = i.as<ir::InvokeKind>();
    std::span<const ValueId> operands = ir_.operands(i);
    if (kind != ir::InvokeKind::kStatic && !operands.empty()) {
      site.receiver_value = operands[0];
      site.receiver = node(operands[0]);
      operands = operands.subspan(1);
    }
    for (ValueId argument : operands) site.arguments.push_back(node(argument));

    MethodReference reference = method_reference(run_.store.references()[i.reference()]);
    ResolvedMethod resolved = run_.resolver.resolve_call(reference, kind == ir::InvokeKind::kStatic);
    if (resolved && kind == ir::InvokeKind::kSpecial) {
      resolved = run_.resolver.select_special(program_[method_.method].owner, reference, *resolved);
    }
    if (!resolved) {
      call_unresolved(site, reference.descriptor);
      return result;
    }
    site.resolved = *resolved;
    const Method& method = program_[*resolved];
    if (kind == ir::InvokeKind::kStatic) {
      run_.methods.initialize(method.owner);
      binder_.bind(site, *resolved, {});
    } else if (kind == ir::InvokeKind::kSpecial || method.is_private()) {
      if (kind == ir::InvokeKind::kSpecial && ir_[site.receiver_value].op == Op::kNew) {
        model_effects_.remember_constructor_fields(site, *resolved);
      }
      binder_.bind_receiver(site, *resolved);
    } else {
      binder_.bind_dynamically(site);
    }
    return result;
  }

  void call_unresolved(FlowSite& site, Name descriptor) {
    ++run_.unresolved_sites;
    flows_.add_edge(site.receiver, nodes_.escaped());
    for (FlowNodeId argument : site.arguments) flows_.add_edge(argument, nodes_.escaped());
    for (std::size_t k = 0; k < site.arguments.size(); ++k) {
      Name declared = types_.signature(descriptor).parameters[k];
      if (!declared.valid()) continue;
      run_.watch(site.arguments[k], {.kind = WatchKind::kGuess, .site = &site, .declared = declared});
    }
    nodes_.add_unknown_value(site.result, site.result_type);
  }

  FlowNodeId call_dynamic(ValueId value, const Instruction& i) {
    FlowNodeId result;
    if (i.type == ir::Type::kReference && i.type_name.valid()) result = nodes_.variable(i.type_name);
    FlowSite& site = add_site(value, i, result);
    for (ValueId argument : ir_.operands(i)) {
      flows_.add_edge(node(argument), nodes_.escaped());
      run_.watch(node(argument), {.kind = WatchKind::kGuess, .site = &site, .declared = program_.object_name()});
    }
    nodes_.add_unknown_value(site.result, i.type_name);
    ResolvedMethod target = run_.resolve_method(ir_.dynamics[i.payload].bootstrap);
    if (target && types_.is_user_class(program_[*target].owner)) {
      MethodInstance& bootstrap = run_.methods.reach(*target, 0);
      run_.methods.call_from_library(bootstrap, {});
      run_.add_callee(site, bootstrap, CalleeKind::kLibraryCallback);
    }
    return result;
  }

  // The methods of java.lang.Object with this name are called on each of the objects.
  void call_on_each(ValueId value, std::span<const FlowNodeId> objects, Name method) {
    if (objects.empty()) return;  // no call worth a site
    FlowSite& site = add_site(value, ir_[value], {});
    for (MethodId target : run_.named_methods(program_.object_name(), method)) {
      for (FlowNodeId object : objects) run_.watch_callback(object, site, target, CalleeKind::kCallback);
    }
  }

  Propagation& run_;
  FlowNodes& nodes_ = run_.nodes;
  AbstractObjects& types_ = run_.types;
  FlowGraph& flows_ = run_.flows;
  Program& program_ = run_.program;
  CallBinder& binder_;
  ModelEffects& model_effects_;
  MethodInstance& method_;
  const MethodIr& ir_;
  std::vector<FlowNodeId> node_of_ = std::vector<FlowNodeId>(ir_.instructions.size());  // by value
  std::vector<bool> used_ = std::vector<bool>(ir_.instructions.size(), false);  // by value: whether it is an operand
};

}  // namespace

void add_method_flows(Propagation& run, CallBinder& binder, ModelEffects& model_effects, MethodInstance& method,
                      const MethodIr& ir) {
  MethodFlows(run, binder, model_effects, method, ir).generate();
}

}  // namespace snag
