#include "base/unicode.h"

#include <fmt/format.h>

#include <iterator>

namespace snag {

namespace {

bool is_plain(char c) { return c >= 0x20 && c < 0x7f; }

std::string made_visible(std::string_view text, bool keep_lines) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (is_plain(text[at]) || (keep_lines && text[at] == '\n')) {
      result += text[at++];
      continue;
    }
    const Character character = first_character(text.substr(at, 4));
    const auto out = std::back_inserter(result);
    if (!character.valid) {
      fmt::format_to(out, "\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(text[at])));
    } else if (is_harmless(character.code)) {
      result += text.substr(at, character.size);
    } else if (character.code < 0x80) {
      fmt::format_to(out, "\\x{:02x}", character.code);
    } else if (character.code < 0x10000) {
      fmt::format_to(out, "\\u{:04x}", character.code);
    } else {
      fmt::format_to(out, "\\U{:08x}", character.code);
    }
    at += character.size;
  }
  return result;
}

}  // namespace

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
  if (code < 0x61c) return code != 0xad;                           // soft hyphen: some terminals show it, others do not
  if (code == 0x61c || code == 0x180e) return false;               // a mark of direction; a character without width
  if (code >= 0x200b && code <= 0x200f) return false;              // characters without width, and marks of direction
  if (code >= 0x2028 && code <= 0x202e) return false;              // line ends, embedding, override
  if (code >= 0x2060 && code <= 0x206f) return false;              // isolates, and other invisible characters
  if (code >= 0xfff9 && code <= 0xfffb) return false;              // annotations
  return code != 0xfeff && (code < 0xe0000 || code > 0xe00ff);     // tags: invisible letters
}

std::string visible(std::string_view text) { return made_visible(text, /*keep_lines=*/false); }
std::string visible_lines(std::string_view text) { return made_visible(text, /*keep_lines=*/true); }

}  // namespace snag
