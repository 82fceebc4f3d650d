// How old the values of tests/java/sections/sections/{Ages,Explicit}.java are where they are used.
#include "sections/staleness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sections/section_program.h"

namespace snag::sections {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> ages(const std::string& site, std::string_view callee = "use") {
  return section_program().ages("Ages", site, callee);
}
std::vector<std::string> explicit_ages(const std::string& site) { return section_program().ages("Explicit", site); }
std::vector<std::string> held(const std::string& site) { return section_program().held("Ages", site); }
std::vector<std::string> explicit_held(const std::string& site) { return section_program().held("Explicit", site); }

TEST(Staleness, J1AValueReadInASectionIsFromIt) {
  EXPECT_THAT(ages("J1 inside"), ElementsAre("this.count: held"));
  EXPECT_THAT(ages("J1 outside"), ElementsAre("this.count: released, block left"));
  EXPECT_THAT(ages("J1 derived"), ElementsAre("this.count: released, block left"));
  EXPECT_THAT(ages("J1 not from a section"), ElementsAre("this.count: none"));
}

TEST(Staleness, J0AnotherSectionMakesItStale) {
  EXPECT_THAT(ages("J0"), ElementsAre("this.count: stale 1, block left"));
}

TEST(Staleness, J2AgeIsTheNumberOfSectionsEntered) {
  EXPECT_THAT(ages("J2 one"), ElementsAre("this.count: stale 1, block left"));
  EXPECT_THAT(ages("J2 stays one"), ElementsAre("this.count: stale 1, block left"));
  EXPECT_THAT(ages("J2 two"), ElementsAre("this.count: stale 2, block left"));
  EXPECT_THAT(ages("J2 assigned again"), ElementsAre("this.count: held"));
  EXPECT_THAT(ages("J2 oldest"), ElementsAre("this.count: stale 9, block left"));
  static_assert(State::kOldest == 9);
}

TEST(Staleness, TellsWhereTheSectionWasLeftAndEnteredAgain) {
  SectionProgram& program = section_program();
  auto found = program.ages_at("Ages", "J0");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].released_line, program.line_of("Ages", "J1 left"));
  EXPECT_EQ(found[0].entered_line, program.line_of("Ages", "J0 entered"));
  auto inside = program.ages_at("Ages", "J1 inside");
  ASSERT_EQ(inside.size(), 1u);
  EXPECT_EQ(inside[0].released_line, 0u);
}

TEST(Staleness, OtherLocksChangeNothing) {
  EXPECT_THAT(ages("another lock"), ElementsAre("this.count: released, block left"));
}

TEST(Staleness, FieldsThatNeverChangeAreNotTracked) { EXPECT_THAT(ages("never changes"), IsEmpty()); }

TEST(Staleness, WherePathsMeetTheOlderCounts) {
  EXPECT_THAT(ages("one branch"), ElementsAre("this.count: stale 1, block left"));
  EXPECT_THAT(ages("other branch"), ElementsAre("this.count: released, block left"));
  EXPECT_THAT(ages("branches joined"), ElementsAre("this.count: stale 1, block left"));
}

TEST(Staleness, NestedLocksProtectTogether) {
  EXPECT_THAT(ages("nested inside"), ElementsAre("this.count: held"));
  EXPECT_THAT(held("nested inside"), ElementsAre("this.lock", "this.other"));
  EXPECT_THAT(ages("nested inner left"), ElementsAre("this.count: held, block left"));
  EXPECT_THAT(ages("nested both left"), ElementsAre("this.count: released, block left"));
  EXPECT_THAT(ages("nested inner again"), ElementsAre("this.count: stale 1, block left"));
  EXPECT_THAT(ages("nested outer again"), ElementsAre("this.count: stale 2, block left"));
  EXPECT_THAT(ages("within another"), ElementsAre("this.count: held"));
  EXPECT_THAT(ages("another left"), ElementsAre("this.count: held"));
}

