#include "library/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/nearest.h"
#include "base/text.h"
#include "classfile/descriptor.h"

namespace snag::library {

Result<std::size_t> find_word(std::string_view what, std::string_view word, std::span<const std::string_view> known) {
  const auto it = std::find(known.begin(), known.end(), word);
  if (it != known.end()) return static_cast<std::size_t>(it - known.begin());
  const auto near = nearest(word, known);
  return failure(fmt::format("unknown {} `{}`{}", what, word, near ? fmt::format(": did you mean `{}`?", *near) : ""));
}

std::string to_descriptor(std::string_view type) {
  static constexpr std::pair<std::string_view, char> kPrimitives[] = {{"boolean", 'Z'}, {"byte", 'B'},  {"char", 'C'},
                                                                      {"short", 'S'},   {"int", 'I'},   {"long", 'J'},
                                                                      {"float", 'F'},   {"double", 'D'}};
  std::string dimensions;
  while (type.ends_with("[]")) {
    dimensions += '[';
    type.remove_suffix(2);
  }
  if (type == "void") return {};
  for (const auto& [word, letter] : kPrimitives) {
    if (type == word) return dimensions + letter;
  }
  std::string descriptor = dimensions + 'L' + classfile::to_internal_class(type) + ';';
  return classfile::is_field_descriptor(descriptor) ? descriptor : std::string();
}

std::string parameter_descriptors(std::string_view list) {
  std::string result = "(";
  for (bool more = !list.empty(); more;) {
    const std::size_t comma = list.find(',');
    const std::string descriptor = to_descriptor(trimmed(list.substr(0, comma)));
    if (descriptor.empty()) return {};
    result += descriptor;
    more = comma != list.npos;
    if (more) list.remove_prefix(comma + 1);
  }
  return result + ")";
}

}  // namespace snag::library
