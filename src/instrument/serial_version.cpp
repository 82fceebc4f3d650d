#include "instrument/serial_version.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "classfile/class_writer.h"
#include "classfile/language_names.h"
#include "instrument/sha1.h"

namespace snag::instrument {

using namespace classfile;

namespace {

struct SerialMember {
  std::string name, descriptor;
  std::uint32_t access;
};

// DataOutputStream.writeUTF writes modified UTF-8, as class files contain it.
void write_utf(ByteBuffer& out, std::string_view text) {
  append_u2(out, static_cast<std::uint32_t>(text.size()));
  out.insert(out.end(), text.begin(), text.end());
}

void write_member(ByteBuffer& out, const SerialMember& member) {
  write_utf(out, member.name);
  append_u4(out, member.access);
  write_utf(out, member.descriptor);
}

std::string with_dots(std::string_view text) {
  std::string result(text);
  std::replace(result.begin(), result.end(), '/', '.');
  return result;
}

// Java compares UTF-16 code units, and std::string compares bytes as unsigned numbers. In modified UTF-8 both give the
// same order: surrogates are two characters of three bytes. Only NUL would differ, which no name contains.
bool by_name(const SerialMember& a, const SerialMember& b) { return a.name < b.name; }
bool by_descriptor(const SerialMember& a, const SerialMember& b) { return a.descriptor < b.descriptor; }
bool by_both(const SerialMember& a, const SerialMember& b) {
  return std::tie(a.name, a.descriptor) < std::tie(b.name, b.descriptor);
}

// ObjectStreamClass uses Class.getModifiers, which for a nested class come from its InnerClasses entry.
std::uint32_t class_modifiers(const ClassFile& file) {
  std::uint32_t access = file.access();
  for (const InnerClass& inner : inner_classes(file)) {
    if (file.constants().class_name(inner.inner) == file.name()) access = inner.access;
  }
  return access & (kAccPublic | kAccFinal | kAccInterface | kAccAbstract);
}

}  // namespace

std::optional<std::int64_t> default_serial_version(const ClassFile& file) {
  if ((file.access() & (kAccInterface | kAccEnum)) != 0) return std::nullopt;
  std::string_view super = file.super_name();
  if (super == kEnumClass || super == kRecordClass || super.empty()) return std::nullopt;
  if (super == kObjectClass && file.interface_count() == 0) return std::nullopt;
  for (const Member& field : file.fields()) {
    if (file.name(field) == "serialVersionUID") return std::nullopt;
  }

  ByteBuffer out;
  write_utf(out, with_dots(file.name()));
  append_u4(out, class_modifiers(file));
  std::vector<std::string> interfaces;
  for (std::uint32_t i = 0; i < file.interface_count(); ++i) {
    interfaces.push_back(with_dots(file.constants().class_name(file.interface_at(i))));
  }
  std::sort(interfaces.begin(), interfaces.end());
  for (const std::string& name : interfaces) write_utf(out, name);

  constexpr std::uint32_t kFieldMask =
      kAccPublic | kAccPrivate | kAccProtected | kAccStatic | kAccFinal | kAccVolatile | kAccTransient;
  std::vector<SerialMember> fields;
  for (const Member& field : file.fields()) {
    std::uint32_t access = field.access & kFieldMask;
    if ((access & kAccPrivate) != 0 && (access & (kAccStatic | kAccTransient)) != 0) continue;
    fields.push_back({std::string(file.name(field)), std::string(file.descriptor(field)), access});
  }
  std::stable_sort(fields.begin(), fields.end(), by_name);
  for (const SerialMember& field : fields) write_member(out, field);

  constexpr std::uint32_t kMethodMask = kAccPublic | kAccPrivate | kAccProtected | kAccStatic | kAccFinal |
                                        kAccSynchronized | kAccNative | kAccAbstract | kAccStrict;
  std::vector<SerialMember> constructors, methods;
  for (const Member& method : file.methods()) {
    std::string_view name = file.name(method);
    if (name == kClassInitializerName) {
      write_member(out, {std::string(name), "()V", kAccStatic});
      continue;
    }
    std::uint32_t access = method.access & kMethodMask;
    if ((access & kAccPrivate) != 0) continue;
    (name == kConstructorName ? constructors : methods)
        .push_back({std::string(name), with_dots(file.descriptor(method)), access});
  }
  std::stable_sort(constructors.begin(), constructors.end(), by_descriptor);
  std::stable_sort(methods.begin(), methods.end(), by_both);
  for (const SerialMember& constructor : constructors) write_member(out, constructor);
  for (const SerialMember& method : methods) write_member(out, method);

  auto hash = sha1(out);
  std::uint64_t value = 0;
  for (int i = 7; i >= 0; --i) value = value << 8 | hash[static_cast<std::size_t>(i)];
  return static_cast<std::int64_t>(value);
}

}  // namespace snag::instrument
