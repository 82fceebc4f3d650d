// SHA-1 (FIPS 180-4), for default serialVersionUIDs. None of the libraries that the agent links has it.
#pragma once

#include <array>
#include <cstdint>

#include "base/cursor.h"

namespace snag::instrument {

std::array<std::uint8_t, 20> sha1(Bytes bytes);

}  // namespace snag::instrument
