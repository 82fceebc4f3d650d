#include "program/resolution.h"

#include <absl/container/flat_hash_set.h>
#include <absl/hash/hash.h>

#include <algorithm>

#include "classfile/language_names.h"

namespace snag {

namespace {

using Failure = tl::unexpected<ResolutionError>;

std::string_view package_name(std::string_view class_name) {
  std::size_t slash = class_name.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : class_name.substr(0, slash);
}

bool is_package_private(const Method& method) {
  return (method.access & (classfile::kAccPublic | classfile::kAccProtected | classfile::kAccPrivate)) == 0;
}

// Returns whether a method can be inherited from an interface.
bool is_inheritable(const Method& method) { return !method.is_private() && !method.is_static(); }

}  // namespace

// ---- memo ----

std::size_t Resolver::Memo::shard_of(const Key& key) { return (absl::HashOf(key) >> 40) % kShards; }

std::optional<ResolvedMethod> Resolver::Memo::find(const Key& key) const {
  const Shard& shard = shards_[shard_of(key)];
  std::shared_lock lock(shard.mutex);
  auto it = shard.methods.find(key);
  if (it == shard.methods.end()) return std::nullopt;
  return it->second.result();
}

void Resolver::Memo::keep(const Key& key, const ResolvedMethod& result) {
  Shard& shard = shards_[shard_of(key)];
  std::unique_lock lock(shard.mutex);
  shard.methods.emplace(key, result ? CachedMethod{*result} : CachedMethod{MethodId(), result.error()});
}

// ---- resolution ----

Resolver::Resolver(Program& program)
    : program_(program),
      object_(program.object_class()),
      method_handle_(program.names().intern(classfile::kMethodHandleClass)),
      var_handle_(program.names().intern(classfile::kVarHandleClass)) {}

tl::expected<ClassId, ResolutionError> Resolver::resolve_class(Name name) {
  ClassId id = program_.text(name).starts_with('[') ? object_ : program_.find_class(name);
  if (!id.valid()) return Failure(ResolutionError::kMissingClass);
  return id;
}

// Visits depth first: a class, then its superinterfaces in the order of declaration, each with all its superinterfaces,
// then its superclass in the same way. Visits each once, until `visit` returns that it has found its target.
template <class Visit>
void Resolver::walk_up(ClassId owner, Visit visit) {
  absl::flat_hash_set<ClassId> seen;
  std::vector<ClassId> work;
  for (ClassId id = owner; id.valid(); id = program_.superclass(id)) {
    work.push_back(id);
    while (!work.empty()) {
      ClassId current = work.back();
      work.pop_back();
      if (!seen.insert(current).second) continue;
      if (visit(current)) return;
      std::span<const ClassId> interfaces = program_.interfaces(current);
      work.insert(work.end(), interfaces.rbegin(), interfaces.rend());
    }
  }
}

ResolvedField Resolver::resolve_field(Name owner, Name name, Name descriptor) {
  auto start = resolve_class(owner);
  if (!start) return Failure(start.error());
  FieldId field;
  walk_up(*start, [&](ClassId id) {
    field = program_.declared_field(id, name, descriptor);
    return field.valid();
  });
  if (!field.valid()) return Failure(ResolutionError::kNoSuchField);
  return field;
}

ResolvedField Resolver::resolve_field(Name owner, Name name, Name descriptor, bool is_static) {
  ResolvedField field = resolve_field(owner, name, descriptor);
  if (field && program_[*field].is_static() != is_static) return Failure(ResolutionError::kIncompatibleClassChange);
  return field;
}

ResolvedMethod Resolver::resolve_method(const MethodReference& reference) {
  auto owner = resolve_class(reference.owner);
  if (!owner) return Failure(owner.error());
  Memo& memo = reference.interface ? interface_methods_ : class_methods_;
  Key key{owner->value, reference.name.value, reference.descriptor.value};
  if (auto known = memo.find(key)) return *known;
  ResolvedMethod result = find_method(*owner, reference);
  memo.keep(key, result);
  return result;
}

ResolvedMethod Resolver::resolve_call(const MethodReference& reference, bool is_static) {
  ResolvedMethod method = resolve_method(reference);
  if (method && program_[*method].is_static() != is_static) {
    return Failure(ResolutionError::kIncompatibleClassChange);
  }
  return method;
}

ResolvedMethod Resolver::find_method(ClassId owner, const MethodReference& reference) {
  if (program_[owner].is_interface() != reference.interface) {
    return Failure(ResolutionError::kIncompatibleClassChange);
  }
  if (reference.interface) {
    if (MethodId method = program_.declared_method(owner, reference.name, reference.descriptor)) return method;
    if (MethodId method = find_public_in_object(reference.name, reference.descriptor)) return method;
  } else {
    for (ClassId id = owner; id.valid(); id = program_.superclass(id)) {
      if (MethodId method = find_in_class(id, reference.name, reference.descriptor)) return method;
    }
  }
  InterfaceMethods found = interface_methods(owner, reference.name, reference.descriptor);
  if (found.concrete.size() == 1) return found.concrete[0];
  if (found.any.valid()) return found.any;
  return Failure(ResolutionError::kNoSuchMethod);
}

MethodId Resolver::find_in_class(ClassId owner, Name name, Name descriptor) const {
  const Class& data = program_[owner];
  if (data.name == method_handle_ || data.name == var_handle_) {
    // JVMS 5.4.3.3 step 2: the only method of that name, if it is signature polymorphic, whatever the descriptor.
    MethodId only;
    std::size_t count = 0;
    for (const Method& method : data.methods) {
      if (method.name != name) continue;
      only = method.id;
      ++count;
    }
    if (count == 1 && is_signature_polymorphic(only)) return only;
  }
  return program_.declared_method(owner, name, descriptor);
}

MethodId Resolver::find_public_in_object(Name name, Name descriptor) const {
  if (!object_.valid()) return {};
  MethodId method = program_.declared_method(object_, name, descriptor);
  if (!method.valid() || !program_[method].is_public() || program_[method].is_static()) return {};
  return method;
}

bool Resolver::is_signature_polymorphic(MethodId id) const {
  const Method& method = program_[id];
  Name owner = program_[method.owner].name;
  constexpr std::uint16_t kNativeVarargs = classfile::kAccNative | classfile::kAccVarargs;
  return (owner == method_handle_ || owner == var_handle_) && (method.access & kNativeVarargs) == kNativeVarargs &&
         program_.text(method.descriptor).starts_with("([Ljava/lang/Object;)");
}

// ---- superinterfaces ----

Resolver::InterfaceMethods Resolver::interface_methods(ClassId owner, Name name, Name descriptor) {
  InterfaceMethods result;
  std::vector<MethodId> candidates;
  walk_up(owner, [&](ClassId id) {
    if (id == owner || !program_[id].is_interface()) return false;
    MethodId method = program_.declared_method(id, name, descriptor);
    if (method.valid() && is_inheritable(program_[method])) candidates.push_back(method);
    return false;
  });
  if (candidates.empty()) return result;
  result.any = candidates.front();
  // JVMS 5.4.3.3: maximally-specific means that no other candidate is declared in a subinterface. So every supertype of
  // a candidate is hidden; one walk finds all of them.
  absl::flat_hash_set<ClassId> hidden;
  std::vector<ClassId> work;
  if (candidates.size() > 1) {
    for (MethodId method : candidates) work.push_back(program_[method].owner);
  }
  while (!work.empty()) {
    ClassId below = work.back();
    work.pop_back();
    for (ClassId above : program_.interfaces(below)) {
      if (hidden.insert(above).second) work.push_back(above);
    }
  }
  for (MethodId method : candidates) {
    if (!hidden.contains(program_[method].owner) && !program_[method].is_abstract()) result.concrete.push_back(method);
  }
  return result;
}

// ---- selection ----

ResolvedMethod Resolver::select_method(ClassId receiver, MethodId resolved) {
  const Method& method = program_[resolved];
  if (method.is_private() || method.is_static()) return resolved;
  Key key{receiver.value, resolved.value, 0};
  if (auto known = selected_.find(key)) return *known;
  ResolvedMethod result = find_selected(receiver, method);
  selected_.keep(key, result);
  return result;
}

ResolvedMethod Resolver::find_selected(ClassId receiver, const Method& resolved) {
  if (is_signature_polymorphic(resolved.id)) return resolved.id;
  // The instance methods of that name and descriptor from the receiver up to the class of the resolved one.
  std::vector<const Method*> chain;
  for (ClassId id = receiver; id.valid(); id = program_.superclass(id)) {
    MethodId found = program_.declared_method(id, resolved.name, resolved.descriptor);
    if (found.valid() && !program_[found].is_static()) chain.push_back(&program_[found]);
    if (id == resolved.owner) break;
  }
  // Finds the lowest method that can override the resolved one, including itself. Public and protected methods,
  // including those of interfaces, are overridden by any method that is not private. A package-private one is
  // overridden within its package, and its overrider can in turn be overridden: within its own package, or everywhere
  // if it is public or protected (JVMS 5.4.5). So the loop walks down and keeps track of where the method can be
  // overridden.
  const Method* selected = nullptr;
  if (!is_package_private(resolved)) {
    auto it = std::find_if(chain.begin(), chain.end(), [](const Method* method) { return !method->is_private(); });
    if (it != chain.end()) selected = *it;
  } else {
    absl::flat_hash_set<std::string_view> packages = {package_name(program_.name(resolved.owner))};
    bool everyone = false;
    for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
      std::string_view package = package_name(program_.name((*it)->owner));
      if ((*it)->is_private() || !(everyone || packages.contains(package))) continue;
      selected = *it;
      if (is_package_private(**it)) {
        packages.insert(package);
      } else {
        everyone = true;
      }
    }
  }
  if (selected == nullptr) {
    InterfaceMethods found = interface_methods(receiver, resolved.name, resolved.descriptor);
    if (found.concrete.size() > 1) return Failure(ResolutionError::kIncompatibleClassChange);
    if (found.concrete.empty()) return Failure(ResolutionError::kAbstractMethod);
    return found.concrete[0];
  }
  if (selected->is_abstract()) return Failure(ResolutionError::kAbstractMethod);
  return selected->id;
}

