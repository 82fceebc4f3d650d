#include "base/json_writer.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

namespace snag {

namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

enum class ByteClass : std::uint8_t { kPlain, kEscaped, kMarkup, kLong };

constexpr std::array<ByteClass, 256> kClasses = [] {
  std::array<ByteClass, 256> classes{};
  for (std::size_t byte = 0; byte < 0x20; ++byte) classes[byte] = ByteClass::kEscaped;
  for (char c : {'"', '\\', '\x7f'}) classes[static_cast<std::size_t>(c)] = ByteClass::kEscaped;
  for (char c : {'<', '>', '&'}) classes[static_cast<std::size_t>(c)] = ByteClass::kMarkup;
  for (std::size_t byte = 0x80; byte < 0x100; ++byte) classes[byte] = ByteClass::kLong;
  return classes;
}();

// The length of the character of several bytes that the text begins with; 0 when it is none (RFC 3629, section 4).
std::size_t length_of_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto within = [&](std::size_t i, unsigned low, unsigned high) { return byte(i) >= low && byte(i) <= high; };
  const unsigned first = byte(0);
  if (first >= 0xc2 && first <= 0xdf) return within(1, 0x80, 0xbf) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool second = within(1, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf);
    return second && within(2, 0x80, 0xbf) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool second = within(1, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf);
    return second && within(2, 0x80, 0xbf) && within(3, 0x80, 0xbf) ? 4 : 0;
  }
  return 0;
}

void append_escaped(std::string& text, char c) {
  switch (c) {
    case '"':
      text += "\\\"";
      break;
    case '\\':
      text += "\\\\";
      break;
    case '\n':
      text += "\\n";
      break;
    case '\r':
      text += "\\r";
      break;
    case '\t':
      text += "\\t";
      break;
    default:
      fmt::format_to(std::back_inserter(text), "\\u{:04x}", static_cast<unsigned>(c));
  }
}

}  // namespace

void JsonWriter::quoted(std::string_view text) {
  text_ += '"';
  std::size_t plain = 0;  // from here on nothing is copied yet
  for (std::size_t at = 0; at < text.size();) {
    const ByteClass kind = kClasses[static_cast<unsigned char>(text[at])];
    if (kind == ByteClass::kPlain || (kind == ByteClass::kMarkup && !for_html_)) {
      ++at;
      continue;
    }
    if (kind == ByteClass::kLong) {
      if (const std::size_t length = length_of_character(text.substr(at, 4)); length != 0) {
        at += length;
        continue;
      }
    }
    text_.append(text.substr(plain, at - plain));
    if (kind == ByteClass::kLong) {
      text_ += kReplacement;
    } else {
      append_escaped(text_, text[at]);
    }
    plain = ++at;
  }
  text_.append(text.substr(plain));
  text_ += '"';
}

void JsonWriter::new_line(std::size_t depth) {
  text_ += '\n';
  text_.append(2 * depth, ' ');
}

void JsonWriter::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (filled_.empty()) return;
  const bool first = !filled_.back();
  filled_.back() = true;
  if (!first) text_ += ',';
  if (filled_.size() <= indented_levels_) {
    new_line(filled_.size());
  } else if (!first && indented_levels_ > 0) {
    text_ += ' ';
  }
}

void JsonWriter::begin(char bracket) {
  before_value();
  text_ += bracket;
  filled_.push_back(false);
}

void JsonWriter::end(char bracket) {
  const bool filled = filled_.back();
  filled_.pop_back();
  if (filled && filled_.size() < indented_levels_) new_line(filled_.size());
  text_ += bracket;
}

void JsonWriter::key(std::string_view name) {
  before_value();
  quoted(name);
  text_ += ':';
  if (indented_levels_ > 0) text_ += ' ';
  after_key_ = true;
}

void JsonWriter::value(std::string_view text) {
  before_value();
  quoted(text);
}

void JsonWriter::value(std::uint64_t number) {
  before_value();
  text_ += fmt::format_int(number).c_str();
}

void JsonWriter::value(bool flag) {
  before_value();
  text_ += flag ? "true" : "false";
}

void JsonWriter::array(std::string_view name, const std::vector<std::string>& texts) {
  begin_array(name);
  for (const std::string& text : texts) value(text);
  end_array();
}

}  // namespace snag
