#include "report/text_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/report_findings.h"
#include "support/scratch_folder.h"

namespace snag {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string report(const std::vector<Finding>& findings, bool color = false) {
  SourceLines sources;
  return text_report(findings, sources, {.color = color});
}

TEST(TextReport, OneFinding) {
  EXPECT_EQ(report({lost_update()}),
            "high  stale-value/lost-update  bank.Account.addInterest(int)  (Account.java:3)\n"
            "  Account.balance is read under this, and written from that value under a later one\n"
            "    T1  read   Account.java:18   balance()         [this]           balance is read into before\n"
            "        write  Account.java:122  setBalance(long)  [this]\n"
            "    T2  write  Teller.java:7     Teller.pay()      [this, account]  this update is lost\n"
            "  Repair: hold this from the read to the write\n"
            "  0123456789abcdef  snag explain stale-value\n"
            "\n");
}

TEST(TextReport, SourceLineWithACaret) {
  const ScratchFolder folder;
  folder.write("bank/Account.java", "package bank;\n\n\tsetBalance(before + interest);\n");
  SourceLines sources({folder.path()});
  const std::string text = text_report(std::vector{lost_update()}, sources, {});
  EXPECT_THAT(text, HasSubstr("under a later one\n"
                              "        3 |         setBalance(before + interest);\n"
                              "          |                    ^\n"
                              "    T1  read"));
  Finding finding = lost_update();
  finding.highlight = "elsewhere";
  EXPECT_THAT(text_report(std::vector{finding}, sources, {}), Not(HasSubstr("^")));
  finding.line = 99;
  EXPECT_THAT(text_report(std::vector{finding}, sources, {}), Not(HasSubstr("|")));
}

TEST(TextReport, WhatIsNotKnownIsLeftOut) {
  Finding finding = lost_update();
  finding.file.clear();
  finding.line = 0;
  finding.repair.clear();
  finding.threads = {{"T1", {{"read", "bank.Account", "balance()", "", 0, {}, ""}, {"use", "", "", "", 9, {}, ""}}}};
  EXPECT_EQ(report({finding}),
            "high  stale-value/lost-update  bank.Account.addInterest(int)\n"
            "  Account.balance is read under this, and written from that value under a later one\n"
            "    T1  read          balance()\n"
            "        use   line 9\n"
            "  0123456789abcdef  snag explain stale-value\n"
            "\n");
}

TEST(TextReport, OneLongNameDoesNotMoveTheOthers) {
  Finding finding = lost_update();
  finding.threads[0].steps[0].method = "read(" + std::string(200, 'x') + ")";
  EXPECT_THAT(report({finding}), HasSubstr("setBalance(long)" + std::string(40 - 16, ' ') + "  [this]\n"));
}

TEST(TextReport, ColorOnlyWhenAskedFor) {
  EXPECT_THAT(report({lost_update()}), Not(HasSubstr("\x1b")));
  const std::string painted = report({lost_update()}, /*color=*/true);
  EXPECT_THAT(painted, HasSubstr("\x1b[1;31mhigh\x1b[0m  stale-value/lost-update"));
  // Without its colours it is the same text: the columns do not move.
  std::string plain;
  for (std::size_t at = 0; at < painted.size(); ++at) {
    if (painted[at] == '\x1b')
      at = painted.find('m', at);
    else
      plain += painted[at];
  }
  EXPECT_EQ(plain, report({lost_update()}));
}

// A class file may hold nearly any name.
TEST(TextReport, NamesCannotControlTheTerminal) {
  const std::string evil = "\x1b[2J\n\xff";
  Finding finding = lost_update();
  finding.check = finding.kind = finding.message = finding.class_name = finding.method = evil;
  finding.file = finding.repair = finding.subject.field = finding.highlight = evil;
  finding.threads = {{evil, {{evil, evil + "x", evil, evil, 7, {evil}, evil}}}};
  const std::string text = report({finding});
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, Not(HasSubstr("\xff")));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6);
}

TEST(TextReport, SummaryCountsBySeverity) {
  EXPECT_EQ(summary_line({}, 6), "no findings; 6 classes read");
  std::vector<Finding> findings{lost_update()};
  EXPECT_EQ(summary_line(findings, 1), "1 finding: 1 high; 1 class read");
  findings.resize(3, lost_update());
  findings[1].severity = findings[2].severity = Severity::kLow;
  EXPECT_EQ(summary_line(findings, 0), "3 findings: 1 high, 2 low; 0 classes read");
  findings[1].severity = Severity::kMedium;
  EXPECT_EQ(summary_line(findings, 2), "3 findings: 1 high, 1 medium, 1 low; 2 classes read");
}

TEST(TextReport, NothingWithoutFindings) { EXPECT_EQ(report({}), ""); }

}  // namespace
}  // namespace snag
