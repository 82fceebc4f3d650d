// Paragraphs of printable text with colours, and the lines that they become in a column of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace snag {

// The escape sequence that begins a style; empty for plain text.
using Style = std::string_view;
namespace style {
constexpr Style kPlain, kBold = "\x1b[1m", kDim = "\x1b[2m", kGreen = "\x1b[1;32m", kMagenta = "\x1b[35m",
                        kEnd = "\x1b[0m";
}

struct Span {
  std::string text;  // printable
  Style style = style::kPlain;
  bool whole = false;  // no line ends at its blanks, if a line can hold it
};

struct Paragraph {
  std::vector<Span> spans;
  std::size_t indent = 0;   // of all lines
  std::size_t hanging = 0;  // of all but the first, in addition
  bool cut = false;         // one line that ends in … when it is too long, instead of several
};

// What is printed of one line, without its end.
struct Line {
  std::string text;         // with escape sequences
  std::size_t columns = 0;  // that it takes
};

// How wide a paragraph is as one line.
std::size_t natural_columns(const Paragraph& paragraph);

// Adds the lines of a paragraph, at least one, to `lines`. They break at blanks; a word that is longer than a line
// is broken, after a punctuation mark if there is one. No line takes more than `width` columns (for 4 and more), or
// ends in blanks.
void wrap(const Paragraph& paragraph, std::size_t width, bool color, std::vector<Line>& lines);

// At most `limit` columns: what is longer has … in its middle.
std::string abbreviated(std::string text, std::size_t limit);

}  // namespace snag
