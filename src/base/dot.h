// The part of Graphviz's language that Snag writes.
#pragma once

#include <string>
#include <string_view>

namespace snag {

// Returns what to write between quotes for a name or label: quotes and backslashes are escaped, and a line ends with
// `\l`, which aligns it to the left.
inline std::string dot_escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\n') {
      out += "\\l";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace snag
