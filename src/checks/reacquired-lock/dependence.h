// Whether a later critical section depends on what an earlier one of the same lock has yielded.
//
//     if (!queue.isClosed()) queue.add(job);        by control: the first decides whether the second runs
//     account.set(account.get() + 10);              by data: what the first read flows into the second
//
// A section *yields* something if a value that may change was read in it and leaves it: what a call returns as far as
// its summary says that it comes from such a read, or what a block reads. What it took away from the others in the same
// section (`queue.poll()`) belongs to it alone and does not count. From there forwards through SSA values: all that is
// computed from it, read from the object it is, returned by calls that are given it; and flags (`empty = list.size() ==
// 0`) that a test of it chose. Values that go through fields are not followed, nor elements and length of an array that
// was yielded: that is a snapshot, made to be gone through. A test of a loop's counter decides only about what is done
// with the counter.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "checks/reacquired-lock/lock_history.h"
#include "ir/deciding_tests.h"

namespace snag::reacquired {

// A method with what is the same for all its sections.
struct ExaminedMethod {
  explicit ExaminedMethod(MethodLocks& method_locks)
      : locks(method_locks), code(locks.effects().method()), tests(code), block_of(code.block_of_instructions()) {}

  MethodLocks& locks;
  const ir::MethodIr& code;
  const ir::DecidingTests tests;
  const std::vector<ir::BlockId> block_of;  // by instruction
};

class Dependence {
 public:
  using MayChange = std::function<bool(FieldId)>;  // an invalid field: what a synchronized object holds
  Dependence(sections::Analysis& analysis, const Callees& callees, const ExaminedMethod& method, MayChange may_change)
      : analysis_(analysis),
        callees_(callees),
        method_locks_(method.locks),
        may_change_(std::move(may_change)),
        method_(method.code),
        tests_(method.tests),
        block_of_(method.block_of) {}

  // Whether something that may change leaves the section, and is used.
  bool yields(const Mark& mark) const;
  // Whether what it yields is kept over the rounds of a loop (in a variable, a field, an array), or compared with other
  // things in each.
  bool accumulates(const Mark& mark) const;
  enum class Way : std::uint8_t { kNone, kControl, kData };
  Way depends(const Mark& second, const Mark& first) const;
  // Both results end up in one variable, one instead of the other: `x = take(); if (x == null) x = take();`.
  bool tries_again(const Mark& second, const Mark& first) const;
  // Its result is only used in texts for people.
  bool is_only_text(const Mark& mark) const;
  // A call that returns what is there, and fails if nothing is: `list.get(index)`.
  bool only_finds(const Mark& mark) const;

 private:
  bool is_library_call(const Mark& mark) const;
  bool is_one_call(const Mark& mark) const { return mark.callee.valid() || is_library_call(mark); }
  std::vector<ir::ValueId> inside(const Mark& mark) const;  // the instructions of its section; of a call, the call
  // By value: whether it is made from what the section yields; empty if it yields nothing.
  std::vector<bool> yielded_by(const Mark& mark, const std::vector<ir::ValueId>& inside) const;
  bool call_yields(ir::ValueId call) const;
  bool library_call_yields(ir::ValueId call) const;
  std::vector<bool> slice(const std::vector<ir::ValueId>& from) const;

  sections::Analysis& analysis_;
  const Callees& callees_;
  MethodLocks& method_locks_;
  const MayChange may_change_;
  const ir::MethodIr& method_;
  const ir::DecidingTests& tests_;
  const std::span<const ir::BlockId> block_of_;
};

}  // namespace snag::reacquired
