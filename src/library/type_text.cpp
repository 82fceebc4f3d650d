#include "library/type_text.h"

#include <array>
#include <utility>

#include "classfile/descriptor.h"

namespace snag::library {

std::string to_descriptor(std::string_view type) {
  static constexpr std::array<std::pair<std::string_view, char>, 8> kPrimitives = {{{"boolean", 'Z'},
                                                                                    {"byte", 'B'},
                                                                                    {"char", 'C'},
                                                                                    {"short", 'S'},
                                                                                    {"int", 'I'},
                                                                                    {"long", 'J'},
                                                                                    {"float", 'F'},
                                                                                    {"double", 'D'}}};
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
    more = comma != std::string_view::npos;
    std::string_view type = list.substr(0, comma);
    while (type.starts_with(' ')) type.remove_prefix(1);
    while (type.ends_with(' ')) type.remove_suffix(1);
    const std::string descriptor = to_descriptor(type);
    if (descriptor.empty()) return {};
    result += descriptor;
    if (more) list.remove_prefix(comma + 1);
  }
  return result + ")";
}

}  // namespace snag::library
