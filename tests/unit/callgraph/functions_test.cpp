#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "callgraph/java_program.h"
#include "ir/verify.h"

namespace snag {
namespace {

using testing::Contains;
using testing::IsSubsetOf;
using testing::IsSupersetOf;
using testing::Not;

constexpr const char* kFunctions = "cg/Functions.java";

class Functions : public testing::Test {
 protected:
  JavaProgram& program = java_program("Functions");
  // What a call runs, through the function objects' methods.
  std::set<std::string> bodies(const std::string& site, std::set<CalleeKind> kinds = {CalleeKind::kCall}) {
    return JavaProgram::named(program.reached_from(program.at(kFunctions, site, kinds)));
  }
};

TEST_F(Functions, ASupplierRunsItsBody) { EXPECT_THAT(bodies("supplier"), Contains("Functions.makeItem")); }

TEST_F(Functions, OtherLambdasAreNotRunThere) { EXPECT_THAT(bodies("supplier"), Not(Contains("Functions.stored"))); }

TEST_F(Functions, AConstructorReference) { EXPECT_THAT(bodies("constructor"), Contains("Functions$Item.<init>")); }

TEST_F(Functions, LambdasComeBackOutOfAList) {
  EXPECT_THAT(bodies("from list"), IsSupersetOf({"Functions.stored", "Functions.referred"}));
}

TEST_F(Functions, AMapAsksItsKeys) {
  EXPECT_THAT(program.at(kFunctions, "put", {CalleeKind::kCallback}),
              IsSupersetOf({"Functions$Item.hashCode", "Functions$Item.equals"}));
}

TEST_F(Functions, OnlyItsKeys) {
  EXPECT_FALSE(program.reaches("Functions$Unseen.hashCode"));
  EXPECT_TRUE(java_program("Functions", CallGraphAlgorithm::kRta).reaches("Functions$Unseen.hashCode"));
}

TEST_F(Functions, ComputeIfAbsentCallsBack) { EXPECT_TRUE(program.reaches("Functions.computed")); }

TEST_F(Functions, AConcurrentMapHoldsItsValuesThroughUnsafe) {
  EXPECT_THAT(program.at(kFunctions, "concurrent get"), Contains("Functions$Item.weight"));
}

TEST_F(Functions, ForEachOfAConcurrentMap) { EXPECT_TRUE(program.reaches("Functions.visited")); }

TEST_F(Functions, SortingComparesTheElements) { EXPECT_TRUE(program.reaches("Functions$Item.compareTo")); }

TEST_F(Functions, AComparatorsKeyFunction) { EXPECT_TRUE(program.reaches("Functions.compared")); }

TEST_F(Functions, ForEachOfAList) { EXPECT_TRUE(program.reaches("Functions.each")); }

TEST_F(Functions, AStreamRunsItsFunctionsWhereTheyAreHandedOver) {
  EXPECT_THAT(bodies("stream", {CalleeKind::kCallback}), IsSupersetOf({"Functions.mapped", "Functions.consumed"}));
}

TEST_F(Functions, OptionalMap) { EXPECT_TRUE(program.reaches("Functions.optional")); }

TEST_F(Functions, ConversionsOfMethodReferences) { EXPECT_TRUE(program.reaches("Functions.widen")); }

TEST_F(Functions, ConcatenationCallsToString) {
  EXPECT_THAT(program.at(kFunctions, "concat", {CalleeKind::kCallback}), Contains("Functions$Item.toString"));
}

TEST_F(Functions, PrintlnOfAnObjectCallsToString) {
  EXPECT_THAT(program.at(kFunctions, "println", {CalleeKind::kCallback}), Contains("Functions$Item.toString"));
}

TEST_F(Functions, WhatIsNotGivenAwayIsNotPrinted) { EXPECT_FALSE(program.reaches("Functions$Unseen.toString")); }

TEST_F(Functions, EveryLambdaMethodIsWellFormed) {
  std::uint32_t lambdas = 0;
  for (MethodId id : program.graph().methods()) {
    const Method& method = program.program()[id];
    if (!program.program()[method.owner].synthetic) continue;
    const ir::MethodIr* ir = program.store().get(id);
    ASSERT_NE(ir, nullptr) << program.program().describe(id);
    auto problem = ir::verify(*ir, program.program().names(), program.store().references());
    EXPECT_FALSE(problem) << program.program().describe(id) << ": " << *problem;
    ++lambdas;
  }
  EXPECT_GE(lambdas, 12u);
}

TEST_F(Functions, CollectionsStaySmall) {
  CallGraphStatistics stats = callgraph_statistics(program.program(), program.result());
  EXPECT_LE(stats.jdk.methods, 2500u);
  EXPECT_FALSE(program.result().jdk_budget_exhausted);
}

}  // namespace
}  // namespace snag
