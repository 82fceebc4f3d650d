// Names with stars in them, as in options and configuration files.
#pragma once

#include <string_view>

namespace snag {

// `*` matches any characters, or none; any other character matches itself.
bool matches_pattern(std::string_view pattern, std::string_view text);

}  // namespace snag
