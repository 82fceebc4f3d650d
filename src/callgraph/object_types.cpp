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

ObjectTypes::Filter& ObjectTypes::filter(Name target) {
  Filter& result = filters_[target];
  result.target = target;
  return result;
}

ObjectTypeId ObjectTypes::narrow(ObjectTypeId type, Filter& filter) {
  if (is_object(filter.target)) return type;
  if (type.value < filter.passed.size() && filter.passed[type.value] != kUnknown) {
    return ObjectTypeId(filter.passed[type.value]);
  }
  ObjectTypeId result = narrow_uncached(type, filter.target);
  if (type.value >= filter.passed.size()) filter.passed.resize(type.value + 1, kUnknown);
  filter.passed[type.value] = result.value;
  return result;
}

ObjectTypeId ObjectTypes::narrow_uncached(ObjectTypeId type, Name target) {
  ObjectType object = types_[type.value];
  Name name = object.kind == ObjectKind::kClass         ? class_name_
              : object.kind == ObjectKind::kConstructor ? constructor_name_
              : object.kind == ObjectKind::kMethod      ? method_name_
                                                        : object.name;
  if (program_.is_assignable(name, target)) return type;
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
  switch (types_[id.value].kind) {
    case ObjectKind::kObject:
    case ObjectKind::kOpaque:
      return types_[id.value].class_id;
    case ObjectKind::kArray:
      return program_.object_class();
    case ObjectKind::kClass:
      return program_.find_class(class_name_);
    case ObjectKind::kConstructor:
      return program_.find_class(constructor_name_);
    case ObjectKind::kMethod:
      return program_.find_class(method_name_);
  }
  return {};
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
  auto [it, added] = plain_.try_emplace(type, false);
  if (added) {
    bool plain = is_plain_uncached(type);
    plain_[type] = plain;
    return plain;
  }
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
