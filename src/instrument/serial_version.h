// The default serialVersionUID of a class (Java Object Serialization Specification 4.6): a hash of its name, flags,
// interfaces and members. Adding a member changes it, and then objects that were serialised before cannot be read any
// more; so the rewriter adds the one that the class had.
#pragma once

#include <cstdint>
#include <optional>

#include "classfile/class_file.h"

namespace snag::instrument {

// Nothing if the class declares it, or if the class file alone shows that it is not Serializable or needs none: it
// extends Object and implements nothing, or is an enum, a record, an interface. Sites knows about its supertypes.
std::optional<std::int64_t> default_serial_version(const classfile::ClassFile& file);

}  // namespace snag::instrument
