#include "sections/guarded_by.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "classfile/descriptor.h"
#include "classfile/language_names.h"
#include "program/annotations.h"
#include "program/enclosing.h"

namespace snag::sections {

namespace {

constexpr std::size_t kMaximumWords = 16;
constexpr int kMaximumSuperclasses = 64;
constexpr int kMaximumNesting = 16;  // classes around a class; hostile class files may go in circles

class GuardReader {
 public:
  // `has_this`: there is an object to start from.
  GuardReader(Program& program, const FieldFacts& fields, ClassId type, bool has_this)
      : program_(program), fields_(fields), type_(type), has_this_(has_this) {}

  NamedLock read(std::string_view text) const {
    std::vector<std::string_view> words = split(text);
    if (words.empty() || words.size() > kMaximumWords) return {};
    if (words.back() == "class" && words.size() > 1)
      return {class_object(text.substr(0, text.size() - std::string_view(".class").size()))};
    Place start = beginning(words);
    for (; start.type.valid() && start.used < words.size(); ++start.used) {
      FieldId field = field_named(start.type, words[start.used]);
      if (!field.valid() || program_[field].is_static()) return {};
      step(start, field);
    }
    if (start.used != words.size()) return {};
    // `@GuardedBy("readLock")`, where the field holds a view: the lock that has it, as at `readLock.lock()`.
    const NamedByView lock = fields_.lock_behind(start.path);
    return {lock.path, lock.mode.value_or(LockMode::kExclusive)};
  }

 private:
  // An object on the way: how it is named, which class it is of, and how many words say so.
  struct Place {
    AccessPath path;
    ClassId type;
    std::size_t used = 0;
  };

  // Identifiers between dots; nothing if there is anything else.
  static std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> words;
    for (;;) {
      std::size_t dot = std::min(text.find('.'), text.size());
      std::string_view word = text.substr(0, dot);
      if (word.empty() || word.find_first_of("()[]<>;/ \t\n") != word.npos) return {};
      words.push_back(word);
      if (dot == text.size()) return words;
      text.remove_prefix(dot + 1);
    }
  }

  void step(Place& place, FieldId field) const {
    place.path =
        program_[field].is_static() ? AccessPath(AccessPath::Root::kStatic, field.value) : place.path.then(field.value);
    std::string_view type = classfile::class_of_descriptor(program_.text(program_[field].descriptor));
    place.type = type.empty() ? ClassId() : program_.find_class(type);
  }

  Place this_object() const {
    return {has_this_ ? AccessPath(AccessPath::Root::kParameter, 0) : AccessPath(), type_, 1};
  }

  Place beginning(const std::vector<std::string_view>& words) const {
    if (words[0] == "this") return this_object();
    // A field, of the nearest class that has one of that name.
    Place around = this_object();
    for (int depth = 0; depth < kMaximumNesting && around.type.valid(); ++depth) {
      if (FieldId field = field_named(around.type, words[0]); field.valid()) {
        step(around, field);
        return around;
      }
      around = object_around(around);
    }
    // `Outer.this`, and a static field of another class; a class has the longest name that fits.
    for (std::size_t count = words.size() - 1; count > 0; --count) {
      ClassId named = class_named(words, count);
      if (!named.valid()) continue;
      if (words[count] == "this") return object_of(named, count + 1);
      FieldId field = field_named(named, words[count]);
      if (!field.valid() || !program_[field].is_static()) return {};
      Place place{{}, named, count + 1};
      step(place, field);
      return place;
    }
    return {};
  }

  // The object of the class around: javac keeps it in a field this$0.
  Place object_around(const Place& inner) const {
    ClassId outer = enclosing(program_, inner.type).type;
    if (!outer.valid()) return {};
    for (const Field& field : program_.fields(inner.type)) {
      bool is_outer = program_.text(field.name).starts_with("this$") && !field.is_static() &&
                      classfile::class_of_descriptor(program_.text(field.descriptor)) == program_.name(outer);
      if (is_outer) return {inner.path.then(field.id.value), outer, 1};
    }
    return {{}, outer, 1};  // a static class, or one that does not need it: static fields still have names
  }

