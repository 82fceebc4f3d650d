#include "program/class_name.h"

#include "classfile/constant_pool.h"

namespace snag {

namespace {

constexpr std::uint32_t kClassMagic = 0xCAFEBABE;

// Appends a UTF-16 unit as three bytes.
void append_surrogate(std::string& text, std::uint32_t unit) {
  text += static_cast<char>(0xE0 | (unit >> 12));
  text += static_cast<char>(0x80 | ((unit >> 6) & 0x3F));
  text += static_cast<char>(0x80 | (unit & 0x3F));
}

}  // namespace

bool starts_with_class_magic(Bytes bytes) { return bytes.size() >= 4 && load_u4(bytes.data()) == kClassMagic; }

Result<std::string_view> class_name_of(Bytes class_file) {
  Cursor cursor(class_file);
  if (cursor.u4() != kClassMagic) return failure("not a class file: expected the number 0xCAFEBABE", 0);
  cursor.skip(4);  // version
  classfile::ConstantPool constants = classfile::ConstantPool::read(cursor, class_file);
  cursor.skip(2);  // access flags
  std::uint16_t this_class = cursor.u2();
  if (!cursor.ok()) return cursor.error();
  if (!constants.has(this_class, classfile::tags(classfile::ConstantTag::kClass))) {
    return failure("this_class: expected the index of a Class constant", cursor.offset() - 2);
  }
  return constants.class_name(this_class);
}

bool is_ascii(std::string_view text) {
  unsigned char all = 0;
  for (char c : text) all |= static_cast<unsigned char>(c);
  return all < 0x80;
}

std::optional<std::string> to_modified_utf8(std::string_view utf8) {
  std::string text;
  text.reserve(utf8.size());
  for (std::size_t at = 0; at < utf8.size();) {
    auto first = static_cast<unsigned char>(utf8[at]);
    std::size_t size = first < 0x80           ? 1
                       : (first >> 5) == 0x06 ? 2
                       : (first >> 4) == 0x0E ? 3
                       : (first >> 3) == 0x1E ? 4
                                              : 0;
    if (size == 0 || utf8.size() - at < size || first == 0) return std::nullopt;
    std::uint32_t code = size == 1 ? first : first & (0xFFU >> (size + 1));
    for (std::size_t k = 1; k < size; ++k) {
      auto next = static_cast<unsigned char>(utf8[at + k]);
      if ((next & 0xC0) != 0x80) return std::nullopt;
      code = (code << 6) | (next & 0x3F);
    }
    if (size == 4) {
      if (code < 0x10000 || code > 0x10FFFF) return std::nullopt;
      append_surrogate(text, 0xD800 + ((code - 0x10000) >> 10));
      append_surrogate(text, 0xDC00 + ((code - 0x10000) & 0x3FF));
    } else {
      text.append(utf8.substr(at, size));
    }
    at += size;
  }
  return text;
}

}  // namespace snag
