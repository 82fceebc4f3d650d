#include "callgraph/model_effects.h"

#include <algorithm>

#include "callgraph/parallel_stream.h"
#include "classfile/language_names.h"

namespace snag {

using library::Callback;
using library::MethodModel;
using library::Operand;
using library::ReflectionKind;

std::optional<std::size_t> ModelEffects::argument_index(const LibraryFrame& frame, const Operand& operand) {
  std::size_t index = operand.index;
  if (operand.base != Operand::Base::kArgument) {
    const std::vector<Name>& types = run_.types.signature(run_.program[frame.target].descriptor).parameters;
    auto it = std::find(types.begin(), types.end(), operand.type);
    if (it == types.end()) return std::nullopt;
    index = static_cast<std::size_t>(it - types.begin());
  }
  return index < frame.arguments.size() ? std::optional(index) : std::nullopt;
}

FlowNodeId ModelEffects::operand_node(const LibraryFrame& frame, const Operand& operand) {
  const bool apart = run_.nodes.objects_apart();
  if (operand.part == Operand::Part::kField && !apart) {
    if (operand.base == Operand::Base::kThis && frame.own_receiver && run_.nodes.apart()) {
      auto it = local_fields_.find(std::tuple(frame.site.caller->method, frame.site.receiver_value, operand.field));
      if (it != local_fields_.end()) return it->second;
    }
    return run_.nodes.model_field({}, operand.field);
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
      return run_.nodes.object(run_.allocate(*frame.site.caller, frame.site.instruction,
                                             run_.types.intern(ObjectKind::kOpaque, operand.type)));
    case Operand::Base::kFunctions:
      return {};
    case Operand::Base::kArgument:
    case Operand::Base::kArgumentOfType:
      if (auto index = argument_index(frame, operand)) node = frame.arguments[*index];
      break;
  }
  if (!node.valid() || operand.part == Operand::Part::kSelf) return node;
  if (operand.part == Operand::Part::kArrayElements) {
    FlowNodeId elements = run_.nodes.fresh();
    run_.watch(node, {.kind = WatchKind::kArrayLoad, .value = elements});
    return elements;
  }
  if (!apart) {
    // What a collection holds is not told apart from everything else that the library has received.
    run_.flows.add_edge(node, run_.nodes.escaped());
    return run_.nodes.escaped();
  }
  const Name field = operand.part == Operand::Part::kElements ? run_.elements_name : operand.field;
  const FlowNodeId there = run_.load_model_field(node, field);
  return operand.inner.valid() ? run_.load_model_field(there, operand.inner) : there;
}

void ModelEffects::remember_constructor_fields(FlowSite& site, MethodId constructor) {
  if (run_.nodes.objects_apart()) return;
  const MethodModel* model = run_.models.find(run_.program, constructor);
  if (model == nullptr || run_.program.text(run_.program[constructor].name) != classfile::kConstructorName) return;
  LibraryFrame frame = LibraryFrame::of(site, constructor);
  for (const library::Flow& flow : model->flows) {
    if (flow.to.base != Operand::Base::kThis || flow.to.part != Operand::Part::kField) continue;
    auto [it, added] = local_fields_.try_emplace(std::tuple(site.caller->method, site.receiver_value, flow.to.field));
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
  Operand object = operand;
  object.part = Operand::Part::kSelf;
  if (run_.nodes.objects_apart() && operand.inner.valid()) {
    object = operand;
    object.inner = {};
    return run_.store_model_field(operand_node(frame, object), operand.inner, from);
  }
  switch (operand.part) {
    case Operand::Part::kSelf:
      if (operand.base == Operand::Base::kResult) run_.flows.add_edge(from, frame.result, frame.result_type);
      return;
    case Operand::Part::kField:
      if (run_.nodes.objects_apart()) {
        return run_.store_model_field(operand_node(frame, object), operand.field, from);
      }
      run_.flows.add_edge(from, run_.nodes.model_field({}, operand.field));
      if (operand.base == Operand::Base::kThis &&
          run_.program.text(run_.program[frame.target].name) != classfile::kConstructorName) {
        run_.flows.add_edge(from, run_.nodes.late_model_field(operand.field));
      }
      return;
    case Operand::Part::kElements:
      if (run_.nodes.objects_apart()) {
        return run_.store_model_field(operand_node(frame, object), run_.elements_name, from);
      }
      run_.flows.add_edge(from, run_.nodes.escaped());
      run_.watch(operand_node(frame, object), {.kind = WatchKind::kArrayStore, .value = from});  // toArray(array)
      return;
    case Operand::Part::kArrayElements:
      run_.watch(operand_node(frame, object), {.kind = WatchKind::kArrayStore, .value = from});
      return;
  }
}

bool ModelEffects::make_result(const LibraryFrame& frame, const MethodModel& model) {
  if (!frame.result.valid() || !run_.nodes.objects_apart()) return false;
  bool contents = false;
  auto look_at = [&](const Operand& to) {
    contents |= to.base == Operand::Base::kResult && to.part != Operand::Part::kSelf;
  };
  for (const library::Flow& flow : model.flows) {
    look_at(flow.to);
    if (flow.to.base == Operand::Base::kResult && flow.to.part == Operand::Part::kSelf) return false;
  }
  for (const std::vector<Callback>* callbacks : {&model.calls, &model.starts}) {
    for (const Callback& callback : *callbacks) {
      if (!callback.result) continue;
      look_at(*callback.result);
      if (callback.result->base == Operand::Base::kResult && callback.result->part == Operand::Part::kSelf)
        return false;
    }
  }
  if (!contents && model.serial != library::Serial::kResult) return false;
  const Name made = model.makes.valid() ? model.makes : frame.result_type;
  const ObjectKind kind = model.makes.valid() ? ObjectKind::kObject : ObjectKind::kOpaque;
  run_.flows.add_object(frame.result,
                        run_.allocate(*frame.site.caller, frame.site.instruction, run_.types.intern(kind, made)));
  return true;
}

const CallbackOperands* ModelEffects::operands_of(const LibraryFrame& frame, const Callback& callback) {
  if (!run_.nodes.apart() || (callback.arguments.empty() && !callback.result)) return nullptr;
  CallbackOperands operands{.nesting = frame.nesting};
  for (const std::vector<Operand>& alternatives : callback.arguments) {
    FlowNodeId& argument = operands.arguments.emplace_back();
    if (alternatives.size() == 1) {
      argument = operand_node(frame, alternatives[0]);
    } else if (!alternatives.empty()) {
      argument = run_.nodes.fresh();
      for (const Operand& alternative : alternatives) run_.flows.add_edge(operand_node(frame, alternative), argument);
    }
  }
  if (callback.result) {
    operands.result = run_.nodes.fresh();
    flow_into(frame, *callback.result, operands.result);
  }
  return &operands_.emplace_back(std::move(operands));
}

void ModelEffects::apply_model(const LibraryFrame& frame, const MethodModel& model) {
  const bool made = make_result(frame, model);
  apply_callbacks(frame, model.starts, CalleeKind::kStart);
  apply_callbacks(frame, model.calls, frame.kind);
  if (!model.calls.empty() && in_parallel_stream(frame.site)) apply_callbacks(frame, model.calls, CalleeKind::kStart);

  bool memory_known = model.memory && apply_memory(frame, model);
  bool result_known = memory_known || model.reflection != ReflectionKind::kNone || made;
  for (const Callback& callback : model.calls) {
    result_known |= run_.nodes.objects_apart() && callback.result && callback.result->base == Operand::Base::kResult &&
                    callback.result->part == Operand::Part::kSelf;
  }
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
  const MethodSignature& types = run_.types.signature(run_.program[frame.target].descriptor);
  auto mentions = [&](const Operand& operand, std::size_t index) {
    if (operand.base == Operand::Base::kArgument) return operand.index == index;
    if (index >= types.parameters.size()) return false;
    if (operand.base == Operand::Base::kArgumentOfType) return operand.type == types.parameters[index];
    return operand.base == Operand::Base::kFunctions && function_of(types.parameters[index]).valid();
  };
  for (std::size_t i = 0; i < frame.arguments.size(); ++i) {
    auto in_object = [&](const Callback& callback) { return mentions(callback.object, i); };
    auto in_flow = [&](const library::Flow& flow) { return mentions(flow.from, i); };
    if (std::any_of(model.starts.begin(), model.starts.end(), in_object) ||
        std::any_of(model.calls.begin(), model.calls.end(), in_object) ||
        std::any_of(model.flows.begin(), model.flows.end(), in_flow)) {
      continue;
    }
    unknown_library_.hand_over(frame.site, frame.arguments[i], unknown_library_.declared_argument(frame.target, i),
                               /*may_call=*/!model.memory);
  }
}

bool ModelEffects::apply_view(const LibraryFrame& frame, const MethodModel* model) {
  if (model == nullptr || !model->view || !run_.nodes.objects_apart()) return false;
  run_.watch(frame.receiver,
             {.kind = WatchKind::kView, .value = frame.result, .declared = frame.result_type, .mode = *model->view});
  return true;
}

void ModelEffects::make_view(const Watch& watch, ObjectId lock) {
  if (!watch.value.valid()) return;
  const AbstractObject of = run_.types[lock];
  if (!of.site.valid()) return;
  const ObjectId view =
      run_.types.allocated(run_.types.intern(ObjectKind::kOpaque, watch.declared), of.site, of.context);
  run_.views.emplace(view, LockView{lock, watch.mode});
  run_.flows.add_object(watch.value, view);
}

MethodId ModelEffects::function_of(Name parameter) {
  if (!parameter.valid() || run_.models.policy().executors.matches(run_.program.text(parameter))) return {};
  return run_.functional_method(parameter);
}

void ModelEffects::apply_callbacks(const LibraryFrame& frame, const std::vector<Callback>& callbacks, CalleeKind kind) {
  const MethodSignature& types = run_.types.signature(run_.program[frame.target].descriptor);
  for (const Callback& callback : callbacks) {
    const CallbackOperands* operands = operands_of(frame, callback);
    bool is_this = callback.object.base == Operand::Base::kThis && callback.object.part == Operand::Part::kSelf;
    auto call_on = [&](FlowNodeId object, MethodId method) {
      run_.watch_callback(object, frame.site, method, kind, /*own_receiver=*/is_this && frame.own_receiver, operands);
    };
    if (callback.object.base == Operand::Base::kFunctions) {
      for (std::size_t i = 0; i < types.parameters.size() && i < frame.arguments.size(); ++i) {
        if (MethodId method = function_of(types.parameters[i]); method.valid()) call_on(frame.arguments[i], method);
      }
      continue;
    }
    FlowNodeId object = operand_node(frame, callback.object);
    if (callback.method.valid()) {
      for (MethodId method : run_.named_methods(callback.owner, callback.method)) call_on(object, method);
      continue;
    }
    Name declared = run_.program[run_.program[frame.target].owner].name;
    if (callback.object.base != Operand::Base::kThis) {
      auto index = argument_index(frame, callback.object);
      if (!index || *index >= types.parameters.size()) continue;
      declared = types.parameters[*index];
    }
    if (MethodId method = run_.functional_method(declared); method.valid()) call_on(object, method);
  }
}

ModelEffects::CallbacksByClass& ModelEffects::callbacks_of(const Watch& watch) {
  const CallbackKey key(watch.site, watch.method, watch.callee_kind, watch.own_receiver, watch.operands);
  if (callbacks_last_.second == nullptr || callbacks_last_.first != key) callbacks_last_ = {key, &callbacks_[key]};
  return *callbacks_last_.second;
}

void ModelEffects::pass_receiver(const KnownCallback& callback, ObjectId object) {
  const MethodInstance& callee = *callback.callee;
  if (callee.body == BodyKind::kOpaque && run_.types[object].kind != ObjectKind::kObject) return;
  if (callee.body == BodyKind::kCode && !callee.parameters.empty()) {
    run_.flows.add_object(callee.parameters[0], object);
  }
  run_.flows.add_object(callback.receiver, object);
}

void ModelEffects::run_callback(const Watch& watch, ObjectId object) {
  FlowSite& site = *watch.site;
  const CalleeKind kind = watch.callee_kind;
  const ClassId receiver = run_.types.dispatch_class(object);
  if (!receiver.valid()) return;
  const bool apart = run_.nodes.objects_apart();
  CallbacksByClass* const known = apart ? &callbacks_of(watch) : nullptr;
  if (known != nullptr) {
    if (auto it = known->find(receiver); it != known->end()) return pass_receiver(it->second, object);
  }
  const MethodId selected = callback_target(receiver, watch.method);
  if (!selected.valid()) return;
  const MethodId* target = &selected;
  MethodInstance& callee =
      run_.methods.reach(*target, run_.context_of_call(site, *target, object), site.callee_depth, receiver);
  if (callee.body == BodyKind::kOpaque && run_.types[object].kind != ObjectKind::kObject) return;
  if (callee.body == BodyKind::kCode && !callee.parameters.empty()) {
    run_.flows.add_object(callee.parameters[0], object);
  }
  auto remember = [&](FlowNodeId of_model) {
    if (known != nullptr && !run_.tells_receivers_apart(*target))
      known->insert({receiver, KnownCallback{&callee, of_model}});
  };
  if (connected_.emplace(&site, callee.id, kind, watch.operands).second) {
    run_.add_callee(site, callee, kind);
    // Where objects are not apart, only what is in the model's fields has not escaped.
    if (watch.operands == nullptr || !run_.nodes.objects_apart()) {
      run_.methods.call_from_library(callee, object);
      if (kind == CalleeKind::kCallback && site.result.valid()) {
        run_.flows.add_edge(callee.result, site.result, site.result_type);
      }
    }
    if (watch.operands != nullptr) call_with(callee, *watch.operands);
  }
  // Thread.run of a plain Thread runs its task: one more callback at the same place. Most do nothing (Object.hashCode).
  if (callee.body != BodyKind::kModel || !callee.model->does_something()) return remember({});
  // A model's callback may run a method that has a model with callbacks, and so on. Where objects are apart, what a
  // list in a map does to compare its elements is not followed, nor anything below the second model: each level
  // multiplies the callbacks by the objects (H2: 28 million at three levels).
  constexpr std::uint32_t kMaxNesting = 2;
  const CallbackOperands* operands = apart ? watch.operands : nullptr;
  const std::uint32_t nesting = operands == nullptr ? 0 : operands->nesting;
  if (nesting >= kMaxNesting) return remember({});
  if (apart && run_.program[watch.method].owner == run_.program.object_class()) return remember({});
  auto [it, added] =
      nested_.try_emplace(std::tuple(&site, *target, apart ? ObjectId() : object, kind, watch.own_receiver, operands));
  if (added) it->second = apart ? run_.nodes.fresh() : run_.nodes.object(object);
  const FlowNodeId receiver_node = it->second;
  if (apart) run_.flows.add_object(receiver_node, object);
  remember(receiver_node);
  if (!added) return;
  LibraryFrame frame{site,    receiver_node, /*arguments=*/{},   /*result=*/{}, /*result_type=*/{},
                     *target, kind,          watch.own_receiver, nesting + 1};
  if (operands != nullptr) {
    frame.arguments = operands->arguments;
    frame.result = operands->result;
    frame.result_type = run_.types.signature(run_.program[*target].descriptor).result;
  }
  apply_model(frame, *callee.model);
}

MethodId ModelEffects::callback_target(ClassId receiver, MethodId method) {
  const std::uint64_t key = std::uint64_t{receiver.value} << 32 | method.value;
  auto [it, added] = callback_targets_.try_emplace(key);
  if (!added) return it->second;
  if (!run_.program.is_subtype(receiver, run_.program[method].owner)) return {};
  ResolvedMethod target = run_.resolver.select_method(receiver, method);
  if (!target) return {};
  if (run_.nodes.objects_apart() && !run_.types.is_user_class(run_.program[*target].owner) &&
      !run_.explores(run_.program[*target].owner)) {
    const MethodModel* model = run_.models.find(run_.program, *target);
    if (model == nullptr || !model->replaces_body() || !model->does_something()) return {};
  }
  return callback_targets_[key] = *target;
}

void ModelEffects::call_with(MethodInstance& callee, const CallbackOperands& operands) {
  if (callee.body != BodyKind::kCode) return;
  const MethodSignature& types = run_.types.signature(run_.program[callee.method].descriptor);
  for (std::size_t i = 0; i < types.parameters.size(); ++i) {
    if (run_.types.is_plain(types.parameters[i])) continue;
    if (i < operands.arguments.size() && operands.arguments[i].valid()) {
      run_.flows.add_edge(operands.arguments[i], callee.parameters[i + 1], types.parameters[i]);
    } else {
      run_.nodes.add_unknown_value(callee.parameters[i + 1], types.parameters[i]);
    }
  }
  run_.flows.add_edge(callee.result, operands.result);
}

// `VALUE.compareAndSet(this, old, new)`, `unsafe.putReference(array, offset, x)`: the field is not known, so it
// is taken to be every field of arg0's static class that could hold the value, or the array's elements.
bool ModelEffects::apply_memory(const LibraryFrame& frame, const MethodModel& model) {
  const ir::MethodIr& ir = *run_.store.get(frame.site.caller->method);
  // A VarHandle of a static field is given values and no object.
  const std::size_t values = run_.resolver.is_signature_polymorphic(frame.target) ? model.values : 0;
  if (frame.arguments.size() <= values) return false;
  std::span<const ir::ValueId> operands = ir.operands(frame.site.instruction);
  Name object_type = ir[operands[operands.size() - frame.arguments.size()]].type_name;
  if (!object_type.valid()) return false;
  FlowNodeId object = frame.arguments[0];
  if (run_.program.text(object_type).starts_with('[')) {
    for (FlowNodeId value : frame.arguments.subspan(1)) {
      if (value.valid()) run_.watch(object, {.kind = WatchKind::kArrayStore, .value = value});
    }
    if (frame.result.valid()) run_.watch(object, {.kind = WatchKind::kArrayLoad, .value = frame.result});
    return true;
  }
  ClassId owner = run_.program.find_class(object_type);
  if (!owner.valid() || owner == run_.program.object_class()) return false;
  for (; owner.valid() && run_.explores(owner); owner = run_.program.superclass(owner)) {
    for (const Field& field : run_.program.fields(owner)) {
      Name type = run_.types.declared_type(field.descriptor);
      if (field.is_static() || field.is_final() || run_.types.is_plain(type)) continue;
      for (FlowNodeId value : frame.arguments.subspan(1)) {
        if (!value.valid()) continue;
        const FlowNodeId fitting = run_.nodes.fresh();
        run_.flows.add_edge(value, fitting, type);
        run_.store_field(object, field.id, fitting);
      }
      run_.flows.add_edge(run_.load_field(object, field.id), frame.result, frame.result_type);
    }
  }
  return true;
}

bool ModelEffects::in_parallel_stream(const FlowSite& site) {
  if (!site.receiver_value.valid()) return false;
  auto model_of = [&](const ir::Instruction& call) -> const MethodModel* {
    ResolvedMethod method = run_.resolve_method(call.reference());
    return method ? run_.models.find(run_.program, *method) : nullptr;
  };
  auto owner_of = [&](const ir::Instruction& call) {
    return run_.program.text(run_.store.references()[call.reference()].owner);
  };
  return snag::in_parallel_stream(*run_.store.get(site.caller->method), site.receiver_value, run_.models.policy(),
                                  model_of, owner_of);
}

}  // namespace snag
