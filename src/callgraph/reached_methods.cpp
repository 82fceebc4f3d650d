#include "callgraph/reached_methods.h"
#include "classfile/language_names.h"

#include <algorithm>
#include <span>

namespace snag {

ReachedMethod& ReachedMethods::reach(MethodId id, std::uint32_t depth) {
  auto [it, added] = by_id_.try_emplace(id, nullptr);
  if (!added) return *it->second;
  ReachedMethod& reached = methods_.emplace_back();
  it->second = &reached;
  reached.id = id;
  const Method& method = program_[id];
  const Class& owner = program_[method.owner];
  bool jdk = owner.origin == Origin::kJdk;
  reached.depth = jdk ? depth : 0;
  reached.model = models_.find(program_, id);
  if (reached.model != nullptr && reached.model->replaces_body()) {
    reached.body = BodyKind::kModel;
    return reached;
  }
  bool has_body = (method.has_code || owner.synthetic) && explored_.contains(method.owner);
  if (has_body && jdk && (jdk_methods_ >= kMaxJdkMethods || depth > kMaxJdkDepth)) {
    has_body = false;
    budget_exhausted_ = true;
  }
  reached.body = has_body ? BodyKind::kCode : BodyKind::kOpaque;
  if (!has_body) return reached;
  if (jdk) ++jdk_methods_;
  const MethodSignature& types = types_.signature(method.descriptor);
  if (!method.is_static()) reached.parameters.push_back(nodes_.fresh());
  for (Name parameter : types.parameters) {
    reached.parameters.push_back(parameter.valid() ? nodes_.variable(parameter) : FlowNodeId());
  }
  if (!types_.is_plain(types.result)) reached.result = nodes_.fresh();
  pending_.push_back(id);
  return reached;
}

void ReachedMethods::call_from_library(ReachedMethod& method, ObjectTypeId receiver) {
  if (method.body != BodyKind::kCode) return;
  bool has_receiver = !program_[method.id].is_static();
  if (has_receiver && receiver.valid()) flows_.add_type(method.parameters[0], receiver);
  if (method.called_by_library) return;
  method.called_by_library = true;
  const MethodSignature& types = types_.signature(program_[method.id].descriptor);
  for (std::size_t i = 0; i < types.parameters.size(); ++i) {
    nodes_.add_unknown_value(method.parameters[i + (has_receiver ? 1 : 0)], types.parameters[i]);
  }
  flows_.add_edge(method.result, nodes_.escaped());
}

void ReachedMethods::instantiate(ClassId id) {
  if (!id.valid() || !instantiated_.insert(id).second) return;
  initialize(id);
  if (!types_.is_user_class(id)) return;
  // The garbage collector runs overrides of Object.finalize, in a thread of its own.
  ClassId object = program_.object_class();
  if (!object.valid()) return;
  Name name = program_.names().intern("finalize"), descriptor = program_.names().intern("()V");
  MethodId declared = program_.declared_method(object, name, descriptor);
  if (!declared.valid()) return;
  ResolvedMethod target = resolver_.select_method(id, declared);
  if (!target || *target == declared || !types_.is_user_class(program_[*target].owner)) return;
  call_from_library(reach(*target, 0), types_.intern(ObjectKind::kObject, program_[id].name));
  add_entry(*target, EntryKind::kFinalizer);
}

void ReachedMethods::initialize(ClassId id) {
  // JVMS 5.5: a class is initialized with its superclass and the superinterfaces that declare a method with a body;
  // other interfaces are initialized with the first use of their fields.
  if (initialized_.contains(id)) return;
  std::vector<ClassId> work = {id};
  while (!work.empty()) {
    id = work.back();
    work.pop_back();
    if (!id.valid() || !initialized_.insert(id).second || !explored_.contains(id)) continue;
    for (const Method& method : program_.methods(id)) {
      if (program_.text(method.name) == classfile::kClassInitializerName && method.has_code) {
        reach(method.id, 0);
        add_entry(method.id, EntryKind::kInitializer);
      }
    }
    if (program_[id].is_interface()) continue;
    work.push_back(program_.superclass(id));
    std::vector<ClassId> above(program_.interfaces(id).begin(), program_.interfaces(id).end());
    for (std::size_t i = 0; i < above.size(); ++i) {
      std::span<const Method> methods = program_.methods(above[i]);
      if (std::any_of(methods.begin(), methods.end(),
                      [](const Method& m) { return !m.is_abstract() && !m.is_static(); })) {
        work.push_back(above[i]);
      }
      for (ClassId next : program_.interfaces(above[i])) {
        if (std::find(above.begin(), above.end(), next) == above.end()) above.push_back(next);
      }
    }
  }
}

}  // namespace snag
