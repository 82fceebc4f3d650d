// Text from outside (sources, names in class files) made harmless for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace snag {

// Valid UTF-8 of printable characters: what is none (bad UTF-8, control characters, escape sequences, and the marks
// that change the direction of writing, with which source can be made to look like other source) becomes U+FFFD, one
// for each character or bad byte. A tab is a control character, too: expand it first where its width matters.
std::string printable(std::string_view text);

// How many characters (not bytes) valid UTF-8 has. Every character is taken for one column wide.
std::size_t columns(std::string_view text);

}  // namespace snag
