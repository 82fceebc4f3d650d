#include "checks/finding_places.h"

#include <optional>

#include "classfile/descriptor.h"
#include "classfile/modified_utf8.h"

namespace snag {

const FindingPlaces::Index& FindingPlaces::class_named(const std::string& source_name) {
  std::unique_ptr<const Index>& known = classes_[source_name];
  if (known != nullptr) return *known;
  auto made = std::make_unique<Index>();
  std::optional<std::string> name = classfile::to_modified_utf8(classfile::to_internal_class(source_name));
  Name interned = name ? program_.names().find(*name) : Name();
  if (interned.valid()) made->id = program_.loaded_class(interned);
  if (made->id.valid()) {
    for (const Method& method : program_.methods(made->id)) {
      MethodId& entry =
          made->methods[classfile::to_source_method(program_.text(method.name), program_.text(method.descriptor))];
      // A bridge looks like the method that was written, as results are not shown: that one is meant.
      if (!entry.valid() || (method.access & classfile::kAccBridge) == 0) entry = method.id;
    }
    for (const Field& field : program_.fields(made->id)) {
      made->fields.try_emplace(classfile::to_utf8(program_.text(field.name)), field.id);
    }
  }
  known = std::move(made);
  return *known;
}

FindingPlace FindingPlaces::place_of(const Finding& finding) {
  const Index& index = class_named(finding.class_name);
  auto method = index.methods.find(finding.method);
  return {.type = index.id, .method = method == index.methods.end() ? MethodId() : method->second};
}

FieldId FindingPlaces::field_of(const Subject& subject) {
  std::size_t dot = subject.field.rfind('.');
  if (dot == std::string::npos) return {};
  const Index& index = class_named(subject.field.substr(0, dot));
  auto field = index.fields.find(subject.field.substr(dot + 1));
  return field == index.fields.end() ? FieldId() : field->second;
}

}  // namespace snag
