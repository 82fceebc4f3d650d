// Modified UTF-8 (JVMS 4.4.7): NUL is two bytes, characters beyond the basic plane are two three-byte surrogates.
#pragma once

#include <string>
#include <string_view>

#include "base/cursor.h"

namespace snag::classfile {

bool is_modified_utf8(Bytes text);

// Standard UTF-8 for showing to people; an unpaired surrogate becomes U+FFFD.
std::string to_utf8(std::string_view modified);

// The other way; bytes that are no UTF-8 become U+FFFD.
std::string to_modified_utf8(std::string_view utf8);

}  // namespace snag::classfile
