#include "program/hierarchy.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>

namespace snag {

ClassHierarchy::ClassHierarchy(Program& program) : program_(program) { update(); }

void ClassHierarchy::update() {
  // Asking for supertypes may load them, so the count is read again in every round.
  for (auto next = static_cast<std::uint32_t>(subtypes_.size()); next < program_.class_count(); ++next) {
    ClassId id(next);
    ClassId superclass = program_.superclass(id);
    std::span<const ClassId> interfaces = program_.interfaces(id);
    subtypes_.resize(std::max<std::size_t>(subtypes_.size(), program_.class_count()));
    if (superclass.valid() && !program_[id].is_interface()) subtypes_[superclass.value].push_back(id);
    for (ClassId interface : interfaces) {
      std::vector<ClassId>& below = subtypes_[interface.value];
      if (below.empty() || below.back() != id) below.push_back(id);  // a class file may name an interface twice
    }
  }
}

std::span<const ClassId> ClassHierarchy::direct_subtypes(ClassId id) const {
  return id.value < subtypes_.size() ? std::span<const ClassId>(subtypes_[id.value]) : std::span<const ClassId>();
}

std::vector<ClassId> ClassHierarchy::all_subtypes(ClassId id) const {
  std::vector<ClassId> found = {id};
  absl::flat_hash_set<ClassId> seen = {id};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (ClassId below : direct_subtypes(found[i])) {
      if (seen.insert(below).second) found.push_back(below);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace snag
