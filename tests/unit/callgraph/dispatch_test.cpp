#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "callgraph/java_program.h"

namespace snag {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr const char* kSource = "cg/Dispatch.java";

class Dispatch : public testing::Test {
 protected:
  JavaProgram& vta = java_program("Dispatch");
  JavaProgram& rta = java_program("Dispatch", CallGraphAlgorithm::kRta);
  JavaProgram& cha = java_program("Dispatch", CallGraphAlgorithm::kCha);
};

TEST_F(Dispatch, VariableTypesFollowTheReceiver) {
  EXPECT_THAT(vta.at(kSource, "circle"), UnorderedElementsAre("Dispatch$Circle.draw"));
  EXPECT_THAT(vta.at(kSource, "square"), UnorderedElementsAre("Dispatch$Square.draw"));
}

TEST_F(Dispatch, RapidTypesTakeEveryInstantiatedClass) {
  EXPECT_THAT(rta.at(kSource, "circle"), UnorderedElementsAre("Dispatch$Circle.draw", "Dispatch$Square.draw"));
}

TEST_F(Dispatch, TheHierarchyTakesEveryClass) {
  EXPECT_THAT(cha.at(kSource, "circle"),
              UnorderedElementsAre("Dispatch$Circle.draw", "Dispatch$Square.draw", "Dispatch$Never.draw"));
  EXPECT_FALSE(rta.reaches("Dispatch$Never.draw"));
  EXPECT_FALSE(vta.reaches("Dispatch$Never.draw"));
}

TEST_F(Dispatch, APhiMayBeEither) {
  EXPECT_THAT(vta.at(kSource, "either"), UnorderedElementsAre("Dispatch$Circle.draw", "Dispatch$Square.draw"));
}

TEST_F(Dispatch, FieldsHoldWhatIsStored) {
  EXPECT_THAT(vta.at(kSource, "field"), UnorderedElementsAre("Dispatch$Square.draw"));
}

TEST_F(Dispatch, ArraysHoldWhatIsStored) {
  EXPECT_THAT(vta.at(kSource, "array"), UnorderedElementsAre("Dispatch$Circle.draw"));
}

TEST_F(Dispatch, ArgumentsAndResults) {
  EXPECT_THAT(vta.at(kSource, "passed"), UnorderedElementsAre("Dispatch.pass", "Dispatch$Circle.draw"));
}

TEST_F(Dispatch, DefaultMethodsAndTheirOverrides) {
  EXPECT_TRUE(vta.reaches("Dispatch$Shape.name"));
  EXPECT_TRUE(vta.reaches("Dispatch$Square.name"));
}

TEST_F(Dispatch, TheMostSpecificDefaultOfADiamond) {
  EXPECT_THAT(vta.at(kSource, "diamond"), UnorderedElementsAre("Dispatch$Right.side"));
  EXPECT_FALSE(vta.reaches("Dispatch$Left.side"));
}

TEST_F(Dispatch, SuperCallsKeepTheReceiver) {
  EXPECT_THAT(vta.at(kSource, "step"), UnorderedElementsAre("Dispatch$Derived.step"));
  EXPECT_THAT(vta.reached_from({"Dispatch$Derived.step"}),
              UnorderedElementsAre("Dispatch$Derived.step", "Dispatch$Base.step", "Dispatch$Derived.hook"));
}

TEST_F(Dispatch, ThrownObjectsReachTheirHandlers) {
  EXPECT_THAT(vta.at(kSource, "failure"), UnorderedElementsAre("Dispatch$SpecialFailure.show"));
}

class Algorithms : public testing::TestWithParam<const char*> {};

TEST_P(Algorithms, EachContainsTheNext) {
  std::set<std::string> vta = java_program(GetParam()).edges();
  std::set<std::string> rta = java_program(GetParam(), CallGraphAlgorithm::kRta).edges();
  std::set<std::string> cha = java_program(GetParam(), CallGraphAlgorithm::kCha).edges();
  auto missing = [](const std::set<std::string>& from, const std::set<std::string>& of) {
    std::set<std::string> result;
    std::set_difference(of.begin(), of.end(), from.begin(), from.end(), std::inserter(result, result.end()));
    return result;
  };
  EXPECT_THAT(missing(rta, vta), IsEmpty());
  EXPECT_THAT(missing(cha, rta), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(CallGraph, Algorithms,
                         testing::Values("Dispatch", "Effects", "Functions", "Hello", "Reflection", "Sites", "Threads"),
                         [](const auto& entry) { return std::string(entry.param); });

TEST_F(Dispatch, TheSameTextForOneAndManyJobs) {
  auto text = [](unsigned jobs) {
    CallGraphOptions options{.entries = {}, .jobs = jobs};
    JavaProgram program("callgraph", options);
    return dump_callgraph(program.store(), program.result(), /*jdk=*/true) +
           dump_callgraph_dot(program.store(), program.result());
  };
  std::string one = text(1);
  EXPECT_EQ(one, text(4));
  EXPECT_NE(one.find("digraph"), std::string::npos);
}

TEST(Hello, APrintlnDoesNotDragInTheJdk) {
  JavaProgram& hello = java_program("Hello");
  CallGraphStatistics stats = callgraph_statistics(hello.program(), hello.result());
  EXPECT_EQ(stats.application.methods, 1u);
  EXPECT_LE(stats.jdk.methods, 5u);
  EXPECT_EQ(hello.diagnostics().sorted().size(), 0u);
  EXPECT_TRUE(hello.reaches("java.io.PrintStream.println"));
}

TEST(Hello, AWrongEntryNamesTheNearestClass) {
  try {
    java_program("Helo");
    FAIL() << "there is no such class";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "--entry cg.Helo: there is no such class; did you mean cg.Hello?");
  }
  EXPECT_THROW(java_program("Hello.none"), std::runtime_error);
}

}  // namespace
}  // namespace snag
