// The default serialVersionUID of a class (Java Object Serialization Specification 4.6): a hash of its name, flags,
// interfaces and members. Adding a member would change it, and then objects that were serialized earlier could not be
// read any more. So the rewriter adds a field with the value of the original class.
#pragma once

#include <cstdint>
#include <optional>

#include "classfile/class_file.h"

namespace snag::instrument {

// Returns nothing if the class declares the field, or if the class file alone shows that the class is not Serializable
// or does not need it: it extends Object and implements nothing, or is an enum, a record or an interface.
std::optional<std::int64_t> default_serial_version(const classfile::ClassFile& file);

}  // namespace snag::instrument
