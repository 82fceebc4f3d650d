#include "classfile/constant_pool.h"

#include <bit>

#include "classfile/modified_utf8.h"

namespace snag::classfile {

namespace {

// What each kind of constant may refer to: (offset of a two-byte index in the entry, accepted tags), at most two.
struct References {
  TagSet first = 0;   // at offset 0
  TagSet second = 0;  // at offset 2
};

constexpr References references_of(ConstantTag tag) {
  switch (tag) {
    case ConstantTag::kClass:
    case ConstantTag::kString:
    case ConstantTag::kMethodType:
    case ConstantTag::kModule:
    case ConstantTag::kPackage:
      return {tags(ConstantTag::kUtf8), 0};
    case ConstantTag::kFieldref:
    case ConstantTag::kMethodref:
    case ConstantTag::kInterfaceMethodref:
      return {tags(ConstantTag::kClass), tags(ConstantTag::kNameAndType)};
    case ConstantTag::kNameAndType:
      return {tags(ConstantTag::kUtf8), tags(ConstantTag::kUtf8)};
    case ConstantTag::kDynamic:
    case ConstantTag::kInvokeDynamic:
      return {0, tags(ConstantTag::kNameAndType)};
    default:
      return {};
  }
}

constexpr TagSet handle_target(std::uint8_t kind) {
  switch (static_cast<MethodHandleKind>(kind)) {
    case MethodHandleKind::kGetField:
    case MethodHandleKind::kGetStatic:
    case MethodHandleKind::kPutField:
    case MethodHandleKind::kPutStatic:
      return tags(ConstantTag::kFieldref);
    case MethodHandleKind::kInvokeVirtual:
    case MethodHandleKind::kNewInvokeSpecial:
      return tags(ConstantTag::kMethodref);
    case MethodHandleKind::kInvokeStatic:
    case MethodHandleKind::kInvokeSpecial:
      return kMethodTags;
    case MethodHandleKind::kInvokeInterface:
      return tags(ConstantTag::kInterfaceMethodref);
  }
  return 0;
}

// Bytes after the tag; 0 for an unknown tag, and for Utf8, whose length is in the entry.
constexpr std::size_t size_of(ConstantTag tag) {
  switch (tag) {
    case ConstantTag::kClass:
    case ConstantTag::kString:
    case ConstantTag::kMethodType:
    case ConstantTag::kModule:
    case ConstantTag::kPackage:
      return 2;
    case ConstantTag::kMethodHandle:
      return 3;
    case ConstantTag::kInteger:
    case ConstantTag::kFloat:
    case ConstantTag::kFieldref:
    case ConstantTag::kMethodref:
    case ConstantTag::kInterfaceMethodref:
    case ConstantTag::kNameAndType:
    case ConstantTag::kDynamic:
    case ConstantTag::kInvokeDynamic:
      return 4;
    case ConstantTag::kLong:
    case ConstantTag::kDouble:
      return 8;
    default:
      return 0;
  }
}

}  // namespace

ConstantPool ConstantPool::read(Cursor& cursor, Bytes file) {
  ConstantPool pool;
  pool.base_ = file.data();
  std::uint32_t count = cursor.u2();
  if (count == 0) {
    cursor.fail("constant pool count is zero");
    return pool;
  }
  pool.entries_.resize(count);
  for (std::uint32_t i = 1; i < count && cursor.ok(); ++i) {
    auto tag = static_cast<ConstantTag>(cursor.u1());
    auto offset = static_cast<std::uint32_t>(cursor.offset());
    if (tag == ConstantTag::kUtf8) {
      std::uint16_t length = cursor.u2();
      Bytes text = cursor.bytes(length);
      if (cursor.ok() && !is_modified_utf8(text)) cursor.fail_at("text is not valid modified UTF-8", offset);
    } else {
      std::size_t size = size_of(tag);
      if (size == 0) {
        if (cursor.ok()) cursor.fail_at("unknown constant pool tag", offset - 1);
        break;
      }
      cursor.skip(size);
    }
    pool.entries_[i] = {offset, tag};
    if (tag == ConstantTag::kLong || tag == ConstantTag::kDouble) {
      if (++i == count) cursor.fail_at("a long or double constant needs two entries", offset - 1);
    }
  }
  if (!cursor.ok()) return pool;
  for (std::uint32_t i = 1; i < count; ++i) {
    const Entry& entry = pool.entries_[i];
    const std::uint8_t* p = pool.base_ + entry.offset;
    auto [first, second] = references_of(entry.tag);
    bool good = (first == 0 || pool.has(load_u2(p), first)) && (second == 0 || pool.has(load_u2(p + 2), second));
    if (entry.tag == ConstantTag::kMethodHandle) good = pool.has(load_u2(p + 1), handle_target(p[0]));
    if (!good) {
      cursor.fail_at("constant refers to an entry of the wrong kind", entry.offset);
      break;
    }
  }
  return pool;
}

std::string_view ConstantPool::utf8(std::uint32_t index) const {
  const std::uint8_t* p = at(index, tags(ConstantTag::kUtf8));
  if (p == nullptr) return {};
  return {reinterpret_cast<const char*>(p + 2), load_u2(p)};
}

std::string_view ConstantPool::named(std::uint32_t index, ConstantTag expected) const {
  const std::uint8_t* p = at(index, tag_bit(expected));
  return p == nullptr ? std::string_view() : utf8(load_u2(p));
}

std::int32_t ConstantPool::integer(std::uint32_t index) const {
  const std::uint8_t* p = at(index, tags(ConstantTag::kInteger));
  return p == nullptr ? 0 : static_cast<std::int32_t>(load_u4(p));
}
float ConstantPool::float_value(std::uint32_t index) const {
  const std::uint8_t* p = at(index, tags(ConstantTag::kFloat));
  return p == nullptr ? 0 : std::bit_cast<float>(load_u4(p));
}
std::int64_t ConstantPool::long_value(std::uint32_t index) const {
  const std::uint8_t* p = at(index, tags(ConstantTag::kLong));
  return p == nullptr ? 0 : static_cast<std::int64_t>(load_u8(p));
}
double ConstantPool::double_value(std::uint32_t index) const {
  const std::uint8_t* p = at(index, tags(ConstantTag::kDouble));
  return p == nullptr ? 0 : std::bit_cast<double>(load_u8(p));
}

NameAndType ConstantPool::name_and_type(std::uint32_t index) const {
  const std::uint8_t* p = at(index, tags(ConstantTag::kNameAndType));
  if (p == nullptr) return {};
  return {utf8(load_u2(p)), utf8(load_u2(p + 2))};
}

MemberReference ConstantPool::member(std::uint32_t index) const {
  const std::uint8_t* p = at(index, kMemberTags);
  if (p == nullptr) return {};
  auto [name, descriptor] = name_and_type(load_u2(p + 2));
  return {class_name(load_u2(p)), name, descriptor};
}

MethodHandle ConstantPool::method_handle(std::uint32_t index) const {
  const std::uint8_t* p = at(index, tags(ConstantTag::kMethodHandle));
  if (p == nullptr) return {};
  return {static_cast<MethodHandleKind>(p[0]), load_u2(p + 1)};
}

DynamicReference ConstantPool::dynamic(std::uint32_t index) const {
  const std::uint8_t* p = at(index, tags(ConstantTag::kDynamic, ConstantTag::kInvokeDynamic));
  if (p == nullptr) return {};
  auto [name, descriptor] = name_and_type(load_u2(p + 2));
  return {load_u2(p), name, descriptor};
}

Bytes ConstantPool::content(std::uint32_t index) const {
  if (index >= entries_.size() || entries_[index].tag == ConstantTag::kUnusable) return {};
  const std::uint8_t* p = base_ + entries_[index].offset;
  std::size_t size = entries_[index].tag == ConstantTag::kUtf8 ? 2u + load_u2(p) : size_of(entries_[index].tag);
  return {p, size};
}

}  // namespace snag::classfile
