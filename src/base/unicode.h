// The characters of UTF-8 text, and those of them that text from outside (paths, names in class files, values of a
// configuration file) must not bring to a terminal or into a report as they are.
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

// The first character of a text that is not empty. Overlong forms and surrogates are not valid; a byte that is part of
// no character is one of its own.
Character first_character(std::string_view text);

// Whether it does nothing but show itself: no control character, nothing of no width, and no mark that changes the
// direction of writing, with which text can be made to look like other text.
bool is_harmless(std::uint32_t code);

// What is not harmless is written as an escape: \x1b (also for a byte that is not UTF-8), \u202e, \U000e0041. The
// result is one line. A backslash stays as it is, so that this is for people to read, and made once or twice it is the
// same.
std::string visible(std::string_view text);

// The same for text of several lines, which stay lines.
std::string visible_lines(std::string_view text);

}  // namespace snag
