// Which tests decide whether a block runs.
//
//     if (list.isEmpty()) return;        decides whether everything after it runs
//     if (verbose) log(list);            decides only about the call of log
//     list.remove(0);
//
// A block whose only predecessor ends in a test runs only if the test leads there; and what decides whether its
// immediate dominator runs decides about the block as well. Exceptions do not count as tests.
#pragma once

#include <vector>

#include "ir/method_ir.h"

namespace snag::ir {

class DecidingTests {
 public:
  explicit DecidingTests(const MethodIr& method);

  // Returns the block whose test is the last to decide whether this block runs; invalid if the block has several
  // predecessors.
  BlockId own_test(BlockId block) const { return tests_[block.value]; }
  // Returns the block whose tests decide about this one as well; invalid for the entry.
  BlockId above(BlockId block) const { return above_[block.value]; }
  // Calls `use` with each block whose test decides and the block to which that test leads, the nearest first, until
  // `use` returns true. Returns whether it did.
  template <class Use>
  bool any_of(BlockId block, Use&& use) const {
    for (; block.valid(); block = above(block)) {
      if (own_test(block).valid() && use(own_test(block), block)) return true;
    }
    return false;
  }

 private:
  std::vector<BlockId> tests_, above_;
};

}  // namespace snag::ir
