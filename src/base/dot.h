// The part of Graphviz's language that Snag writes.
#pragma once

#include <string>
#include <string_view>

#include "base/text.h"

namespace snag {

// Returns what to write between quotes for a name or label: quotes and backslashes are escaped, and a line ends with
// `\l`, which aligns it to the left.
inline std::string dot_escaped(std::string_view text) {
  return replaced(text, {{'\n', "\\l"}, {'"', "\\\""}, {'\\', "\\\\"}});
}

}  // namespace snag