TEST(Staleness, TakingAHeldLockIsNoSection) {
  EXPECT_THAT(ages("entered twice"), ElementsAre("this.count: held"));
  EXPECT_THAT(held("entered twice"), ElementsAre("this.lock"));
  EXPECT_THAT(ages("left once"), ElementsAre("this.count: held"));
  EXPECT_THAT(held("left once"), ElementsAre("this.lock"));
  EXPECT_THAT(ages("left twice"), ElementsAre("this.count: released, block left"));
  EXPECT_THAT(held("left twice"), IsEmpty());
  EXPECT_THAT(ages("entered twice again"), ElementsAre("this.count: stale 1, block left"));
  EXPECT_THAT(ages("inner of the same left"), ElementsAre("this.count: held"));
}

TEST(Staleness, WaitingIsLeavingAndEntering) {
  EXPECT_THAT(ages("before wait"), ElementsAre("this.count: held"));
  EXPECT_THAT(ages("after wait"), ElementsAre("this.count: stale 1, block left"));
  EXPECT_THAT(ages("after two waits"), ElementsAre("this.count: stale 2, block left"));
  EXPECT_THAT(ages("outer lock kept"), ElementsAre("this.count: held, block left"));
  EXPECT_THAT(ages("callee waited"), ElementsAre("this.count: stale 1, block left"));
}

TEST(Staleness, LoopsCarryOlderCopies) {
  EXPECT_THAT(ages("loop now"), ElementsAre("this.count: held"));
  EXPECT_THAT(ages("loop last"), ElementsAre("this.count: stale 1, block left"));
  EXPECT_THAT(ages("loop older"), ElementsAre("this.count: stale 2, block left"));
  EXPECT_THAT(ages("loop ended"), ElementsAre("this.count: released, block left"));
}

TEST(Staleness, ExceptionsLeaveTheSectionsTheyComeOutOf) {
  EXPECT_THAT(ages("caught outside"), ElementsAre("this.count: released, block left"));
  EXPECT_THAT(held("caught outside"), IsEmpty());
  EXPECT_THAT(ages("caught inside"), ElementsAre("this.count: held"));
  EXPECT_THAT(held("caught inside"), ElementsAre("this.lock"));
  EXPECT_THAT(explicit_ages("caught under lock"), ElementsAre("this.amount: held"));
  EXPECT_THAT(explicit_ages("behind finally"), ElementsAre("this.amount: released, block left"));
}

TEST(Staleness, WritingInTheSectionOfTheReadHandsTheValueOver) {
  EXPECT_THAT(ages("handed over"), ElementsAre("this.count: released, block left, handed over, claimed"));
  EXPECT_THAT(ages("claimed"), ElementsAre("this.count: released, block left, claimed"));
  EXPECT_THAT(ages("written later"), ElementsAre("this.count: stale 1, block left"));
  EXPECT_THAT(ages("element of the same array"),
              ElementsAre("this.slots[from]: released, block left, handed over, claimed"));
}

TEST(Staleness, AFlagIsHandedOverOnAnyPath) {
  EXPECT_THAT(ages("flag"), ElementsAre("this.busy: released, block left, handed over, claimed"));
}

TEST(Staleness, ATestMakesItsBooleanAsOldAsWhatWasTested) {
  EXPECT_THAT(ages("choice"), ElementsAre("this.count: stale 1, block left"));
}

TEST(Staleness, OriginsFlowThroughOperations) {
  EXPECT_THAT(ages("derived by the library"), ElementsAre("this.count: released, block left"));
  EXPECT_THAT(ages("derived by the application"), ElementsAre("this.count: released, block left"));
  EXPECT_THAT(ages("derived by concatenation"), ElementsAre("this.count: released, block left"));
  EXPECT_THAT(ages("not derived"), IsEmpty());
  EXPECT_THAT(ages("two origins"),
              ElementsAre("this.count: stale 1, block left", "this.slots[0]: released, block left"));
}

TEST(Staleness, ACalleesSectionIsEnteredBeforeItsArgumentsAreUsed) {
  EXPECT_THAT(ages("callee released"), ElementsAre("this.count: released, block left"));
  EXPECT_THAT(ages("callee enters", "set"), ElementsAre("this.count: stale 1, block left"));
  EXPECT_THAT(ages("callee entered"), ElementsAre("this.count: stale 1, block left"));
  EXPECT_THAT(ages("callee under lock"), ElementsAre("this.count: held"));
}

