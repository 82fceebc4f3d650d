// Text from outside (sources, names in class files) made harmless for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace snag {

// Returns valid UTF-8 of printable characters. Everything else (bad UTF-8, control characters, escape sequences, and
// the marks that change the direction of writing, with which source can be made to look like other source) becomes
// U+FFFD, one for each character or bad byte. A tab is a control character, too: expand it first where its width
// matters.
std::string printable(std::string_view text);

// How many characters (not bytes) valid UTF-8 has.
std::size_t columns(std::string_view text);

// How many columns valid UTF-8 takes on a terminal: ideographs and emoji take two, combining marks none.
std::size_t terminal_columns(std::string_view text);

// How many bytes the longest beginning of valid UTF-8 has that takes at most `columns` columns. A combining mark stays
// with the character that it belongs to.
std::size_t bytes_within(std::string_view text, std::size_t columns);

}  // namespace snag
