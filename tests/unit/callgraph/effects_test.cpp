// What library methods do with what they are given: models, and what they leave open (tests/java/callgraph/cg/Effects).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "callgraph/java_program.h"

namespace snag {
namespace {

using testing::Contains;
using testing::Not;

constexpr const char* kEffects = "cg/Effects.java";

class Effects : public testing::Test {
 protected:
  JavaProgram& program = java_program("Effects");
  std::set<std::string> reached(const std::string& site, CalleeKind kind) {
    return JavaProgram::named(program.reached_from(program.at(kEffects, site, {kind})));
  }
  std::set<std::string> started(const std::string& site) { return reached(site, CalleeKind::kStart); }
  std::set<std::string> called_back(const std::string& site) { return reached(site, CalleeKind::kCallback); }
};

TEST_F(Effects, AThreadMayBeTheTaskOfAThread) {
  EXPECT_THAT(started("thread in thread"), Contains("Effects.inThread"));
}

TEST_F(Effects, ATaskIsBothStartedAndCalledBack) {
  EXPECT_THAT(started("task"), Contains("Effects.inTask"));
  EXPECT_THAT(called_back("task"), Contains("Effects.inTask"));
}

TEST_F(Effects, WhatIsWrittenAfterConstructionIsThereToo) {
  EXPECT_THAT(program.at(kEffects, "initial cause"), Contains("Effects$Cause.initial"));
  EXPECT_THAT(program.at(kEffects, "late cause"), Contains("Effects$Cause.late"));
}

TEST_F(Effects, TheLibrarysArraysHoldWhatItHasGot) {
  EXPECT_THAT(program.at(kEffects, "suppressed"), Contains("Effects$Cause.suppressed"));
  EXPECT_THAT(program.at(kEffects, "listed"), Contains("java.io.File.getName"));
}

TEST_F(Effects, ACollectorIsAskedForItsFunctions) {
  EXPECT_THAT(program.at(kEffects, "collect", {CalleeKind::kCallback}), Contains("Effects$Counting.accumulator"));
}

TEST_F(Effects, AnExecutorOfTheApplication) {
  EXPECT_THAT(called_back("executor"), Contains("Effects.executing"));
  EXPECT_THAT(called_back("stage executor"), Contains("Effects.executingStage"));
}

TEST_F(Effects, WhatSubclassesOfTheLibraryOverride) {
  EXPECT_TRUE(program.reaches("Effects$Pool.beforeExecute"));
  EXPECT_TRUE(program.reaches("Effects$Pool.terminated"));
  EXPECT_TRUE(program.reaches("Effects$Rejected.rejectedExecution"));
  EXPECT_TRUE(program.reaches("Effects$Done.done"));
}

TEST_F(Effects, ForkJoinTasksOfEveryKind) { EXPECT_THAT(started("fork"), Contains("Effects$Forked.exec")); }

TEST_F(Effects, BulkOperationsOfAConcurrentMap) {
  EXPECT_THAT(started("bulk"), Contains("Effects.inBulk"));
  EXPECT_THAT(started("search"), Contains("Effects.searched"));
}

TEST_F(Effects, AHandleOfAStaticField) {
  EXPECT_THAT(program.at(kEffects, "published"), Contains("Effects$Shared.published"));
}

TEST_F(Effects, ARecordsEqualsIsGivenItsComponents) { EXPECT_TRUE(program.reaches("Effects$Part.same")); }

TEST_F(Effects, InvokedMethodsAreSelectedByTheReceiver) {
  EXPECT_THAT(called_back("override"), Contains("Effects$Derived.work"));
  EXPECT_THAT(called_back("override"), Not(Contains("Effects$Base.work")));
  EXPECT_THAT(called_back("inherited"), Contains("Effects$Base.inherited"));
  EXPECT_THAT(called_back("interface"), Contains("Effects$Plugged.plug"));
}

TEST_F(Effects, InterfacesWithDefaultMethodsAreInitialized) {
  EXPECT_TRUE(program.reaches("Effects.initialized"));
  EXPECT_FALSE(program.reaches("Effects.uninitialized"));
}

TEST_F(Effects, CollectionsAskTheirElements) {
  EXPECT_TRUE(program.reaches("Effects$Element.equals"));
  EXPECT_TRUE(program.reaches("Effects$Element.hashCode"));
  EXPECT_TRUE(program.reaches("Effects$Element.toString"));
}

TEST_F(Effects, TheLibrarysOwnThreadsRunNothingOfOurs) {
  ASSERT_TRUE(program.reaches("java.lang.ref.Reference.<clinit>"));
  MethodId clinit = program.method("java.lang.ref.Reference.<clinit>");
  for (const Call& call : program.graph().calls(clinit)) {
    if (call.kind != CalleeKind::kStart) continue;
    EXPECT_EQ(program.short_name(call.callee), "java.lang.ref.Reference$ReferenceHandler.run");
  }
}

TEST_F(Effects, NothingOverridesAFinalClass) {
  EXPECT_THAT(program.at(kEffects, "optional", {CalleeKind::kLibraryCallback}), testing::IsEmpty());
}

}  // namespace
}  // namespace snag
