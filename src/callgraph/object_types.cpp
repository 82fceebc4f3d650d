#include "callgraph/object_types.h"

#include "classfile/descriptor.h"
#include "classfile/language_names.h"

namespace snag {

ObjectTypes::ObjectTypes(Program& program)
    : program_(program),
      class_name_(program.names().intern(classfile::kClassClass)),
      constructor_name_(program.names().intern(classfile::kReflectedConstructorClass)),
      method_name_(program.names().intern(classfile::kReflectedMethodClass)) {}

ObjectTypeId ObjectTypes::intern(ObjectKind kind, Name name, Name method) {
  if (kind == ObjectKind::kOpaque && program_.text(name).starts_with('[')) kind = ObjectKind::kArray;
  auto [it, added] = ids_.try_emplace(std::tuple(kind, name, method), ObjectTypeId(size()));
  if (added) {
    ClassId class_id = kind == ObjectKind::kArray ? ClassId() : program_.find_class(name);
    types_.push_back({.kind = kind, .name = name, .class_id = class_id, .method = method});
  }
  return it->second;
}

ObjectTypeId ObjectTypes::narrow(ObjectTypeId type, Filter& filter) {
  if (type.value >= filter.passed.size()) filter.passed.resize(type.value + 1, kUnknown);
  if (filter.passed[type.value] == kUnknown) filter.passed[type.value] = narrow_uncached(type, filter.target).value;
  return ObjectTypeId(filter.passed[type.value]);
}

Name ObjectTypes::class_name(const ObjectType& type) const {
  return type.kind == ObjectKind::kClass         ? class_name_
         : type.kind == ObjectKind::kConstructor ? constructor_name_
         : type.kind == ObjectKind::kMethod      ? method_name_
                                                 : type.name;
}

ObjectTypeId ObjectTypes::narrow_uncached(ObjectTypeId type, Name target) {
  ObjectType object = types_[type.value];
  if (program_.is_assignable(class_name(object), target)) return type;
  if (object.kind != ObjectKind::kOpaque) return {};
  // Of some class below `name` that is not known: may also be a `target`, unless that is the application's own.
  if (program_.text(target).starts_with('[')) {
    return object.name == program_.object_name() ? intern(ObjectKind::kArray, target) : ObjectTypeId();
  }
  ClassId target_class = program_.find_class(target);
  if (!target_class.valid()) return intern(ObjectKind::kOpaque, target);
  if (is_user_class(target_class)) return {};
  bool possible = program_[target_class].is_interface() || !object.class_id.valid() ||
                  program_[object.class_id].is_interface() || program_.is_subtype(target_class, object.class_id);
  return possible ? intern(ObjectKind::kOpaque, target) : ObjectTypeId();
}

ClassId ObjectTypes::dispatch_class(ObjectTypeId id) {
  const ObjectType& type = types_[id.value];
  if (type.kind == ObjectKind::kArray) return program_.object_class();
  bool of_its_class = type.kind == ObjectKind::kObject || type.kind == ObjectKind::kOpaque;
  return of_its_class ? type.class_id : program_.find_class(class_name(type));
}

Name ObjectTypes::element_type(Name array_type) {
  std::string_view text = program_.text(array_type);
  if (!text.starts_with('[')) return {};
  return type_name(text.substr(1));
}

Name ObjectTypes::type_name(std::string_view descriptor) {
  std::string_view name = classfile::class_of_descriptor(descriptor);
  return name.empty() ? Name() : program_.names().intern(name);
}

const MethodSignature& ObjectTypes::signature(Name method_descriptor) {
  auto [it, added] = signatures_.try_emplace(method_descriptor);
  if (!added) return it->second;
  if (auto parsed = classfile::parse_method_descriptor(program_.text(method_descriptor))) {
    for (std::string_view parameter : parsed->parameters) it->second.parameters.push_back(type_name(parameter));
    it->second.result = type_name(parsed->result);
  }
  return it->second;
}

bool ObjectTypes::is_plain(Name type) {
  if (!type.valid()) return true;
  auto [it, added] = plain_.try_emplace(type);
  if (added) it->second = is_plain_uncached(type);
  return it->second;
}

bool ObjectTypes::is_plain_uncached(Name type) {
  std::string_view text = program_.text(type);
  if (text.starts_with('[')) {
    std::size_t dimensions = text.find_first_not_of('[');
    std::string_view element = classfile::class_of_descriptor(text.substr(dimensions));
    return element.empty() || is_plain_uncached(program_.names().intern(element));
  }
  if (type == class_name_ || type == constructor_name_ || type == method_name_) return false;
  ClassId id = program_.find_class(type);
  if (!id.valid() || program_[id].origin != Origin::kJdk || program_[id].synthetic) return false;
  return (program_[id].access & classfile::kAccFinal) != 0;
}

}  // namespace snag