TEST(Staleness, EachAccessToAVolatileFieldIsASection) {
  EXPECT_THAT(ages("volatile read"), ElementsAre("this.ticks: released, block left"));
  EXPECT_THAT(ages("volatile read again"), ElementsAre("this.ticks: stale 1, block left"));
  EXPECT_THAT(ages("volatile second value"), ElementsAre("this.ticks: released, block left"));
  EXPECT_THAT(ages("volatile under lock"), ElementsAre("this.ticks: held, block left"));
}

TEST(Staleness, EachCallOfAnAtomicIsASection) {
  EXPECT_THAT(ages("atomic read"), ElementsAre("this.hits: released, block left"));
  EXPECT_THAT(ages("atomic written", "set"), ElementsAre("this.hits: stale 1, block left"));
}

TEST(Staleness, UnknownCodeReadsInASectionOfItsOwnOnlyIfAskedFor) {
  EXPECT_THAT(ages("unknown code"), IsEmpty());
  EXPECT_THAT(section_program().ages("Ages", "unknown code", "use", /*unknown_is_shared=*/true),
              ElementsAre("…: released, block left"));
}

TEST(Staleness, TryLockTakesTheLockWhereItAnswersTrue) {
  EXPECT_THAT(explicit_ages("tryLock true"), ElementsAre("this.amount: stale 1, block left"));
  EXPECT_THAT(explicit_held("tryLock true"), ElementsAre("this.guard"));
  EXPECT_THAT(explicit_ages("tryLock false"), ElementsAre("this.amount: released, block left"));
  EXPECT_THAT(explicit_held("tryLock false"), IsEmpty());
  EXPECT_THAT(explicit_ages("not tryLock true"), ElementsAre("this.amount: released, block left"));
  EXPECT_THAT(explicit_ages("not tryLock false"), ElementsAre("this.amount: stale 1, block left"));
  EXPECT_THAT(explicit_ages("tryLock in a variable"), ElementsAre("this.amount: stale 1, block left"));
  EXPECT_THAT(explicit_ages("tryLock of a held lock"), ElementsAre("this.amount: held"));
  EXPECT_THAT(explicit_ages("given back once"), ElementsAre("this.amount: held"));
  EXPECT_THAT(explicit_ages("tested twice"), ElementsAre("this.amount: released, block left"));
  EXPECT_THAT(explicit_ages("taken again"), ElementsAre("this.amount: stale 1, block left"));
}

TEST(Staleness, ViewsOfAReadWriteLockAreOneLock) {
  EXPECT_THAT(explicit_held("under the read lock"), ElementsAre("this.both (read)"));
  EXPECT_THAT(explicit_ages("under the read lock"), ElementsAre("this.rate: held"));
  EXPECT_THAT(explicit_held("under the write lock"), ElementsAre("this.both (write)"));
  EXPECT_THAT(explicit_ages("under the write lock"), ElementsAre("this.rate: stale 1, block left"));
  EXPECT_THAT(explicit_ages("view by call"), ElementsAre("this.rate: stale 1, block left"));
  EXPECT_THAT(explicit_held("view in a variable"), ElementsAre("given (read)"));
  EXPECT_THAT(explicit_ages("other view"), ElementsAre("this.rate: stale 1, block left"));
}

TEST(Staleness, AConditionInAFieldGivesItsOwnLockBack) {
  EXPECT_THAT(explicit_ages("before await"), ElementsAre("this.amount: held"));
  EXPECT_THAT(explicit_ages("after await"), ElementsAre("this.amount: stale 1, block left"));
  EXPECT_THAT(explicit_ages("another awaited"), ElementsAre("this.amount: held"));
}

TEST(Staleness, MethodsThatLeaveHoldingTheLockAreSections) {
  EXPECT_THAT(explicit_ages("wrapper held"), ElementsAre("this.amount: held"));
  EXPECT_THAT(explicit_held("wrapper held"), ElementsAre("this.guard"));
  EXPECT_THAT(explicit_ages("wrapper released"), ElementsAre("this.amount: released, block left"));
  EXPECT_THAT(explicit_ages("wrapper entered"), ElementsAre("this.amount: stale 1, block left"));
}

}  // namespace
}  // namespace snag::sections
