#include "findings/ranking.h"

#include <gtest/gtest.h>

namespace snag {
namespace {

Step step(Role role, std::string method, std::vector<std::string> locks = {}) {
  Step result;
  result.role = role;
  result.class_name = "bank.Account";
  result.method = std::move(method);
  result.locks = std::move(locks);
  return result;
}

Evidence with(std::vector<ThreadOfSteps> threads) {
  Evidence finding;
  finding.class_name = "bank.Account";
  finding.method = "update()";
  finding.threads = std::move(threads);
  return finding;
}

const ThreadOfSteps kNear = {"T1", {step(Role::kRead, "update()"), step(Role::kWrite, "update()")}};

// docs/ranking.md has these numbers.
TEST(Score, OfWhatIsKnown) {
  EXPECT_EQ(score_of(with({})), 50u);
  EXPECT_EQ(score_of(with({{"T1", {step(Role::kRead, "balance()")}}})), 50u);
  EXPECT_EQ(score_of(with({kNear})), 60u);
  EXPECT_EQ(score_of(with({kNear, {"T2", {step(Role::kWrite, "deposit()")}}})), 80u);
  EXPECT_EQ(score_of(with({kNear, {"T2", {step(Role::kWrite, "deposit()", {"this"})}}})), 90u);
}

TEST(Score, OfWhatIsFarAway) {
  ThreadOfSteps far = {"T1", {step(Role::kCall, "update()"), step(Role::kRead, "balance()")}};
  EXPECT_EQ(score_of(with({far})), 45u);
  for (int i = 0; i < 20; ++i) far.steps.push_back(step(Role::kCall, "deeper()"));
  EXPECT_EQ(score_of(with({far})), 20u);
}

TEST(Score, OfSeveralPlaces) {
  Evidence finding = with({kNear});
  finding.also.resize(3);
  EXPECT_EQ(score_of(finding), 66u);
  finding.also.resize(1000);
  EXPECT_EQ(score_of(finding), 70u);
}

}  // namespace
}  // namespace snag
