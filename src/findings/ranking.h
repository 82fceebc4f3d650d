// Which of two findings of one severity should be read first.
#pragma once

#include <cstdint>

#include "findings/evidence.h"

namespace snag {

// 0 to 100: how much of the story is known, and how near its parts are to each other. It starts at 50; docs/ranking.md
// has the terms, with the reasons for them.
std::uint32_t score_of(const Evidence& finding);

}  // namespace snag
