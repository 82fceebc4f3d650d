// Tests of what an object is, and not only of whether it is there.
//
//     Session session = open.get(id);
//     if (session != null && session.isIdle()) open.remove(id);      isIdle() is such a test, `!= null` is not
#pragma once

#include "ir/deciding_tests.h"

namespace snag::sections {

// Belongs to one thread.
class ObjectTests {
 public:
  explicit ObjectTests(const ir::MethodIr& method) : method_(method), tests_(method) {}

  // Calls `use` with each value that comes from the object and is tested to decide whether the block runs, until it
  // returns true. Returns whether it did.
  template <class Use>
  bool any_of(ir::BlockId block, ir::ValueId object, Use&& use) const {
    return tests_.any_of(block, [&](ir::BlockId test, ir::BlockId) {
      const ir::Instruction& end = method_.terminator(test);
      if (end.op != ir::Op::kIf || is_only_whether(end, object)) return false;
      for (ir::ValueId operand : method_.operands(end)) {
        int budget = kMaximumSources;
        if (comes_from(operand, object, budget) && use(operand)) return true;
      }
      return false;
    });
  }
  bool decide(ir::BlockId block, ir::ValueId object) const {
    return any_of(block, object, [](ir::ValueId) { return true; });
  }

 private:
  static constexpr int kMaximumSources = 64;

  bool is_only_whether(const ir::Instruction& end, ir::ValueId object) const;
  // Whether the object takes part in computing the value: by an operation, a field or a method of it.
  bool comes_from(ir::ValueId value, ir::ValueId object, int& budget) const;

  const ir::MethodIr& method_;
  const ir::DecidingTests tests_;
};

}  // namespace snag::sections
