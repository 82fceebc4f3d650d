// Whether a later critical section depends on what an earlier one of the same lock has answered.
//
//     if (!queue.isClosed()) queue.add(job);        by control: the first decides whether the second runs
//     account.set(account.get() + 10);              by data: what the first read flows into the second
//
// Forwards through SSA values: what a call returned, or whatever was read inside a block; all that is computed from it,
// read from the object it is, returned by calls that are given it; and flags (`empty = list.size() == 0`) that a test
// of it chose. Values that go through fields are not followed.
#pragma once

#include <vector>

#include "checks/reacquired-lock/lock_history.h"
#include "ir/deciding_tests.h"

namespace snag::reacquired {

class Dependence {
 public:
  explicit Dependence(MethodLocks& method);

  bool depends(const Mark& second, const Mark& first) const;

 private:
  std::vector<ir::ValueId> inside(const Mark& mark) const;  // the instructions of its section; of a call, the call
  std::vector<bool> slice(const std::vector<ir::ValueId>& from) const;

  MethodLocks& method_locks_;
  const ir::MethodIr& method_;
  ir::DecidingTests tests_;
  std::vector<ir::BlockId> block_of_;
};

}  // namespace snag::reacquired
