// The default serialVersionUID of a class (Java Object Serialization Specification 4.6): a hash of its name, flags,
// interfaces and members. Adding a member changes it, and what was serialised before can then not be read any more; so
// the rewriter writes down the one that the class had.
#pragma once

#include <cstdint>
#include <optional>

#include "classfile/class_file.h"

namespace snag::instrument {

// Nothing if the class says it itself, or cannot be Serializable as far as it tells: no interface and a plain Object,
// an enum, a record, an interface. Whether its super types are is for Sites to know.
std::optional<std::int64_t> default_serial_version(const classfile::ClassFile& file);

}  // namespace snag::instrument
