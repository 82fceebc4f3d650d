// The look of --help: CLI11's, but descriptions are wrapped to the width of the terminal.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace CLI {
class FormatterBase;
}

namespace snag {

// `width` in columns.
std::shared_ptr<CLI::FormatterBase> make_help_formatter(std::size_t width);

// The text in lines of at most `width` columns where its words allow it. Lines after the first begin with `indent`
// spaces, and lines of the text stay lines: one that begins with spaces goes on below its last column.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width);

}  // namespace snag