ResolvedMethod Resolver::select_special(ClassId caller, const MethodReference& reference, MethodId resolved) {
  const Method& method = program_[resolved];
  auto named = resolve_class(reference.owner);
  if (!named) return Failure(named.error());
  std::string_view name = program_.text(method.name);
  if (method.is_private() || name == classfile::kConstructorName) return resolved;

  ClassId start = *named;
  if (!reference.interface && start != caller && program_.is_subtype(caller, start))
    start = program_.superclass(caller);
  MethodId found;
  if (program_[start].is_interface()) {
    found = program_.declared_method(start, method.name, method.descriptor);
    if (found.valid() && program_[found].is_static()) found = {};
    if (!found.valid()) found = find_public_in_object(method.name, method.descriptor);
  } else {
    for (ClassId id = start; id.valid() && !found.valid(); id = program_.superclass(id)) {
      found = program_.declared_method(id, method.name, method.descriptor);
      if (found.valid() && program_[found].is_static()) found = {};
    }
  }
  if (!found.valid()) {
    InterfaceMethods inherited = interface_methods(start, method.name, method.descriptor);
    if (inherited.concrete.size() > 1) return Failure(ResolutionError::kIncompatibleClassChange);
    if (!inherited.concrete.empty()) found = inherited.concrete[0];
  }
  if (!found.valid() || program_[found].is_abstract()) return Failure(ResolutionError::kAbstractMethod);
  return found;
}

}  // namespace snag
