// Which uses of a method's values are wrong: by Burrows & Leino's rule, and by that of Artho et al.
#pragma once

#include <vector>

#include "sections/staleness.h"

namespace snag::sections {

// The worst first.
enum class UseKind : std::uint8_t { kLostUpdate, kCheckThenAct, kStaleUse, kUseAfter };

// A stale value takes effect.
struct StaleUse {
  UseKind kind{};
  OriginId origin;
  ir::ValueId value;            // the stale value; for check-then-act, what was tested
  ir::ValueId at;               // the instruction: the write, the act, the use
  const Access* act = nullptr;  // what is written, for the first two kinds
  State state;
  std::vector<AccessPath> held;  // at the instruction, and taken by it
};
// The worst use of each origin, and of these the first; in the order of origins. Values that were handed over do not
// count.
std::vector<StaleUse> stale_uses(const Staleness& staleness);

// A value is used outside the block in which it was read.
struct BlockUse {
  OriginId origin;
  ir::ValueId value, at;
  OriginId mixed_with;  // valid: one operation uses values of two blocks
  bool logged = false;  // it is only written down for people
  State state;
  std::vector<AccessPath> held;
};
// The first such use of each origin; one that is not a logger's and that mixes two blocks, if there is one. Passing on
// a reference to an object that never changes does not count as a use.
std::vector<BlockUse> block_uses(const Staleness& staleness);

}  // namespace snag::sections
