// Annotations with their values (JVMS 4.7.16): texts, names of enum constants, classes, and arrays of these.
//
//     @GuardedBy("lock")                        value: "lock"
//     @SuppressSnag({"stale-value", "all"})     value: "stale-value", "all"
//
// Numbers, nested annotations and nested arrays are skipped: an element that has only such a value is present, but
// without texts. Like every typed reader this one returns what can be read: an annotation that does not end inside its
// attribute is left out, together with all that follow it there.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "classfile/class_file.h"

namespace snag::classfile {

enum class ElementKind : std::uint8_t { kString, kEnum, kClass, kOther };

// Views into the class file; texts are modified UTF-8.
struct AnnotationElement {
  std::string_view name;
  ElementKind kind = ElementKind::kOther;  // for an array: that of its items; kOther if it is empty
  bool is_array = false;
  std::vector<std::string_view> texts;  // a string; an enum constant's name; a class's descriptor
};

struct Annotation {
  std::string_view type;  // Lpackage/Name;
  std::vector<AnnotationElement> elements;
};

// Returns the annotations, visible and invisible, for whose type `wants` returns true. Others cost no memory.
std::vector<Annotation> annotations(const ClassFile& file, std::span<const Attribute> attributes,
                                    bool (*wants)(std::string_view type));

}  // namespace snag::classfile
