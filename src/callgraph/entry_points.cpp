#include "callgraph/entry_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/nearest.h"
#include "callgraph/thread_signs.h"
#include "classfile/descriptor.h"
#include "classfile/language_names.h"
#include "program/annotations.h"

namespace snag {

namespace {

constexpr std::uint16_t kJava21 = 65;

bool is_main(const Program& program, const Method& method) {
  if (program.text(method.name) != "main" || !method.has_code) return false;
  std::string_view descriptor = program.text(method.descriptor);
  if (method.is_public() && method.is_static() && descriptor == classfile::kMainDescriptor) return true;
  // JEP 512: not private, with or without the parameter, static or not.
  return program[method.owner].file.major() >= kJava21 && !method.is_private() &&
         (descriptor == classfile::kMainDescriptor || descriptor == "()V");
}

// The one main that the launcher would take: with the parameter before without.
MethodId launched_main(const Program& program, ClassId id) {
  MethodId without;
  for (const Method& method : program.methods(id)) {
    if (!is_main(program, method)) continue;
    if (program.text(method.descriptor) != "()V") return method.id;
    without = method.id;
  }
  return without;
}

bool can_be_made_outside(const Program& program, const Class& data) {
  return data.is_concrete() && std::any_of(data.methods.begin(), data.methods.end(), [&](const Method& method) {
           return method.is_public() && program.text(method.name) == classfile::kConstructorName;
         });
}

void add_public_methods(const Program& program, ClassId id, EntryKind kind, EntryPoints& result,
                        std::uint16_t callable = classfile::kAccPublic) {
  const Class& data = program[id];
  for (const Method& method : data.methods) {
    if ((method.access & callable) == 0 || !method.has_code ||
        program.text(method.name) == classfile::kClassInitializerName)
      continue;
    if (program.annotations(id).has(method, AnnotationKind::kVisibleForTesting)) continue;
    result.methods.push_back({method.id, kind});
  }
  if (can_be_made_outside(program, data)) result.instantiated.push_back(id);
}

Result<void> add_entry(Program& program, const std::vector<ClassId>& application, const std::string& text,
                       EntryPoints& result) {
  auto known = [&](const std::string& name) {
    Name interned = program.names().find(name);
    return interned.valid() || classfile::is_class_name(name) ? program.find_class(name) : ClassId();
  };
  if (ClassId id = known(classfile::to_internal_class(text)); id.valid()) {
    if (MethodId main = launched_main(program, id); main.valid()) {
      result.methods.push_back({main, EntryKind::kMain});
    } else {
      add_public_methods(program, id, EntryKind::kUser, result);
    }
    return {};
  }
  std::size_t dot = text.rfind('.');
  ClassId id = dot == std::string::npos ? ClassId() : known(classfile::to_internal_class(text.substr(0, dot)));
  if (!id.valid()) {
    std::vector<std::string> names;
    names.reserve(application.size());
    for (ClassId candidate : application) names.push_back(program.describe(candidate));
    std::string message = fmt::format("--entry {}: there is no such class", text);
    if (auto near = nearest(text, names)) message += fmt::format("; did you mean {}?", *near);
    return failure(message);
  }
  bool found = false;
  for (const Method& method : program.methods(id)) {
    if (!method.has_code || program.text(method.name) != std::string_view(text).substr(dot + 1)) continue;
    result.methods.push_back({method.id, is_main(program, method) ? EntryKind::kMain : EntryKind::kUser});
    found = true;
  }
  if (!found) {
    return failure(fmt::format("--entry {}: class {} has no such method", text, program.describe(id)));
  }
  if (can_be_made_outside(program, program[id])) result.instantiated.push_back(id);
  return {};
}

// Which methods some code of the program refers to.
class References {
 public:
  References(Program& program, std::span<const ClassId> application) : program_(program) {
    for (ClassId id : application) {
      const classfile::ConstantPool& pool = program[id].file.constants();
      for (std::uint32_t n = 1; n < pool.size(); ++n) {
        if (!pool.has(n, classfile::kMethodTags)) continue;
        const classfile::MemberReference method = pool.member(n);
        const Name name = program.names().find(method.name), descriptor = program.names().find(method.descriptor);
        const Name owner = program.names().find(method.owner);
        if (!name.valid() || !descriptor.valid() || !owner.valid()) continue;
        const ClassId type = program.find_class(owner);
        if (type.valid()) owners_[{name, descriptor}].push_back(type);
      }
    }
    for (auto& [method, owners] : owners_) {
      std::sort(owners.begin(), owners.end());
      owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
    }
  }

  // Directly, or through a type above or below that of the method. A constructor only through its own class.
  bool mean(const Method& method) const {
    const auto it = owners_.find({method.name, method.descriptor});
    if (it == owners_.end()) return false;
    const bool constructor = program_.text(method.name) == classfile::kConstructorName;
    return std::any_of(it->second.begin(), it->second.end(), [&](ClassId owner) {
      return owner == method.owner ||
             (!constructor && (program_.is_subtype(method.owner, owner) || program_.is_subtype(owner, method.owner)));
    });
  }

