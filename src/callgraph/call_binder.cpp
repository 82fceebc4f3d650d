#include "callgraph/call_binder.h"

#include <utility>

namespace snag {

void CallBinder::bind_dynamically(FlowSite& site) {
  if (!run_.nodes.apart()) {
    // Reflection and raw memory look at the instructions around the call: no other call is like it.
    const library::MethodModel* model = run_.models.find(run_.program, site.resolved);
    if (model == nullptr || (!model->memory && model->reflection == library::ReflectionKind::kNone)) {
      CallShape shape(site.resolved, site.callee_depth > 1, model_effects_.in_parallel_stream(site), site.receiver,
                      site.result, site.arguments);
      site.same_as = shared_sites_.try_emplace(std::move(shape), &site).first->second;
      if (site.same_as != &site) return;
    }
  }
  run_.watch(site.receiver, {.kind = WatchKind::kDispatch, .site = &site});
}

void CallBinder::bind_receiver(FlowSite& site, MethodId target) {
  if (!run_.nodes.objects_apart()) return bind(site, target, {});
  run_.watch(site.receiver, {.kind = WatchKind::kReceiver, .site = &site, .method = target});
}

void CallBinder::receive(FlowSite& site, MethodId target, ObjectId object) {
  const ClassId receiver = run_.types.dispatch_class(object);
  if (receiver.valid() && !run_.program.is_subtype(receiver, run_.program[target].owner)) return;
  bind(site, target, object);
}

CallBinder::Selected CallBinder::select(MethodId resolved, ObjectId object) {
  const bool opaque = run_.types[object].kind == ObjectKind::kOpaque;
  const ClassId receiver = run_.types.dispatch_class(object);
  const Selected unknown{.target = opaque ? resolved : MethodId()};
  if (!receiver.valid()) return unknown;
  if (!run_.program.is_subtype(receiver, run_.program[resolved].owner)) {
    // A library object that is known by its place may be of a narrower type than it was made as.
    const bool possible = run_.types[object].site.valid() && !run_.types.is_user_class(run_.program[resolved].owner);
    return possible ? unknown : Selected();
  }
  ResolvedMethod target = run_.resolver.select_method(receiver, resolved);
  if (!target) {
    if (!run_.program[receiver].synthetic || run_.types[object].kind != ObjectKind::kObject) return unknown;
    // A lambda's bridges are not made: its one method stands for them.
    const Method& method = run_.program.methods(receiver)[0];
    return {.target = method.name == run_.program[resolved].name ? method.id : MethodId()};
  }
  // The object may be of a subclass that overrides the method.
  const bool final = ((run_.program[receiver].access | run_.program[*target].access) & classfile::kAccFinal) != 0;
  return {.target = *target, .may_be_overridden = opaque && !final};
}

void CallBinder::dispatch(FlowSite& site, ObjectId object) {
  const AbstractObject& known = run_.types[object];
  if (selected_last_.first != site.resolved) selected_last_ = {site.resolved, &selected_[site.resolved]};
  auto [it, added] = selected_last_.second->try_emplace(known.type.value << 1 | (known.site.valid() ? 1 : 0));
  Selected& selected = it->second;
  if (added) selected = select(site.resolved, object);
  const MethodId target = selected.target;
  if (!target.valid()) return;
  if (selected.shared != nullptr) {
    bind_to(site, *selected.shared, object);
  } else {
    MethodInstance& callee = run_.methods.reach(target, run_.context_of_call(site, target, object), site.callee_depth,
                                                run_.types.dispatch_class(object));
    if (callee.body != BodyKind::kCode || !run_.tells_receivers_apart(target)) selected.shared = &callee;
    bind_to(site, callee, object);
  }
  if (selected.may_be_overridden && run_.methods.reach(target, site.callee_depth).body == BodyKind::kCode &&
      bound_to_unknown_.insert(&site).second) {
    unknown_library_.call(LibraryFrame::of(site, target));
  }
}

void CallBinder::bind(FlowSite& site, MethodId target, ObjectId receiver) {
  bind_to(site,
          run_.methods.reach(target, run_.context_of_call(site, target, receiver), site.callee_depth,
                             receiver.valid() ? run_.types.dispatch_class(receiver) : ClassId()),
          receiver);
}

void CallBinder::bind_to(FlowSite& site, MethodInstance& callee, ObjectId receiver) {
  const MethodId target = callee.method;
  if (callee.body == BodyKind::kCode && receiver.valid() && !callee.parameters.empty()) {
    run_.flows.add_object(callee.parameters[0], receiver);
  }
  if (!run_.add_callee(site, callee, CalleeKind::kCall)) return;
  switch (callee.body) {
    case BodyKind::kCode: {
      std::size_t first = run_.program[target].is_static() ? 0 : 1;
      if (first == 1 && !receiver.valid()) run_.flows.add_edge(site.receiver, callee.parameters[0]);
      const MethodSignature& types = run_.types.signature(run_.program[target].descriptor);
      for (std::size_t i = 0; i < site.arguments.size() && first + i < callee.parameters.size(); ++i) {
        if (run_.types.is_plain(types.parameters[i])) continue;
        run_.flows.add_edge(site.arguments[i], callee.parameters[first + i]);
      }
      run_.flows.add_edge(callee.result, site.result);
      return;
    }
    case BodyKind::kModel:
      return model_effects_.apply_model(LibraryFrame::of(site, target), *callee.model);
    case BodyKind::kOpaque:
      if (model_effects_.apply_view(LibraryFrame::of(site, target), callee.model)) return;
      return unknown_library_.call(LibraryFrame::of(site, target));
  }
}

}  // namespace snag
