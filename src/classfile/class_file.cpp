#include "classfile/class_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "classfile/attribute_grammar.h"

namespace snag::classfile {

namespace {

// A walker that skips annotations.
class AnnotationWalker : public CursorWalker {
 public:
  using CursorWalker::CursorWalker;
  std::uint16_t ref(TagSet) { return cursor_.u2(); }
};

}  // namespace

void AttributeReader::look_up(Cursor& cursor, const Attribute& attribute, Known& known) const {
  if (cursor.ok() && !constants_.has(attribute.name, tags(ConstantTag::kUtf8))) {
    cursor.fail_at("attribute name is not a text constant", attribute.offset - 6);
  }
  if (!cursor.ok()) return;
  known = {attribute.name, attribute_kind(constants_.utf8(attribute.name), location_, major_)};
}

void ClassFile::read_attributes(Cursor& cursor, AttributeReader& reader, std::uint32_t& first, std::uint32_t& count) {
  first = static_cast<std::uint32_t>(attributes_.size());
  count = cursor.u2();
  for (std::uint32_t i = 0; i < count && cursor.ok(); ++i) attributes_.push_back(reader.read(cursor));
}

Result<ClassFile> ClassFile::parse(Bytes bytes) {
  ClassFile file;
  file.bytes_ = bytes;
  Cursor cursor(bytes);
  if (bytes.size() > 0xFFFF'FFFFu) return failure("class file is larger than 4 GiB", 0);
  if (cursor.u4() != kClassMagic) return failure("not a class file: it does not start with CAFEBABE", 0);
  file.minor_ = cursor.u2();
  file.major_ = cursor.u2();
  if (file.major_ < kOldestMajor && cursor.ok()) {
    return failure(fmt::format("class file version {} is older than Java 1.0's ({})", file.major_, kOldestMajor), 6);
  }
  file.constants_ = ConstantPool::read(cursor, bytes);
  const ConstantPool& constants = file.constants_;
  constexpr TagSet kClass = tags(ConstantTag::kClass);
  constexpr TagSet kUtf8 = tags(ConstantTag::kUtf8);

  file.access_ = cursor.u2();
  file.this_class_ = cursor.u2();
  if (cursor.ok() && !constants.has(file.this_class_, kClass))
    cursor.fail_at("this_class is not a class constant", cursor.offset() - 2);
  file.super_class_ = cursor.u2();
  if (cursor.ok() && file.super_class_ != 0 && !constants.has(file.super_class_, kClass)) {
    cursor.fail_at("super_class is not a class constant", cursor.offset() - 2);
  }
  file.interface_count_ = cursor.u2();
  file.interfaces_offset_ = static_cast<std::uint32_t>(cursor.offset());
  for (std::uint32_t i = 0; i < file.interface_count_ && cursor.ok(); ++i) {
    if (!constants.has(cursor.u2(), kClass)) cursor.fail_at("interface is not a class constant", cursor.offset() - 2);
  }

  for (AttributeLocation location : {AttributeLocation::kField, AttributeLocation::kMethod}) {
    AttributeReader reader(constants, location, file.major_);
    std::uint32_t count = cursor.u2();
    // A member takes at least eight bytes: a wrong count must not cost memory.
    std::size_t members = std::min<std::size_t>(count, cursor.remaining() / 8);
    file.members_.reserve(file.members_.size() + members);
    if (location == AttributeLocation::kMethod) file.attributes_.reserve(file.attributes_.size() + members + 4);
    for (std::uint32_t i = 0; i < count && cursor.ok(); ++i) {
      std::size_t at = cursor.offset();
      Member member;
      member.access = cursor.u2();
      member.name = cursor.u2();
      member.descriptor = cursor.u2();
      if (cursor.ok() && !(constants.has(member.name, kUtf8) && constants.has(member.descriptor, kUtf8))) {
        cursor.fail_at("name or descriptor of a member is not a text constant", at);
      }
      file.read_attributes(cursor, reader, member.first_attribute, member.attribute_count);
      file.members_.push_back(member);
    }
    if (location == AttributeLocation::kField) file.field_count_ = static_cast<std::uint32_t>(file.members_.size());
  }
  AttributeReader reader(constants, AttributeLocation::kClass, file.major_);
  file.read_attributes(cursor, reader, file.first_attribute_, file.attribute_count_);
  if (!cursor.ok()) return cursor.error();
  if (!cursor.at_end()) return failure("bytes after the end of the class", cursor.offset());
  return file;
}

const Attribute* find_attribute(std::span<const Attribute> attributes, AttributeKind kind) {
  for (const Attribute& attribute : attributes) {
    if (attribute.kind == kind) return &attribute;
  }
  return nullptr;
}

Code read_code_start(Cursor& cursor) {
  Code code;
  code.max_stack = cursor.u2();
  code.max_locals = cursor.u2();
  std::uint32_t length = cursor.u4();
  code.code_offset = static_cast<std::uint32_t>(cursor.offset());
  code.code = cursor.bytes(length);
  if (cursor.ok() && (length == 0 || length > 0xFFFF)) {
    cursor.fail_at("code must have 1 to 65535 bytes", code.code_offset - 4);
  }
  return code;
}

Result<std::optional<Code>> read_code(const ClassFile& file, const Member& method) {
  const Attribute* attribute = find_attribute(file.attributes(method), AttributeKind::kCode);
  if (attribute == nullptr) return std::optional<Code>();
  Cursor cursor = file.cursor(*attribute);
  Code code = read_code_start(cursor);
  std::uint32_t handlers = cursor.u2();
  code.handlers.reserve(std::min<std::size_t>(handlers, cursor.remaining() / 8));
  for (std::uint32_t i = 0; i < handlers && cursor.ok(); ++i) {
    ExceptionHandler handler;
    std::size_t at = cursor.offset();
    handler.start = cursor.u2();
    handler.end = cursor.u2();
    handler.handler = cursor.u2();
    handler.catch_type = cursor.u2();
    if (handler.catch_type != 0 && !file.constants().has(handler.catch_type, tags(ConstantTag::kClass))) {
      cursor.fail_at("catch type is not a class constant", at + 6);
    }
    code.handlers.push_back(handler);
  }
  AttributeReader reader(file.constants(), AttributeLocation::kCode, file.major());
  std::uint32_t attributes = cursor.u2();
  for (std::uint32_t i = 0; i < attributes && cursor.ok(); ++i) code.attributes.push_back(reader.read(cursor));
  if (cursor.ok() && !cursor.at_end()) cursor.fail("bytes after the end of the Code attribute");
  if (!cursor.ok()) return cursor.error();
  return std::optional<Code>(std::move(code));
}

std::vector<LineNumber> line_numbers(const ClassFile& file, const Code& code) {
  std::vector<LineNumber> lines;
  for (const Attribute& attribute : code.attributes) {  // there may be several tables, in any order (JVMS 4.7.12)
    if (attribute.kind != AttributeKind::kLineNumberTable) continue;
    Cursor cursor = file.cursor(attribute);
    std::uint32_t count = cursor.u2();
    lines.reserve(lines.size() + std::min<std::size_t>(count, cursor.remaining() / 4));
    for (std::uint32_t i = 0; i < count; ++i) {
      LineNumber line{cursor.u2(), cursor.u2()};
      if (!cursor.ok()) break;
      lines.push_back(line);
    }
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const LineNumber& a, const LineNumber& b) { return a.start < b.start; });
  return lines;
}

std::vector<LocalVariable> local_variables(const ClassFile& file, const Code& code) {
  std::vector<LocalVariable> variables;
  for (const Attribute& attribute : code.attributes) {
    if (attribute.kind != AttributeKind::kLocalVariableTable) continue;
    Cursor cursor = file.cursor(attribute);
    std::uint32_t count = cursor.u2();
    variables.reserve(variables.size() + std::min<std::size_t>(count, cursor.remaining() / 10));
    for (std::uint32_t i = 0; i < count; ++i) {
      LocalVariable variable{cursor.u2(), cursor.u2(), cursor.u2(), cursor.u2(), cursor.u2()};
      if (!cursor.ok()) break;
      variables.push_back(variable);
    }
  }
  return variables;
}

std::vector<BootstrapMethod> bootstrap_methods(const ClassFile& file) {
  std::vector<BootstrapMethod> methods;
  const Attribute* attribute = find_attribute(file.attributes(), AttributeKind::kBootstrapMethods);
  if (attribute == nullptr) return methods;
  Cursor cursor = file.cursor(*attribute);
  for (std::uint32_t count = cursor.u2(); count > 0 && cursor.ok(); --count) {
    BootstrapMethod method;
    method.handle = cursor.u2();
    for (std::uint32_t arguments = cursor.u2(); arguments > 0 && cursor.ok(); --arguments) {
      method.arguments.push_back(cursor.u2());
    }
    if (cursor.ok()) methods.push_back(std::move(method));
  }
  return methods;
}

std::vector<InnerClass> inner_classes(const ClassFile& file) {
  std::vector<InnerClass> classes;
  const Attribute* attribute = find_attribute(file.attributes(), AttributeKind::kInnerClasses);
  if (attribute == nullptr) return classes;
  Cursor cursor = file.cursor(*attribute);
  for (std::uint32_t count = cursor.u2(); count > 0 && cursor.ok(); --count) {
    InnerClass inner{cursor.u2(), cursor.u2(), cursor.u2(), cursor.u2()};
    if (cursor.ok()) classes.push_back(inner);
  }
  return classes;
}

std::vector<RecordComponent> record_components(const ClassFile& file) {
  std::vector<RecordComponent> components;
  const Attribute* attribute = find_attribute(file.attributes(), AttributeKind::kRecord);
  if (attribute == nullptr) return components;
  Cursor cursor = file.cursor(*attribute);
  AttributeReader reader(file.constants(), AttributeLocation::kRecordComponent, file.major());
  for (std::uint32_t count = cursor.u2(); count > 0 && cursor.ok(); --count) {
    RecordComponent component{cursor.u2(), cursor.u2()};
    for (std::uint32_t nested = cursor.u2(); nested > 0 && cursor.ok(); --nested) reader.read(cursor);
    if (cursor.ok()) components.push_back(component);
  }
  return components;
}

std::vector<ConstantIndex> class_list(const ClassFile& file, AttributeKind kind) {
  std::vector<ConstantIndex> classes;
  const Attribute* attribute = find_attribute(file.attributes(), kind);
  if (attribute == nullptr) return classes;
  Cursor cursor = file.cursor(*attribute);
  for (std::uint32_t count = cursor.u2(); count > 0 && cursor.ok(); --count) {
    ConstantIndex index = cursor.u2();
    if (cursor.ok()) classes.push_back(index);
  }
  return classes;
}

std::string_view source_file(const ClassFile& file) {
  const Attribute* attribute = find_attribute(file.attributes(), AttributeKind::kSourceFile);
  return attribute == nullptr ? std::string_view() : file.constants().utf8(file.cursor(*attribute).u2());
}

std::string_view signature(const ClassFile& file, std::span<const Attribute> attributes) {
  const Attribute* attribute = find_attribute(attributes, AttributeKind::kSignature);
  return attribute == nullptr ? std::string_view() : file.constants().utf8(file.cursor(*attribute).u2());
}

std::vector<std::string_view> annotation_types(const ClassFile& file, std::span<const Attribute> attributes) {
  std::vector<std::string_view> types;
  for (const Attribute& attribute : attributes) {
    if (attribute.kind != AttributeKind::kRuntimeVisibleAnnotations &&
        attribute.kind != AttributeKind::kRuntimeInvisibleAnnotations) {
      continue;
    }
    Cursor cursor = file.cursor(attribute);
    AnnotationWalker walker(cursor);
    walker.repeat2([&] {
      std::string_view type = file.constants().utf8(Cursor(cursor).u2());  // an annotation starts with its type
      grammar::annotation(walker);
      if (cursor.ok()) types.push_back(type);
    });
  }
  return types;
}

}  // namespace snag::classfile
