#include <gtest/gtest.h>

#include "callgraph/java_program.h"

namespace snag {
namespace {

// As many steps as it takes are enough, one less is not.
TEST(CallGraphBudget, GivesUpAfterTheMaximumOfSteps) {
  auto build = [](std::uint64_t steps, CallGraphAlgorithm algorithm) {
    CallGraphOptions options{.algorithm = algorithm, .jobs = 1, .maximum_steps = steps};
    JavaProgram program("callgraph", options);
    return program.result().complete;
  };
  EXPECT_FALSE(build(0, CallGraphAlgorithm::kVta));
  EXPECT_FALSE(build(100, CallGraphAlgorithm::kVta));
  EXPECT_TRUE(build(10'000'000, CallGraphAlgorithm::kVta));
  EXPECT_TRUE(build(~std::uint64_t{0}, CallGraphAlgorithm::kRta));
}

TEST(CallGraphBudget, WhatWasFoundUntilThenIsThere) {
  CallGraphOptions options{.entries = {"cg.Dispatch"}, .maximum_steps = 0};
  JavaProgram some("callgraph", options);
  options.maximum_steps = ~std::uint64_t{0};
  JavaProgram all("callgraph", options);
  EXPECT_FALSE(some.result().complete);
  EXPECT_TRUE(all.result().complete);
  EXPECT_FALSE(some.graph().methods().empty());
  EXPECT_LT(some.edges().size(), all.edges().size());
  std::set<std::string> known = all.edges();
  for (const std::string& edge : some.edges()) EXPECT_TRUE(known.contains(edge)) << edge;
}

}  // namespace
}  // namespace snag
