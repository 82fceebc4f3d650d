#include "callgraph/entry_points.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.h"
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
  if (entries.empty() && result.methods.empty())
    return public_entry_points(program, policy, application);  // library mode
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
