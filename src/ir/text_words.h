// The words of the IR's text form, in the order of the enums: shared by printer and parser, of no interest to others.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace snag::ir::words {

using Word = std::string_view;

inline constexpr std::array<Word, 6> kTypes = {"void", "int", "long", "float", "double", "null"};  // null: a reference

inline constexpr std::array<Word, 16> kUnary = {
    "negate",          "int_to_long",  "int_to_float",  "int_to_double",   "long_to_int",   "long_to_float",
    "long_to_double",  "float_to_int", "float_to_long", "float_to_double", "double_to_int", "double_to_long",
    "double_to_float", "int_to_byte",  "int_to_char",   "int_to_short"};
inline constexpr std::array<Word, 11> kBinary = {"+", "-", "*", "/", "%", "<<", ">>", ">>>", "&", "|", "^"};
inline constexpr std::array<Word, 5> kCompare = {"lcmp", "fcmpl", "fcmpg", "dcmpl", "dcmpg"};
inline constexpr std::array<Word, 6> kConditions = {"==", "!=", "<", ">=", ">", "<="};
inline constexpr std::array<Word, 8> kElements = {"int",       "long", "float", "double",
                                                  "reference", "byte", "char",  "short"};
inline constexpr std::array<Word, 4> kInvokes = {"invokevirtual", "invokespecial", "invokestatic", "invokeinterface"};
inline constexpr std::array<Word, 10> kHandles = {
    "none",          "getField",     "getStatic",     "putField",         "putStatic",
    "invokeVirtual", "invokeStatic", "invokeSpecial", "newInvokeSpecial", "invokeInterface"};

struct Flag {
  std::uint16_t bit;
  Word word;
};
// Of methods (JVMS table 4.6-A); any other bit is printed as a number.
inline constexpr std::array<Flag, 12> kFlags = {{{0x0001, "public"},
                                                 {0x0002, "private"},
                                                 {0x0004, "protected"},
                                                 {0x0008, "static"},
                                                 {0x0010, "final"},
                                                 {0x0020, "synchronized"},
                                                 {0x0040, "bridge"},
                                                 {0x0080, "varargs"},
                                                 {0x0100, "native"},
                                                 {0x0400, "abstract"},
                                                 {0x0800, "strictfp"},
                                                 {0x1000, "synthetic"}}};

template <std::size_t N>
constexpr std::optional<std::uint8_t> find(const std::array<Word, N>& words, Word word) {
  for (std::size_t i = 0; i < N; ++i) {
    if (words[i] == word) return static_cast<std::uint8_t>(i);
  }
  return std::nullopt;
}

// Characters of names that need no quotes. Method descriptors stand where parentheses mean nothing else.
constexpr bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         c == '/' || c == '<' || c == '>' || c == ';' || c == '[' || c == '-';
}
constexpr bool is_plain_descriptor(char c) { return is_plain(c) || c == '(' || c == ')'; }

}  // namespace snag::ir::words
