// Calls and their targets: which method a receiver's type selects, and where arguments and results then flow.
//
// The unexplored library in three sentences. What is given to it goes into the node `escaped`, and so does what lies in
// the fields of its collections and in arrays. Its results are any escaped object of the declared type, or an object of
// its own. And it may call back, at the very call that hands the object over (kLibraryCallback), or, for objects that
// it found elsewhere, at any time (an entry point).
#include <algorithm>

#include "callgraph/variable_types.h"
#include "classfile/descriptor.h"
#include "classfile/language_names.h"

namespace snag {

VariableTypes::Frame VariableTypes::frame_of(SiteId id, MethodId target) const {
  const Site& site = sites_[id];
  return {.site = id,
          .receiver = site.receiver,
          .arguments = site.arguments,
          .result = site.result,
          .result_type = site.result_type,
          .target = target,
          .kind = CalleeKind::kCallback,
          .own_receiver = true};
}

void VariableTypes::add_callee(SiteId site, StateId callee, CalleeKind kind) {
  if (callees_.emplace(site, callee, kind).second) sites_[site].callees.emplace_back(callee, kind);
}

void VariableTypes::bind_dynamically(SiteId id) {
  if (follow_) {
    watch(sites_[id].receiver, {.kind = WatchKind::kDispatch, .a = id});
    return;
  }
  Site& site = sites_[id];
  // Reflection and raw memory look at the instructions around the call: no other call is like it.
  const library::MethodModel* model = models_.find(program_, site.resolved);
  if (model == nullptr || (!model->memory && model->reflection == library::ReflectionKind::kNone)) {
    CallShape shape{.resolved = site.resolved,
                    .deep = depth_below(id) > 1,
                    .parallel = in_parallel_stream(id),
                    .receiver = site.receiver,
                    .result = site.result,
                    .arguments = site.arguments};
    auto [it, added] = shared_sites_.try_emplace(std::move(shape), id);
    if (!added) {
      site.shared = it->second;
      return;
    }
  }
  watch(site.receiver, {.kind = WatchKind::kDispatch, .a = id});
}

void VariableTypes::dispatch(SiteId id, ObjectTypeId type) {
  MethodId resolved = sites_[id].resolved;
  bool opaque = types_[type].kind == ObjectKind::kOpaque;
  ClassId receiver = types_.dispatch_class(type);
  if (!receiver.valid()) {
    if (opaque) bind(id, resolved, type);
    return;
  }
  if (!program_.is_subtype(receiver, program_[resolved].owner)) return;
  ResolvedMethod target = resolver_.select_method(receiver, resolved);
  if (!target) {
    if (program_[receiver].synthetic && types_[type].kind == ObjectKind::kObject) {
      // A lambda's bridges are not made: its one method stands for them.
      const Method& method = program_.methods(receiver)[0];
      if (method.name == program_[resolved].name) bind(id, method.id, type);
    } else if (opaque) {
      bind(id, resolved, type);
    }
    return;
  }
  bind(id, *target, type);
  // The object may be of a subclass that overrides the method.
  bool final = ((program_[receiver].access | program_[*target].access) & classfile::kAccFinal) != 0;
  if (opaque && !final && states_[state_of_.at(*target)].body == BodyKind::kCode && bound_.emplace(id, kNone).second) {
    call_unknown(frame_of(id, *target));
  }
}

void VariableTypes::bind(SiteId id, MethodId target, ObjectTypeId receiver_type) {
  StateId index = reach(target, depth_below(id));
  State& state = states_[index];
  if (state.body == BodyKind::kCode && receiver_type.valid() && !state.parameters.empty()) {
    flows_.add_type(state.parameters[0], receiver_type);
  }
  if (!bound_.emplace(id, index).second) return;
  add_callee(id, index, CalleeKind::kCall);
  const Site& site = sites_[id];
  switch (state.body) {
    case BodyKind::kCode: {
      std::size_t first = program_[target].is_static() ? 0 : 1;
      if (first == 1 && !receiver_type.valid()) flows_.add_edge(site.receiver, state.parameters[0]);
      for (std::size_t i = 0; i < site.arguments.size() && first + i < state.parameters.size(); ++i) {
        FlowNodeId parameter = state.parameters[first + i];
        const Shape& types = shape(program_[target].descriptor);
        if (parameter.valid() && !types_.is_plain(types.parameters[i])) flows_.add_edge(site.arguments[i], parameter);
      }
      flows_.add_edge(state.result, site.result);
      return;
    }
    case BodyKind::kModel:
      return apply_model(frame_of(id, target), *state.model);
    case BodyKind::kOpaque:
      return call_unknown(frame_of(id, target));
  }
}

void VariableTypes::unknown_result(FlowNodeId result, Name type) {
  if (!result.valid() || !type.valid() || types_.is_plain(type)) return;
  flows_.add_edge(escaped_as(type), result);
}

FlowNodeId VariableTypes::escaped_as(Name type) {
  auto [it, added] = escaped_as_.try_emplace(type);
  if (!added) return it->second;
  FlowNodeId node = fresh_node();
  escaped_as_[type] = node;
  ClassId id = program_.text(type).starts_with('[') ? ClassId() : program_.find_class(type);
  if (!types_.is_user_class(id)) flows_.add_type(node, types_.intern(ObjectKind::kOpaque, type));
  flows_.add_edge(escaped_, node, type);
  // An array of the library's holds what the library has got.
  if (program_.text(type).starts_with('[')) flows_.add_type(escaped_, types_.intern(ObjectKind::kArray, type));
  return node;
}

void VariableTypes::hand_over(SiteId site, FlowNodeId node, Name declared, bool may_call) {
  if (!node.valid() || !declared.valid() || types_.is_plain(declared)) return;
  flows_.add_edge(node, escaped_);
  if (may_call) watch(node, {.kind = WatchKind::kGuess, .a = site, .b = declared.value});
}

void VariableTypes::call_unknown(const Frame& frame) {
  const Method& method = program_[frame.target];
  std::string_view name = program_.text(method.name);
  // A constructor of the library does not call what its subclass overrides, as a rule; others do so later.
  hand_over(frame.site, frame.receiver, program_[method.owner].name, /*may_call=*/name != classfile::kConstructorName);
  const Shape types = shape(method.descriptor);
  for (std::size_t i = 0; i < frame.arguments.size(); ++i) {
    // Signature-polymorphic methods take more than they declare.
    Name declared = i < types.parameters.size() && !resolver_.is_signature_polymorphic(frame.target)
                        ? types.parameters[i]
                        : program_.object_name();
    hand_over(frame.site, frame.arguments[i], declared, /*may_call=*/true);
  }
  unknown_result(frame.result, frame.result_type);
}

// The library calls a method of ours: with what it has got, and gets its result.
void VariableTypes::call_back(StateId index, ObjectTypeId receiver_type) {
  State& state = states_[index];
  if (state.body != BodyKind::kCode) return;
  bool has_receiver = !program_[state.method].is_static();
  if (has_receiver && receiver_type.valid()) flows_.add_type(state.parameters[0], receiver_type);
  if (state.called_by_library) return;
  state.called_by_library = true;
  const Shape& types = shape(program_[state.method].descriptor);
  for (std::size_t i = 0; i < types.parameters.size(); ++i) {
    unknown_result(state.parameters[i + (has_receiver ? 1 : 0)], types.parameters[i]);
  }
  flows_.add_edge(state.result, escaped_);
}

void VariableTypes::guess(SiteId site, ObjectTypeId type, Name declared) {
  if (types_[type].kind != ObjectKind::kObject) return;
  // A place that is handed everything says nothing about whom it calls: beyond the limit callbacks are entry points
  // instead. What was handed over as an Object is one already, by having escaped.
  bool many = sites_[site].callees.size() > kMaxGuesses;
  if (many && declared == program_.object_name()) return;
  for (MethodId target : library_calls_.callbacks(types_[type].class_id, declared)) {
    StateId callee = reach(target, depth_below(site));
    call_back(callee, type);
    if (!many) {
      add_callee(site, callee, CalleeKind::kLibraryCallback);
    } else if (guessed_.insert(callee).second) {
      add_entry(callee, EntryKind::kLibraryCallback);
    }
  }
}

void VariableTypes::escaped(ObjectTypeId type) {
  const ObjectType object = types_[type];
  if (object.kind == ObjectKind::kArray) {
    Name element = types_.element_type(object.name);
    if (!element.valid() || types_.is_plain(element)) return;
    flows_.add_edge(element_node(type), escaped_);
    unknown_result(element_node(type), element);
    return;
  }
  if (object.kind != ObjectKind::kObject) return;
  const Class& data = program_[object.class_id];
  if (data.origin == Origin::kJdk && !data.synthetic) {
    // What the collection holds has escaped with it.
    if (!follow_) return;
    for (ClassId id = object.class_id; id.valid() && is_explored(id); id = program_.superclass(id)) {
      for (const Field& field : program_.fields(id)) {
        std::string_view held = classfile::class_of_descriptor(program_.text(field.descriptor));
        if (field.is_static() || held.empty() || types_.is_plain(program_.names().intern(held))) continue;
        flows_.add_edge(field_node(field.id), escaped_);
      }
    }
    return;
  }
  for (MethodId target : library_calls_.callbacks_anywhere(object.class_id)) {
    StateId callee = reach(target, 0);
    call_back(callee, type);
    add_entry(callee, EntryKind::kLibraryCallback);
  }
}

}  // namespace snag
