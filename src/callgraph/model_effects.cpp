#include "callgraph/model_effects.h"
#include "classfile/language_names.h"

#include <algorithm>

namespace snag {

using library::Callback;
using library::MethodModel;
using library::Operand;
using library::ReflectionKind;

int ModelEffects::argument_index(const LibraryFrame& frame, const Operand& operand) {
  if (operand.base == Operand::Base::kArgument) {
    return operand.index < frame.arguments.size() ? static_cast<int>(operand.index) : -1;
  }
  const MethodSignature& types = run_.types.signature(run_.program[frame.target].descriptor);
  for (std::size_t i = 0; i < types.parameters.size() && i < frame.arguments.size(); ++i) {
    if (types.parameters[i] == operand.type) return static_cast<int>(i);
  }
  return -1;
}

FlowNodeId ModelEffects::operand_node(const LibraryFrame& frame, const Operand& operand) {
  if (operand.part == Operand::Part::kField) {
    if (operand.base == Operand::Base::kThis && frame.own_receiver && run_.nodes.apart()) {
      const FlowSite& site = run_.sites[frame.site];
      auto it = local_fields_.find(std::tuple(site.caller, site.receiver_value, operand.field));
      if (site.receiver_value.valid() && it != local_fields_.end()) return it->second;
    }
    return run_.nodes.model_field(operand.field);
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
      return run_.nodes.object(run_.types.intern(ObjectKind::kOpaque, operand.type));
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
    run_.flows.add_edge(node, run_.nodes.escaped());
    return run_.nodes.escaped();
  }
  FlowNodeId elements = run_.nodes.fresh();
  run_.watches.add(node, {.kind = WatchKind::kArrayLoad, .value = elements});
  return elements;
}

void ModelEffects::remember_constructor_fields(FlowSiteId id, ir::ValueId object, MethodId constructor) {
  const MethodModel* model = run_.models.find(run_.program, constructor);
  if (model == nullptr || run_.program.text(run_.program[constructor].name) != classfile::kConstructorName) return;
  LibraryFrame frame = run_.sites.frame(id, constructor);
  for (const library::Flow& flow : model->flows) {
    if (flow.to.base != Operand::Base::kThis || flow.to.part != Operand::Part::kField) continue;
    auto [it, added] = local_fields_.try_emplace(std::tuple(run_.sites[id].caller, object, flow.to.field));
    if (added) {
      it->second = run_.nodes.fresh();
      run_.flows.add_edge(run_.nodes.late_model_field(flow.to.field), it->second);
    }
    // Null, or a constructor without that parameter, leaves the node as it is.
    run_.flows.add_edge(operand_node(frame, flow.from), it->second);
  }
}

void ModelEffects::flow_into(const LibraryFrame& frame, const Operand& operand, FlowNodeId from) {
  if (!from.valid()) return;
  switch (operand.part) {
    case Operand::Part::kSelf:
      if (operand.base == Operand::Base::kResult && frame.result.valid()) {
        run_.flows.add_edge(from, frame.result, frame.result_type);
      }
      return;
    case Operand::Part::kField:
      run_.flows.add_edge(from, run_.nodes.model_field(operand.field));
      if (operand.base == Operand::Base::kThis &&
          run_.program.text(run_.program[frame.target].name) != classfile::kConstructorName) {
        run_.flows.add_edge(from, run_.nodes.late_model_field(operand.field));
      }
      return;
    case Operand::Part::kElements:
      run_.flows.add_edge(from, run_.nodes.escaped());
      return;
    case Operand::Part::kArrayElements: {
      Operand array = operand;
      array.part = Operand::Part::kSelf;
      run_.watches.add(operand_node(frame, array), {.kind = WatchKind::kArrayStore, .value = from});
      return;
    }
  }
}

void ModelEffects::apply_model(const LibraryFrame& frame, const MethodModel& model) {
  const Method& method = run_.program[frame.target];
  apply_callbacks(frame, model.starts, CalleeKind::kStart);
  apply_callbacks(frame, model.calls, frame.kind);
  if (!model.calls.empty() && in_parallel_stream(frame.site)) apply_callbacks(frame, model.calls, CalleeKind::kStart);

  bool memory_known = model.memory && apply_memory(frame, model);
  bool result_known = memory_known || model.reflection != ReflectionKind::kNone;
  for (const library::Flow& flow : model.flows) {
    flow_into(frame, flow.to, operand_node(frame, flow.from));
    result_known |= flow.to.base == Operand::Base::kResult && flow.to.part == Operand::Part::kSelf;
  }
  if (model.reflection != ReflectionKind::kNone) reflection_.call(frame, model.reflection);
  if (!result_known) run_.nodes.add_unknown_value(frame.result, frame.result_type);

  if (model.escapes) {
    for (const Operand& operand : *model.escapes)
      run_.flows.add_edge(operand_node(frame, operand), run_.nodes.escaped());
    return;
  }
  if (memory_known) return;
  // What the model does not mention the library may keep, and call.
  const MethodSignature& types = run_.types.signature(method.descriptor);
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
    unknown_library_.hand_over(frame.site, frame.arguments[i], unknown_library_.declared_argument(frame.target, i),
                               /*may_call=*/!model.memory);
  }
}

