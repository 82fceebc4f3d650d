#include "findings/known_findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace snag {
namespace {

using ::testing::HasSubstr;

Finding finding(std::string method, std::uint32_t line) {
  Finding result;
  result.check = "stale-value";
  result.kind = "lost-update";
  result.class_name = "bank.Account";
  result.method = std::move(method);
  result.file = "Account.java";
  result.line = line;
  result.message = "a message with \"quotes\", \\ and \x80";
  return result;
}

std::vector<Finding> finished(std::vector<Finding> findings) {
  identify_findings(findings);
  return findings;
}

std::vector<KnownFinding> parsed(std::string_view text) {
  Result<std::vector<KnownFinding>> known = parse_known_findings(text);
  if (!known) {
    ADD_FAILURE() << known.error().message;
    return {};
  }
  return *known;
}

std::string error_of(std::string_view text) {
  Result<std::vector<KnownFinding>> known = parse_known_findings(text);
  return known ? "accepted" : known.error().message;
}

TEST(Baseline, IsReadAsItWasWritten) {
  const std::vector<Finding> findings = finished({finding("a()", 1), finding("b(int)", 22)});
  const std::vector<KnownFinding> known = parsed(baseline_text(findings));
  ASSERT_EQ(known.size(), 2u);
  EXPECT_EQ(known[1].fingerprint, findings[1].fingerprint);
  EXPECT_EQ(known[1].check, "stale-value");
  EXPECT_EQ(known[1].kind, "lost-update");
  EXPECT_EQ(known[1].severity, "medium");
  EXPECT_EQ(known[1].class_name, "bank.Account");
  EXPECT_EQ(known[1].method, "b(int)");
  EXPECT_EQ(known[1].file, "Account.java");
  EXPECT_EQ(known[1].line, 22u);
  EXPECT_EQ(known[1].message, "a message with \"quotes\", \\ and \uFFFD");
  EXPECT_TRUE(parsed(baseline_text({})).empty());
}

TEST(Baseline, HasALineForEachFinding) {
  const std::string text = baseline_text(finished({finding("a()", 1), finding("b(int)", 22)}));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
}

TEST(Baseline, WhatATerminalObeysIsEscaped) {
  Finding finding;
  finding.fingerprint = "1";
  finding.message = "a\x1b\u009b31m\u202e";
  const std::string text = baseline_text({{finding}});
  for (const char* bad : {"\x1b", "\u009b", "\u202e"}) EXPECT_EQ(text.find(bad), std::string::npos);
  EXPECT_EQ(parse_known_findings(text)->front().message, finding.message);
}

TEST(Baseline, TakesWhatIsKnownAndCountsWhatIsGone) {
  const std::vector<KnownFinding> known =
      parsed(baseline_text(finished({finding("a()", 1), finding("b()", 2), finding("c()", 3)})));
  // Moved, and one more; c() is gone.
  std::vector<Finding> now = finished({finding("a()", 101), finding("b()", 200), finding("d()", 4)});
  const std::vector<KnownFinding> gone = take_known(now, known);
  ASSERT_EQ(gone.size(), 1u);
  EXPECT_EQ(gone[0].method, "c()");
  ASSERT_EQ(now.size(), 1u);
  EXPECT_EQ(now[0].method, "d()");
}

TEST(Baseline, OfEqualFindingsOneMoreIsNew) {
  const std::vector<KnownFinding> known = parsed(baseline_text(finished({finding("a()", 1), finding("a()", 2)})));
  std::vector<Finding> now = finished({finding("a()", 1), finding("a()", 2), finding("a()", 3)});
  EXPECT_TRUE(take_known(now, known).empty());
  EXPECT_EQ(now.size(), 1u);
}

TEST(Baseline, PlacesOfOneFindingOfAReportCountEach) {
  const std::vector<KnownFinding> known = parsed(
      R"json({"tool":"snag","findings":[{"fingerprint":"a","check":"stale-value","kind":"lost-update",
              "severity":"high","message":"m","also":[{"kind":"check-then-act","fingerprint":"b","class":"C",
              "method":"d()","line":7}]}]})json");
  ASSERT_EQ(known.size(), 2u);
  EXPECT_EQ(known[1].fingerprint, "b");
  EXPECT_EQ(known[1].check, "stale-value");
  EXPECT_EQ(known[1].kind, "check-then-act");
  EXPECT_EQ(known[1].severity, "high");
  EXPECT_EQ(known[1].class_name, "C");
  EXPECT_EQ(known[1].line, 7u);
  EXPECT_THAT(error_of(R"json({"tool":"snag","findings":[{"fingerprint":"a","also":[{"line":7}]}]})json"),
              HasSubstr("finding 2 has no fingerprint"));
}

TEST(Baseline, WhatIsNoneIsRefused) {
  EXPECT_THAT(error_of(""), HasSubstr("is not JSON; it should be written by --write-baseline"));
  EXPECT_THAT(error_of("{\"tool\":"), HasSubstr("is not JSON"));
  EXPECT_THAT(error_of("[]"), HasSubstr("is not a report of Snag"));
  EXPECT_THAT(error_of("{\"tool\":\"infer\",\"findings\":[]}"), HasSubstr("is not a report of Snag"));
  EXPECT_THAT(error_of("{\"tool\":\"snag\"}"), HasSubstr("is not a report of Snag"));
  EXPECT_THAT(error_of("{\"tool\":\"snag\",\"findings\":7}"), HasSubstr("is not a report of Snag"));
  EXPECT_THAT(error_of("{\"tool\":\"snag\",\"findings\":[7]}"), HasSubstr("finding 1 is not an object"));
  EXPECT_THAT(error_of("{\"tool\":\"snag\",\"findings\":[{\"fingerprint\":7}]}"),
              HasSubstr("finding 1 has no fingerprint"));
  EXPECT_EQ(error_of("{\"tool\":\"snag\",\"findings\":[{\"fingerprint\":\"a\",\"line\":-1,\"class\":[]}]}"),
            "accepted");
}

TEST(Baseline, OfAnotherVersionIsRefused) {
  EXPECT_THAT(error_of("{\"tool\":\"snag\",\"version\":\"9.9\",\"baseline\":2,\"findings\":[]}"),
              HasSubstr("was written by snag 9.9"));
  EXPECT_THAT(error_of("{\"tool\":\"snag\",\"baseline\":\"1\",\"findings\":[]}"), HasSubstr("write it anew"));
}

TEST(FindingsChange, NewGoneAndSame) {
  const std::vector<KnownFinding> before = {{.fingerprint = "a"}, {.fingerprint = "b"}, {.fingerprint = "b"}};
  const std::vector<KnownFinding> after = {{.fingerprint = "c"}, {.fingerprint = "b"}};
  const FindingsChange change = compare(before, after);
  ASSERT_EQ(change.added.size(), 1u);
  EXPECT_EQ(change.added[0].fingerprint, "c");
  ASSERT_EQ(change.gone.size(), 2u);
  EXPECT_EQ(change.gone[0].fingerprint, "a");
  EXPECT_EQ(change.gone[1].fingerprint, "b");
  EXPECT_EQ(change.same, 1u);
}

}  // namespace
}  // namespace snag
