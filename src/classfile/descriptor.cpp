#include "classfile/descriptor.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "classfile/descriptor_walk.h"
#include "classfile/modified_utf8.h"

namespace snag::classfile {

namespace {

// The names that a byte must not be part of: any unqualified name, or a method's name.
constexpr std::uint8_t kEndsName = 1, kEndsMethodName = 2;
constexpr std::array<std::uint8_t, 256> kCharacters = [] {
  std::array<std::uint8_t, 256> table{};
  for (char c : {'.', ';', '[', '/'}) table[static_cast<unsigned char>(c)] = kEndsName | kEndsMethodName;
  for (char c : {'<', '>'}) table[static_cast<unsigned char>(c)] = kEndsMethodName;
  return table;
}();

bool has_any(std::string_view text, std::uint8_t forbidden) {
  for (char c : text) {
    if ((kCharacters[static_cast<unsigned char>(c)] & forbidden) != 0) return true;
  }
  return false;
}

// Returns the length of `a/b/C` at the start of `text`, up to a character that cannot belong to it; 0 if a part is
// empty.
std::size_t class_name_length(std::string_view text) {
  std::size_t part = 0;
  std::size_t i = 0;
  for (; i < text.size(); ++i) {
    if ((kCharacters[static_cast<unsigned char>(text[i])] & kEndsName) == 0) continue;
    if (text[i] != '/') break;
    if (i == part) return 0;
    part = i + 1;
  }
  return i == part ? 0 : i;
}

// Returns the name of a primitive type, or an empty text.
std::string_view primitive(char c) {
  constexpr std::string_view kLetters = "BCDFIJSVZ";
  constexpr std::string_view kNames[] = {"byte", "char", "double", "float", "int", "long", "short", "void", "boolean"};
  const std::size_t at = kLetters.find(c);
  return at == std::string_view::npos ? std::string_view() : kNames[at];
}

void append_class(std::string& out, std::string_view internal_name) {
  std::size_t start = out.size();
  out += internal_name;
  std::replace(out.begin() + static_cast<std::ptrdiff_t>(start), out.end(), '/', '.');
}

void append_type(std::string& out, std::string_view descriptor) {
  std::size_t dimensions = std::min(descriptor.find_first_not_of('['), descriptor.size());
  std::string_view element = descriptor.substr(dimensions);
  if (element.size() == 1 && !primitive(element[0]).empty()) {
    out += primitive(element[0]);
  } else if (element.size() > 2 && element.front() == 'L' && element.back() == ';') {
    append_class(out, element.substr(1, element.size() - 2));
  } else {
    out += descriptor;
    return;
  }
  for (std::size_t i = 0; i < dimensions; ++i) out += "[]";
}

std::string shown(std::string text) {
  bool ascii = std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  return ascii ? text : to_utf8(text);
}

}  // namespace

bool is_unqualified_name(std::string_view name) { return !name.empty() && !has_any(name, kEndsName); }

bool is_method_name(std::string_view name) {
  if (name.empty()) return false;
  return !has_any(name, kEndsMethodName) || name == "<init>" || name == "<clinit>";
}

bool is_class_name(std::string_view name) { return !name.empty() && class_name_length(name) == name.size(); }

std::size_t field_descriptor_length(std::string_view text) { return field_descriptor_length(text, class_name_length); }

bool is_field_descriptor(std::string_view descriptor) {
  return !descriptor.empty() && field_descriptor_length(descriptor) == descriptor.size();
}

bool is_method_descriptor(std::string_view descriptor) {
  std::string_view result;
  return walk_method_descriptor(
      descriptor, class_name_length, [](std::string_view) {}, result);
}

unsigned MethodDescriptor::slot_count() const {
  unsigned slots = 0;
  for (std::string_view parameter : parameters) slots += classfile::slot_count(parameter);
  return slots;
}

Result<MethodDescriptor> parse_method_descriptor(std::string_view descriptor) {
  MethodDescriptor parsed;
  auto each = [&](std::string_view parameter) { parsed.parameters.push_back(parameter); };
  if (!walk_method_descriptor(descriptor, class_name_length, each, parsed.result)) {
    constexpr std::size_t kShown = 80;
    std::string text = shown(std::string(descriptor.substr(0, kShown)));
    return failure("malformed method descriptor '" + text + (descriptor.size() > kShown ? "…'" : "'"));
  }
  return parsed;
}

std::string_view class_of_descriptor(std::string_view field_descriptor) {
  if (field_descriptor.size() < 2) return {};
  if (field_descriptor[0] == '[') return field_descriptor;
  return field_descriptor[0] == 'L' ? field_descriptor.substr(1, field_descriptor.size() - 2) : std::string_view{};
}

std::string descriptor_of_class(std::string_view internal_name) {
  if (internal_name.starts_with('[')) return std::string(internal_name);
  std::string out = "L";
  out += internal_name;
  return out += ';';
}

std::string to_source_class(std::string_view internal_name) {
  if (!internal_name.empty() && internal_name[0] == '[') return to_source_type(internal_name);
  std::string out;
  append_class(out, internal_name);
  return shown(std::move(out));
}

std::string to_internal_class(std::string_view source_name) {
  std::string name(source_name);
  std::replace(name.begin(), name.end(), '.', '/');
  return name;
}

std::string to_source_type(std::string_view field_descriptor) {
  std::string out;
  append_type(out, field_descriptor);
  return shown(std::move(out));
}

std::string to_source_method(std::string_view name, std::string_view descriptor) {
  std::string out(name);
  std::string_view result;
  std::size_t start = out.size();
  char separator = '(';
  auto each = [&](std::string_view parameter) {
    out += separator;
    append_type(out, parameter);
    separator = ',';
  };
  if (walk_method_descriptor(descriptor, class_name_length, each, result)) {
    out += separator == '(' ? "()" : ")";
  } else {
    out.resize(start);
    out += descriptor;
  }
  return shown(std::move(out));
}

}  // namespace snag::classfile
