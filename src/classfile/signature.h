// Generic signatures (JVMS 4.7.9.1): what the Signature attribute says about type parameters and arguments.
//
//   class Cache<K extends Comparable<K>> extends HashMap<K, int[]> { ... }
//   <K::Ljava/lang/Comparable<TK;>;>Ljava/util/HashMap<TK;[I>;
//
// The JVM ignores signatures, and so some tools write wrong ones: a signature helps to show a type to people, and
// analyses must not depend on it. A signature is read into one vector of nodes that refer to each other by index and to
// the text by views, so the text must outlive it. Nesting of type arguments is limited, which bounds the recursion of
// reader and printer.
#pragma once

#include <cstdint>
#include <string>
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

struct TypeParameter {
  std::string_view name;
  TypeIndex class_bound = kNoType;
  std::vector<TypeIndex> interface_bounds;
};

struct ClassSignature {
  std::vector<TypeNode> nodes;
  std::vector<TypeParameter> type_parameters;
  TypeIndex superclass = kNoType;
  std::vector<TypeIndex> interfaces;
};
struct MethodSignature {
  std::vector<TypeNode> nodes;
  std::vector<TypeParameter> type_parameters;
  std::vector<TypeIndex> parameters;
  TypeIndex result = kNoType;
  std::vector<TypeIndex> exceptions;
};
struct FieldSignature {
  std::vector<TypeNode> nodes;
  TypeIndex type = kNoType;
};

// An error's offset counts from the start of the text.
Result<ClassSignature> parse_class_signature(std::string_view text);
Result<MethodSignature> parse_method_signature(std::string_view text);
Result<FieldSignature> parse_field_signature(std::string_view text);

// These return the text as in Java source, in UTF-8 and with full class names:
//   java.util.Map<java.lang.String,? extends T[]>
std::string to_source(const std::vector<TypeNode>& nodes, TypeIndex type);
std::string to_source(const FieldSignature& signature);
//   <K extends java.lang.Comparable<K>> extends java.util.HashMap<K,int[]>
std::string to_source(const ClassSignature& signature);
//   <T> put(T,int[]) java.util.List<T> throws E
std::string to_source(const MethodSignature& signature, std::string_view name);

}  // namespace snag::classfile