MethodId ModelEffects::function_of(Name parameter) {
  if (!parameter.valid() || run_.models.policy().executors.matches(run_.program.text(parameter))) return {};
  return run_.library_calls.functional_method(parameter);
}

void ModelEffects::apply_callbacks(const LibraryFrame& frame, const std::vector<Callback>& callbacks, CalleeKind kind) {
  const MethodSignature& types = run_.types.signature(run_.program[frame.target].descriptor);
  for (const Callback& callback : callbacks) {
    bool is_this = callback.object.base == Operand::Base::kThis && callback.object.part == Operand::Part::kSelf;
    auto call_on = [&](FlowNodeId object, MethodId method) {
      run_.watches.add(object, {.kind = WatchKind::kCallback,
                                .site = frame.site,
                                .method = method,
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
      for (MethodId method : run_.library_calls.named_methods(callback.owner, callback.method)) call_on(object, method);
      continue;
    }
    Name declared = run_.program[run_.program[frame.target].owner].name;
    if (callback.object.base != Operand::Base::kThis) {
      int index = argument_index(frame, callback.object);
      if (index < 0 || static_cast<std::size_t>(index) >= types.parameters.size()) continue;
      declared = types.parameters[static_cast<std::size_t>(index)];
    }
    if (!declared.valid()) continue;
    if (MethodId method = run_.library_calls.functional_method(declared); method.valid()) call_on(object, method);
  }
}

void ModelEffects::run_callback(const Watch& watch, ObjectTypeId type) {
  const FlowSiteId site = watch.site;
  const MethodId method = watch.method;
  const CalleeKind kind = watch.callee_kind;
  ClassId receiver = run_.types.dispatch_class(type);
  if (!receiver.valid() || !run_.program.is_subtype(receiver, run_.program[method].owner)) return;
  ResolvedMethod target = run_.resolver.select_method(receiver, method);
  if (!target) return;
  ReachedMethod& callee = run_.methods.reach(*target, run_.sites[site].callee_depth);
  if (callee.body == BodyKind::kOpaque && run_.types[type].kind != ObjectKind::kObject) return;
  run_.sites.add_callee(site, *target, kind);
  switch (callee.body) {
    case BodyKind::kCode: {
      run_.methods.call_from_library(callee, type);
      const FlowSite& at = run_.sites[site];
      if (kind == CalleeKind::kCallback && at.result.valid()) {
        run_.flows.add_edge(callee.result, at.result, at.result_type);
      }
      return;
    }
    case BodyKind::kModel: {
      // Thread.run of a plain Thread runs its task: one more callback at the same place. Most do nothing
      // (Object.hashCode).
      if (!callee.model->does_something()) return;
      if (!nested_.emplace(site, *target, type, kind, watch.own_receiver).second) return;
      apply_model({.site = site,
                   .receiver = run_.nodes.object(type),
                   .arguments = {},
                   .result = {},
                   .result_type = {},
                   .target = *target,
                   .kind = kind,
                   .own_receiver = watch.own_receiver},
                  *callee.model);
      return;
    }
    case BodyKind::kOpaque:
      return;
  }
}

// `VALUE.compareAndSet(this, old, new)`, `unsafe.putReference(array, offset, x)`: the field is not known, so it
// is taken to be every field of arg0's static class that could hold the value, or the array's elements.
bool ModelEffects::apply_memory(const LibraryFrame& frame, const MethodModel& model) {
  const FlowSite& site = run_.sites[frame.site];
  const ir::MethodIr* ir = run_.store.get(site.caller);
  if (ir == nullptr) return false;
  // A VarHandle of a static field is given values and no object.
  const std::size_t values = run_.resolver.is_signature_polymorphic(frame.target) ? model.values : 0;
  if (frame.arguments.size() <= values) return false;
  std::span<const ir::ValueId> operands = ir->operands(site.instruction);
  std::size_t first = operands.size() - frame.arguments.size();
  Name object_type = (*ir)[operands[first]].type_name;
  if (!object_type.valid()) return false;
  FlowNodeId object = frame.arguments[0];
  if (run_.program.text(object_type).starts_with('[')) {
    for (std::size_t i = 1; i < frame.arguments.size(); ++i) {
      if (frame.arguments[i].valid()) {
        run_.watches.add(object, {.kind = WatchKind::kArrayStore, .value = frame.arguments[i]});
      }
    }
    if (frame.result.valid()) run_.watches.add(object, {.kind = WatchKind::kArrayLoad, .value = frame.result});
    return true;
  }
  ClassId owner = run_.program.find_class(object_type);
  if (!owner.valid() || owner == run_.program.object_class()) return false;
  for (; owner.valid() && run_.explored.contains(owner); owner = run_.program.superclass(owner)) {
    for (const Field& field : run_.program.fields(owner)) {
      Name type = run_.types.declared_type(field.descriptor);
      if (field.is_static() || field.is_final() || run_.types.is_plain(type)) continue;
      FlowNodeId node = run_.nodes.field(field.id);
      for (std::size_t i = 1; i < frame.arguments.size(); ++i) run_.flows.add_edge(frame.arguments[i], node, type);
      if (frame.result.valid()) run_.flows.add_edge(node, frame.result, frame.result_type);
    }
  }
  return true;
}

bool ModelEffects::in_parallel_stream(FlowSiteId id) {
  const FlowSite& site = run_.sites[id];
  const ir::MethodIr* ir = run_.store.get(site.caller);
  if (ir == nullptr || !site.receiver_value.valid()) return false;
  // Back along the chain of calls, `list.parallelStream().map(…).forEach(…)`, until a model says which it is.
  constexpr int kLongestChain = 64;
  ir::ValueId value = site.receiver_value;
  for (int step = 0; step < kLongestChain; ++step) {
    const ir::Instruction& i = (*ir)[value];
    if (i.op != ir::Op::kInvoke || i.as<ir::InvokeKind>() == ir::InvokeKind::kStatic) return false;
    const ir::Reference& reference = run_.store.references()[i.reference()];
    ResolvedMethod method = run_.resolver.resolve_method(
        {reference.owner, reference.name, reference.descriptor, reference.interface_owner});
    if (!method) return false;
    const MethodModel* model = run_.models.find(run_.program, *method);
    if (model != nullptr && model->parallel) return *model->parallel;
    if (!run_.models.policy().streams.matches(run_.program.text(reference.owner))) return false;
    value = ir->operands(i)[0];
  }
  return false;
}

}  // namespace snag
