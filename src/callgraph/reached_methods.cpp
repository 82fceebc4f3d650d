#include "callgraph/reached_methods.h"

#include <algorithm>
#include <span>

#include "callgraph/propagation.h"
#include "classfile/language_names.h"

namespace snag {

bool ReachedMethods::is_skeleton(MethodId method, ClassId receiver) {
  if (!run_.nodes.objects_apart() || !run_.types.is_user_class(receiver)) return false;
  if (run_.types.is_user_class(run_.program[method].owner)) return false;
  auto [it, added] = skeletons_.try_emplace(std::pair(method, receiver), false);
  if (added) {
    const library::MethodModel* plain = run_.models.find(run_.program, method);
    const library::MethodModel* model =
        run_.models.find(run_.program, {.resolved = method, .receiver = receiver, .selected = method});
    it->second = plain != nullptr && plain->replaces_body() && (model == nullptr || !model->replaces_body());
  }
  return it->second;
}

ReachedMethods::OfMethod& ReachedMethods::of_method(MethodId id) {
  auto [it, added] = of_methods_.try_emplace(id);
  if (added) {
    const Method& method = run_.program[id];
    const Class& owner = run_.program[method.owner];
    const library::MethodModel* model = run_.models.find(run_.program, id);
    it->second.in_jdk = owner.origin == Origin::kJdk;
    it->second.has_model = model != nullptr && model->replaces_body();
    it->second.has_code = (method.has_code || owner.synthetic) && run_.explores(method.owner);
  }
  return it->second;
}

MethodInstance& ReachedMethods::reach(MethodId id, ContextId context, std::uint32_t depth, ClassId receiver) {
  const bool skeleton = is_skeleton(id, receiver);
  if (context.valid()) {
    if (auto it = known_.find({id, context, skeleton}); it != known_.end()) return *it->second;
    OfMethod& of = of_method(id);
    if (!of.has_code || (of.has_model && !skeleton)) {
      context = {};
    } else if (of.contexts >= (of.in_jdk ? kMaxContextsInJdk : kMaxContexts)) {
      if (!std::exchange(of.coarsened, true)) ++coarsened_;
      context = {};
    } else {
      ++of.contexts;
    }
  }
  auto [it, added] = known_.try_emplace(std::tuple(id, context, skeleton), nullptr);
  if (!added) return *it->second;
  MethodInstance& reached = instances_.emplace_back();
  it->second = &reached;
  reached.id = MethodInstanceId(static_cast<std::uint32_t>(instances_.size() - 1));
  reached.method = id;
  reached.context = context;
  const Method& method = run_.program[id];
  const Class& owner = run_.program[method.owner];
  bool jdk = owner.origin == Origin::kJdk;
  reached.depth = jdk ? depth : 0;
  reached.model = run_.models.find(run_.program, id);
  if (!skeleton && reached.model != nullptr && reached.model->replaces_body()) {
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
  if (jdk && counted_.insert(id).second) ++jdk_methods_;
  const MethodSignature& types = run_.types.signature(method.descriptor);
  if (!method.is_static()) reached.parameters.push_back(run_.nodes.fresh());
  for (Name parameter : types.parameters) {
    reached.parameters.push_back(parameter.valid() ? run_.nodes.variable(parameter) : FlowNodeId());
  }
  if (!run_.types.is_plain(types.result)) reached.result = run_.nodes.fresh();
  pending_.push_back(reached.id);
  return reached;
}

void ReachedMethods::call_from_library(MethodInstance& method, ObjectId receiver) {
  if (method.body != BodyKind::kCode) return;
  bool has_receiver = !run_.program[method.method].is_static();
  if (has_receiver && receiver.valid()) run_.flows.add_object(method.parameters[0], receiver);
  if (method.called_by_library) return;
  method.called_by_library = true;
  const MethodSignature& types = run_.types.signature(run_.program[method.method].descriptor);
  for (std::size_t i = 0; i < types.parameters.size(); ++i) {
    run_.nodes.add_unknown_value(method.parameters[i + (has_receiver ? 1 : 0)], types.parameters[i]);
  }
  run_.flows.add_edge(method.result, run_.nodes.escaped());
}

void ReachedMethods::call_on_escaped(MethodInstance& method, Name receiver) {
  call_from_library(method, {});
  if (method.parameters.empty() || run_.program[method.method].is_static()) return;
  run_.flows.add_edge(run_.nodes.escaped_of(receiver), method.parameters[0]);
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
