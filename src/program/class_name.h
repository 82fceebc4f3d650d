// Names of classes as they are spelled by files and archives, and by class files.
#pragma once

#include <string_view>

#include "base/result.h"
#include "program/blob.h"

namespace snag {

// Returns the internal name that a class file gives itself (this_class); reads no more than its constant pool.
Result<std::string_view> class_name_of(Bytes class_file);

bool starts_with_class_magic(Bytes bytes);

bool is_ascii(std::string_view text);

}  // namespace snag
