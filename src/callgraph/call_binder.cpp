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

void CallBinder::dispatch(FlowSite& site, ObjectTypeId type) {
  MethodId resolved = site.resolved;
  bool opaque = run_.types[type].kind == ObjectKind::kOpaque;
  ClassId receiver = run_.types.dispatch_class(type);
  if (!receiver.valid()) {
    if (opaque) bind(site, resolved, type);
    return;
  }
  if (!run_.program.is_subtype(receiver, run_.program[resolved].owner)) return;
  ResolvedMethod target = run_.resolver.select_method(receiver, resolved);
  if (!target) {
    if (run_.program[receiver].synthetic && run_.types[type].kind == ObjectKind::kObject) {
      // A lambda's bridges are not made: its one method stands for them.
      const Method& method = run_.program.methods(receiver)[0];
      if (method.name == run_.program[resolved].name) bind(site, method.id, type);
    } else if (opaque) {
      bind(site, resolved, type);
    }
    return;
  }
  bind(site, *target, type);
  // The object may be of a subclass that overrides the method.
  bool final = ((run_.program[receiver].access | run_.program[*target].access) & classfile::kAccFinal) != 0;
  if (opaque && !final && run_.methods[*target].body == BodyKind::kCode && bound_to_unknown_.insert(&site).second) {
    unknown_library_.call(LibraryFrame::of(site, *target));
  }
}

void CallBinder::bind(FlowSite& site, MethodId target, ObjectTypeId receiver_type) {
  const ReachedMethod& callee = run_.methods.reach(target, site.callee_depth);
  if (callee.body == BodyKind::kCode && receiver_type.valid() && !callee.parameters.empty()) {
    run_.flows.add_type(callee.parameters[0], receiver_type);
  }
  if (!run_.add_callee(site, target, CalleeKind::kCall)) return;
  switch (callee.body) {
    case BodyKind::kCode: {
      std::size_t first = run_.program[target].is_static() ? 0 : 1;
      if (first == 1 && !receiver_type.valid()) run_.flows.add_edge(site.receiver, callee.parameters[0]);
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
      return unknown_library_.call(LibraryFrame::of(site, target));
  }
}

}  // namespace snag
