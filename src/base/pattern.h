// Names with stars in them, as people write them in options and configuration files.
#pragma once

#include <string_view>

namespace snag {

// `*` stands for any characters, also for none; everything else for itself.
bool matches_pattern(std::string_view pattern, std::string_view text);

}  // namespace snag
