#include "classfile/constant_pool.h"

#include <array>
#include <bit>

#include "classfile/modified_utf8.h"

namespace snag::classfile {

namespace {

// What follows the constant pool of any class file: access flags, two classes, and four counts.
constexpr std::ptrdiff_t kAfterPool = 14;
constexpr std::ptrdiff_t kSmallestEntry = 3;  // an empty text

struct TagTraits {
  std::uint8_t size = 0;         // as constant_size returns it
  TagSet first = 0, second = 0;  // the constants to which it may refer by its one or two indices, at offsets 0 and 2
  bool by_kind = false;          // to a constant of which a method handle's kind says what it may be

  constexpr bool refers() const { return by_kind || first != 0 || second != 0; }
};
constexpr auto kTraits = [] {
  using enum ConstantTag;
  std::array<TagTraits, 256> table{};
  auto set = [&](std::initializer_list<ConstantTag> all, TagTraits traits) {
    for (ConstantTag tag : all) table[static_cast<std::size_t>(tag)] = traits;
  };
  set({kInteger, kFloat}, {.size = 4});
  set({kLong, kDouble}, {.size = 8});
  set({kClass, kString, kMethodType, kModule, kPackage}, {.size = 2, .first = tags(kUtf8)});
  set({kFieldref, kMethodref, kInterfaceMethodref}, {.size = 4, .first = tags(kClass), .second = tags(kNameAndType)});
  set({kNameAndType}, {.size = 4, .first = tags(kUtf8), .second = tags(kUtf8)});
  set({kDynamic, kInvokeDynamic}, {.size = 4, .second = tags(kNameAndType)});
  set({kMethodHandle}, {.size = 3, .by_kind = true});
  return table;
}();

// What a method handle may refer to, by MethodHandleKind.
constexpr TagSet kFieldTag = tags(ConstantTag::kFieldref), kMethodTag = tags(ConstantTag::kMethodref);
constexpr std::array<TagSet, 10> kHandleTargets = {
    0,          kFieldTag,   kFieldTag,   kFieldTag,  kFieldTag,
    kMethodTag, kMethodTags, kMethodTags, kMethodTag, tags(ConstantTag::kInterfaceMethodref)};

}  // namespace

std::size_t constant_size(ConstantTag tag) { return kTraits[static_cast<std::size_t>(tag)].size; }

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
    const TagTraits& traits = kTraits[tags_[i]];
    if (!traits.refers()) continue;
    const std::uint8_t* p = base_ + offsets_[i];
    bool good = (traits.first == 0 || has(load_u2(p), traits.first)) &&
                (traits.second == 0 || has(load_u2(p + 2), traits.second));
    if (tag(i) == ConstantTag::kMethodHandle) {
      good = p[0] < kHandleTargets.size() && has(load_u2(p + 1), kHandleTargets[p[0]]);
    }
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
