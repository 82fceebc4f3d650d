// Writes JSON into a string as it goes, without a tree of values in between: nlohmann's took 2.1 s for a report of
// 10,000 findings, most of it for making and freeing the tree. Who calls it sees to the order: a key before each value
// of an object, and ends for begins.
//
// The text is valid whatever it is given: what is not harmless (base/unicode.h) is escaped, so that whoever shows the
// text on a terminal sees it, and each byte that is not UTF-8 (also of lone surrogates and overlong forms) becomes
// U+FFFD.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace snag {

class JsonWriter {
 public:
  static constexpr std::size_t kWhole = static_cast<std::size_t>(-1);

  // Objects and arrays that stand in fewer than `indented_levels` others have a line for each of their values, the
  // deeper ones are written on one line. With none at all there is no white space whatever, and `<`, `>` and `&` are
  // escaped, so that the text may stand inside an HTML page as it is.
  explicit JsonWriter(std::size_t indented_levels = kWhole)
      : indented_levels_(indented_levels), for_html_(indented_levels == 0) {}
  // For text that a browser shows to people, and never gives back: it would obey marks of direction behind an escape as
  // well. Those and the like become U+FFFD.
  static JsonWriter for_page() {
    JsonWriter writer(0);
    writer.replaces_hidden_ = true;
    return writer;
  }

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }

  void key(std::string_view name);
  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(std::uint64_t number);
  void value(std::uint32_t number) { value(std::uint64_t{number}); }
  void value(bool flag);

  template <class Value>
  void member(std::string_view name, const Value& of) {
    key(name);
    value(of);
  }
  void begin_object(std::string_view name) { key(name), begin_object(); }
  void begin_array(std::string_view name) { key(name), begin_array(); }
  void array(std::string_view name, const std::vector<std::string>& texts);

  std::size_t size() const { return text_.size(); }
  std::string take() { return std::move(text_); }

 private:
  void begin(char bracket);
  void end(char bracket);
  void before_value();
  void new_line(std::size_t depth);
  void quoted(std::string_view text);

  std::string text_;
  std::vector<bool> filled_;  // of each object or array that is open, whether it has a value
  bool after_key_ = false;
  std::size_t indented_levels_;
  bool for_html_;
  bool replaces_hidden_ = false;
};

// JSON of another writer, which has left characters in it that are not harmless: these are escaped.
std::string harmless_json(std::string_view json);

}  // namespace snag
