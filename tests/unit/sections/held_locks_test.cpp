// Which locks are held: the domain by itself. What code takes and gives back is in staleness_test.cpp.
#include "sections/held_locks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/lattice_laws.h"

namespace snag::sections {
namespace {

using ir::ValueId;

constexpr ValueId kBefore;  // taken by callers

HeldLock held(std::uint32_t lock, ValueId site, std::uint32_t count = 1, LockMode mode = LockMode::kExclusive) {
  return {LockId(lock), site, count, mode};
}

// Every set of up to two locks, with all places, counts and modes that tell something.
std::vector<HeldLocks> possible_states() {
  std::vector<HeldLock> of_first, of_second;
  for (ValueId site : {kBefore, ValueId(1), ValueId(5)}) {
    for (std::uint32_t count : {1u, 2u}) {
      for (LockMode mode : {LockMode::kExclusive, LockMode::kWrite, LockMode::kRead}) {
        of_first.push_back(held(0, site, count, mode));
      }
    }
  }
  for (ValueId site : {ValueId(3), ValueId(7)}) of_second.push_back(held(1, site));
  std::vector<HeldLocks> result = {HeldLocks()};
  for (const HeldLock& first : of_first) {
    result.push_back({first});
    for (const HeldLock& second : of_second) {
      const bool outer = first.site == kBefore || first.site < second.site;
      result.push_back(outer ? HeldLocks{first, second} : HeldLocks{second, first});
    }
  }
  for (const HeldLock& second : of_second) result.push_back({second});
  return result;
}

struct HeldLocksStates {
  using Element = HeldLocks;
  static std::vector<HeldLocks> elements() { return possible_states(); }
  static bool raise(HeldLocks& known, const HeldLocks& by) { return meet(known, by); }
};

}  // namespace
}  // namespace snag::sections

namespace snag {
INSTANTIATE_TYPED_TEST_SUITE_P(HeldLocks, LatticeLaws, sections::HeldLocksStates);
}  // namespace snag

namespace snag::sections {
namespace {

TEST(HeldLocks, WhereTwoPathsMeetTheLessIsHeld) {
  HeldLocks known = {held(0, ValueId(1), 2), held(1, ValueId(2), 1, LockMode::kWrite)};
  EXPECT_TRUE(meet(known, {held(0, ValueId(1)), held(1, ValueId(2), 1, LockMode::kRead), held(2, ValueId(3))}));
  EXPECT_EQ(known, (HeldLocks{held(0, ValueId(1)), held(1, ValueId(2), 1, LockMode::kRead)}));
}

TEST(HeldLocks, TheOutermostComesFirst) {
  HeldLocks known = {held(0, kBefore)};
  acquire(known, {LockId(1)}, ValueId(5));
  acquire(known, {LockId(2)}, ValueId(3));  // in a later round of a loop
  EXPECT_EQ(known, (HeldLocks{held(0, kBefore), held(2, ValueId(3)), held(1, ValueId(5))}));
}

TEST(HeldLocks, TakenAgainItHasToBeReleasedAsOften) {
  HeldLocks known;
  acquire(known, {LockId(0), LockMode::kRead}, ValueId(1));
  acquire(known, {LockId(0), LockMode::kWrite}, ValueId(2));
  EXPECT_EQ(known, (HeldLocks{held(0, ValueId(1), 2, LockMode::kWrite)})) << "the stronger mode";
  release(known, LockId(0));
  EXPECT_NE(find_held(known, LockId(0)), nullptr);
  release(known, LockId(0));
  EXPECT_EQ(find_held(known, LockId(0)), nullptr);
  release(known, LockId(0));
  EXPECT_TRUE(known.empty()) << "one that is not held is not released";
}

TEST(HeldLocks, AreBounded) {
  HeldLocks known;
  for (std::uint32_t n = 0; n < 2 * kMaximumHeld; ++n) acquire(known, {LockId(n)}, ValueId(n));
  EXPECT_EQ(known.size(), kMaximumHeld);
}

}  // namespace
}  // namespace snag::sections
