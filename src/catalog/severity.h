// How bad a finding is.
#pragma once

#include <cstdint>
#include <string_view>

namespace snag {

enum class Severity : std::uint8_t { kHigh, kMedium, kLow };
std::string_view to_text(Severity severity);

}  // namespace snag
