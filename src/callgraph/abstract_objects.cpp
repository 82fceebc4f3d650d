#include "callgraph/abstract_objects.h"

#include "classfile/descriptor.h"
#include "classfile/language_names.h"

namespace snag {

AbstractObjects::AbstractObjects(Program& program, const library::Policy& policy, bool apart)
    : program_(program),
      policy_(policy),
      apart_(apart),
      class_name_(program.names().intern(classfile::kClassClass)),
      constructor_name_(program.names().intern(classfile::kReflectedConstructorClass)),
      method_name_(program.names().intern(classfile::kReflectedMethodClass)) {}

ObjectId AbstractObjects::intern(ObjectKind kind, Name name, Name method) {
  if (kind == ObjectKind::kOpaque && program_.text(name).starts_with('[')) kind = ObjectKind::kArray;
  auto [it, added] = ids_.try_emplace(std::tuple(kind, name, method), ObjectId(size()));
  if (added) {
    ClassId class_id = kind == ObjectKind::kArray ? ClassId() : program_.find_class(name);
    types_.push_back({.kind = kind,
                      .name = name,
                      .class_id = class_id,
                      .method = method,
                      .site = {},
                      .context = {},
                      .type = it->second});
  }
  return it->second;
}

ObjectId AbstractObjects::allocated(ObjectId type, PlaceId site, ContextId context) {
  auto [it, added] = allocated_.try_emplace(std::tuple(type, site, context), ObjectId(size()));
  if (added) {
    AbstractObject object = types_[type.value];
    object.site = site;
    object.context = context;
    types_.push_back(object);
  }
  return it->second;
}

FilterId AbstractObjects::filter(Name target) {
  auto [it, added] = filter_ids_.try_emplace(target, static_cast<std::uint32_t>(filters_.size()));
  if (added) filters_.push_back({.target = target});
  return it->second;
}

ClassId AbstractObjects::target_class(Filter& filter) {
  if (!filter.target_class) filter.target_class = program_.find_class(filter.target);
  return *filter.target_class;
}

ObjectId AbstractObjects::narrow(ObjectId type, Filter& filter) {
  const ObjectId by_type = types_[type.value].type;
  if (by_type.value >= filter.passed.size()) filter.passed.resize(by_type.value + 1, kUnknown);
  if (filter.passed[by_type.value] == kUnknown) {
    const std::uint32_t narrowed = narrow_uncached(by_type, filter).value;
    filter.passed[by_type.value] = narrowed;
  }
  const std::uint32_t narrowed = filter.passed[by_type.value];
  // An opaque object that is known by its place stays the same object, whatever else is found out about its type.
  const bool same = narrowed == by_type.value || (narrowed != ObjectId::kInvalid && types_[type.value].site.valid());
  return same ? type : ObjectId(narrowed);
}

Name AbstractObjects::class_name(const AbstractObject& type) const {
  return type.kind == ObjectKind::kClass         ? class_name_
         : type.kind == ObjectKind::kConstructor ? constructor_name_
         : type.kind == ObjectKind::kMethod      ? method_name_
                                                 : type.name;
}

// As Program::is_assignable, but both classes are looked up once, and not for each pair.
bool AbstractObjects::is_assignable(const AbstractObject& object, Filter& filter) {
  if (object.kind == ObjectKind::kArray) return program_.is_assignable(object.name, filter.target);
  if (class_name(object) == filter.target || is_object(filter.target)) return true;
  if (program_.text(filter.target).starts_with('[')) return false;
  const ClassId of = class_of(object);
  const ClassId target = of.valid() ? target_class(filter) : ClassId();
  return target.valid() && program_.is_subtype(of, target);
}

ObjectId AbstractObjects::narrow_uncached(ObjectId type, Filter& filter) {
  const Name target = filter.target;
  const AbstractObject object = types_[type.value];
  if (is_assignable(object, filter)) return type;
  if (object.kind != ObjectKind::kOpaque) return {};
  // Of some class below `name` that is not known: may also be a `target`, unless that is the application's own.
  if (program_.text(target).starts_with('[')) {
    return object.name == program_.object_name() ? intern(ObjectKind::kArray, target) : ObjectId();
  }
  const ClassId id = target_class(filter);
  if (!id.valid()) return intern(ObjectKind::kOpaque, target);
  if (is_user_class(id)) return {};
  bool possible = program_[id].is_interface() || !object.class_id.valid() || program_[object.class_id].is_interface() ||
                  program_.is_subtype(id, object.class_id);
  return possible ? intern(ObjectKind::kOpaque, target) : ObjectId();
}

ClassId AbstractObjects::dispatch_class(ObjectId id) {
  const AbstractObject& type = types_[id.value];
  return type.kind == ObjectKind::kArray ? program_.object_class() : class_of(type);
}

ClassId AbstractObjects::class_of(const AbstractObject& object) {
  if (object.kind == ObjectKind::kObject || object.kind == ObjectKind::kOpaque) return object.class_id;
  const Name name = class_name(object);
  std::optional<ClassId>& known = reflected_classes_[name == class_name_ ? 0 : name == constructor_name_ ? 1 : 2];
  if (!known) known = program_.find_class(name);
  return *known;
}

Name AbstractObjects::element_type(Name array_type) {
  std::string_view text = program_.text(array_type);
  if (!text.starts_with('[')) return {};
  return type_name(text.substr(1));
}

Name AbstractObjects::type_name(std::string_view descriptor) {
  std::string_view name = classfile::class_of_descriptor(descriptor);
  return name.empty() ? Name() : program_.names().intern(name);
}

const MethodSignature& AbstractObjects::signature(Name method_descriptor) {
  auto [it, added] = signatures_.try_emplace(method_descriptor);
  if (!added) return it->second;
  if (auto parsed = classfile::parse_method_descriptor(program_.text(method_descriptor))) {
    for (std::string_view parameter : parsed->parameters) it->second.parameters.push_back(type_name(parameter));
    it->second.result = type_name(parsed->result);
  }
  return it->second;
}

bool AbstractObjects::is_user_type(Name type) {
  std::string_view text = program_.text(type);
  if (!text.starts_with('[')) return is_user_class(program_.find_class(type));
  const Name element = type_name(text.substr(text.find_first_not_of('[')));
  return element.valid() && is_user_class(program_.find_class(element));
}

bool AbstractObjects::is_plain(Name type) {
  if (!type.valid()) return true;
  auto [it, added] = plain_.try_emplace(type);
  if (added) it->second = is_plain_uncached(type);
  return it->second;
}

bool AbstractObjects::is_plain_uncached(Name type) {
  std::string_view text = program_.text(type);
  if (text.starts_with('[')) {
    if (apart_) return false;
    std::size_t dimensions = text.find_first_not_of('[');
    std::string_view element = classfile::class_of_descriptor(text.substr(dimensions));
    return element.empty() || is_plain_uncached(program_.names().intern(element));
  }
  if (type == class_name_ || type == constructor_name_ || type == method_name_) return false;
  ClassId id = program_.find_class(type);
  if (!id.valid() || program_[id].origin != Origin::kJdk || program_[id].synthetic) return false;
  if ((program_[id].access & classfile::kAccFinal) == 0) return false;
  return !apart_ || policy_.immutable.matches(text);
}

bool AbstractObjects::has_identity(ObjectId id) {
  if (!apart_) return false;
  id = types_[id.value].type;
  if (id.value >= identity_.size()) identity_.resize(types_.size(), 0);
  std::uint8_t& known = identity_[id.value];
  if (known == 0) {
    const AbstractObject& type = types_[id.value];
    bool identity =
        type.kind == ObjectKind::kArray || type.kind == ObjectKind::kObject || type.kind == ObjectKind::kOpaque;
    if (identity && type.class_id.valid()) {
      const ClassId throwable = program_.find_class(classfile::kThrowableClass);
      identity = !policy_.immutable.matches(program_.text(type.name)) &&
                 !(throwable.valid() && program_.is_subtype(type.class_id, throwable));
    }
    known = identity ? 2 : 1;
  }
  return known == 2;
}

}  // namespace snag
