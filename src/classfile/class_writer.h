// Writes class files: a new one from scratch, or a copy of one that was read, with additions.
//
// A copy is exact: every element is decoded by the grammar and encoded again, nothing is reordered, and existing
// constants are reused, so that writing an unchanged copy gives the same bytes. This property is tested with every
// class of the JDK. An attribute that does not follow its grammar, including Code, is copied as bytes: whatever can be
// parsed can be copied.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "classfile/class_file.h"
#include "classfile/instruction.h"

namespace snag::classfile {

using ByteBuffer = std::vector<std::uint8_t>;

void append_u1(ByteBuffer& out, std::uint32_t value);
void append_u2(ByteBuffer& out, std::uint32_t value);
void append_u4(ByteBuffer& out, std::uint32_t value);

// Encodes an instruction that was decoded from `code`, byte for byte.
void append_instruction(ByteBuffer& out, Bytes code, const Instruction& instruction);

struct AttributeImage {
  ConstantIndex name = 0;
  ByteBuffer content;
};
struct MemberImage {
  std::uint16_t access = 0;
  ConstantIndex name = 0, descriptor = 0;
  std::vector<AttributeImage> attributes;
};

class ClassWriter {
 public:
  ClassWriter(std::uint16_t major, std::uint16_t access, std::string_view name, std::string_view super);
  static ClassWriter copy_of(const ClassFile& file);

  // Each returns the index of an equal constant if there is one, otherwise of a new one; 0 if the pool is full (65,535
  // entries) or a text is too long (65,535 bytes).
  ConstantIndex utf8(std::string_view modified_utf8);
  ConstantIndex class_constant(std::string_view internal_name) { return named(ConstantTag::kClass, internal_name); }
  ConstantIndex string_constant(std::string_view modified_utf8) { return named(ConstantTag::kString, modified_utf8); }
  ConstantIndex method_type(std::string_view descriptor) { return named(ConstantTag::kMethodType, descriptor); }
  ConstantIndex module_constant(std::string_view name) { return named(ConstantTag::kModule, name); }
  ConstantIndex package_constant(std::string_view name) { return named(ConstantTag::kPackage, name); }
  ConstantIndex integer(std::int32_t value) { return number(ConstantTag::kInteger, static_cast<std::uint32_t>(value)); }
  ConstantIndex float_constant(float value) { return number(ConstantTag::kFloat, std::bit_cast<std::uint32_t>(value)); }
  ConstantIndex long_constant(std::int64_t value) {
    return number(ConstantTag::kLong, static_cast<std::uint64_t>(value));
  }
  ConstantIndex double_constant(double value) {
    return number(ConstantTag::kDouble, std::bit_cast<std::uint64_t>(value));
  }
  ConstantIndex name_and_type(std::string_view name, std::string_view descriptor);
  // Fieldref, Methodref, InterfaceMethodref.
  ConstantIndex member(ConstantTag tag, std::string_view owner, std::string_view name, std::string_view descriptor);
  ConstantIndex method_handle(MethodHandleKind kind, ConstantIndex reference);
  // Dynamic, InvokeDynamic.
  ConstantIndex dynamic(ConstantTag tag, std::uint16_t bootstrap, std::string_view name, std::string_view descriptor);

  std::vector<ConstantIndex> interfaces;
  std::vector<MemberImage> fields, methods;
  std::vector<AttributeImage> attributes;

  MemberImage& add_method(std::uint16_t method_access, std::string_view name, std::string_view descriptor);
  AttributeImage code_attribute(std::uint16_t max_stack, std::uint16_t max_locals, Bytes code,
                                const std::vector<ExceptionHandler>& handlers = {},
                                const std::vector<AttributeImage>& nested = {});

  ByteBuffer bytes() const;

 private:
  ClassWriter() = default;
  ConstantIndex constant(ConstantTag tag, const ByteBuffer& content);
  ConstantIndex named(ConstantTag tag, std::string_view text);
  ConstantIndex pair(ConstantTag tag, std::optional<std::uint16_t> first, std::uint16_t second);
  ConstantIndex number(ConstantTag tag, std::uint64_t bits);

  std::uint16_t major_ = 0, minor_ = 0, access_ = 0;
  ConstantIndex this_class_ = 0, super_class_ = 0;
  ByteBuffer pool_;  // encoded entries
  std::uint32_t pool_count_ = 1;
  absl::flat_hash_map<std::string, ConstantIndex> constants_;  // encoded entry to its first index
};

}  // namespace snag::classfile
