// Names of classes as files and archives spell them, and as class files do.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "program/blob.h"

namespace snag {

// The internal name that a class file gives itself (this_class), reading no more than its constant pool.
Result<std::string_view> class_name_of(Bytes class_file);

bool starts_with_class_magic(Bytes bytes);

// File names are UTF-8; class files write characters beyond U+FFFF as two surrogates of three bytes each (JVMS 4.4.7).
// Empty if the name is not UTF-8.
std::optional<std::string> to_modified_utf8(std::string_view utf8);
bool is_ascii(std::string_view text);

}  // namespace snag
