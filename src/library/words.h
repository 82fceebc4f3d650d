// Words and types as people write them in model files.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace snag::library {

// The index of a known word. The error is, for example, unknown effect `startz`: did you mean `starts`?
Result<std::size_t> find_word(std::string_view what, std::string_view word, std::span<const std::string_view> known);

// The value of an enumeration whose words these are, in the order of its values. The first one is not written, if it is
// what holds without a word.
template <class Value>
Result<Value> parse_word(std::string_view what, std::span<const std::string_view> words, std::string_view word,
                         std::size_t first_written = 1) {
  return find_word(what, word, words.subspan(first_written)).map([&](std::size_t index) {
    return static_cast<Value>(first_written + index);
  });
}

// `int`, `java.lang.String[]` as a field descriptor. Empty if the text is not a type.
std::string to_descriptor(std::string_view type);

// `int, java.lang.String` as `(ILjava/lang/String;)`. Empty if one of them is not a type.
std::string parameter_descriptors(std::string_view list);

}  // namespace snag::library
