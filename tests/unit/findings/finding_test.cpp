#include "findings/finding.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

namespace snag {
namespace {

using ::testing::ElementsAre;
using ::testing::MatchesRegex;

Step step(Role role, std::string method, std::uint32_t line) {
  Step result;
  result.role = role;
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
  finding.threads = {{"T1",
                      {step(Role::kCall, "addInterest(int)", 39), step(Role::kRead, "balance()", 18),
                       step(Role::kRelease, "addInterest(int)", 39), step(Role::kWrite, "addInterest(int)", 41)}},
                     {"T2", {step(Role::kWrite, "deposit(long)", 26)}}};
  return finding;
}

std::string fingerprint(Finding finding) {
  std::vector<Finding> findings{std::move(finding)};
  identify_findings(findings);
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
TEST(Fingerprint, IsTheSameInEveryVersion) { EXPECT_EQ(fingerprint(lost_update()), "67560830a7234ac0"); }

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

// A change elsewhere in the program does not make it another defect.
TEST(Fingerprint, SurvivesChangesElsewhere) {
  const std::string before = fingerprint(lost_update());
  EXPECT_EQ(changed([](Finding& f) { f.threads[1].steps[0].method = "withdraw(long)"; }), before);
  EXPECT_EQ(changed([](Finding& f) { f.threads.pop_back(); }), before);
  EXPECT_EQ(changed([](Finding& f) { f.threads[0].steps[1].method = "currentBalance()"; }), before);
}

TEST(Fingerprint, SurvivesRenamedLocals) {
  auto with_locks = [](std::vector<std::string> locks) {
    return changed([&](Finding& f) { f.subject.locks = std::move(locks); });
  };
  EXPECT_EQ(with_locks({"this", "account"}), with_locks({"this", "a"}));
  EXPECT_EQ(with_locks({"account.lock"}), with_locks({"a.lock"}));
  EXPECT_EQ(with_locks({"stripes[i]"}), with_locks({"all[i]"}));
}

TEST(Fingerprint, SurvivesOtherLambdasAndAnonymousClasses) {
  auto in = [](std::string class_name, std::string method) {
    return changed([&](Finding& f) {
      f.class_name = class_name;
      f.method = method;
      for (Step& s : f.threads[0].steps) s.class_name = class_name, s.method = method;
    });
  };
  EXPECT_EQ(in("bank.Server", "lambda$run$0(int)"), in("bank.Server", "lambda$run$12(int)"));
  EXPECT_NE(in("bank.Server", "lambda$run$0(int)"), in("bank.Server", "lambda$stop$0(int)"));
  EXPECT_EQ(in("bank.Server$1", "run()"), in("bank.Server$2", "run()"));
  EXPECT_EQ(in("bank.Server$1Worker", "run()"), in("bank.Server$2Worker", "run()"));
  EXPECT_NE(in("bank.Server$1Worker", "run()"), in("bank.Server$1Helper", "run()"));
  EXPECT_NE(in("bank.Server$Inner2", "run()"), in("bank.Server$Inner3", "run()"));
}

std::vector<std::uint32_t> times(const Finding& finding) {
  std::vector<std::uint32_t> result;
  for (const ThreadOfSteps& thread : finding.threads) {
    for (const Step& s : thread.steps) result.push_back(s.time);
  }
  return result;
}

TEST(Interleaving, OthersRunInThePause) {
  Finding finding = lost_update();
  interleave(finding, 3);
  EXPECT_THAT(times(finding), ElementsAre(1, 2, 3, 5, 4));
  interleave(finding, 0);
  EXPECT_THAT(times(finding), ElementsAre(2, 3, 4, 5, 1));
  interleave(finding, 100);
  EXPECT_THAT(times(finding), ElementsAre(1, 2, 3, 4, 5));
  Finding empty;
  interleave(empty, 1);
  EXPECT_TRUE(empty.threads.empty());
}

TEST(GraphOfCalls, FollowsTheSteps) {
  std::vector<Finding> findings = {lost_update()};
  finish_findings(findings);
  ASSERT_EQ(findings[0].graphs.size(), 1u);
  const Graph& graph = findings[0].graphs[0];
  ASSERT_EQ(graph.nodes.size(), 2u);
  EXPECT_EQ(graph.nodes[0].label, "Account.addInterest(int)");
  EXPECT_TRUE(graph.nodes[0].marked);
  EXPECT_EQ(graph.nodes[1].label, "Account.balance()");
  EXPECT_EQ(graph.nodes[1].line, 18u);
  EXPECT_FALSE(graph.nodes[1].marked);
  ASSERT_EQ(graph.edges.size(), 1u);
  EXPECT_EQ(graph.edges[0].from, 0u);
  EXPECT_EQ(graph.edges[0].to, 1u);
}

TEST(GraphOfCalls, IsOnlyThereWithCalls) {
  std::vector<Finding> findings = {lost_update()};
  findings[0].threads[0].steps[0].role = Role::kRead;
  finish_findings(findings);
  EXPECT_TRUE(findings[0].graphs.empty());
}

TEST(GraphOfCalls, DoesNotReplaceTheChecks) {
  std::vector<Finding> findings = {lost_update()};
  findings[0].graphs = {{.title = "Lock order", .nodes = {}, .edges = {}}};
  finish_findings(findings);
  ASSERT_EQ(findings[0].graphs.size(), 1u);
  EXPECT_EQ(findings[0].graphs[0].title, "Lock order");
}

std::vector<Finding> places_of_one_cause() {
  std::vector<Finding> findings(3, lost_update());
  for (std::size_t n = 0; n < findings.size(); ++n) {
    findings[n].cause = "bank.Account.count";
    findings[n].method = std::string(1, static_cast<char>('a' + n)) + "()";
  }
  return findings;
}

// One more place of a known cause is new: a baseline must not hide it.
TEST(Fingerprint, EveryPlaceHasItsOwn) {
  std::vector<Finding> findings = places_of_one_cause();
  identify_findings(findings);
  ASSERT_EQ(findings.size(), 3u);
  std::set<std::string> all;
  for (const Finding& finding : findings) all.insert(finding.fingerprint);
  EXPECT_EQ(all.size(), 3u);
  const std::string second = findings[1].fingerprint;
  findings.erase(findings.begin());
  identify_findings(findings);
  EXPECT_EQ(findings[0].fingerprint, second);
}

TEST(Findings, OfOneCauseAreOneWithSeveralPlaces) {
  std::vector<Finding> findings = places_of_one_cause();
  findings[0].severity = findings[2].severity = Severity::kLow;
  findings[1].line = 77;
  identify_findings(findings);
  const std::string first = findings[0].fingerprint, third = findings[2].fingerprint;
  finish_findings(findings);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].line, 77u) << "the most severe one speaks for all";
  ASSERT_EQ(findings[0].also.size(), 2u);
  EXPECT_EQ(findings[0].also[0].method, "a()");
  EXPECT_EQ(findings[0].also[1].method, "c()");
  EXPECT_EQ(findings[0].also[0].fingerprint, first);
  EXPECT_EQ(findings[0].also[1].fingerprint, third);
}

TEST(Findings, OfOneCauseAtOnePlaceAreOne) {
  std::vector<Finding> findings(3, lost_update());
  for (Finding& finding : findings) finding.cause = "bank.Account.count";
  findings[0].severity = Severity::kLow;
  findings[2].cause = "another";
  identify_findings(findings);
  ASSERT_EQ(findings.size(), 2u);
  finish_findings(findings);
  ASSERT_EQ(findings.size(), 2u);
  for (const Finding& finding : findings) {
    EXPECT_EQ(finding.severity, Severity::kHigh);
    EXPECT_TRUE(finding.also.empty());
  }
}

// Several checks see one defect, each from its own side: the best story stays, whatever the order of the checks.
TEST(Findings, OfSeveralChecksAboutOneFieldOfOneMethodAreOne) {
  Finding stale = lost_update(), split = lost_update(), elsewhere = lost_update(), race = lost_update();
  stale.not_atomic = {"bank.Account.balance"};
  stale.clarity = 3;
  split.check = elsewhere.check = "method-atomicity";
  split.not_atomic = elsewhere.not_atomic = {"bank.Account.owner", "bank.Account.balance"};
  split.clarity = elsewhere.clarity = 1;
  elsewhere.method = "transfer(long)";
  race.check = "data-race";  // not a matter of atomicity
  auto kept = [](std::vector<Finding> findings) {
    identify_findings(findings);
    std::vector<std::string> result;
    for (const Finding& finding : findings) result.push_back(finding.check + " " + finding.method);
    return result;
  };
  const auto expected =
      ElementsAre("data-race addInterest(int)", "stale-value addInterest(int)", "method-atomicity transfer(long)");
  EXPECT_THAT(kept({stale, split, elsewhere, race}), expected);
  EXPECT_THAT(kept({race, elsewhere, split, stale}), expected);
  // Another field, but the same instruction.
  Finding other = lost_update();
  other.check = "method-atomicity";
  other.not_atomic = {"bank.Account.owner"};
  other.position.pc = stale.position.pc = 7;
  EXPECT_THAT(kept({other, stale}), ElementsAre("stale-value addInterest(int)"));
  other.position.pc = 8;
  EXPECT_EQ(kept({other, stale}).size(), 2U);
  // The more severe one says more, and what only the audit shows says least.
  stale.severity = Severity::kLow;
  EXPECT_THAT(kept({stale, split}), ElementsAre("method-atomicity addInterest(int)"));
  EXPECT_THAT(kept({split, stale}), ElementsAre("method-atomicity addInterest(int)"));
  split.dismissals.add(Dismissal::kResultsUnused);
  EXPECT_THAT(kept({split, stale}), ElementsAre("stale-value addInterest(int)"));
}

TEST(Fingerprint, ChangesWithWhatItIsAbout) {
  const std::vector<std::function<void(Finding&)>> changes = {
      [](Finding&) {},
      [](Finding& f) { f.check = "block-atomicity"; },
      [](Finding& f) { f.kind = "stale-use"; },
      [](Finding& f) { f.class_name = "bank.Savings"; },
      [](Finding& f) { f.method = "addInterest(long)"; },
      [](Finding& f) { f.subject.field = "bank.Account.number"; },
      [](Finding& f) { f.subject.locks = {"this.other"}; },
      [](Finding& f) {
        f.subject.locks = {"this", "this.other"};
      },
      [](Finding& f) { f.subject.locks = {"bank.Registry.LOCK"}; },
      [](Finding& f) { f.subject.locks = {"bank.Registry.OTHER"}; },
      [](Finding& f) { f.subject.locks = {"lockOf()"}; },
      [](Finding& f) { f.subject.locks = {"account"}; },
      [](Finding& f) { f.subject.locks = {"account.lock"}; },
      [](Finding& f) { f.threads[0].steps[3].role = Role::kUse; },
      [](Finding& f) { f.threads[0].steps.pop_back(); },
      [](Finding& f) { std::swap(f.threads[0].steps[2], f.threads[0].steps[3]); },
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
  identify_findings(findings);
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
  identify_findings(findings);
  finish_findings(findings);
  EXPECT_EQ(findings[1].line, 50u);
  EXPECT_EQ(findings[1].fingerprint, second);
}

TEST(Fingerprint, FindingsThatAreWhollyEqualStillDiffer) {
  std::vector<Finding> findings(100, lost_update());
  identify_findings(findings);
  std::set<std::string> all;
  for (const Finding& finding : findings) all.insert(finding.fingerprint);
  EXPECT_EQ(all.size(), findings.size());
}

TEST(FindingOrder, ScoreBeforePlace) {
  std::vector<Finding> findings = {lost_update(), lost_update()};
  findings[0].class_name = "bank.A";
  findings[0].threads.pop_back();  // no thread is known that gets in between
  finish_findings(findings);
  EXPECT_EQ(findings[0].class_name, "bank.Account");
  EXPECT_GT(findings[0].score, findings[1].score);
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
      [](Finding& f) { f.highlight = "a"; },
      [](Finding& f) { f.threads[0].steps[0].line = 1; },
      [](Finding&) {},
      [](Finding& f) { f.position.pc = 7; },
      [](Finding& f) { f.threads[0].steps[0].what = "balance()"; },  // a call on the way: after its line
      [](Finding& f) { f.threads[0].steps[0].position.pc = 7; },
      [](Finding& f) { f.threads[0].steps[3].what = "balance", f.threads[0].steps[0].line = 1; },  // before any line
      [](Finding& f) { f.severity = Severity::kMedium, f.class_name = "bank.A"; },
      [](Finding& f) { f.severity = Severity::kLow, f.class_name = "bank.A"; },
  };
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < in_order.size(); ++i) {
    findings.push_back(lost_update());
    in_order[i](findings.back());
    // Sentences and ids have no part in the order.
    const auto other = static_cast<std::uint32_t>(in_order.size() - i);
    findings.back().message = findings.back().threads[0].steps[0].note = std::to_string(other);
    findings.back().position.method = MethodId(other);
  }
  auto described = [](const std::vector<Finding>& all) {
    std::vector<std::string> result;
    for (const Finding& f : all) {
      const Step &first = f.threads[0].steps[0], &last = f.threads[0].steps[3];
      result.push_back(fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", to_text(f.severity), f.class_name,
                                   f.method, f.line, f.check, f.kind, f.rank, f.subject.field, f.highlight,
                                   f.position.pc.value_or(0), first.line, first.what, first.position.pc.value_or(0),
                                   last.what, f.fingerprint));
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
