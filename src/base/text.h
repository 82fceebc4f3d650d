// What the standard library lacks for text. (Debian's Abseil has a string_view of its own, which is not the
// standard's.)
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace snag {

// Returns the parts between the separators: one more than there are separators, and some may be empty.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != text.npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

// Returns the text without white space at its ends.
inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

// Returns the text with something else in place of some characters.
inline std::string replaced(std::string_view text, std::initializer_list<std::pair<char, std::string_view>> escapes) {
  std::string result;
  for (const char c : text) {
    const auto* escape = std::find_if(escapes.begin(), escapes.end(), [c](const auto& of) { return of.first == c; });
    result += escape == escapes.end() ? std::string_view(&c, 1) : escape->second;
  }
  return result;
}

}  // namespace snag
