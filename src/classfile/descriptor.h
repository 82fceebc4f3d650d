// Names and descriptors (JVMS 4.2, 4.3): whether they are well formed, what they are made of, and how they are written
// in Java source. Every function examines each byte once and allocates only its result.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <absl/container/inlined_vector.h>

#include "base/result.h"

namespace snag::classfile {

inline constexpr unsigned kMaxDimensions = 255;     // JVMS 4.3.2
inline constexpr unsigned kMaxArgumentSlots = 255;  // JVMS 4.3.3; `this` takes one of them in an instance method

// JVMS 4.2.2: a field's, variable's or module-free identifier: not empty, none of . ; [ /
bool is_unqualified_name(std::string_view name);
// The same without < and >, or exactly <init> or <clinit>.
bool is_method_name(std::string_view name);
// JVMS 4.2.1: unqualified names separated by slashes: java/lang/Object. An array descriptor is not a class name.
bool is_class_name(std::string_view name);

bool is_field_descriptor(std::string_view descriptor);
bool is_method_descriptor(std::string_view descriptor);

// Returns the length of the field descriptor that `text` starts with; 0 if it starts with none.
std::size_t field_descriptor_length(std::string_view text);

// Returns how many local variable slots a value takes: 2 for J and D, 0 for V, otherwise 1.
inline unsigned slot_count(std::string_view field_descriptor) {
  if (field_descriptor.empty()) return 0;
  char first = field_descriptor[0];
  return first == 'J' || first == 'D' ? 2 : first == 'V' ? 0 : 1;
}

struct MethodDescriptor {
  absl::InlinedVector<std::string_view, 6> parameters;  // field descriptors, views into the parsed text
  std::string_view result;                              // a field descriptor or "V"

  unsigned slot_count() const;  // of the parameters, without `this`
};
Result<MethodDescriptor> parse_method_descriptor(std::string_view descriptor);

// Returns the internal class name in `Lname;`, an array descriptor unchanged, and an empty text for primitive types.
std::string_view class_of_descriptor(std::string_view field_descriptor);
// The inverse: returns `Lname;` for a class name, and an array descriptor unchanged.
std::string descriptor_of_class(std::string_view internal_name);

// These return the name as in Java source, in UTF-8. A text that is not a descriptor is returned unchanged.
std::string to_source_class(std::string_view internal_name);    // a/b/C$D -> a.b.C$D, [I -> int[]
std::string to_source_type(std::string_view field_descriptor);  // [Ljava/lang/String; -> java.lang.String[]
std::string to_source_method(std::string_view name, std::string_view descriptor);  // name(int,java.lang.String)

// The inverse, for names that people write: a.b.C$D -> a/b/C$D. It does not check whether the text is a name.
std::string to_internal_class(std::string_view source_name);

}  // namespace snag::classfile
