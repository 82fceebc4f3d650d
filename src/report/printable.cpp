#include "report/printable.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <span>

#include "base/unicode.h"

namespace snag {

namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

struct Range {
  std::uint32_t first, last;
};

// East Asian Width W and F of Unicode 14, whole blocks where the gaps in them are unassigned.
constexpr std::array kWide = std::to_array<Range>(
    {{0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23ec},   {0x23f0, 0x23f0},
     {0x23f3, 0x23f3},   {0x25fd, 0x25fe},   {0x2614, 0x2615},   {0x2648, 0x2653},   {0x267f, 0x267f},
     {0x2693, 0x2693},   {0x26a1, 0x26a1},   {0x26aa, 0x26ab},   {0x26bd, 0x26be},   {0x26c4, 0x26c5},
     {0x26ce, 0x26ce},   {0x26d4, 0x26d4},   {0x26ea, 0x26ea},   {0x26f2, 0x26f3},   {0x26f5, 0x26f5},
     {0x26fa, 0x26fa},   {0x26fd, 0x26fd},   {0x2705, 0x2705},   {0x270a, 0x270b},   {0x2728, 0x2728},
     {0x274c, 0x274c},   {0x274e, 0x274e},   {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},
     {0x27b0, 0x27b0},   {0x27bf, 0x27bf},   {0x2b1b, 0x2b1c},   {0x2b50, 0x2b50},   {0x2b55, 0x2b55},
     {0x2e80, 0x303e},   {0x3041, 0x3247},   {0x3250, 0x4dbf},   {0x4e00, 0xa4cf},   {0xa960, 0xa97f},
     {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe10, 0xfe19},   {0xfe30, 0xfe6f},   {0xff01, 0xff60},
     {0xffe0, 0xffe6},   {0x16fe0, 0x18cd5}, {0x18d00, 0x18d08}, {0x1aff0, 0x1b2fb}, {0x1f004, 0x1f004},
     {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f18e}, {0x1f191, 0x1f19a}, {0x1f200, 0x1f320}, {0x1f32d, 0x1f335},
     {0x1f337, 0x1f37c}, {0x1f37e, 0x1f393}, {0x1f3a0, 0x1f3ca}, {0x1f3cf, 0x1f3d3}, {0x1f3e0, 0x1f3f0},
     {0x1f3f4, 0x1f3f4}, {0x1f3f8, 0x1f43e}, {0x1f440, 0x1f440}, {0x1f442, 0x1f4fc}, {0x1f4ff, 0x1f53d},
     {0x1f54b, 0x1f54e}, {0x1f550, 0x1f567}, {0x1f57a, 0x1f57a}, {0x1f595, 0x1f596}, {0x1f5a4, 0x1f5a4},
     {0x1f5fb, 0x1f64f}, {0x1f680, 0x1f6c5}, {0x1f6cc, 0x1f6cc}, {0x1f6d0, 0x1f6d2}, {0x1f6d5, 0x1f6d7},
     {0x1f6dd, 0x1f6df}, {0x1f6eb, 0x1f6ec}, {0x1f6f4, 0x1f6fc}, {0x1f7e0, 0x1f7f0}, {0x1f90c, 0x1f93a},
     {0x1f93c, 0x1f945}, {0x1f947, 0x1f9ff}, {0x1fa70, 0x1faff}, {0x20000, 0x3fffd}});

// Combining marks (Mn, Me) of the scripts that sources are likely to have, and variation selectors. A mark that is not
// here counts as a column: lines get shorter than they could be, never longer.
constexpr std::array kOfNoWidth = std::to_array<Range>(
    {{0x300, 0x36f},   {0x483, 0x489},    {0x591, 0x5bd},   {0x5bf, 0x5bf},   {0x5c1, 0x5c2},   {0x5c4, 0x5c5},
     {0x5c7, 0x5c7},   {0x610, 0x61a},    {0x64b, 0x65f},   {0x670, 0x670},   {0x6d6, 0x6dc},   {0x6df, 0x6e4},
     {0x6e7, 0x6e8},   {0x6ea, 0x6ed},    {0x900, 0x902},   {0x93a, 0x93a},   {0x93c, 0x93c},   {0x941, 0x948},
     {0x94d, 0x94d},   {0x951, 0x957},    {0x962, 0x963},   {0xe31, 0xe31},   {0xe34, 0xe3a},   {0xe47, 0xe4e},
     {0x1ab0, 0x1ace}, {0x1dc0, 0x1dff},  {0x20d0, 0x20f0}, {0x302a, 0x302d}, {0x3099, 0x309a}, {0xfe00, 0xfe0f},
     {0xfe20, 0xfe2f}, {0xe0100, 0xe01ef}});

bool contains(std::span<const Range> ranges, std::uint32_t code) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), code,
                                      [](std::uint32_t value, const Range& range) { return value < range.first; });
  return after != ranges.begin() && code <= std::prev(after)->last;
}

std::size_t width_of(std::uint32_t code) {
  if (code < kOfNoWidth.front().first) return 1;
  if (contains(kOfNoWidth, code)) return 0;
  return contains(kWide, code) ? 2 : 1;
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

std::size_t terminal_columns(std::string_view text) {
  std::size_t result = 0;
  while (!text.empty()) {
    if (static_cast<unsigned char>(text.front()) < 0x80) {
      ++result;
      text.remove_prefix(1);
      continue;
    }
    const Character character = first_character(text);
    result += width_of(character.code);
    text.remove_prefix(character.size);
  }
  return result;
}

std::size_t bytes_within(std::string_view text, std::size_t columns) {
  std::size_t at = 0, used = 0;
  while (at < text.size()) {
    const Character character = first_character(text.substr(at));
    used += width_of(character.code);
    if (used > columns) break;
    at += character.size;
  }
  return at;
}

}  // namespace snag
