// Reads one line of the IR's text form, piece by piece; only the parser needs it. As in base/cursor.h, failure is
// sticky: after the first problem every function returns nothing, and the parser checks once, at the end of the line.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ir/text_words.h"

namespace snag::ir {

class LineScanner {
 public:
  explicit LineScanner(std::string_view line) : rest_(line) { skip_spaces(); }

  bool ok() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }
  void fail(std::string problem) {
    if (ok()) problem_ = std::move(problem);
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
  void expect(std::string_view text) {
    if (!accept(text)) fail("expected `" + std::string(text) + "`");
  }
  // Like accept, but a dot may not follow: `interface x.y` is a word and a name, `interface.y` is a name.
  bool accept_word(std::string_view word) {
    if (word.size() < rest_.size() && rest_.starts_with(word) && rest_[word.size()] == '.') return false;
    return accept(word);
  }

  // The longest run of plain characters, which may be empty.
  std::string_view word() { return take_while(words::is_plain); }
  // The longest run of operator characters.
  std::string_view symbol() {
    return take_while([](char c) { return std::string_view("+-*/%<>&|^=!").find(c) != std::string_view::npos; });
  }

  // A name as it is or in double quotes.
  std::string name(bool (*plain)(char) = words::is_plain) {
    if (peek() == '"') return quoted('"');
    std::string_view taken = take_while(plain);
    if (taken.empty()) fail("expected a name");
    return std::string(taken);
  }
  std::string descriptor() { return name(words::is_plain_descriptor); }
  // `quote` comes next.
  std::string quoted(char quote) {
    std::string result;
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

  // An integer or a floating-point number.
  template <class Number>
  Number number() {
    Number value{};
    auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) {
      fail("expected a number in range");
      return Number{};
    }
    take(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  // The value of `0x1f`; nothing if the text is something else or does not fit.
  template <class Integer>
  static std::optional<Integer> hexadecimal(std::string_view text) {
    Integer value{};
    if (!text.starts_with("0x")) return std::nullopt;
    auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
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
  std::string_view take_while(Predicate belongs) {
    auto end = std::find_if_not(rest_.begin(), rest_.end(), belongs);
    return take(static_cast<std::size_t>(end - rest_.begin()));
  }
  bool escape(std::size_t& i, std::string& result) {
    if (i >= rest_.size()) return false;
    for (words::Escape known : words::kEscapes) {
      if (rest_[i] == known.letter) return result.push_back(known.character), true;
    }
    unsigned byte = 0;
    std::string_view digits = rest_.substr(i + 1, 2);
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (rest_[i] != 'x' || digits.size() != 2 || error != std::errc() || end != digits.data() + 2) return false;
    result.push_back(static_cast<char>(byte));
    i += 2;
    return true;
  }

  std::string_view rest_;
  std::string problem_;
};

}  // namespace snag::ir
