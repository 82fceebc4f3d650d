// Which tests decide whether a block runs.
//
//     if (list.isEmpty()) return;        the test decides about everything behind it …
//     if (verbose) log(list);
//     list.remove(0);                    … this one not: both ways lead here
//
// A block that is entered from one test only runs when that test says so; and whatever decides about its immediate
// dominator decides about it. Exceptions do not count as tests.
#pragma once

#include <vector>

#include "ir/method_ir.h"

namespace snag::ir {

class DecidingTests {
 public:
  explicit DecidingTests(const MethodIr& method);

  // The block whose test is the last to decide whether this block is entered; invalid if it is entered from several.
  BlockId own_test(BlockId block) const { return tests_[block.value]; }
  // The block whose tests decide about this one as well; invalid for the entry.
  BlockId above(BlockId block) const { return above_[block.value]; }
  // Calls `use` with the blocks whose tests decide and the block that each leads to, the nearest first, until it
  // returns true. Returns whether it did.
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
