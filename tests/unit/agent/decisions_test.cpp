#include "agent/decisions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/catalog.h"
#include "checks/object-consistency/descriptor.h"
#include "checks/object-race/descriptor.h"

namespace snag::agent {
namespace {

using instrument::Operation;
using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

TEST(AgentDecisions, AreThoseOfTheConfiguration) {
  wire::AgentConfiguration configuration;
  configuration.checks = {std::string(kObjectConsistency.id)};
  configuration.options = {{std::string(kGranularity.name), std::string(kObjectGranularity)}};
  configuration.arrays = wire::Arrays::kRanges;
  configuration.include = {"app.*", "b.C"};
  configuration.exclude = {"app.gen.*"};
  configuration.skipped_classes = {"app/Point"};
  configuration.skipped_fields = {"app/Account.balance"};
  const Result<instrument::Decisions> decisions = decisions_of(configuration);
  ASSERT_TRUE(decisions);
  EXPECT_FALSE(decisions->static_fields);
  EXPECT_TRUE(decisions->units);
  EXPECT_FALSE(decisions->by_field);
  EXPECT_EQ(decisions->arrays, wire::Arrays::kRanges);
  EXPECT_THAT(decisions->include, ElementsAre("app.*", "b.C"));
  EXPECT_THAT(decisions->exclude, ElementsAre("app.gen.*"));
  EXPECT_THAT(decisions->skipped_classes, UnorderedElementsAre("app/Point"));
  EXPECT_THAT(decisions->skipped_fields, UnorderedElementsAre("app/Account.balance"));
}

TEST(AgentDecisions, Operations) {
  wire::AgentConfiguration configuration;
  configuration.operations = {
      {"a/Lock", "tryLock", "(JLjava/util/concurrent/TimeUnit;)", "acquire", "this", "exclusive", "if-true"},
      {"a/Executor*", "sub*", "*", "start", "arg0"},
      {"a/B", "c", "*", "contents-write", "arg:java/lang/Runnable", "read"},
      {"a/B", "c", "*", "join", "result", "optimistic"}};
  const Result<instrument::Decisions> decisions = decisions_of(configuration);
  ASSERT_TRUE(decisions) << decisions.error().message;
  const std::span<const Operation> of_lock = decisions->operations.of_class("a/Lock");
  const std::span<const Operation> of_patterns = decisions->operations.of_patterns();
  const std::span<const Operation> of_b = decisions->operations.of_class("a/B");
  ASSERT_EQ(of_lock.size(), 1u);
  ASSERT_EQ(of_patterns.size(), 1u);
  ASSERT_EQ(of_b.size(), 2u);
  EXPECT_EQ(of_lock[0].method_pattern, "tryLock");
  EXPECT_EQ(of_lock[0].parameters, "(JLjava/util/concurrent/TimeUnit;)");
  EXPECT_EQ(of_lock[0].action, Operation::Action::kAcquire);
  EXPECT_EQ(of_lock[0].operand, Operation::Operand::kThis);
  EXPECT_TRUE(of_lock[0].only_if_true);
  EXPECT_EQ(of_patterns[0].parameters, "");
  EXPECT_EQ(of_patterns[0].operand, Operation::Operand::kArgument);
  EXPECT_EQ(of_patterns[0].argument, 0u);
  EXPECT_FALSE(of_patterns[0].only_if_true);
  EXPECT_EQ(of_b[0].action, Operation::Action::kContentsWrite);
  EXPECT_EQ(of_b[0].operand, Operation::Operand::kArgumentOfType);
  EXPECT_EQ(of_b[0].type, "java/lang/Runnable");
  EXPECT_EQ(of_b[0].mode, 1);
  EXPECT_EQ(of_b[1].operand, Operation::Operand::kResult);
  EXPECT_EQ(of_b[1].mode, 3);
}

TEST(AgentDecisions, WordsThatAreNotKnown) {
  const auto error = [](wire::Operation operation) { return operation_of(operation).error().message; };
  EXPECT_EQ(error({"a/B", "c", "*", "acquires", "this"}), "a/B.c: unknown action 'acquires'");
  for (const char* operand : {"arg", "arg255", "arg-1", "arg1x", "that", ""}) {
    EXPECT_EQ(error({"a/B", "c", "*", "acquire", operand}), "a/B.c: unknown operand '" + std::string(operand) + "'");
  }
  EXPECT_EQ(error({"a/B", "c", "*", "acquire", "this", "shared"}), "a/B.c: unknown mode 'shared'");
  EXPECT_EQ(error({"a/B", "c", "*", "acquire", "this", "read", "never"}), "a/B.c: unknown condition 'never'");
}

}  // namespace
}  // namespace snag::agent
