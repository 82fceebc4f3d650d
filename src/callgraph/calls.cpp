#include "callgraph/calls.h"

#include <algorithm>
#include <utility>

#include "classfile/descriptor.h"
#include "classfile/language_names.h"

namespace snag {

Calls::Calls(IrStore& store, const library::Models& models, std::span<const ClassId> application, unsigned jobs)
    : program_(store.program()), references_(store.references()), models_(models), resolver_(store.program()) {
  std::vector<MethodId> methods;
  for (ClassId id : application) {
    for (const Method& method : program_.methods(id)) methods.push_back(method.id);
    if (ClassId super = program_.superclass(id); super.valid()) subtypes_[super].push_back(id);
    for (ClassId interface : program_.interfaces(id)) subtypes_[interface].push_back(id);
  }
  store.prepare(methods, jobs);
  add_nodes(store, methods, /*application=*/true);
  application_count_ = node_count();
  // Each round finds the library methods that the code of the last one calls.
  std::uint32_t seen = 0;
  for (int depth = 0; depth < kLibraryDepth && nodes_.size() - application_count_ < kMaximumLibraryMethods; ++depth) {
    methods = library_methods(std::exchange(seen, references_.size()));
    if (methods.empty()) break;
    store.prepare(methods, jobs);
    add_nodes(store, methods, /*application=*/false);
  }
  // Beyond this point all code has IR, and no new references are added.
  virtual_ = decltype(virtual_)(references_.size());
  special_ = decltype(special_)(references_.size());
  fields_ = decltype(fields_)(references_.size());
}

void Calls::add_nodes(IrStore& store, std::span<const MethodId> methods, bool application) {
  for (MethodId id : methods) {
    const ir::MethodIr* ir = store.get(id);
    if (ir == nullptr) continue;
    if (id.value >= node_of_.size()) node_of_.resize(std::max<std::size_t>(id.value + 1, 2 * node_of_.size()));
    node_of_[id.value] = NodeId(static_cast<std::uint32_t>(nodes_.size()));
    bool inside = application && (program_[id].access & (classfile::kAccPublic | classfile::kAccProtected)) == 0;
    std::string_view name = text(program_[id].name);
    nodes_.push_back({id, ir, inside, name == classfile::kConstructorName, name == classfile::kClassInitializerName});
  }
}

// Returns the methods of the class path that the references from `first_reference` on name, in an order that is the
// same in every run.
std::vector<MethodId> Calls::library_methods(std::uint32_t first_reference) {
  std::vector<MethodId> result;
  for (std::uint32_t r = first_reference; r < references_.size(); ++r) {
    const ir::Reference& reference = references_[ir::ReferenceId(r)];
    if (!text(reference.descriptor).starts_with('(')) continue;
    ClassId owner = program_.find_class(reference.owner);
    if (!owner.valid() || program_[owner].origin != Origin::kLibrary) continue;
    ResolvedMethod resolved = resolver_.resolve_method(method_reference(reference));
    if (!resolved || node_of(*resolved).valid()) continue;
    const Method& method = program_[*resolved];
    if (method.has_code && program_[method.owner].origin == Origin::kLibrary) result.push_back(*resolved);
  }
  std::sort(result.begin(), result.end(),
            [&](MethodId a, MethodId b) { return program_.sort_key(a) < program_.sort_key(b); });
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

Calls::~Calls() {
  for (auto* table : {&virtual_, &special_}) {
    for (std::atomic<const Binding*>& entry : *table) delete entry.load(std::memory_order_relaxed);
  }
}

NodeId Calls::node_of(MethodId method) const {
  return method.value < node_of_.size() ? node_of_[method.value] : NodeId();
}

FieldId Calls::field(const ir::Instruction& access) {
  std::atomic<std::uint32_t>& entry = fields_[access.payload];
  FieldId known(~entry.load(std::memory_order_acquire));  // with it the field, which resolving may have loaded
  if (!known.valid()) {
    const ir::Reference& reference = references_[access.reference()];
    known = resolver_.resolve_field(reference.owner, reference.name, reference.descriptor).value_or(FieldId());
    entry.store(~known.value, std::memory_order_release);
  }
  return known;
}

const Binding& Calls::binding(const ir::Instruction& invoke) {
  auto kind = invoke.as<ir::InvokeKind>();
  std::atomic<const Binding*>& entry = (kind == ir::InvokeKind::kSpecial ? special_ : virtual_)[invoke.payload];
  const Binding* known = entry.load(std::memory_order_acquire);
  if (known == nullptr) {
    std::unique_ptr<const Binding> made = bind(references_[invoke.reference()], kind);
    // Another thread may have been faster; its result is the same.
    if (entry.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) known = made.release();
  }
  return *known;
}

std::unique_ptr<Binding> Calls::bind(const ir::Reference& reference, ir::InvokeKind kind) {
  auto result = std::make_unique<Binding>();
  ResolvedMethod resolved = resolver_.resolve_method(method_reference(reference));
  if (!resolved) {
    result->unknown = true;
    return result;
  }
  result->resolved = *resolved;
  const Method& method = program_[*resolved];
  ClassId static_type = program_.find_class(reference.owner);
  if (!static_type.valid()) static_type = method.owner;  // an array's
  result->static_type = static_type;
  result->model = models_.find(program_, {.resolved = *resolved, .static_type = static_type});

  bool exact = kind == ir::InvokeKind::kStatic || kind == ir::InvokeKind::kSpecial || method.is_private();
  if (exact) {
    if (NodeId node = node_of(*resolved); node.valid()) result->targets.push_back(node);
    result->complete = !result->targets.empty();
  } else if (program_[static_type].origin != Origin::kJdk) {
    add_targets(*result, static_type);
    // Of the classes that implement a library interface only the application's are known.
    if (!program_[static_type].is_concrete() && program_[static_type].origin == Origin::kLibrary) {
      result->complete = false;
    }
  }
  bool of_jdk = program_[method.owner].origin == Origin::kJdk;
  bool of_library = program_[method.owner].origin == Origin::kLibrary && method.has_code;
  result->runs_functions = of_jdk && runs_functions(*result);
  bool instance = !method.is_static() && !text(method.name).starts_with('<');
  result->is_synchronized = program_[method.owner].origin != Origin::kApplication && instance &&
                            (models_.policy().synchronized_classes.matches(program_.name(method.owner)) ||
                             models_.policy().synchronized_classes.matches(text(reference.owner)));
  result->unknown = !result->complete && result->targets.empty() && !of_jdk && !of_library && result->model == nullptr;
  return result;
}

void Calls::add_targets(Binding& binding, ClassId static_type) {
  std::vector<ClassId> types = {static_type};
  bool complete = true;
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (program_[types[i]].is_concrete()) {
      ResolvedMethod selected = resolver_.select_method(types[i], binding.resolved);
      NodeId node = selected ? node_of(*selected) : NodeId();
      if (!node.valid()) {
        complete = false;
      } else if (std::find(binding.targets.begin(), binding.targets.end(), node) == binding.targets.end()) {
        binding.targets.push_back(node);
      }
    }
    auto it = subtypes_.find(types[i]);
    if (it == subtypes_.end()) continue;
    if (types.size() + it->second.size() > kMaximumSubtypes) {
      binding.targets.clear();
      note_unknown_call(binding.resolved);
      return;
    }
    for (ClassId sub : it->second) {
      if (std::find(types.begin(), types.end(), sub) == types.end()) types.push_back(sub);
    }
  }
  // An abstract class or an interface without subclasses here runs its own code in subclasses elsewhere.
  if (NodeId own = node_of(binding.resolved); binding.targets.empty() && own.valid()) binding.targets.push_back(own);
  std::sort(binding.targets.begin(), binding.targets.end());
  binding.complete = complete && !binding.targets.empty() && binding.targets.size() <= kMaximumTargets;
}

void Calls::note_unknown_call(MethodId id) {
  const Method& method = program_[id];
  std::lock_guard lock(unknown_calls_mutex_);
  std::vector<ClassId>& owners = unknown_calls_[{method.name, method.descriptor}];
  if (std::find(owners.begin(), owners.end(), method.owner) == owners.end()) owners.push_back(method.owner);
}

bool Calls::has_unknown_calls(NodeId node) const {
  const Method& method = program_[this->method(node)];
  if (method.is_private() || method.is_static()) return false;
  std::lock_guard lock(unknown_calls_mutex_);
  auto it = unknown_calls_.find(std::pair(method.name, method.descriptor));
  return it != unknown_calls_.end() && std::any_of(it->second.begin(), it->second.end(), [&](ClassId owner) {
           return program_.is_subtype(method.owner, owner);
         });
}

NodeId Calls::body_of(const ir::Lambda& lambda) {
  ResolvedMethod resolved = resolver_.resolve_method(method_reference(references_[lambda.body]));
  return resolved ? node_of(*resolved) : NodeId();
}

// The code of the collections is not modelled: the call graph analyses it. A function that is only stored, as by
// `list.add(task)`, has the parameter type Object.
bool Calls::runs_functions(const Binding& binding) const {
  if (binding.model != nullptr && binding.model->replaces_body()) return false;  // the model says what it runs
  const library::Policy& policy = models_.policy();
  std::string_view owner = program_.name(program_[binding.resolved].owner);
  if (!policy.runs_functions.matches(owner) || !models_.explores(owner)) return false;
  auto descriptor = classfile::parse_method_descriptor(text(program_[binding.resolved].descriptor));
  if (!descriptor) return false;
  return std::any_of(descriptor->parameters.begin(), descriptor->parameters.end(), [&](std::string_view parameter) {
    std::string_view type = classfile::class_of_descriptor(parameter);
    return policy.functions.matches(type) || policy.comparators.matches(type);
  });
}

const library::MethodModel* Calls::model_for(const Binding& binding, ClassId receiver) {
  if (!binding.resolved.valid()) return nullptr;
  if (receiver.valid() && program_.is_subtype(receiver, program_[binding.resolved].owner)) {
    ResolvedMethod selected = resolver_.select_method(receiver, binding.resolved);
    if (selected) {
      return models_.find(program_, {.resolved = binding.resolved,
                                     .static_type = binding.static_type,
                                     .receiver = receiver,
                                     .selected = *selected});
    }
  }
  return binding.model;
}

}  // namespace snag
