// One class file (JVMS chapter 4) as a view over its bytes: nothing is copied, nothing is decoded twice.
//
// `parse` checks the structure that every user needs: the constant pool and its references, the member tables, the
// lengths of all attributes. `validate` (classfile/validate.h) checks the contents of the attributes, and the typed
// readers at the end of this header decode them on demand.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/cursor.h"
#include "base/result.h"
#include "classfile/attribute_kind.h"
#include "classfile/constant_pool.h"

namespace snag::classfile {

inline constexpr std::uint32_t kClassMagic = 0xCAFEBABE;
inline constexpr std::uint16_t kOldestMajor = 45;  // Java 1.0
inline constexpr std::uint16_t kNewestMajor = 69;  // Java 25; newer ones are read as well

enum AccessFlags : std::uint16_t {
  kAccPublic = 0x0001,
  kAccPrivate = 0x0002,
  kAccProtected = 0x0004,
  kAccStatic = 0x0008,
  kAccFinal = 0x0010,
  kAccSynchronized = 0x0020,  // methods
  kAccSuper = 0x0020,         // classes
  kAccVolatile = 0x0040,      // fields
  kAccBridge = 0x0040,        // methods
  kAccVarargs = 0x0080,       // methods
  kAccTransient = 0x0080,     // fields
  kAccNative = 0x0100,
  kAccInterface = 0x0200,
  kAccAbstract = 0x0400,
  kAccStrict = 0x0800,
  kAccSynthetic = 0x1000,
  kAccAnnotation = 0x2000,
  kAccEnum = 0x4000,
  kAccModule = 0x8000,
};

struct Attribute {
  ConstantIndex name = 0;
  AttributeKind kind = AttributeKind::kUnknown;
  std::uint32_t offset = 0;  // of the content in the class file
  std::uint32_t length = 0;
};

struct Member {  // field_info, method_info
  std::uint16_t access = 0;
  ConstantIndex name = 0;
  ConstantIndex descriptor = 0;
  std::uint32_t first_attribute = 0;
  std::uint32_t attribute_count = 0;
};

// The name and descriptor of a field or method, which identify it within its class. Views of the class file.
using MemberKey = std::pair<std::string_view, std::string_view>;

struct ExceptionHandler {
  std::uint16_t start = 0, end = 0, handler = 0;
  ConstantIndex catch_type = 0;  // 0: any
};

struct Code {
  std::uint16_t max_stack = 0, max_locals = 0;
  std::uint32_t code_offset = 0;  // of the first instruction in the class file
  Bytes code;
  std::vector<ExceptionHandler> handlers;
  std::vector<Attribute> attributes;
};

class AttributeReader;

class ClassFile {
 public:
  // The bytes must outlive the class file.
  static Result<ClassFile> parse(Bytes bytes);

  std::uint16_t major() const { return major_; }
  std::uint16_t minor() const { return minor_; }
  const ConstantPool& constants() const { return constants_; }
  std::uint16_t access() const { return access_; }
  ConstantIndex this_class() const { return this_class_; }
  ConstantIndex super_class() const { return super_class_; }  // 0 for java/lang/Object and module-info
  std::string_view name() const { return constants_.class_name(this_class_); }
  std::string_view super_name() const { return constants_.class_name(super_class_); }
  std::uint32_t interface_count() const { return interface_count_; }
  ConstantIndex interface_at(std::uint32_t i) const { return load_u2(bytes_.data() + interfaces_offset_ + 2 * i); }

  std::span<const Member> fields() const { return {members_.data(), field_count_}; }
  std::span<const Member> methods() const { return std::span(members_).subspan(field_count_); }
  std::string_view name(const Member& m) const { return constants_.utf8(m.name); }
  std::string_view descriptor(const Member& m) const { return constants_.utf8(m.descriptor); }
  std::span<const Attribute> attributes() const { return {attributes_.data() + first_attribute_, attribute_count_}; }
  std::span<const Attribute> attributes(const Member& m) const {
    return {attributes_.data() + m.first_attribute, m.attribute_count};
  }

  Bytes bytes() const { return bytes_; }
  Bytes content(const Attribute& attribute) const { return bytes_.subspan(attribute.offset, attribute.length); }
  Cursor cursor(const Attribute& attribute) const { return Cursor(content(attribute), attribute.offset); }

 private:
  void read_attributes(Cursor& cursor, AttributeReader& reader, std::uint32_t& first, std::uint32_t& count);

  Bytes bytes_;
  ConstantPool constants_;
  std::uint16_t major_ = 0, minor_ = 0, access_ = 0;
  ConstantIndex this_class_ = 0, super_class_ = 0;
  std::uint32_t interfaces_offset_ = 0, interface_count_ = 0, field_count_ = 0;
  std::uint32_t first_attribute_ = 0, attribute_count_ = 0;
  std::vector<Member> members_;  // fields, then methods
  std::vector<Attribute> attributes_;
};

const Attribute* find_attribute(std::span<const Attribute> attributes, AttributeKind kind);

// Reads the headers of the attributes at one kind of place in one class file, and skips their contents. It caches the
// kinds of recent names, since the attributes of most methods have the same few names.
class AttributeReader {
 public:
  AttributeReader(const ConstantPool& constants, AttributeLocation location, std::uint16_t major)
      : constants_(constants), location_(location), major_(major) {}

  Attribute read(Cursor& cursor) {
    Attribute attribute;
    attribute.name = cursor.u2();
    attribute.length = cursor.u4();
    attribute.offset = static_cast<std::uint32_t>(cursor.offset());
    cursor.skip(attribute.length);
    Known& known = known_[attribute.name % known_.size()];
    if (known.name != attribute.name || attribute.name == 0) look_up(cursor, attribute, known);
    attribute.kind = known.kind;
    return attribute;
  }

 private:
  struct Known {
    ConstantIndex name = 0;
    AttributeKind kind = AttributeKind::kUnknown;
  };
  void look_up(Cursor& cursor, const Attribute& attribute, Known& known) const;

  const ConstantPool& constants_;
  AttributeLocation location_;
  std::uint16_t major_;
  std::array<Known, 16> known_{};
};

// Returns the Code attribute of a method, or nothing for abstract and native methods.
Result<std::optional<Code>> read_code(const ClassFile& file, const Member& method);
// Returns its beginning, up to the instructions, without the exception table and attributes, and allocates nothing.
Code read_code_start(Cursor& cursor);

// Typed readers of the attributes that analyses need. Each returns what can be read; for a malformed table it returns
// less, never more: debug tables are often wrong, and analyses must not depend on them.
struct LineNumber {
  std::uint16_t start = 0, line = 0;
};
struct LocalVariable {
  std::uint16_t start = 0, length = 0;
  ConstantIndex name = 0, descriptor = 0;
  std::uint16_t slot = 0;
};
struct BootstrapMethod {
  ConstantIndex handle = 0;
  std::vector<ConstantIndex> arguments;
};
struct InnerClass {
  ConstantIndex inner = 0, outer = 0, name = 0;
  std::uint16_t access = 0;
};
std::vector<LineNumber> line_numbers(const ClassFile& file, const Code& code);
std::vector<LocalVariable> local_variables(const ClassFile& file, const Code& code);
std::vector<BootstrapMethod> bootstrap_methods(const ClassFile& file);
std::vector<InnerClass> inner_classes(const ClassFile& file);
std::string_view source_file(const ClassFile& file);
std::string_view signature(const ClassFile& file, std::span<const Attribute> attributes);

}  // namespace snag::classfile
