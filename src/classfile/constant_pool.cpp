#include "classfile/constant_pool.h"

#include <array>
#include <bit>

#include "classfile/modified_utf8.h"

namespace snag::classfile {

namespace {

// The constants to which each kind of constant may refer: the tags accepted at its one or two indices.
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

// What follows the constant pool of any class file: access flags, two classes, and four counts.
constexpr std::ptrdiff_t kAfterPool = 14;
constexpr std::ptrdiff_t kSmallestEntry = 3;  // an empty text

struct TagTraits {
  std::uint8_t size = 0;
  bool refers = false;
};
constexpr auto kTraits = [] {
  std::array<TagTraits, 256> table{};
  for (unsigned i = 0; i < table.size(); ++i) {
    auto tag = static_cast<ConstantTag>(i);
    References references = references_of(tag);
    bool refers = references.first != 0 || references.second != 0 || tag == ConstantTag::kMethodHandle;
    table[i] = {static_cast<std::uint8_t>(constant_size(tag)), refers};
  }
  return table;
}();

}  // namespace

ConstantPool ConstantPool::read(Cursor& cursor, Bytes file) {
  ConstantPool pool;
  std::uint32_t count = cursor.u2();
  if (count == 0) {
    cursor.fail("constant pool count is zero");
  } else if (cursor.remaining() < std::size_t{count - 1} * kSmallestEntry + kAfterPool) {
    cursor.fail("file is too short for its constant pool");  // before memory is allocated for it
  }
  if (!cursor.ok()) return pool;
  pool.base_ = file.data();
  pool.count_ = count;
  pool.offsets_ = std::make_unique_for_overwrite<std::uint32_t[]>(count + (count + 3) / 4);
  pool.tags_ = reinterpret_cast<const std::uint8_t*>(pool.offsets_.get() + count);
  pool.read_entries(cursor, file);
  if (cursor.ok()) pool.check_references(cursor);
  if (!cursor.ok()) pool.count_ = 0;
  return pool;
}

// This is the only loop that reads untrusted bytes without the cursor, because it is the largest part of parsing.
// Before an entry is read, at least kSmallestEntry + kAfterPool = 17 bytes are left, and the fixed part of an entry has
// at most 9; only the text of a Utf8 entry must be compared with what is left. Together with is_plain_text and the
// layout of the entries this reduced parsing the JDK 17 from 106 to 76 ms.
void ConstantPool::read_entries(Cursor& cursor, Bytes file) {
  std::uint32_t* offsets = offsets_.get();
  auto* entry_tags = reinterpret_cast<std::uint8_t*>(offsets + count_);
  const std::uint8_t* end = file.data() + cursor.offset() + cursor.remaining();
  const std::uint8_t* p = end - cursor.remaining();
  offsets[0] = 0;
  entry_tags[0] = 0;
  auto fail = [&](const char* problem) { cursor.fail_at(problem, static_cast<std::size_t>(p - base_)); };
  for (std::uint32_t i = 1; i < count_; ++i) {
    if (end - p < kSmallestEntry + kAfterPool) return fail("unexpected end of data");
    std::uint8_t tag = p[0];
    offsets[i] = static_cast<std::uint32_t>(p + 1 - base_);
    entry_tags[i] = tag;
    if (tag == static_cast<std::uint8_t>(ConstantTag::kUtf8)) {
      std::size_t length = load_u2(p + 1);
      if (static_cast<std::size_t>(end - p) < 3 + length + kAfterPool) return fail("unexpected end of data");
      if (!is_plain_text(p + 3, length, end) && !is_modified_utf8({p + 3, length})) {
        return fail("text is not valid modified UTF-8");
      }
      p += 3 + length;
      continue;
    }
    std::size_t size = kTraits[tag].size;
    if (size == 0) return fail("unknown constant pool tag");
    if (size == 8) {  // a long or double takes two entries, of which the second is unusable
      if (++i == count_) return fail("a long or double constant needs two entries");
      offsets[i] = 0;
      entry_tags[i] = 0;
    }
    p += 1 + size;
  }
  cursor.skip(static_cast<std::size_t>(p - base_) - cursor.offset());
}

void ConstantPool::check_references(Cursor& cursor) const {
  for (std::uint32_t i = 1; i < count_; ++i) {
    auto entry_tag = static_cast<ConstantTag>(tags_[i]);
    if (!kTraits[tags_[i]].refers) continue;
    const std::uint8_t* p = base_ + offsets_[i];
    auto [first, second] = references_of(entry_tag);
    bool good = (first == 0 || has(load_u2(p), first)) && (second == 0 || has(load_u2(p + 2), second));
    if (entry_tag == ConstantTag::kMethodHandle) good = has(load_u2(p + 1), handle_target(p[0]));
    if (!good) return cursor.fail_at("constant refers to an entry of the wrong kind", offsets_[i] - 1);
  }
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
  if (tag(index) == ConstantTag::kUnusable) return {};
  const std::uint8_t* p = base_ + offsets_[index];
  std::size_t size = tag(index) == ConstantTag::kUtf8 ? 2u + load_u2(p) : constant_size(tag(index));
  return {p, size};
}

}  // namespace snag::classfile
