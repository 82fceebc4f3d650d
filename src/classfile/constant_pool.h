// The constant pool of a class file (JVMS 4.4), as a view: entries are offsets into the file's bytes, and values are
// decoded on demand. `read` checks that every entry refers to entries of the right kind, so the accessors below never
// fail for an index that `has` accepted; for any other index they return an empty value.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/cursor.h"

namespace snag::classfile {

using ConstantIndex = std::uint16_t;

enum class ConstantTag : std::uint8_t {
  kUnusable = 0,  // entry 0, and the slot after a long or double
  kUtf8 = 1,
  kInteger = 3,
  kFloat = 4,
  kLong = 5,
  kDouble = 6,
  kClass = 7,
  kString = 8,
  kFieldref = 9,
  kMethodref = 10,
  kInterfaceMethodref = 11,
  kNameAndType = 12,
  kMethodHandle = 15,
  kMethodType = 16,
  kDynamic = 17,
  kInvokeDynamic = 18,
  kModule = 19,
  kPackage = 20,
};

// A set of tags, for "this index must be one of these".
using TagSet = std::uint32_t;
constexpr TagSet tag_bit(ConstantTag tag) { return TagSet{1} << static_cast<unsigned>(tag); }
template <class... Tags>
constexpr TagSet tags(Tags... all) {
  return (tag_bit(all) | ...);
}

// Returns the number of bytes after the tag; 0 for an unknown tag, and for Utf8, whose entry contains its length.
std::size_t constant_size(ConstantTag tag);

enum class MethodHandleKind : std::uint8_t {
  kGetField = 1,
  kGetStatic,
  kPutField,
  kPutStatic,
  kInvokeVirtual,
  kInvokeStatic,
  kInvokeSpecial,
  kNewInvokeSpecial,
  kInvokeInterface,
};

struct NameAndType {
  std::string_view name;
  std::string_view descriptor;
};
struct MemberReference {
  std::string_view owner;  // internal class name, or an array descriptor
  std::string_view name;
  std::string_view descriptor;
};
struct MethodHandle {
  MethodHandleKind kind{};
  ConstantIndex reference = 0;
};
struct DynamicReference {  // Dynamic and InvokeDynamic
  std::uint16_t bootstrap = 0;
  std::string_view name;
  std::string_view descriptor;
};

class ConstantPool {
 public:
  // Reads the count and the entries; a problem is recorded in the cursor. The bytes under the cursor must outlive the
  // pool; `file` is the whole class file, to which entry offsets are relative.
  static ConstantPool read(Cursor& cursor, Bytes file);

  std::uint32_t size() const { return count_; }  // constant_pool_count
  ConstantTag tag(std::uint32_t index) const {
    return index < count_ ? static_cast<ConstantTag>(tags_[index]) : ConstantTag::kUnusable;
  }
  bool has(std::uint32_t index, TagSet accepted) const { return (tag_bit(tag(index)) & accepted & ~TagSet{1}) != 0; }

  std::string_view utf8(std::uint32_t index) const;  // modified UTF-8, as stored
  std::string_view class_name(std::uint32_t index) const { return named(index, ConstantTag::kClass); }
  std::string_view string(std::uint32_t index) const { return named(index, ConstantTag::kString); }
  std::string_view method_type(std::uint32_t index) const { return named(index, ConstantTag::kMethodType); }
  std::int32_t integer(std::uint32_t index) const;
  float float_value(std::uint32_t index) const;
  std::int64_t long_value(std::uint32_t index) const;
  double double_value(std::uint32_t index) const;
  NameAndType name_and_type(std::uint32_t index) const;
  MemberReference member(std::uint32_t index) const;
  MethodHandle method_handle(std::uint32_t index) const;
  DynamicReference dynamic(std::uint32_t index) const;

  // Returns the bytes of one entry, after its tag.
  Bytes content(std::uint32_t index) const;
  std::uint32_t offset(std::uint32_t index) const { return index < count_ ? offsets_[index] : 0; }

 private:
  void read_entries(Cursor& cursor, Bytes file);
  void check_references(Cursor& cursor) const;
  std::string_view named(std::uint32_t index, ConstantTag expected) const;
  const std::uint8_t* at(std::uint32_t index, TagSet accepted) const {
    return has(index, accepted) ? base_ + offsets_[index] : nullptr;
  }

  // There is one allocation: for every entry the offset of the byte after its tag, then for every entry its tag. That
  // is five bytes for each entry instead of eight, and most queries access only the tags.
  const std::uint8_t* base_ = nullptr;
  std::uint32_t count_ = 0;
  std::unique_ptr<std::uint32_t[]> offsets_;
  const std::uint8_t* tags_ = nullptr;  // behind the offsets
};

inline constexpr TagSet kMethodTags = tags(ConstantTag::kMethodref, ConstantTag::kInterfaceMethodref);
inline constexpr TagSet kMemberTags = kMethodTags | tags(ConstantTag::kFieldref);
inline constexpr TagSet kLoadableTags =
    tags(ConstantTag::kInteger, ConstantTag::kFloat, ConstantTag::kLong, ConstantTag::kDouble, ConstantTag::kClass,
         ConstantTag::kString, ConstantTag::kMethodHandle, ConstantTag::kMethodType, ConstantTag::kDynamic);

}  // namespace snag::classfile
