// The summaries of tests/java/sections/sections/{Account,Targets}.java, as text in the method's own terms.
#include "sections/summarize.h"

#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sections/section_program.h"

namespace snag::sections {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Texts = std::vector<std::string>;

SectionProgram& program() { return section_program(); }

// `this.balance under this from 2`: the location, the locks, the parameters that flow into it as a sum of bits.
std::string text(NodeId node, const SummaryAccess& access) {
  std::string result = program().text(node, access.location);
  if (access.keyed) result += fmt::format("[{}]", program().text(node, access.key));
  if (!access.locks.empty()) result += fmt::format(" under {}", fmt::join(program().texts(node, access.locks), ", "));
  if (access.unnamed_lock) result += " under some lock";
  if (access.parameters != 0) result += fmt::format(" from {}", access.parameters);
  if (access.rechecked) result += ", rechecked";
  if (access.tested) result += ", tested";
  if (access.handed_over) result += ", handed over";
  if (access.claimed) result += ", claimed";
  return result;
}
Texts texts(const std::string& method, const std::vector<SummaryAccess>& accesses) {
  Texts result;
  for (const SummaryAccess& access : accesses) result.push_back(text(program().node(method), access));
  return result;
}
Texts returns(const std::string& method) { return texts(method, program().summary(method).returns); }
Texts writes(const std::string& method) { return texts(method, program().summary(method).writes); }
template <class Paths>
Texts paths(const std::string& method, const Paths MethodSummary::*kind) {
  return program().texts(program().node(method), program().summary(method).*kind);
}
Texts sections(const std::string& method) {
  Texts result;
  for (const SummarySection& section : program().summary(method).sections) {
    result.push_back(program().text(program().node(method), section.lock));
  }
  return result;
}

TEST(Summarize, AccessorsAndSettersWithoutLocks) {
  EXPECT_THAT(returns("Account.read"), ElementsAre("this.balance"));
  EXPECT_THAT(writes("Account.read"), IsEmpty());
  EXPECT_THAT(sections("Account.read"), IsEmpty());
  EXPECT_THAT(writes("Account.write"), ElementsAre("this.balance from 2"));
  EXPECT_THAT(returns("Account.write"), IsEmpty());
}

TEST(Summarize, SynchronizedMethods) {
  EXPECT_THAT(returns("Account.balance"), ElementsAre("this.balance under this"));
  EXPECT_THAT(sections("Account.balance"), ElementsAre("this"));
  EXPECT_THAT(writes("Account.setBalance"), ElementsAre("this.balance under this from 2"));
  EXPECT_THAT(returns("Account.guarded"), ElementsAre("this.balance under this.mutex, this"));
  EXPECT_THAT(sections("Account.guarded"), ElementsAre("this.mutex", "this"));
}

TEST(Summarize, TheClassAsLock) {
  EXPECT_THAT(sections("Account.replaceInstance"), ElementsAre("Account.class"));
  EXPECT_THAT(writes("Account.replaceInstance"), ElementsAre("Account.instance under Account.class from 1"));
}

TEST(Summarize, ParametersAsIndexesMeanSomethingToCallers) {
  EXPECT_THAT(sections("Account.touch"), ElementsAre("this", "this.points[i]"));
  EXPECT_THAT(writes("Account.touch"), ElementsAre("this.slots[i] under this, this.points[i]"));
  EXPECT_THAT(returns("Account.slot"), ElementsAre("this.slots[i]"));
  EXPECT_THAT(sections("Account.touchThird"), ElementsAre("this", "this.points[2]"));
  EXPECT_THAT(writes("Account.touchThird"), ElementsAre("this.slots[2] under this, this.points[2]"));
  EXPECT_THAT(sections("Account.touchSecondArgument"), ElementsAre("this", "this.points[second]"));
  EXPECT_THAT(sections("Account.touchNext"), ElementsAre("this")) << "points[i + 1] is no name for callers";
  EXPECT_TRUE(program().summary("Account.touchNext").unnamed_section);
}

TEST(Summarize, AccessorsWithAnIndexNameWhatTheyReturn) {
  EXPECT_EQ(program().text(program().node("Account.stripe"), program().summary("Account.stripe").result),
            "Account.STRIPES[i]");
  EXPECT_THAT(sections("Account.touchStripe"), ElementsAre("Account.STRIPES[j]", "this.points[i]"));
}

TEST(Summarize, ALockWithoutANameIsSomeLock) {
  EXPECT_THAT(sections("Account.localLock"), IsEmpty());
  EXPECT_TRUE(program().summary("Account.localLock").unnamed_section);
  EXPECT_THAT(returns("Account.localLock"), ElementsAre("this.balance under some lock"));
}

TEST(Summarize, CalleesCountWithTheirPlacesAndDepth) {
  EXPECT_THAT(writes("Account.deposit"), ElementsAre("this.balance under this from 2"));
  const SummaryAccess& write = program().summary("Account.deposit").writes.at(0);
  EXPECT_EQ(program().short_name(write.place.method), "Account.setBalance");
  EXPECT_EQ(write.depth, 1);
  EXPECT_EQ(program().summary("Account.setBalance").writes.at(0).depth, 0);
  EXPECT_THAT(sections("Account.deposit"), ElementsAre("this"));
}

TEST(Summarize, WhatProtectsItselfHasNoLockButItsFlavor) {
  auto flavor = [&](const std::string& method) { return program().summary(method).returns.at(0).flavor; };
  EXPECT_THAT(returns("Account.version"), ElementsAre("this.version"));
  EXPECT_EQ(flavor("Account.version"), Flavor::kVolatile);
  EXPECT_THAT(sections("Account.version"), IsEmpty());
  EXPECT_THAT(returns("Account.name"), ElementsAre("this.names[key]"));
  EXPECT_EQ(flavor("Account.name"), Flavor::kCollection);
  EXPECT_THAT(returns("Account.plainName"), ElementsAre("this.plain[key]"));
  EXPECT_EQ(flavor("Account.plainName"), Flavor::kContents);
  EXPECT_EQ(flavor("Account.read"), Flavor::kField);
}

TEST(Summarize, CallsOfCollections) {
  const SummaryAccess& put = program().summary("Account.rename").writes.at(0);
  EXPECT_EQ(text(program().node("Account.rename"), put), "this.names[key] from 6");
  EXPECT_TRUE(put.acts);
  EXPECT_FALSE(put.removes);
  const SummaryAccess& removed = program().summary("Account.forget").writes.at(0);
  EXPECT_TRUE(removed.removes);
  EXPECT_TRUE(removed.acts) << "remove(key) behind a test of what get(key) returned";
}

TEST(Summarize, ABooleanOfATestReturnsWhatWasTested) {
  EXPECT_THAT(returns("Account.isEmpty"), ElementsAre("this.balance"));
}

TEST(Summarize, ReadsThatTakeTheValueAway) {
  EXPECT_THAT(returns("Account.take"), ElementsAre("this.balance under this, handed over, claimed"));
  EXPECT_THAT(returns("Account.takeSometimes"), ElementsAre("this.balance under this, claimed"));
}

TEST(Summarize, WritesBehindTests) {
  EXPECT_THAT(writes("Account.setIfEmpty"), ElementsAre("this.balance under this from 2, rechecked, tested"));
  EXPECT_THAT(writes("Account.setAndSetIfEmpty"), ElementsAre("this.balance under this from 2")) << "not all are";
  EXPECT_THAT(writes("Account.setIfEmptyTooLate"), ElementsAre("this.balance under this from 2, tested"));
}

TEST(Summarize, LockWrappers) {
  EXPECT_THAT(paths("Account.enter", &MethodSummary::acquires), ElementsAre("this.lock"));
  EXPECT_THAT(paths("Account.enter", &MethodSummary::releases), IsEmpty());
  EXPECT_THAT(sections("Account.enter"), ElementsAre("this.lock"));
  EXPECT_THAT(paths("Account.exit", &MethodSummary::releases), ElementsAre("this.lock"));
  EXPECT_THAT(paths("Account.exit", &MethodSummary::acquires), IsEmpty());
  EXPECT_THAT(paths("Account.enterSometimes", &MethodSummary::acquires), IsEmpty());
  EXPECT_THAT(sections("Account.enterSometimes"), ElementsAre("this.lock"));
  EXPECT_THAT(paths("Account.enterUnless", &MethodSummary::acquires), IsEmpty());
  EXPECT_THAT(paths("Account.enterIf", &MethodSummary::acquires), IsEmpty());
  EXPECT_THAT(paths("Account.both", &MethodSummary::acquires), IsEmpty());
  EXPECT_THAT(paths("Account.both", &MethodSummary::releases), IsEmpty());
  EXPECT_THAT(sections("Account.both"), ElementsAre("this.lock"));
  EXPECT_THAT(paths("Account.tryEnter", &MethodSummary::acquires), IsEmpty());
  EXPECT_THAT(sections("Account.tryEnter"), ElementsAre("this.lock"));
}

TEST(Summarize, Waits) {
  EXPECT_THAT(paths("Account.awaitNotice", &MethodSummary::waits), ElementsAre("this"));
  EXPECT_THAT(paths("Account.awaitNoticeInside", &MethodSummary::waits), IsEmpty());
  ASSERT_EQ(program().summary("Account.awaitChange").waits.size(), 1u);
  EXPECT_FALSE(program().summary("Account.awaitChange").waits[0].known()) << "some lock of the caller's";
}

TEST(Summarize, FunctionParameters) {
  NodeId node = program().node("Account.withLock");
  const auto& functions = program().summary("Account.withLock").functions;
  ASSERT_EQ(functions.size(), 1u);
  EXPECT_EQ(functions[0].parameter, 1u);
  EXPECT_TRUE(functions[0].returned);
  EXPECT_THAT(program().texts(node, functions[0].locks), ElementsAre("this.lock"));
  const auto& plain = program().summary("Account.run").functions;
  ASSERT_EQ(plain.size(), 1u);
  EXPECT_FALSE(plain[0].returned);
  EXPECT_THAT(plain[0].locks, IsEmpty());
}

TEST(Summarize, ALambdasReadIsUnderTheLockOfWhoRunsIt) {
  EXPECT_THAT(sections("Account.balanceWithLock"), ElementsAre("this.lock"));
  EXPECT_THAT(returns("Account.balanceWithLock"), ElementsAre("this.balance under this.lock"));
}

TEST(Summarize, ResultParameters) {
  EXPECT_EQ(program().summary("Account.larger").result_parameters, 0b11u);
  EXPECT_EQ(program().summary("Account.firstOf").result_parameters, 0b01u);
  EXPECT_EQ(program().summary("Account.constant").result_parameters, 0u);
  EXPECT_TRUE(program().summary("Account.constant").empty());
  EXPECT_EQ(program().summary("Ages.twice").result_parameters, 0b1u);
}

TEST(Summarize, ResultPaths) {
  auto result = [&](const std::string& method) {
    return program().text(program().node(method), program().summary(method).result);
  };
  EXPECT_EQ(result("Account.mutex"), "this.mutex");
  EXPECT_EQ(result("Account.instance"), "Account.instance");
  EXPECT_EQ(result("Account.oneOfTwo"), "…");
  EXPECT_EQ(result("Account.literal"), "…");
}

TEST(Summarize, EntriesAreBounded) {
  EXPECT_EQ(program().summary("Account.fillMany").writes.size(), MethodSummary::kMaximumEntries);
}

TEST(Summarize, RecursiveCallsAreMissed) {
  EXPECT_TRUE(program().summary("Account.even").empty());
  EXPECT_THAT(writes("Account.odd"), ElementsAre("this.depth under this.mutex from 2"));
  EXPECT_THAT(writes("Account.sinkBy"), ElementsAre("this.other from 2"));
}

TEST(Summarize, OfSeveralTargetsWhatIsCommon) {
  EXPECT_THAT(returns("Targets.get"), ElementsAre("cell.value under cell"));
  EXPECT_THAT(sections("Targets.get"), ElementsAre("cell"));
  EXPECT_THAT(returns("Targets.peek"), IsEmpty());
  EXPECT_THAT(sections("Targets.peek"), IsEmpty());
  EXPECT_THAT(writes("Targets.set"), ElementsAre("cell.value under cell from 4"));
  EXPECT_THAT(returns("Targets.getLeft"), ElementsAre("cell.value under cell"));
}

}  // namespace
}  // namespace snag::sections
