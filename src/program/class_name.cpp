#include "program/class_name.h"

#include <vector>

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
  std::uint16_t count = cursor.u2();
  std::vector<std::uint32_t> offsets(count);  // of constants that are Class or Utf8, 0 for others
  for (std::uint32_t index = 1; index < count && cursor.ok(); ++index) {
    std::uint64_t offset = cursor.offset();
    std::uint8_t tag = cursor.u1();
    switch (tag) {
      case 1:  // Utf8
        offsets[index] = static_cast<std::uint32_t>(offset);
        cursor.skip(cursor.u2());
        break;
      case 7:  // Class
        offsets[index] = static_cast<std::uint32_t>(offset);
        cursor.skip(2);
        break;
      case 8:   // String
      case 16:  // MethodType
      case 19:  // Module
      case 20:  // Package
        cursor.skip(2);
        break;
      case 15:  // MethodHandle
        cursor.skip(3);
        break;
      case 3:   // Integer
      case 4:   // Float
      case 9:   // Fieldref
      case 10:  // Methodref
      case 11:  // InterfaceMethodref
      case 12:  // NameAndType
      case 17:  // Dynamic
      case 18:  // InvokeDynamic
        cursor.skip(4);
        break;
      case 5:  // Long
      case 6:  // Double
        cursor.skip(8);
        ++index;  // they take two places (JVMS 4.4.5)
        break;
      default:
        cursor.fail_at("unknown tag in the constant pool", offset);
    }
  }
  cursor.skip(2);  // access flags
  std::uint16_t this_class = cursor.u2();
  if (!cursor.ok()) return cursor.error();

  // The constant `index` if it has this tag: all offsets lie in what was read.
  auto constant = [&](std::uint32_t index, std::uint8_t tag) -> const std::uint8_t* {
    if (index >= count || offsets[index] == 0 || class_file[offsets[index]] != tag) return nullptr;
    return class_file.data() + offsets[index] + 1;
  };
  const std::uint8_t* class_constant = constant(this_class, 7);
  if (class_constant == nullptr)
    return failure("this_class: expected the index of a Class constant", cursor.offset() - 2);
  const std::uint8_t* name = constant(load_u2(class_constant), 1);
  if (name == nullptr) return failure("Class constant: expected the index of a Utf8 constant", offsets[this_class]);
  return as_text(Bytes(name + 2, load_u2(name)));
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
