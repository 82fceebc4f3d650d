// One line of agent.conf: a key and its words, with one blank between them.
//
//     class app/A\x20Node app/Base next Lapp/A\x20Node;
//
// Paths, patterns and names in class files may hold anything. In a word a blank, a control character and a backslash
// are written as \x and two digits, so that no word ends itself or its line. Whoever writes agent.conf and whoever
// reads it uses this.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace snag::agent {

struct ConfigLine {
  std::string key;
  std::vector<std::string> words;

  friend bool operator==(const ConfigLine&, const ConfigLine&) = default;
};

// With its end.
std::string to_text(const ConfigLine& line);

// Without its end.
Result<ConfigLine> parse_line(std::string_view line);

}  // namespace snag::agent
