#include "callgraph/reached_methods.h"

#include <algorithm>
#include <span>

#include "callgraph/propagation.h"
#include "classfile/language_names.h"

namespace snag {

ReachedMethod& ReachedMethods::reach(MethodId id, std::uint32_t depth) {
  auto [it, added] = by_id_.try_emplace(id, nullptr);
  if (!added) return *it->second;
  ReachedMethod& reached = methods_.emplace_back();
  it->second = &reached;
  reached.id = id;
  const Method& method = run_.program[id];
  const Class& owner = run_.program[method.owner];
  bool jdk = owner.origin == Origin::kJdk;
  reached.depth = jdk ? depth : 0;
  reached.model = run_.models.find(run_.program, id);
  if (reached.model != nullptr && reached.model->replaces_body()) {
    reached.body = BodyKind::kModel;
    return reached;
  }
  bool has_body = (method.has_code || owner.synthetic) && run_.explores(method.owner);
  if (has_body && jdk && (jdk_methods_ >= kMaxJdkMethods || depth > kMaxJdkDepth)) {
    has_body = false;
    budget_exhausted_ = true;
  }
  reached.body = has_body ? BodyKind::kCode : BodyKind::kOpaque;
  if (!has_body) return reached;
  if (jdk) ++jdk_methods_;
  const MethodSignature& types = run_.types.signature(method.descriptor);
  if (!method.is_static()) reached.parameters.push_back(run_.nodes.fresh());
  for (Name parameter : types.parameters) {
    reached.parameters.push_back(parameter.valid() ? run_.nodes.variable(parameter) : FlowNodeId());
  }
  if (!run_.types.is_plain(types.result)) reached.result = run_.nodes.fresh();
  pending_.push_back(id);
  return reached;
}

void ReachedMethods::call_from_library(ReachedMethod& method, ObjectTypeId receiver) {
  if (method.body != BodyKind::kCode) return;
  bool has_receiver = !run_.program[method.id].is_static();
  if (has_receiver && receiver.valid()) run_.flows.add_type(method.parameters[0], receiver);
  if (method.called_by_library) return;
  method.called_by_library = true;
  const MethodSignature& types = run_.types.signature(run_.program[method.id].descriptor);
  for (std::size_t i = 0; i < types.parameters.size(); ++i) {
    run_.nodes.add_unknown_value(method.parameters[i + (has_receiver ? 1 : 0)], types.parameters[i]);
  }
  run_.flows.add_edge(method.result, run_.nodes.escaped());
}

void ReachedMethods::call_on_escaped(ReachedMethod& method, Name receiver) {
  call_from_library(method, {});
  if (method.parameters.empty() || run_.program[method.id].is_static()) return;
  run_.flows.add_edge(run_.nodes.escaped(), method.parameters[0], receiver);
}

void ReachedMethods::instantiate(ClassId id) {
  if (!id.valid() || !instantiated_.insert(id).second) return;
  initialize(id);
  if (!run_.types.is_user_class(id)) return;
  // The garbage collector runs overrides of Object.finalize, in a thread of its own.
  Name finalize = run_.program.names().intern("finalize");
  for (MethodId declared : run_.named_methods(run_.program.object_name(), finalize)) {
    ResolvedMethod target = run_.resolver.select_method(id, declared);
    if (!target || *target == declared || !run_.types.is_user_class(run_.program[*target].owner)) continue;
    call_from_library(reach(*target, 0), run_.types.intern(ObjectKind::kObject, run_.program[id].name));
    add_entry(*target, EntryKind::kFinalizer);
  }
}

void ReachedMethods::initialize(ClassId id) {
  // JVMS 5.5: a class is initialized with its superclass and the superinterfaces that declare a method with a body;
  // other interfaces are initialized with the first use of their fields.
  if (initialized_.contains(id)) return;
  std::vector<ClassId> work = {id};
  while (!work.empty()) {
    id = work.back();
    work.pop_back();
    if (!id.valid() || !initialized_.insert(id).second || !run_.explores(id)) continue;
    for (const Method& method : run_.program.methods(id)) {
      if (run_.program.text(method.name) == classfile::kClassInitializerName && method.has_code) {
        reach(method.id, 0);
        add_entry(method.id, EntryKind::kInitializer);
      }
    }
    if (run_.program[id].is_interface()) continue;
    work.push_back(run_.program.superclass(id));
    std::vector<ClassId> above(run_.program.interfaces(id).begin(), run_.program.interfaces(id).end());
    for (std::size_t i = 0; i < above.size(); ++i) {
      std::span<const Method> methods = run_.program.methods(above[i]);
      if (std::any_of(methods.begin(), methods.end(),
                      [](const Method& m) { return !m.is_abstract() && !m.is_static(); })) {
        work.push_back(above[i]);
      }
      for (ClassId next : run_.program.interfaces(above[i])) {
        if (std::find(above.begin(), above.end(), next) == above.end()) above.push_back(next);
      }
    }
  }
}

}  // namespace snag
