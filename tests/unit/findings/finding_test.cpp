#include "findings/finding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

namespace snag {
namespace {

using ::testing::ElementsAre;
using ::testing::MatchesRegex;

Step step(std::string role, std::string method, std::uint32_t line) {
  Step result;
  result.role = std::move(role);
  result.class_name = "bank.Account";
  result.method = std::move(method);
  result.file = "Account.java";
  result.line = line;
  result.locks = {"this"};
  return result;
}

Finding lost_update() {
  Finding finding;
  finding.check = "stale-value";
  finding.kind = "lost-update";
  finding.severity = Severity::kHigh;
  finding.message = "Account.balance is read under a lock, and written from that value under a later one";
  finding.class_name = "bank.Account";
  finding.method = "addInterest(int)";
  finding.file = "Account.java";
  finding.line = 41;
  finding.highlight = "before";
  finding.subject = {"bank.Account.balance", {"this"}};
  finding.threads = {{"T1", {step("read", "balance()", 18), step("write", "setBalance(long)", 22)}},
                     {"T2", {step("write", "deposit(long)", 26)}}};
  return finding;
}

std::string fingerprint(Finding finding) {
  std::vector<Finding> findings{std::move(finding)};
  finish_findings(findings);
  return findings.front().fingerprint;
}

std::string changed(const std::function<void(Finding&)>& change) {
  Finding finding = lost_update();
  change(finding);
  return fingerprint(finding);
}

TEST(Finding, SeveritiesHaveNames) {
  EXPECT_EQ(to_text(Severity::kHigh), "high");
  EXPECT_EQ(to_text(Severity::kMedium), "medium");
  EXPECT_EQ(to_text(Severity::kLow), "low");
}

// The number is a promise: baselines of users hold it.
TEST(Fingerprint, IsTheSameInEveryVersion) { EXPECT_EQ(fingerprint(lost_update()), "21cc4b607d4d0d31"); }

TEST(Fingerprint, SurvivesMovedLinesAndNewWords) {
  const std::string before = fingerprint(lost_update());
  EXPECT_THAT(before, MatchesRegex("[0-9a-f]{16}"));
  EXPECT_EQ(changed([](Finding& f) {
              f.line += 10;
              for (ThreadOfSteps& thread : f.threads) {
                for (Step& s : thread.steps) s.line += 10;
              }
            }),
            before);
  EXPECT_EQ(changed([](Finding& f) {
              f.message = "said in other words";
              f.highlight = f.repair = f.threads[0].steps[0].note = f.threads[0].name = "renamed";
              f.severity = Severity::kLow;
              f.rank = 7;
            }),
            before);
}

TEST(Fingerprint, ChangesWithWhatItIsAbout) {
  const std::vector<std::function<void(Finding&)>> changes = {
      [](Finding&) {},
      [](Finding& f) { f.check = "block-atomicity"; },
      [](Finding& f) { f.kind = "stale-use"; },
      [](Finding& f) { f.class_name = "bank.Savings"; },
      [](Finding& f) { f.method = "addInterest(long)"; },
      [](Finding& f) { f.subject.field = "bank.Account.number"; },
      [](Finding& f) { f.subject.locks = {"other"}; },
      [](Finding& f) {
        f.subject.locks = {"this", "other"};
      },
      [](Finding& f) { f.threads[0].steps[1].role = "use"; },
      [](Finding& f) { f.threads[0].steps[1].class_name = "bank.Savings"; },
      [](Finding& f) { f.threads[0].steps[1].method = "deposit(long)"; },
      [](Finding& f) { f.threads[0].steps.pop_back(); },
      [](Finding& f) { std::swap(f.threads[0].steps[0], f.threads[0].steps[1]); },
      // The same steps, but another thread takes the second of them.
      [](Finding& f) {
        f.threads[1].steps.insert(f.threads[1].steps.begin(), f.threads[0].steps.back());
        f.threads[0].steps.pop_back();
      },
  };
  std::set<std::string> fingerprints;
  for (const auto& change : changes) fingerprints.insert(changed(change));
  EXPECT_EQ(fingerprints.size(), changes.size());
}

TEST(Fingerprint, EqualOnesAreNumberedByLine) {
  std::vector<Finding> findings(3, lost_update());
  findings[0].line = 60;
  findings[0].severity = Severity::kHigh;
  findings[1].line = 50;
  findings[1].severity = Severity::kLow;  // listed last, and yet the second by line
  findings[2].line = 41;
  finish_findings(findings);
  ASSERT_THAT(findings, ElementsAre(testing::Field(&Finding::line, 41), testing::Field(&Finding::line, 60),
                                    testing::Field(&Finding::line, 50)));
  EXPECT_EQ(findings[0].fingerprint, fingerprint(lost_update()));
  std::set<std::string> all;
  for (const Finding& finding : findings) all.insert(finding.fingerprint);
  EXPECT_EQ(all.size(), 3u);

  // The third goes: the others keep theirs, for they come before it.
  const std::string second = findings[2].fingerprint;
  findings.erase(findings.begin() + 1);
  finish_findings(findings);
  EXPECT_EQ(findings[1].line, 50u);
  EXPECT_EQ(findings[1].fingerprint, second);
}

TEST(Fingerprint, FindingsThatAreWhollyEqualStillDiffer) {
  std::vector<Finding> findings(100, lost_update());
  finish_findings(findings);
  std::set<std::string> all;
  for (const Finding& finding : findings) all.insert(finding.fingerprint);
  EXPECT_EQ(all.size(), findings.size());
}

TEST(FindingOrder, SeverityThenPlaceThenKindThenRank) {
  const std::vector<std::function<void(Finding&)>> in_order = {
      [](Finding& f) { f.class_name = "bank.A"; },
      [](Finding& f) { f.method = "a()"; },
      [](Finding& f) { f.line = 5; },
      [](Finding& f) { f.check = "block-atomicity"; },
      [](Finding& f) { f.kind = "check-then-act"; },
      [](Finding& f) { f.rank = 3; },
      [](Finding& f) { f.rank = 2; },
      [](Finding& f) { f.subject.field = "a.first"; },
      [](Finding& f) { f.threads[0].steps[0].line = 1; },
      [](Finding&) {},
      [](Finding& f) { f.severity = Severity::kMedium, f.class_name = "bank.A"; },
      [](Finding& f) { f.severity = Severity::kLow, f.class_name = "bank.A"; },
  };
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < in_order.size(); ++i) {
    findings.push_back(lost_update());
    in_order[i](findings.back());
  }
  auto described = [](const std::vector<Finding>& all) {
    std::vector<std::string> result;
    for (const Finding& f : all) {
      result.push_back(std::string(to_text(f.severity)) + " " + f.class_name + " " + f.method + " " +
                       std::to_string(f.line) + " " + f.check + " " + f.kind + " " + std::to_string(f.rank) + " " +
                       f.subject.field + " " + std::to_string(f.threads[0].steps[0].line) + " " + f.fingerprint);
    }
    return result;
  };
  finish_findings(findings);
  for (std::size_t i = 0; i < in_order.size(); ++i) {
    Finding expected = lost_update();
    in_order[i](expected);
    expected.fingerprint = findings[i].fingerprint;
    EXPECT_EQ(described({findings[i]}), described({expected})) << i;
  }
  // Whatever order they come in.
  const std::vector<std::string> once = described(findings);
  std::reverse(findings.begin(), findings.end());
  finish_findings(findings);
  EXPECT_EQ(described(findings), once);
}

}  // namespace
}  // namespace snag
