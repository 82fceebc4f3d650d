// Walks descriptors (JVMS 4.3) with a given function that finds the end of a class name: byte by byte in
// descriptor.cpp, sixteen bytes at a time in name_scan.h.
#pragma once

#include <cstddef>
#include <string_view>

#include "classfile/descriptor.h"

namespace snag::classfile {

// Returns the length of the field descriptor that `text` starts with; 0 if it starts with none. `name_length(text)`
// returns the length of the class name that a text starts with, 0 for none.
template <class NameLength>
std::size_t field_descriptor_length(std::string_view text, NameLength name_length) {
  std::size_t dimensions = 0;
  while (dimensions < text.size() && text[dimensions] == '[') ++dimensions;
  if (dimensions == text.size() || dimensions > kMaxDimensions) return 0;
  switch (text[dimensions]) {
    case 'B':
    case 'C':
    case 'D':
    case 'F':
    case 'I':
    case 'J':
    case 'S':
    case 'Z':
      return dimensions + 1;
    case 'L': {
      std::size_t length = name_length(text.substr(dimensions + 1));
      std::size_t end = dimensions + 1 + length;
      return length != 0 && end < text.size() && text[end] == ';' ? end + 1 : 0;
    }
    default:
      return 0;
  }
}

// Calls `each` for every parameter. Returns false if the text is not a method descriptor; `result` is what follows `)`.
template <class NameLength, class Each>
bool walk_method_descriptor(std::string_view text, NameLength name_length, Each each, std::string_view& result) {
  if (text.empty() || text[0] != '(') return false;
  text.remove_prefix(1);
  unsigned slots = 0;
  while (!text.empty() && text[0] != ')') {
    std::size_t length = field_descriptor_length(text, name_length);
    if (length == 0) return false;
    std::string_view parameter = text.substr(0, length);
    slots += slot_count(parameter);
    if (slots > kMaxArgumentSlots) return false;
    each(parameter);
    text.remove_prefix(length);
  }
  if (text.empty()) return false;
  result = text.substr(1);
  return result == "V" || (!result.empty() && field_descriptor_length(result, name_length) == result.size());
}

}  // namespace snag::classfile
