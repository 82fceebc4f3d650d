#include "base/json_writer.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

#include "base/unicode.h"

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

// Appends the JSON escape of a character, which is in UTF-16.
void append_code(std::string& text, std::uint32_t code) {
  const auto out = std::back_inserter(text);
  if (code < 0x10000) {
    fmt::format_to(out, "\\u{:04x}", code);
  } else {
    fmt::format_to(out, "\\u{:04x}\\u{:04x}", 0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff));
  }
}

void append_escaped(std::string& text, char c) {
  constexpr std::string_view kShort = "\"\\\n\r\t", kLetters = "\"\\nrt";
  const std::size_t at = kShort.find(c);
  if (at == std::string_view::npos) return append_code(text, static_cast<std::uint32_t>(c));
  text += '\\';
  text += kLetters[at];
}

}  // namespace

std::string harmless_json(std::string_view json) {
  std::string result;
  for (std::size_t at = 0; at < json.size();) {
    const Character character = first_character(json.substr(at, 4));
    const bool special = character.code >= 0x7f && !is_harmless(character.code);  // in a string: nowhere else in JSON
    if (special && character.valid) {
      append_code(result, character.code);
    } else {
      result += json.substr(at, character.size);
    }
    at += character.size;
  }
  return result;
}

void JsonWriter::quoted(std::string_view text) {
  text_ += '"';
  std::size_t plain = 0;  // the text from here on is not yet copied
  for (std::size_t at = 0; at < text.size();) {
    const ByteClass kind = kClasses[static_cast<unsigned char>(text[at])];
    if (kind == ByteClass::kPlain || (kind == ByteClass::kMarkup && !for_html_)) {
      ++at;
      continue;
    }
    const Character character = first_character(text.substr(at, 4));
    if (kind == ByteClass::kLong && character.valid && is_harmless(character.code)) {
      at += character.size;
      continue;
    }
    text_.append(text.substr(plain, at - plain));
    if (kind != ByteClass::kLong) {
      append_escaped(text_, text[at]);
    } else if (character.valid && !replaces_hidden_) {
      append_code(text_, character.code);
    } else {
      text_ += kReplacement;
    }
    plain = at += character.size;
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
