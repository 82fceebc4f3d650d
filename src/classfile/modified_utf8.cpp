#include "classfile/modified_utf8.h"

#include <cstring>

namespace snag::classfile {

namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

bool is_continuation(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

void append_utf8(std::string& out, std::uint32_t code) {
  auto put = [&](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6)), put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12)), put(0x80 | ((code >> 6) & 0x3F)), put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | (code >> 18)), put(0x80 | ((code >> 12) & 0x3F)), put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

// Decodes one UTF-16 unit of (valid or invalid) modified UTF-8 and advances; a bad byte gives U+FFFD and advances by
// one.
std::uint32_t next_unit(std::string_view text, std::size_t& i) {
  auto byte = [&](std::size_t k) { return static_cast<std::uint8_t>(text[k]); };
  std::uint8_t a = byte(i);
  if (a < 0x80) return ++i, a;
  if ((a & 0xE0) == 0xC0 && i + 1 < text.size() && is_continuation(byte(i + 1))) {
    std::uint32_t unit = ((a & 0x1Fu) << 6) | (byte(i + 1) & 0x3Fu);
    return i += 2, unit;
  }
  if ((a & 0xF0) == 0xE0 && i + 2 < text.size() && is_continuation(byte(i + 1)) && is_continuation(byte(i + 2))) {
    std::uint32_t unit = ((a & 0x0Fu) << 12) | ((byte(i + 1) & 0x3Fu) << 6) | (byte(i + 2) & 0x3Fu);
    return i += 3, unit;
  }
  return ++i, kReplacement;
}

}  // namespace

bool is_modified_utf8(Bytes text) {
  const std::uint8_t* p = text.data();
  const std::uint8_t* end = p + text.size();
  while (p < end) {
    // Eight plain characters at a time: no byte is zero or has its high bit set. Names are nearly always plain.
    while (end - p >= 8) {
      std::uint64_t word;
      std::memcpy(&word, p, 8);
      std::uint64_t zero = (word - 0x0101010101010101ULL) & ~word;
      if (((word | zero) & 0x8080808080808080ULL) != 0) break;
      p += 8;
    }
    if (p == end) break;
    std::uint8_t a = *p;
    if (a != 0 && a < 0x80) {
      p += 1;
    } else if ((a & 0xE0) == 0xC0 && end - p >= 2 && is_continuation(p[1])) {
      p += 2;
    } else if ((a & 0xF0) == 0xE0 && end - p >= 3 && is_continuation(p[1]) && is_continuation(p[2])) {
      p += 3;
    } else {
      return false;
    }
  }
  return true;
}

std::string to_utf8(std::string_view modified) {
  std::string out;
  out.reserve(modified.size());
  for (std::size_t i = 0; i < modified.size();) {
    std::uint32_t unit = next_unit(modified, i);
    if (unit >= 0xD800 && unit < 0xDC00 && i < modified.size()) {
      std::size_t next = i;
      std::uint32_t low = next_unit(modified, next);
      if (low >= 0xDC00 && low < 0xE000) {
        append_utf8(out, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
        i = next;
        continue;
      }
    }
    bool surrogate = unit >= 0xD800 && unit < 0xE000;
    append_utf8(out, surrogate ? kReplacement : unit);
  }
  return out;
}

std::optional<std::string> to_modified_utf8(std::string_view utf8) {
  std::string out;
  out.reserve(utf8.size());
  for (std::size_t i = 0; i < utf8.size();) {
    auto byte = [&](std::size_t k) { return static_cast<std::uint8_t>(utf8[k]); };
    if (byte(i) == 0) {
      out += "\xC0\x80", ++i;
    } else if ((byte(i) & 0xF8) == 0xF0 && i + 3 < utf8.size() && is_continuation(byte(i + 1)) &&
               is_continuation(byte(i + 2)) && is_continuation(byte(i + 3))) {
      std::uint32_t code = ((byte(i) & 0x07u) << 18) | ((byte(i + 1) & 0x3Fu) << 12) | ((byte(i + 2) & 0x3Fu) << 6) |
                           (byte(i + 3) & 0x3Fu);
      if (code < 0x10000 || code > 0x10FFFF) return std::nullopt;
      append_utf8(out, 0xD800 + ((code - 0x10000) >> 10)), append_utf8(out, 0xDC00 + ((code - 0x10000) & 0x3FF));
      i += 4;
    } else {
      std::size_t start = i;
      std::uint32_t unit = next_unit(utf8, i);
      bool valid = i - start == (unit < 0x80 ? 1U : unit < 0x800 ? 2U : 3U);  // the shortest form
      if (!valid || (unit >= 0xD800 && unit < 0xE000)) return std::nullopt;
      append_utf8(out, unit);
    }
  }
  return out;
}

}  // namespace snag::classfile
