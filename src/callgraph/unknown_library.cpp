#include "callgraph/unknown_library.h"

#include <algorithm>

#include "classfile/language_names.h"

namespace snag {

UnknownLibrary::UnknownLibrary(Propagation& run) : run_(run) {
  for (const std::string& name : run.models.policy().casts.patterns()) {
    if (ClassId id = run.program.find_class(name); id.valid()) casts_.push_back(id);
  }
}

void UnknownLibrary::hand_over(FlowSite& site, FlowNodeId node, Name declared, bool may_call) {
  if (!node.valid() || run_.types.is_plain(declared)) return;
  run_.flows.add_edge(node, run_.nodes.escaped());
  if (may_call) run_.watch(node, {.kind = WatchKind::kGuess, .site = &site, .declared = declared});
}

Name UnknownLibrary::declared_argument(MethodId target, std::size_t index) {
  const MethodSignature& types = run_.types.signature(run_.program[target].descriptor);
  // Signature-polymorphic methods take more than they declare.
  bool declared = index < types.parameters.size() && !run_.resolver.is_signature_polymorphic(target);
  return declared ? types.parameters[index] : run_.program.object_name();
}

void UnknownLibrary::call(const LibraryFrame& frame) {
  const Method& method = run_.program[frame.target];
  // A constructor of the library usually does not call what its subclass overrides; other methods do so later.
  bool constructor = run_.program.text(method.name) == classfile::kConstructorName;
  hand_over(frame.site, frame.receiver, run_.program[method.owner].name, /*may_call=*/!constructor);
  for (std::size_t i = 0; i < frame.arguments.size(); ++i) {
    hand_over(frame.site, frame.arguments[i], declared_argument(frame.target, i), /*may_call=*/true);
  }
  run_.nodes.add_unknown_value(frame.result, frame.result_type);
}

void UnknownLibrary::guess_callbacks(FlowSite& site, ObjectId type, Name declared) {
  if (run_.types[type].kind != ObjectKind::kObject) return;
  // A place that is handed everything says nothing about what it calls: beyond the limit callbacks are entry points
  // instead. What was handed over as an Object is one already, because it has escaped.
  bool many = site.callees.size() > kMaxGuesses;
  if (many && declared == run_.program.object_name()) return;
  // Entry points are the same for all such places (ActiveMQ: a fifth of the time that the objects take).
  if (many && !entered_.emplace(type, declared).second) return;
  for (MethodId target : callbacks(run_.types[type].class_id, declared)) {
    MethodInstance& callee = run_.methods.reach(target, run_.context_of_call(site, target, type), site.callee_depth);
    run_.methods.call_from_library(callee, type);
    if (many) {
      run_.methods.add_entry(target, EntryKind::kLibraryCallback);
    } else {
      run_.add_callee(site, callee, CalleeKind::kLibraryCallback);
    }
  }
}

void UnknownLibrary::receive(ObjectId type) {
  const AbstractObject object = run_.types[type];
  if (object.kind == ObjectKind::kArray) {
    Name element = run_.types.element_type(object.name);
    if (run_.types.is_plain(element)) return;
    FlowNodeId elements = run_.nodes.elements(type);
    run_.flows.add_edge(elements, run_.nodes.escaped());
    run_.nodes.add_unknown_value(elements, element);
    return;
  }
  if (object.kind == ObjectKind::kOpaque && object.site.valid()) return run_.nodes.let_contents_escape(type);
  if (object.kind != ObjectKind::kObject) return;
  if (is_of_library(object.class_id)) {
    // What the collection holds has escaped with it.
    if (run_.nodes.objects_apart()) return run_.nodes.let_contents_escape(type);
    if (!run_.nodes.apart()) return;
    for (ClassId id = object.class_id; id.valid() && run_.explores(id); id = run_.program.superclass(id)) {
      for (const Field& field : run_.program.fields(id)) {
        if (field.is_static() || run_.types.is_plain(run_.types.declared_type(field.descriptor))) continue;
        run_.flows.add_edge(run_.nodes.field({}, field.id), run_.nodes.escaped());
      }
    }
    return;
  }
  for (MethodId target : callbacks(object.class_id)) {
    run_.methods.call_from_library(run_.methods.reach(target, 0), type);
    run_.methods.add_entry(target, EntryKind::kLibraryCallback);
  }
}

const std::vector<MethodId>& UnknownLibrary::callbacks(ClassId id, Name declared) {
  auto [it, added] = callbacks_.try_emplace({id, declared});
  std::vector<MethodId>& result = it->second;
  // An object of the library's own class calls back nothing of ours; a lambda in explored library code may.
  if (!added || is_of_library(id)) return result;
  auto add = [&](MethodId target) {
    if (is_of_library(run_.program[target].owner)) return;
    if (std::find(result.begin(), result.end(), target) == result.end()) result.push_back(target);
  };
  const ClassId object = run_.program.object_class();
  const ClassId declared_class = declared.valid() ? run_.program.find_class(declared) : object;
  // Given as a Runnable, it is run; given as a Thread or found as an Object, it is not assumed to be.
  const bool by_declared_type = run_.functional_method(declared).valid();
  bool supertype_missing = false;
  for (ClassId supertype : run_.program.supertypes(id)) {
    const Class& data = run_.program[supertype];
    auto missing = [&](Name name) { return name.valid() && !run_.program.find_class(name).valid(); };
    supertype_missing |=
        missing(data.super_name) || std::any_of(data.interface_names.begin(), data.interface_names.end(), missing);
    if (!is_of_library(supertype)) continue;
    bool related = supertype == object || std::find(casts_.begin(), casts_.end(), supertype) != casts_.end();
    // The methods that every object has are called by the thread that hands the object over, not by another one later.
    if (run_.nodes.objects_apart() && !declared.valid()) related = false;
    if (declared_class.valid() && declared_class != object) {
      related |=
          run_.program.is_subtype(supertype, declared_class) || run_.program.is_subtype(declared_class, supertype);
    }
    if (!declared.valid() && !data.is_interface() && !(run_.nodes.objects_apart() && supertype == object))
      related = true;
    if (!related) continue;
    for (const Method& method : data.methods) {
      constexpr std::uint16_t kNever = classfile::kAccStatic | classfile::kAccPrivate | classfile::kAccFinal;
      if ((method.access & kNever) != 0 || run_.program.text(method.name).starts_with('<')) continue;
      if (!by_declared_type && run_.models.is_never_guessed(run_.program, method)) continue;
      if (ResolvedMethod target = run_.resolver.select_method(id, method.id)) add(*target);
    }
  }
  if (!supertype_missing) return result;
  // The library that declares a missing supertype may call whatever is public.
  for (const Method& method : run_.program.methods(id)) {
    bool callable = method.is_public() && !method.is_static() && method.has_code;
    if (callable && !run_.program.text(method.name).starts_with('<')) add(method.id);
  }
  return result;
}

}  // namespace snag
