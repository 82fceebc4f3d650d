#include "callgraph/library_calls.h"

#include <algorithm>

namespace snag {

LibraryCalls::LibraryCalls(Program& program, Resolver& resolver, const library::Models& models)
    : program_(program), resolver_(resolver), models_(models) {
  for (const std::string& name : models.policy().casts.patterns()) {
    if (ClassId id = program.find_class(name); id.valid()) casts_.push_back(id);
  }
}

const std::vector<MethodId>& LibraryCalls::callbacks(ClassId id, Name declared) {
  auto [it, added] = callbacks_.try_emplace({id, declared});
  if (added) {
    std::vector<MethodId> found = find_callbacks(id, declared, /*anywhere=*/false);
    return callbacks_[{id, declared}] = std::move(found);
  }
  return it->second;
}

const std::vector<MethodId>& LibraryCalls::callbacks_anywhere(ClassId id) {
  auto [it, added] = callbacks_.try_emplace({id, Name()});
  if (added) {
    std::vector<MethodId> found = find_callbacks(id, program_.object_name(), /*anywhere=*/true);
    return callbacks_[{id, Name()}] = std::move(found);
  }
  return it->second;
}

// Superclasses and superinterfaces that are the JDK's, breadth first; `complete` is false when one is missing.
std::vector<ClassId> LibraryCalls::library_supertypes(ClassId id, bool& complete) {
  std::vector<ClassId> queue = {id}, result;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const Class& data = program_[queue[i]];
    if (data.origin == Origin::kJdk && !data.synthetic) result.push_back(queue[i]);
    auto push = [&](ClassId supertype) {
      if (supertype.valid() && std::find(queue.begin(), queue.end(), supertype) == queue.end()) {
        queue.push_back(supertype);
      }
    };
    if (data.super_name.valid() && !program_.find_class(data.super_name).valid()) complete = false;
    for (Name name : data.interface_names) {
      if (!program_.find_class(name).valid()) complete = false;
    }
    push(program_.superclass(queue[i]));
    for (ClassId interface : program_.interfaces(queue[i])) push(interface);
  }
  return result;
}

std::vector<MethodId> LibraryCalls::find_callbacks(ClassId id, Name declared, bool anywhere) {
  std::vector<MethodId> result;
  const Class& data = program_[id];
  // An object of the library's own class calls back nothing of ours; a lambda in explored library code may.
  if (data.origin == Origin::kJdk && !data.synthetic) return result;
  ClassId object = program_.object_class();
  ClassId declared_class = program_.find_class(declared);
  bool complete = true;
  auto add = [&](MethodId target) {
    const Class& owner = program_[program_[target].owner];
    if (owner.origin == Origin::kJdk && !owner.synthetic) return;
    if (std::find(result.begin(), result.end(), target) == result.end()) result.push_back(target);
  };
  for (ClassId supertype : library_supertypes(id, complete)) {
    bool related = supertype == object || std::find(casts_.begin(), casts_.end(), supertype) != casts_.end();
    if (declared_class.valid() && declared_class != object) {
      related |= program_.is_subtype(supertype, declared_class) || program_.is_subtype(declared_class, supertype);
    }
    if (anywhere && !program_[supertype].is_interface()) related = true;
    if (!related) continue;
    // Given as a Runnable, it is run; given as a Thread or found as an Object, it is not assumed to be.
    bool by_declared_type = functional_method(declared).valid();
    for (const Method& method : program_.methods(supertype)) {
      constexpr std::uint16_t kNever = classfile::kAccStatic | classfile::kAccPrivate | classfile::kAccFinal;
      if ((method.access & kNever) != 0 || program_.text(method.name).starts_with('<')) continue;
      if (!by_declared_type && models_.is_never_guessed(program_, method)) continue;
      if (ResolvedMethod target = resolver_.select_method(id, method.id)) add(*target);
    }
  }
  if (!complete) {
    // The library that declares a missing supertype may call whatever is public.
    for (const Method& method : data.methods) {
      if (method.is_public() && !method.is_static() && method.has_code &&
          !program_.text(method.name).starts_with('<')) {
        add(method.id);
      }
    }
  }
  return result;
}

const std::vector<MethodId>& LibraryCalls::named_methods(Name owner, Name name) {
  auto [it, added] = named_.try_emplace({owner, name});
  if (!added) return it->second;
  std::vector<MethodId> found;
  if (ClassId id = program_.find_class(owner); id.valid()) {
    for (const Method& method : program_.methods(id)) {
      if (method.name == name && !method.is_static()) found.push_back(method.id);
    }
  }
  return named_[{owner, name}] = std::move(found);
}

MethodId LibraryCalls::functional_method(Name type) {
  if (!type.valid()) return {};
  auto [it, added] = functional_.try_emplace(type);
  if (!added) return it->second;
  MethodId found;
  bool several = false;
  ClassId root = program_.find_class(type);
  if (root.valid() && program_[root].is_interface()) {
    std::vector<ClassId> queue = {root};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const Method& method : program_.methods(queue[i])) {
        if (!method.is_abstract()) continue;
        // equals and the like, which every object has, do not count (JLS 9.8).
        if (program_.declared_method(program_.object_class(), method.name, method.descriptor).valid()) continue;
        if (found.valid() && (program_[found].name != method.name || program_[found].descriptor != method.descriptor)) {
          several |= program_[found].name != method.name;  // same name: a generic method made specific below
          continue;
        }
        if (!found.valid()) found = method.id;
      }
      for (ClassId interface : program_.interfaces(queue[i])) {
        if (std::find(queue.begin(), queue.end(), interface) == queue.end()) queue.push_back(interface);
      }
    }
  }
  return functional_[type] = several ? MethodId() : found;
}

}  // namespace snag
