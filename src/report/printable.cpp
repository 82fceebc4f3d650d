#include "report/printable.h"

#include <algorithm>
#include <cstdint>

namespace snag {

namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

struct Character {
  std::uint32_t code = 0;
  std::size_t size = 1;
  bool valid = false;
};

// The first character of a text that is not empty. Overlong forms and surrogates are not valid.
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1, true};
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return {};
  std::uint32_t code = first & (0xffu >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kSmallest[size] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return {};
  return {code, size, true};
}

bool is_harmless(std::uint32_t code) {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;  // C0, DEL and C1: a terminal obeys them
  if (code >= 0x200b && code <= 0x200f) return false;              // of no width, and marks of direction
  if (code >= 0x2028 && code <= 0x202e) return false;              // line ends, embedding, override
  return code != 0xfeff && (code < 0x2066 || code > 0x2069);       // isolates
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const Character character = first_character(text);
    result += character.valid && is_harmless(character.code) ? text.substr(0, character.size) : kReplacement;
    text.remove_prefix(character.size);
  }
  return result;
}

std::size_t columns(std::string_view text) {
  const auto starts_character = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

}  // namespace snag