  Place object_of(ClassId wanted, std::size_t used) const {
    Place place = this_object();
    for (int depth = 0; depth < kMaximumNesting && place.type.valid() && place.type != wanted; ++depth) {
      place = object_around(place);
    }
    place.used = used;
    return place;
  }

  AccessPath class_object(std::string_view name) const {
    std::vector<std::string_view> words = split(name);
    ClassId named = words.empty() ? ClassId() : class_named(words, words.size());
    return named.valid() ? AccessPath(AccessPath::Root::kClass, program_[named].name.value) : AccessPath();
  }

  // The class that the first `count` words name: as seen from this class and those around it, from the package, or by
  // the whole name. In whole names, too, the classes around are parted by $ instead of a dot.
  ClassId class_named(const std::vector<std::string_view>& words, std::size_t count) const {
    std::string nested, whole;
    for (std::size_t n = 0; n < count; ++n) nested += (n == 0 ? "" : "$") + std::string(words[n]);
    ClassId around = type_;
    for (int depth = 0; depth < kMaximumNesting && around.valid(); ++depth) {
      std::string_view name = program_.name(around);
      if (name.substr(name.find_last_of("/$") + 1) == nested) return around;
      if (ClassId member = find(std::string(name) + "$" + nested); member.valid()) return member;
      around = enclosing(program_, around).type;
    }
    std::string_view own = program_.name(type_);
    std::size_t package = own.rfind('/');
    if (package != own.npos) {
      if (ClassId found = find(std::string(own.substr(0, package + 1)) + nested); found.valid()) return found;
    }
    for (std::size_t outer = count; outer-- > 0;) {  // a.b.C.D: a/b/C/D, a/b/C$D, a/b$C$D …
      whole.clear();
      for (std::size_t n = 0; n < count; ++n) {
        whole += (n == 0 ? "" : n > outer ? "$" : "/") + std::string(words[n]);
      }
      if (ClassId found = find(whole); found.valid()) return found;
    }
    return find(std::string(classfile::kLanguagePackage) + nested);
  }

  ClassId find(const std::string& name) const {
    return classfile::is_class_name(name) ? program_.find_class(name) : ClassId();
  }

  FieldId field_named(ClassId type, std::string_view name) const {
    for (int depth = 0; depth < kMaximumSuperclasses && type.valid(); ++depth, type = program_.superclass(type)) {
      for (const Field& field : program_.fields(type)) {
        if (program_.text(field.name) == name) return field.id;
      }
    }
    return {};
  }

  Program& program_;
  const FieldFacts& fields_;
  const ClassId type_;
  const bool has_this_;
};

// Of a method or a field.
template <class Member>
Locks guards_of_member(Program& program, const FieldFacts& fields, const Member& member, std::string_view itself) {
  constexpr std::size_t kMaximumGuards = 8;  // people write one or two; each is looked for among all fields
  Locks result;
  for (const KnownAnnotation& known : program.annotations(member.owner).of(member)) {
    if (known.kind != AnnotationKind::kGuardedBy) continue;
    GuardReader reader(program, fields, member.owner, /*has_this=*/!member.is_static());
    for (std::string_view text : std::span(known.values).first(std::min(known.values.size(), kMaximumGuards))) {
      const NamedLock lock = reader.read(text == "itself" ? itself : text);
      if (lock.path.known()) add_lock(result, lock);
    }
  }
  return result;
}

}  // namespace

Locks guards_of(Program& program, const FieldFacts& fields, const Method& method) {
  return guards_of_member(program, fields, method, /*itself=*/"itself");
}

Locks guards_of(Program& program, const FieldFacts& fields, const Field& field) {
  return guards_of_member(program, fields, field, /*itself=*/program.text(field.name));
}

}  // namespace snag::sections
