// The words of the IR's text form, and how each operation is written. Only the printer and the parser need them; both
// follow the same table of forms.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "ir/method_ir.h"

namespace snag::ir::words {

using Word = std::string_view;

// In the order of the enums.
inline constexpr Word kTypes[] = {"void", "int", "long", "float", "double", "null"};  // null: a reference
inline constexpr Word kUnary[] = {"negate",          "int_to_long",     "int_to_float",   "int_to_double",
                                  "long_to_int",     "long_to_float",   "long_to_double", "float_to_int",
                                  "float_to_long",   "float_to_double", "double_to_int",  "double_to_long",
                                  "double_to_float", "int_to_byte",     "int_to_char",    "int_to_short"};
inline constexpr Word kBinary[] = {"+", "-", "*", "/", "%", "<<", ">>", ">>>", "&", "|", "^"};
inline constexpr Word kCompare[] = {"lcmp", "fcmpl", "fcmpg", "dcmpl", "dcmpg"};
inline constexpr Word kConditions[] = {"==", "!=", "<", ">=", ">", "<="};
inline constexpr Word kElements[] = {"int", "long", "float", "double", "reference", "byte", "char", "short"};
inline constexpr Word kInvokes[] = {"invokevirtual", "invokespecial", "invokestatic", "invokeinterface"};
inline constexpr Word kHandles[] = {
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

// How an operation is written. A capital letter stands for a part of the instruction, anything else for itself:
//   K  the word for its kind         P  its payload as a number      C  a constant
//   V  the next operand              N  its payload as a name        D  a dynamic call
//   L  all operands, or none         Q  the same, quoted or absent   F  a lambda
//   S  the next successor            R  a reference to a member      W  the cases of a switch
//   A  `any` if its kind is 1
struct Form {
  Word text;
  std::span<const Word> kinds = {};
};
// In the order of Op.
inline constexpr std::array<Form, 31> kForms = {{{"param P"},
                                                 {"phi L"},
                                                 {"catch A"},
                                                 {"const C"},
                                                 {"K L", kUnary},
                                                 {"V K V", kBinary},
                                                 {"K L", kCompare},
                                                 {"new"},
                                                 {"newarray L"},
                                                 {"multinewarray L"},
                                                 {"length L"},
                                                 {"load K V[V]", kElements},
                                                 {"store K V[V] = V", kElements},
                                                 {"getfield V R"},
                                                 {"putfield V R = V"},
                                                 {"getstatic R"},
                                                 {"putstatic R = V"},
                                                 {"K R (L)", kInvokes},
                                                 {"dynamic D (L)"},
                                                 {"lambda F (L)"},
                                                 {"concat Q(L)"},
                                                 {"record N (L)"},
                                                 {"cast L"},
                                                 {"instanceof V N"},
                                                 {"monitorenter L"},
                                                 {"monitorexit L"},
                                                 {"goto S"},
                                                 {"if V K V then S else S", kConditions},
                                                 {"switch V {W}"},
                                                 {"return L"},
                                                 {"throw L"}}};
static_assert(kForms.size() == static_cast<std::size_t>(Op::kThrow) + 1);

constexpr std::optional<std::uint8_t> find(std::span<const Word> words, Word word) {
  auto it = std::find(words.begin(), words.end(), word);
  if (it == words.end()) return std::nullopt;
  return static_cast<std::uint8_t>(it - words.begin());
}

// What stands for a character in quotes after a backslash; any other byte is \xNN.
struct Escape {
  char character, letter;
};
inline constexpr Escape kEscapes[] = {{'\n', 'n'}, {'\r', 'r'}, {'\t', 't'}, {'\\', '\\'}, {'"', '"'}, {'\'', '\''}};

// Characters of names that need no quotes. Method descriptors stand where parentheses mean nothing else.
constexpr bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         Word("_$/<>;[-").find(c) != Word::npos;
}
constexpr bool is_plain_descriptor(char c) { return is_plain(c) || c == '(' || c == ')'; }

}  // namespace snag::ir::words
