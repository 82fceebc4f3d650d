// What the evidence of static checks refers to in the program, and what the review policy makes of it.
#include <gtest/gtest.h>

#include "classfile/descriptor.h"
#include "support/compiled_java.h"
#include "support/opened_program.h"
#include "support/run_checks.h"

namespace snag {
namespace {

constexpr std::string_view kChecks[] = {"stale-value", "block-atomicity", "reacquired-lock"};

std::vector<Finding> findings_of(OpenedProgram& opened, Profile profile) {
  Stats stats;
  return run_checks({.store = *opened.store,
                     .models = opened.models,
                     .application = opened.application,
                     .stats = stats,
                     .profile = profile},
                    kChecks);
}

class EvidenceOf : public ::testing::TestWithParam<const char*> {};

TEST_P(EvidenceOf, PositionsAndNamesAgree) {
  OpenedProgram opened({.application = java_test_jar(GetParam())});
  Program& program = opened.store->program();
  const auto expect_at = [&](const CodePosition& position, const auto& place) {
    ASSERT_TRUE(position.method.valid());
    const Method& method = program[position.method];
    EXPECT_EQ(program.describe(method.owner), place.class_name);
    EXPECT_EQ(classfile::to_source_method(program.text(method.name), program.text(method.descriptor)), place.method);
    const ir::MethodIr* code = opened.store->get(position.method);
    ASSERT_NE(code, nullptr);
    ASSERT_TRUE(position.pc);
    EXPECT_EQ(code->line_at(*position.pc), place.line) << place.method << " " << *position.pc;
  };
  std::size_t steps = 0;
  for (const Finding& finding : findings_of(opened, Profile::kAudit)) {
    expect_at(finding.position, finding);
    EXPECT_EQ(finding.subject.id.valid() ? program.describe(finding.subject.id) : "", finding.subject.field);
    for (const ThreadOfSteps& thread : finding.threads) {
      for (const Step& step : thread.steps) {
        expect_at(step.position, step);
        ++steps;
      }
    }
  }
  EXPECT_GT(steps, 100U);
}

TEST_P(EvidenceOf, DismissedFindingsAreForTheAuditOnly) {
  OpenedProgram opened({.application = java_test_jar(GetParam())});
  for (const Finding& finding : findings_of(opened, Profile::kReview)) EXPECT_TRUE(finding.dismissals.empty());
  std::size_t dismissed = 0;
  for (const Finding& finding : findings_of(opened, Profile::kAudit)) dismissed += finding.dismissals.empty() ? 0 : 1;
  EXPECT_GT(dismissed, 0U);
}

INSTANTIATE_TEST_SUITE_P(Checks, EvidenceOf, ::testing::Values("stale_values", "reacquired_lock"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace snag
