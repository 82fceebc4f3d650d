// The sections of the manual page on commands, checks and options, made from their tables. The build puts them into
// packaging/snag.1.in.
#pragma once

#include <string>

namespace snag {

std::string manual_sections();  // in the language of man(7)

}  // namespace snag
