// The characters of UTF-8 text, and those of them that untrusted text (paths, names in class files, values of a
// configuration file) must not bring to a terminal or into a report unchanged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace snag {

struct Character {
  std::uint32_t code = 0;
  std::size_t size = 1;  // bytes
  bool valid = false;
};

// Returns the first character of a text, which must not be empty. Overlong forms and surrogates are not valid; a byte
// that does not belong to a character counts as one.
Character first_character(std::string_view text);

// Returns whether the character only shows itself: control characters, characters without width, and marks that change
// the direction of writing are not harmless, because they can make text look like other text.
bool is_harmless(std::uint32_t code);

// Returns the text with escapes for characters that are not harmless: \x1b (also for a byte that is not UTF-8), \u202e,
// \U000e0041. The result is one line. A backslash is not escaped, so the result is for people to read, and applying the
// function twice changes nothing more.
std::string visible(std::string_view text);

// The same for text of several lines; line ends are kept.
std::string visible_lines(std::string_view text);

}  // namespace snag
