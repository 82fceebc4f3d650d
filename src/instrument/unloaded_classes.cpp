#include "instrument/unloaded_classes.h"

#include <algorithm>

#include <absl/container/flat_hash_map.h>

#include "classfile/language_names.h"

namespace snag::instrument {

namespace {

class RelevantClasses {
 public:
  RelevantClasses(Program& program, const absl::flat_hash_set<std::string_view>& modelled)
      : program_(program), modelled_(modelled) {}

  // A class is relevant if it is by itself, or if its superclass is.
  bool is_relevant(ClassId id) {
    if (!id.valid()) return false;
    auto [it, added] = relevant_.try_emplace(id, false);  // broken class files may have a cycle of superclasses
    if (!added) return it->second;
    const bool platform = is_platform_class(program_.name(id));
    const bool result = is_relevant_by_itself(id) || (!platform && is_relevant(program_.superclass(id)));
    return relevant_[id] = result;
  }

  UnloadedClass facts_of(ClassId id) const {
    UnloadedClass result;
    result.name = program_.name(id);
    if (const ClassId super = program_.superclass(id); super.valid()) result.super = program_.name(super);
    for (const Field& field : program_.fields(id)) {
      if (!field.is_volatile()) continue;
      result.volatile_fields.push_back(
          {std::string(program_.text(field.name)), std::string(program_.text(field.descriptor))});
    }
    return result;
  }

 private:
  bool is_relevant_by_itself(ClassId id) const {
    const std::string_view name = program_.name(id);
    if (is_platform_class(name)) return modelled_.contains(name);
    const std::span<const Field> fields = program_.fields(id);
    return std::any_of(fields.begin(), fields.end(), [](const Field& field) { return field.is_volatile(); });
  }

  Program& program_;
  const absl::flat_hash_set<std::string_view>& modelled_;
  absl::flat_hash_map<ClassId, bool> relevant_;
};

// Whether types may be Serializable. A class that cannot be found may be Serializable.
class Serializability {
 public:
  explicit Serializability(Program& program)
      : program_(program), serializable_(program.names().intern(classfile::kSerializableInterface)) {}

  bool possible(Name type) {
    if (!type.valid() || type == program_.object_name()) return false;
    if (type == serializable_) return true;
    if (auto known = possible_.find(type); known != possible_.end()) return known->second;
    possible_[type] = true;  // broken class files may have a cycle of supertypes
    const ClassId id = program_.find_class(type);
    bool result = !id.valid();
    if (id.valid()) {
      result = possible(program_[id].super_name);
      for (Name super : program_[id].interface_names) result = possible(super) || result;
    }
    return possible_[type] = result;
  }

 private:
  Program& program_;
  const Name serializable_;
  absl::flat_hash_map<Name, bool> possible_;
};

}  // namespace

std::vector<std::string> not_serializable_types(Program& program, std::span<const ClassId> classes) {
  Serializability serializability(program);
  absl::flat_hash_set<Name> types;
  for (ClassId id : classes) {
    types.insert(program[id].super_name);
    types.insert(program[id].interface_names.begin(), program[id].interface_names.end());
  }
  std::vector<std::string> result;
  for (Name type : types) {
    const bool known = !type.valid() || type == program.object_name();
    if (!known && !serializability.possible(type)) result.emplace_back(program.text(type));
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<UnloadedClass> unloaded_classes(Program& program, std::span<const ClassId> classes,
                                            const absl::flat_hash_set<std::string_view>& modelled) {
  RelevantClasses relevant(program, modelled);
  std::vector<UnloadedClass> result;
  for (ClassId id : classes) {
    if (relevant.is_relevant(id)) result.push_back(relevant.facts_of(id));
  }
  std::ranges::sort(result, {}, &UnloadedClass::name);
  return result;
}

}  // namespace snag::instrument
