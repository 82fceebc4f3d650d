// Random values for every field of a record, by the record's own description.
#pragma once

#include <concepts>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace snag::wire {

class RandomRecord {
 public:
  explicit RandomRecord(std::uint32_t seed) : random_(seed) {}

  template <class Record>
  Record make() {
    Record record;
    fill(record);
    return record;
  }

  template <class Value>
  void operator()(std::string_view, Value& value) {
    fill(value);
  }

 private:
  // Valid UTF-8, with all that means something in a line or in JSON.
  void fill(std::string& text) {
    constexpr std::string_view kPieces[] = {" ", "\n", "\r", "\t", "\\", "\\x20", "#",      "%p",   "a",
                                            "B", "/",  ".",  "$",  "\"", "ä",     "\u2028", "\x7f", "\x01"};
    text.clear();
    for (std::size_t n = random_() % 8; n > 0; --n) text += kPieces[random_() % std::size(kPieces)];
  }
  void fill(bool& flag) { flag = random_() % 2 == 0; }
  template <std::integral Number>
  void fill(Number& number) {
    number = static_cast<Number>(random_() & static_cast<std::uint64_t>(std::numeric_limits<Number>::max()));
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void fill(Enum& value) { value = static_cast<Enum>(random_() % words_of(value).size()); }
  template <class Value>
  void fill(std::vector<Value>& values) {
    values.resize(random_() % 4);
    for (Value& value : values) fill(value);
  }
  template <class Value>
  void fill(std::optional<Value>& value) {
    if (random_() % 2 == 0) fill(value.emplace());
  }
  void fill(std::map<std::string, std::uint64_t>& counts) {
    for (std::size_t n = random_() % 4; n > 0; --n) {
      std::string name;
      fill(name);
      fill(counts[name]);
    }
  }
  template <class Record>
  requires requires(Record& record, RandomRecord& visitor) { Record::visit(record, visitor); }
  void fill(Record& record) { Record::visit(record, *this); }

  std::mt19937_64 random_;
};

}  // namespace snag::wire
