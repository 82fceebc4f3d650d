// Generic signatures (JVMS 4.7.9.1): what the Signature attribute of a field or method says about type arguments.
//
//   Map<K, int[]> cache;
//   Ljava/util/Map<TK;[I>;
//
// The JVM ignores signatures, and so some tools write wrong ones: analyses must not depend on them. A signature is read
// into one vector of nodes that refer to each other by index and to the text by views, so the text must outlive it.
// Nesting of type arguments is limited, which bounds the recursion of the reader and of its users.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace snag::classfile {

inline constexpr unsigned kMaxSignatureDepth = 64;

enum class TypeKind : std::uint8_t {
  kPrimitive,  // `text` is its descriptor; V for a method's result
  kClass,      // `text` is the internal name, of an inner class after a dot its simple name
  kVariable,   // `text` is the variable's name
  kAny,        // the argument *, in source ?
};
enum class Wildcard : std::uint8_t { kNone, kExtends, kSuper };

using TypeIndex = std::uint32_t;
inline constexpr TypeIndex kNoType = 0xFFFF'FFFF;

struct TypeNode {
  TypeKind kind = TypeKind::kPrimitive;
  Wildcard wildcard = Wildcard::kNone;  // of a type argument
  std::uint8_t dimensions = 0;          // of an array, whose element type the rest is
  std::string_view text = {};
  TypeIndex argument = kNoType;  // the first type argument
  TypeIndex next = kNoType;      // the next type argument of the same list
  TypeIndex inner = kNoType;     // Outer<String>.Inner: the node of Inner
};

struct FieldSignature {
  std::vector<TypeNode> nodes;
  TypeIndex type = kNoType;
};
struct MethodSignature {  // without its type parameters and exceptions, which are only checked
  std::vector<TypeNode> nodes;
  std::vector<TypeIndex> parameters;
  TypeIndex result = kNoType;
};

// An error's offset counts from the start of the text.
Result<FieldSignature> parse_field_signature(std::string_view text);
Result<MethodSignature> parse_method_signature(std::string_view text);

}  // namespace snag::classfile
