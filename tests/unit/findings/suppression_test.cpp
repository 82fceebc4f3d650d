#include "findings/suppression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace snag {
namespace {

using ::testing::ElementsAre;

Finding finding() {
  Finding result;
  result.check = "stale-value";
  result.kind = "lost-update";
  result.class_name = "bank.Account$1";
  result.method = "addInterest(int)";
  result.subject.field = "bank.Account.balance";
  result.fingerprint = "0123456789abcdef";
  return result;
}

bool fits(SuppressionRule rule) { return suppresses(rule, finding()); }

TEST(Suppression, ByCheckAndKind) {
  EXPECT_TRUE(fits({.check = "stale-value"}));
  EXPECT_TRUE(fits({.check = "stale-value/lost-update"}));
  EXPECT_FALSE(fits({.check = "stale-value/stale-use"}));
  EXPECT_FALSE(fits({.check = "block-atomicity"}));
  EXPECT_FALSE(fits({.check = "lost-update"}));
}

TEST(Suppression, ByClassWithItsNestedOnes) {
  EXPECT_TRUE(fits({.class_name = "bank.Account"}));
  EXPECT_TRUE(fits({.class_name = "bank.Account$1"}));
  EXPECT_TRUE(fits({.class_name = "bank.*"}));
  EXPECT_TRUE(fits({.class_name = "*.Account"}));
  EXPECT_FALSE(fits({.class_name = "bank.Acc"}));
  EXPECT_FALSE(fits({.class_name = "Account"}));
  EXPECT_FALSE(fits({.class_name = "bank.Account$2"}));
}

TEST(Suppression, ByMethodWithItsLambdas) {
  EXPECT_TRUE(fits({.method = "addInterest"}));
  EXPECT_TRUE(fits({.method = "addInterest(int)"}));
  EXPECT_TRUE(fits({.method = "add*"}));
  EXPECT_FALSE(fits({.method = "addInterest(long)"}));
  EXPECT_FALSE(fits({.method = "add"}));
  Finding lambda = finding();
  lambda.method = "lambda$addInterest$3(int)";
  EXPECT_TRUE(suppresses({.method = "addInterest"}, lambda));
  EXPECT_TRUE(suppresses({.method = "lambda$*"}, lambda));
  EXPECT_FALSE(suppresses({.method = "deposit"}, lambda));
}

TEST(Suppression, ByField) {
  EXPECT_TRUE(fits({.field = "bank.Account.balance"}));
  EXPECT_TRUE(fits({.field = "balance"}));
  EXPECT_FALSE(fits({.field = "number"}));
  Finding about_none = finding();
  about_none.subject.field.clear();
  EXPECT_FALSE(suppresses({.field = "balance"}, about_none));
}

TEST(Suppression, ByFingerprint) {
  EXPECT_TRUE(fits({.fingerprint = "0123456789abcdef"}));
  EXPECT_FALSE(fits({.fingerprint = "0123456789abcde"}));
  Finding unfinished = finding();
  unfinished.fingerprint.clear();
  EXPECT_FALSE(suppresses({.fingerprint = "0123456789abcdef"}, unfinished));
}

TEST(Suppression, EverythingMustFit) {
  EXPECT_TRUE(fits({.check = "stale-value", .class_name = "bank.*", .method = "addInterest", .field = "balance"}));
  EXPECT_FALSE(fits({.check = "stale-value", .class_name = "bank.*", .method = "deposit", .field = "balance"}));
}

TEST(Suppression, TakesAndCounts) {
  std::vector<Finding> findings(3, finding());
  findings[1].method = "deposit(int)";
  findings[2].check = "block-atomicity";
  const std::vector<SuppressionRule> rules = {{.method = "withdraw", .reason = "never", .where = "snag.toml:1"},
                                              {.method = "deposit", .reason = "one thread", .where = "snag.toml:5"},
                                              {.check = "stale-value", .reason = "hint only", .where = "snag.toml:9"}};
  std::vector<std::size_t> uses(rules.size());
  const std::vector<Suppressed> taken = take_suppressed(findings, rules, uses);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].check, "block-atomicity");
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_EQ(taken[0].reason, "hint only");
  EXPECT_EQ(taken[1].reason, "one thread");
  EXPECT_EQ(taken[1].where, "snag.toml:5");
  EXPECT_EQ(taken[1].finding.method, "deposit(int)");
  EXPECT_THAT(uses, ElementsAre(0, 1, 1));
}

}  // namespace
}  // namespace snag
