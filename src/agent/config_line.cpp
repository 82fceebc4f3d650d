#include "agent/config_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace snag::agent {

namespace {

void append_word(std::string& text, std::string_view word) {
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= ' ' || byte == 0x7f || c == '\\') {
      fmt::format_to(std::back_inserter(text), "\\x{:02x}", static_cast<unsigned>(byte));
    } else {
      text += c;
    }
  }
}

Result<std::string> parse_word(std::string_view text) {
  std::string word;
  while (!text.empty()) {
    if (text.front() != '\\') {
      word += text.front();
      text.remove_prefix(1);
      continue;
    }
    constexpr std::size_t kEscape = 4;  // \x20
    unsigned byte = 0;
    const std::string_view escape = text.substr(0, kEscape);
    const char* end = escape.data() + escape.size();
    if (escape.size() < kEscape || escape[1] != 'x' || std::from_chars(escape.data() + 2, end, byte, 16).ptr != end) {
      return failure(fmt::format("'{}' is no escape: it is \\x and two digits", escape));
    }
    word += static_cast<char>(byte);
    text.remove_prefix(kEscape);
  }
  return word;
}

}  // namespace

std::string to_text(const ConfigLine& line) {
  std::string text = line.key;
  for (const std::string& word : line.words) {
    text += ' ';
    append_word(text, word);
  }
  return text + '\n';
}

Result<ConfigLine> parse_line(std::string_view line) {
  std::size_t end = std::min(line.find(' '), line.size());
  ConfigLine result{.key = std::string(line.substr(0, end)), .words = {}};
  while (end < line.size()) {
    line.remove_prefix(end + 1);
    end = std::min(line.find(' '), line.size());
    Result<std::string> word = parse_word(line.substr(0, end));
    if (!word) return tl::unexpected(word.error());
    result.words.push_back(std::move(*word));
  }
  return result;
}

}  // namespace snag::agent
