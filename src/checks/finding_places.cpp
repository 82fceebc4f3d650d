#include "checks/finding_places.h"

#include "classfile/descriptor.h"
#include "classfile/modified_utf8.h"

namespace snag {

ClassId FindingPlaces::class_named(const std::string& source_name) {
  auto [known, is_new] = classes_.try_emplace(source_name);
  if (!is_new) return known->second;
  std::optional<std::string> name = classfile::to_modified_utf8(classfile::to_internal_class(source_name));
  Name interned = name ? program_.names().find(*name) : Name();
  if (interned.valid()) known->second = program_.loaded_class(interned);
  return known->second;
}

FindingPlace FindingPlaces::place_of(const Finding& finding) {
  FindingPlace place{.type = class_named(finding.class_name), .method = {}};
  if (!place.type.valid()) return place;
  for (const Method& method : program_.methods(place.type)) {
    if (classfile::to_source_method(program_.text(method.name), program_.text(method.descriptor)) != finding.method) {
      continue;
    }
    place.method = method.id;
    // A bridge looks the same, as its result is not shown: the one that was written comes first.
    if ((method.access & classfile::kAccBridge) == 0) break;
  }
  return place;
}

FieldId FindingPlaces::field_of(const Subject& subject) {
  std::size_t dot = subject.field.rfind('.');
  if (dot == std::string::npos) return {};
  ClassId owner = class_named(subject.field.substr(0, dot));
  if (!owner.valid()) return {};
  for (const Field& field : program_.fields(owner)) {
    if (classfile::to_utf8(program_.text(field.name)) == subject.field.substr(dot + 1)) return field.id;
  }
  return {};
}

}  // namespace snag
