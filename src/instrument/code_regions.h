// Where a method may come back to: code positions from which an earlier one can be reached again.
//
// Every jump backwards (and every handler that stands before the code it covers) spans an interval of code; overlapping
// intervals are one region. Two instructions lie on a common cycle only if they lie in one region, since a cycle goes
// down from its last position to its first by such jumps. Outside regions, order in the code is order in time.
#pragma once

#include <cstdint>
#include <vector>

#include "instrument/code_editor.h"

namespace snag::instrument {

class CodeRegions {
 public:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  void find(const CodeEditor& editor);
  // The region of a code position, or kNone.
  std::uint32_t region_at(std::uint32_t pc) const;
  std::uint32_t start_of(std::uint32_t region) const { return regions_[region].start; }

 private:
  struct Region {
    std::uint32_t start, last;  // positions, both inside
  };
  std::vector<Region> regions_;  // sorted, apart
};

}  // namespace snag::instrument
