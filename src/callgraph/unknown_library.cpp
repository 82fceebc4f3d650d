#include "callgraph/unknown_library.h"
#include "classfile/language_names.h"

namespace snag {

void UnknownLibrary::hand_over(FlowSiteId site, FlowNodeId node, Name declared, bool may_call) {
  if (!node.valid() || run_.types.is_plain(declared)) return;
  run_.flows.add_edge(node, run_.nodes.escaped());
  if (may_call) run_.watches.add(node, {.kind = WatchKind::kGuess, .site = site, .declared = declared});
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

void UnknownLibrary::guess_callbacks(FlowSiteId id, ObjectTypeId type, Name declared) {
  if (run_.types[type].kind != ObjectKind::kObject) return;
  const FlowSite& site = run_.sites[id];
  // A place that is handed everything says nothing about what it calls: beyond the limit callbacks are entry points
  // instead. What was handed over as an Object is one already, because it has escaped.
  bool many = site.callees.size() > kMaxGuesses;
  if (many && declared == run_.program.object_name()) return;
  for (MethodId target : run_.library_calls.callbacks(run_.types[type].class_id, declared)) {
    run_.methods.call_from_library(run_.methods.reach(target, site.callee_depth), type);
    if (!many) {
      run_.sites.add_callee(id, target, CalleeKind::kLibraryCallback);
    } else if (guessed_entries_.insert(target).second) {
      run_.methods.add_entry(target, EntryKind::kLibraryCallback);
    }
  }
}

void UnknownLibrary::receive(ObjectTypeId type) {
  const ObjectType object = run_.types[type];
  if (object.kind == ObjectKind::kArray) {
    Name element = run_.types.element_type(object.name);
    if (run_.types.is_plain(element)) return;
    FlowNodeId elements = run_.nodes.elements(type);
    run_.flows.add_edge(elements, run_.nodes.escaped());
    run_.nodes.add_unknown_value(elements, element);
    return;
  }
  if (object.kind != ObjectKind::kObject) return;
  const Class& data = run_.program[object.class_id];
  if (data.origin == Origin::kJdk && !data.synthetic) {
    // What the collection holds has escaped with it.
    if (!run_.nodes.apart()) return;
    for (ClassId id = object.class_id; id.valid() && run_.explored.contains(id); id = run_.program.superclass(id)) {
      for (const Field& field : run_.program.fields(id)) {
        if (field.is_static() || run_.types.is_plain(run_.types.declared_type(field.descriptor))) continue;
        run_.flows.add_edge(run_.nodes.field(field.id), run_.nodes.escaped());
      }
    }
    return;
  }
  for (MethodId target : run_.library_calls.callbacks_anywhere(object.class_id)) {
    run_.methods.call_from_library(run_.methods.reach(target, 0), type);
    run_.methods.add_entry(target, EntryKind::kLibraryCallback);
  }
}

}  // namespace snag
