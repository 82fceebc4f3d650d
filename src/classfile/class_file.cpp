#include "classfile/class_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace snag::classfile {

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

namespace {

// Reads the rows of all tables of one kind. A table is a two-byte count and its rows, which have at least `row_size`
// bytes: a wrong count must not cost memory.
template <class Row, class Read>
std::vector<Row> read_tables(const ClassFile& file, std::span<const Attribute> attributes, AttributeKind kind,
                             std::size_t row_size, Read read) {
  std::vector<Row> rows;
  for (const Attribute& attribute : attributes) {
    if (attribute.kind != kind) continue;
    Cursor cursor = file.cursor(attribute);
    std::uint32_t count = cursor.u2();
    rows.reserve(rows.size() + std::min<std::size_t>(count, cursor.remaining() / row_size));
    for (; count > 0; --count) {
      Row row = read(cursor);
      if (!cursor.ok()) break;
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

std::string_view text_of(const ClassFile& file, std::span<const Attribute> attributes, AttributeKind kind) {
  const Attribute* attribute = find_attribute(attributes, kind);
  return attribute == nullptr ? std::string_view() : file.constants().utf8(file.cursor(*attribute).u2());
}

}  // namespace

std::vector<LineNumber> line_numbers(const ClassFile& file, const Code& code) {
  // There may be several tables, in any order (JVMS 4.7.12).
  auto lines = read_tables<LineNumber>(file, code.attributes, AttributeKind::kLineNumberTable, 4, [](Cursor& cursor) {
    return LineNumber{cursor.u2(), cursor.u2()};
  });
  std::stable_sort(lines.begin(), lines.end(),
                   [](const LineNumber& a, const LineNumber& b) { return a.start < b.start; });
  return lines;
}

std::vector<LocalVariable> local_variables(const ClassFile& file, const Code& code) {
  return read_tables<LocalVariable>(file, code.attributes, AttributeKind::kLocalVariableTable, 10, [](Cursor& cursor) {
    return LocalVariable{cursor.u2(), cursor.u2(), cursor.u2(), cursor.u2(), cursor.u2()};
  });
}

std::vector<BootstrapMethod> bootstrap_methods(const ClassFile& file) {
  return read_tables<BootstrapMethod>(file, file.attributes(), AttributeKind::kBootstrapMethods, 4, [](Cursor& cursor) {
    BootstrapMethod method{cursor.u2(), {}};
    for (std::uint32_t arguments = cursor.u2(); arguments > 0 && cursor.ok(); --arguments) {
      method.arguments.push_back(cursor.u2());
    }
    return method;
  });
}

std::vector<InnerClass> inner_classes(const ClassFile& file) {
  return read_tables<InnerClass>(file, file.attributes(), AttributeKind::kInnerClasses, 8, [](Cursor& cursor) {
    return InnerClass{cursor.u2(), cursor.u2(), cursor.u2(), cursor.u2()};
  });
}

std::string_view source_file(const ClassFile& file) {
  return text_of(file, file.attributes(), AttributeKind::kSourceFile);
}

std::string_view signature(const ClassFile& file, std::span<const Attribute> attributes) {
  return text_of(file, attributes, AttributeKind::kSignature);
}

}  // namespace snag::classfile
