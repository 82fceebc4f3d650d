// The parts of a method that may run more than once: code from which an earlier position can be reached again.
//
// Every jump backwards (and every handler that starts before the end of the code that it covers) spans an interval of
// code. Overlapping intervals form one region. Two instructions lie on a common cycle only if they lie in one region,
// since a cycle returns from its last position to its first by such jumps. Outside of regions the order of the code is
// the order of execution.
#pragma once

#include <cstdint>
#include <vector>

#include "instrument/code_editor.h"

namespace snag::instrument {

class CodeRegions {
 public:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  void find(const CodeEditor& editor);
  // Returns the region that contains a code position, or kNone.
  std::uint32_t region_at(std::uint32_t pc) const;
  std::uint32_t start_of(std::uint32_t region) const { return regions_[region].start; }

 private:
  struct Region {
    std::uint32_t start, last;  // positions, both inclusive
  };
  std::vector<Region> regions_;  // sorted and disjoint
};

}  // namespace snag::instrument
