// Reads one line of the IR's text form, piece by piece: of interest to the parser alone. Like base/cursor.h, failure is
// sticky: after the first problem every function returns nothing, and the parser looks once, at the line's end.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "ir/text_words.h"

namespace snag::ir {

class LineScanner {
 public:
  explicit LineScanner(std::string_view line) : rest_(line) { skip_spaces(); }

  bool ok() const { return problem_ == nullptr; }
  const char* problem() const { return problem_; }
  void fail(const char* problem) {
    if (problem_ == nullptr) problem_ = problem;
    rest_ = {};
  }

  bool at_end() const { return rest_.empty(); }
  char peek() const { return rest_.empty() ? '\0' : rest_[0]; }

  // Takes the text if it comes next. Words must end where a name would.
  bool accept(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    bool word = text.back() >= 'a' && text.back() <= 'z';
    if (word && text.size() < rest_.size() && words::is_plain(rest_[text.size()])) return false;
    take(text.size());
    return true;
  }
  void expect(std::string_view text, const char* problem) {
    if (!accept(text)) fail(problem);
  }
  // Like accept, but a dot may not follow: `interface x.y` is a word and a name, `interface.y` is a name.
  bool accept_word(std::string_view word) {
    if (word.size() < rest_.size() && rest_.starts_with(word) && rest_[word.size()] == '.') return false;
    return accept(word);
  }

  // The longest run of plain characters, which may be empty.
  std::string_view word() {
    std::size_t length = 0;
    while (length < rest_.size() && words::is_plain(rest_[length])) ++length;
    return take(length);
  }
  // The longest run of operator characters.
  std::string_view symbol() {
    std::size_t length = 0;
    while (length < rest_.size() && std::string_view("+-*/%<>&|^=!").find(rest_[length]) != std::string_view::npos) {
      ++length;
    }
    return take(length);
  }

  // A name as it is or in double quotes.
  std::string name() { return name(words::is_plain); }
  std::string descriptor() { return name(words::is_plain_descriptor); }
  std::string quoted(char quote) {
    std::string result;
    if (peek() != quote) {
      fail("expected a quoted text");
      return result;
    }
    std::size_t i = 1;
    for (; i < rest_.size() && rest_[i] != quote; ++i) {
      if (rest_[i] != '\\') {
        result.push_back(rest_[i]);
      } else if (!escape(++i, result)) {
        fail("unknown escape");
        return result;
      }
    }
    if (i >= rest_.size()) {
      fail("the quoted text does not end");
      return result;
    }
    take(i + 1);
    return result;
  }

  template <class Integer>
  Integer number() {
    Integer value{};
    auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) {
      fail("expected a number in range");
      return Integer{};
    }
    take(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  template <class Integer>
  Integer hexadecimal() {  // 0x1f
    Integer value{};
    std::string_view digits = word();
    if (digits.size() < 3 || !digits.starts_with("0x")) {
      fail("expected a hexadecimal number");
      return value;
    }
    auto [end, error] = std::from_chars(digits.data() + 2, digits.data() + digits.size(), value, 16);
    if (error != std::errc() || end != digits.data() + digits.size()) fail("expected a hexadecimal number in range");
    return value;
  }
  template <class Float>
  Float floating() {
    Float value{};
    auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) {
      fail("expected a number in range");
      return Float{};
    }
    take(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  // `v12`, `b3`: the number.
  bool at_label(char letter) const {
    return rest_.size() > 1 && rest_[0] == letter && rest_[1] >= '0' && rest_[1] <= '9';
  }
  std::uint32_t label(char letter) {
    if (!at_label(letter)) {
      fail(letter == 'v' ? "expected a value" : "expected a block");
      return 0;
    }
    rest_.remove_prefix(1);
    return number<std::uint32_t>();
  }

 private:
  std::string_view take(std::size_t length) {
    std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(length);
    skip_spaces();
    return taken;
  }
  void skip_spaces() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t' || rest_[0] == '\r')) rest_.remove_prefix(1);
  }
  template <class Predicate>
  std::string name(Predicate plain) {
    if (peek() == '"') return quoted('"');
    std::size_t length = 0;
    while (length < rest_.size() && plain(rest_[length])) ++length;
    if (length == 0) fail("expected a name");
    return std::string(take(length));
  }
  bool escape(std::size_t& i, std::string& result) {
    if (i >= rest_.size()) return false;
    switch (rest_[i]) {
      case 'n':
        result.push_back('\n');
        return true;
      case 'r':
        result.push_back('\r');
        return true;
      case 't':
        result.push_back('\t');
        return true;
      case '\\':
      case '"':
      case '\'':
        result.push_back(rest_[i]);
        return true;
      case 'x': {
        unsigned byte = 0;
        std::string_view digits = rest_.substr(i + 1, 2);
        auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
        if (digits.size() != 2 || error != std::errc() || end != digits.data() + 2) return false;
        result.push_back(static_cast<char>(byte));
        i += 2;
        return true;
      }
      default:
        return false;
    }
  }

  std::string_view rest_;
  const char* problem_ = nullptr;
};

}  // namespace snag::ir