 private:
  Program& program_;
  std::map<std::pair<Name, Name>, std::vector<ClassId>> owners_;  // by name and descriptor
};

// Whether the method overrides one of the JDK, through which the JDK may call it.
bool overrides_library(Program& program, const Method& method) {
  for (ClassId above : program.supertypes(method.owner)) {
    if (program[above].origin != Origin::kJdk) continue;
    const std::vector<Method>& declared = program[above].methods;
    if (std::any_of(declared.begin(), declared.end(), [&](const Method& other) {
          return other.name == method.name && other.descriptor == method.descriptor;
        })) {
      return program.text(method.name) != classfile::kConstructorName;
    }
  }
  return false;
}

// Adds methods that only code of the same package can call, and that nothing in the program refers to: they are there
// for the rest of a product, or for tests. Only for classes that may be shared and are not public, and for public ones
// that are annotated @ThreadSafe. Where no class is public, all methods that are not private count.
void add_unused_methods(Program& program, const library::Policy& policy, std::span<const ClassId> application,
                        EntryPoints& result) {
  const bool any_public = !result.methods.empty();
  const References references(program, application);
  const ThreadSigns signs(program, policy);
  for (ClassId id : application) {
    const Class& data = program[id];
    if (data.synthetic || data.is_interface() || !signs.may_be_shared(id)) continue;
    const bool is_public = (data.access & classfile::kAccPublic) != 0;
    if (is_public && !promises_thread_safety(program, id)) continue;
    bool made = false;
    for (const Method& method : data.methods) {
      if (!method.has_code || method.is_private() || (method.access & classfile::kAccSynthetic) != 0) continue;
      if (is_public && method.is_public()) continue;  // an entry point already
      if (program.text(method.name) == classfile::kClassInitializerName) continue;
      if (program.annotations(id).has(method, AnnotationKind::kVisibleForTesting)) continue;
      if ((any_public && references.mean(method)) || overrides_library(program, method)) continue;
      result.methods.push_back({method.id, EntryKind::kPublic});
      made = made || program.text(method.name) == classfile::kConstructorName;
    }
    if (made && data.is_concrete()) result.instantiated.push_back(id);
  }
}

void sort(Program& program, EntryPoints& entries) {
  std::sort(entries.methods.begin(), entries.methods.end(), [&](const EntryPoint& a, const EntryPoint& b) {
    return program.sort_key(a.method) < program.sort_key(b.method);
  });
}

}  // namespace

Result<EntryPoints> find_entry_points(Program& program, const library::Policy& policy,
                                      const std::vector<ClassId>& application, std::span<const std::string> entries) {
  EntryPoints result;
  for (const std::string& text : entries) {
    if (Result<void> added = add_entry(program, application, text, result); !added) {
      return tl::unexpected(added.error());
    }
  }
  if (entries.empty()) {
    for (ClassId id : application) {
      if (MethodId main = launched_main(program, id); main.valid()) result.methods.push_back({main, EntryKind::kMain});
    }
  }
  if (entries.empty() && result.methods.empty()) {  // library mode
    result = public_entry_points(program, policy, application);
    add_unused_methods(program, policy, application, result);
  }
  sort(program, result);
  return result;
}

EntryPoints public_entry_points(Program& program, const library::Policy& policy, std::span<const ClassId> classes) {
  EntryPoints result;
  for (ClassId id : classes) {
    if ((program[id].access & classfile::kAccPublic) == 0) continue;
    const bool by_container = is_called_by_container(program, policy, id);
    add_public_methods(program, id, EntryKind::kPublic, result,
                       by_container ? classfile::kAccPublic | classfile::kAccProtected : classfile::kAccPublic);
  }
  sort(program, result);
  return result;
}

namespace {

// Whether a direct supertype of the class or of one of its supertypes is on the list; it may be missing.
bool has_listed_supertype(Program& program, const library::ClassPatterns& list, ClassId id) {
  auto listed = [&](Name name) { return name.valid() && list.matches(program.text(name)); };
  for (ClassId supertype : program.supertypes(id)) {
    const Class& data = program[supertype];
    if (listed(data.super_name) || std::any_of(data.interface_names.begin(), data.interface_names.end(), listed))
      return true;
  }
  return false;
}

}  // namespace

bool is_called_by_container(Program& program, const library::Policy& policy, ClassId id) {
  return has_listed_supertype(program, policy.container_called, id);
}

bool is_called_by_event_thread(Program& program, const library::Policy& policy, ClassId id) {
  return has_listed_supertype(program, policy.event_called, id);
}

bool is_called_by_event_thread(Program& program, const library::Policy& policy, MethodId id) {
  const Method& method = program[id];
  if (!is_called_by_event_thread(program, policy, method.owner)) return false;
  for (ClassId supertype : program.supertypes(method.owner)) {
    const Class& data = program[supertype];
    if (data.origin != Origin::kJdk || policy.event_called.matches(program.text(data.name))) continue;
    const bool declares = std::any_of(data.methods.begin(), data.methods.end(), [&](const Method& declared) {
      return declared.name == method.name && declared.descriptor == method.descriptor;
    });
    if (declares) return false;
  }
  return true;
}

}  // namespace snag
