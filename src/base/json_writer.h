// Writes JSON directly into a string, without a tree of values in between: with the tree of the nlohmann library a
// report of 10,000 findings took 2.1 s, most of it for creating and freeing the tree. The caller is responsible for the
// order: a key must precede each value of an object, and every begin needs its end.
//
// The text is valid whatever the input: characters that are not harmless (base/unicode.h) are escaped, so that they are
// visible on a terminal, and each byte that is not UTF-8 (including lone surrogates and overlong forms) becomes U+FFFD.
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

  // Objects and arrays nested in fewer than `indented_levels` others have a line for each of their values; deeper ones
  // are written on one line. With 0 levels the text contains no white space, and `<`, `>` and `&` are escaped, so that
  // it can be embedded in an HTML page unchanged.
  explicit JsonWriter(std::size_t indented_levels = kWhole)
      : indented_levels_(indented_levels), for_html_(indented_levels == 0) {}
  // For text that a browser only shows to people. A browser would obey marks of direction even if they are escaped, so
  // these and other hidden characters become U+FFFD.
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
  // An object for each element, whose members `write` writes.
  template <class Range, class Write>
  void objects(std::string_view name, const Range& range, Write write) {
    begin_array(name);
    for (const auto& element : range) {
      begin_object();
      write(element);
      end_object();
    }
    end_array();
  }

  std::size_t size() const { return text_.size(); }
  std::string take() { return std::move(text_); }

 private:
  void begin(char bracket);
  void end(char bracket);
  void before_value();
  void new_line(std::size_t depth);
  void quoted(std::string_view text);

  std::string text_;
  std::vector<bool> filled_;  // for each open object or array: whether it has a value
  bool after_key_ = false;
  std::size_t indented_levels_;
  bool for_html_;
  bool replaces_hidden_ = false;
};

// Returns JSON of another writer with all characters escaped that are not harmless.
std::string harmless_json(std::string_view json);

}  // namespace snag
