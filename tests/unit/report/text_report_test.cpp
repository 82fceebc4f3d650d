#include "report/text_report.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "report/printable.h"
#include "report/report_findings.h"
#include "support/scratch_folder.h"

namespace snag {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::vector<std::size_t> kWidths = {40, 60, 80, 100, 120, 200};

Finding interleaved() {
  Finding finding = lost_update();
  finding.outcome = "What T2 writes is lost.";
  std::vector<Step>& steps = finding.threads[0].steps;
  steps.insert(steps.begin() + 1, {Role::kRelease, "bank.Account", "addInterest(int)", "Account.java", 2, {}, ""});
  interleave(finding, 2);
  return finding;
}

class Report {
 public:
  explicit Report(std::vector<Finding> findings, SourceLines sources = {})
      : findings_(std::move(findings)), sources_(std::move(sources)) {}

  std::string text(const TextReportOptions& options = {}) { return text_report(input(), options); }
  std::string summary(const RunSummary& run) { return summary_line(input(run)); }

 private:
  ReportInput input(const RunSummary& run = {}) { return {findings_, diagnostics_, stats_, sources_, run}; }

  std::vector<Finding> findings_;
  SourceLines sources_;
  Diagnostics diagnostics_;
  Stats stats_;
};

std::string rule(std::string_view title, std::size_t width) {
  std::string result = fmt::format("── {} ", title);
  while (terminal_columns(result) < width) result += "─";
  return result + "\n";
}

void expect_no_line_longer_than(std::size_t width, const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(terminal_columns(line), width) << line;
}

std::string without_colors(const std::string& text) {
  return std::regex_replace(text, std::regex("\x1b\\[[0-9;]*m"), "");
}

TEST(TextReport, OneFinding) {
  EXPECT_EQ(Report({interleaved()}).text({.width = 100}),
            rule("high: 1 finding", 100) +
                "\n"
                "high  stale-value/lost-update  bank.Account.addInterest(int)  (Account.java:3)\n"
                "  Account.balance is read under this, and written from that value under a later one\n"
                "\n"
                "  T1 ───────────────────────────────────────────   T2 ───────────────────────────────\n"
                "  ┌ lock this\n"
                "  │ read  Account.java:18  in balance()\n"
                "  └   balance is read into before\n"
                "    release  Account.java:2  in addInterest(int)\n"
                "                                                   ┌── lock this\n"
                "                                                   │ ┌ lock account\n"
                "                                                   │ │ write  Teller.java:7  in pay()\n"
                "                                                   └ └   this update is lost\n"
                "  ┌ lock this\n"
                "  └ write  Account.java:122  in setBalance(long)\n"
                "\n"
                "  Outcome: What T2 writes is lost.\n"
                "  Repair: hold this from the read to the write\n"
                "  0123456789abcdef  snag explain stale-value/lost-update\n"
                "\n");
}

TEST(TextReport, GroupedBySeverity) {
  std::vector<Finding> findings(4, interleaved());
  findings[2].severity = findings[3].severity = Severity::kLow;
  const std::string text = Report(findings).text({.width = 80});
  EXPECT_THAT(text, StartsWith(rule("high: 2 findings", 80) + "\nhigh  stale-value"));
  EXPECT_THAT(text, HasSubstr("\n\n" + rule("low: 2 findings", 80) + "\nlow  stale-value"));
  EXPECT_THAT(text, Not(HasSubstr("medium")));
}

TEST(TextReport, SourceLineWithACaret) {
  const ScratchFolder folder;
  folder.write("bank/Account.java", "package bank;\n\n\tsetBalance(before + interest);\n\tint 残高 = before;\n");
  Finding finding = interleaved();
  EXPECT_THAT(Report({finding}, SourceLines({folder.path()})).text(),
              HasSubstr("under a later one\n"
                        "    3 | setBalance(before + interest);\n"
                        "      |            ^^^^^^\n"
                        "\n"
                        "  T1"));
  finding.line = 4;
  EXPECT_THAT(Report({finding}, SourceLines({folder.path()})).text(), HasSubstr("    4 | int 残高 = before;\n"
                                                                                "      |            ^^^^^^\n"));
  finding.highlight = "elsewhere";
  EXPECT_THAT(Report({finding}, SourceLines({folder.path()})).text(), Not(HasSubstr("^")));
  for (std::uint32_t line : {0, 2, 99}) {
    finding.line = line;
    EXPECT_THAT(Report({finding}, SourceLines({folder.path()})).text(), Not(HasSubstr(" | ")));
  }
}

TEST(TextReport, LongSourceLines) {
  const ScratchFolder folder;
  folder.write("bank/Account.java",
               "package bank;\n\n" + std::string(700, 'x') + " before " + std::string(700, 'y') + "\n");
  Finding finding = interleaved();
  for (Step& step : finding.threads[0].steps) step.line = 3;
  for (std::size_t width : kWidths) {
    const std::string text = Report({finding}, SourceLines({folder.path()})).text({.width = width});
    expect_no_line_longer_than(width, text);
    EXPECT_THAT(text, HasSubstr("before"));
    EXPECT_THAT(text, HasSubstr("^^^^^^\n"));
  }
  // Of wide characters the excerpt holds more than there is room for.
  std::string wide;
  for (int i = 0; i < 300; ++i) wide += "残";
  folder.write("bank/Account.java", "package bank;\n\n" + wide + " before " + wide + "\n");
  for (std::size_t width : kWidths) {
    expect_no_line_longer_than(width, Report({finding}, SourceLines({folder.path()})).text({.width = width}));
  }
}

TEST(TextReport, WhatIsNotKnownIsLeftOut) {
  Finding finding = lost_update();
  finding.file.clear();
  finding.line = 0;
  finding.repair.clear();
  finding.threads.clear();
  EXPECT_EQ(Report({finding}).text({.width = 100}),
            rule("high: 1 finding", 100) +
                "\n"
                "high  stale-value/lost-update  bank.Account.addInterest(int)\n"
                "  Account.balance is read under this, and written from that value under a later one\n"
                "  0123456789abcdef  snag explain stale-value/lost-update\n"
                "\n");
}

TEST(TextReport, OtherPlacesOfTheSameCause) {
  Finding finding = interleaved();
  const OtherPlace place{{.role = Role::kNone,
                          .class_name = "bank.Teller",
                          .method = "pay(java.lang.String)",
                          .file = "Teller.java",
                          .line = 9}};
  finding.also.assign(2, place);
  finding.also[1].class_name = finding.class_name;
  finding.also[0].kind = "lost-update";  // as the finding itself
  finding.also[1].kind = "check-then-act";
  EXPECT_THAT(Report({finding}).text(), HasSubstr("to the write\n"
                                                  "  Also: Teller.java:9  pay(String)\n"
                                                  "        Teller.java:9  pay(String)  check-then-act\n"
                                                  "  0123456789abcdef"));
  finding.also.assign(6, place);
  EXPECT_THAT(Report({finding}).text(), Not(HasSubstr("more places")));
  finding.also.assign(12, place);
  EXPECT_THAT(Report({finding}).text(), HasSubstr("\n        7 more places\n"));
}

TEST(TextReport, ColorOnlyWhenAskedForAndTheTextStays) {
  const ScratchFolder folder;
  folder.write("bank/Account.java", "package bank;\n\n\tsetBalance(before + interest);\n");
  Finding finding = interleaved();
  finding.also = {{finding.threads[1].steps[0]}};
  finding.threads[0].steps[1].line = 3;
  for (bool brief : {false, true}) {
    for (std::size_t width : kWidths) {
      Report report({finding, finding}, SourceLines({folder.path()}));
      const std::string plain = report.text({.width = width, .brief = brief});
      const std::string painted = report.text({.color = true, .width = width, .brief = brief});
      EXPECT_THAT(plain, Not(HasSubstr("\x1b")));
      EXPECT_THAT(painted, HasSubstr("\x1b[1;31mhigh\x1b[0m"));
      EXPECT_EQ(without_colors(painted), plain);
    }
  }
}

// A class file may hold nearly any name.
TEST(TextReport, NamesCannotControlTheTerminal) {
  const std::string evil = "\x1b[2J\n\xff\u202e";
  for (const std::string& name :
       {evil, std::string(5000, 'x'), evil + std::string(5000, 'x'), std::string(5000, ' ')}) {
    Finding finding = lost_update();
    finding.check = finding.kind = finding.message = finding.outcome = finding.class_name = finding.method = name;
    finding.file = finding.repair = finding.subject.field = finding.highlight = name;
    finding.threads = {{name, {{Role::kUse, name + "x", name, name, 7, {name}, name, 1}}}};
    finding.also = {{finding.threads[0].steps[0], /*kind=*/name}};
    for (std::size_t width : kWidths) {
      const std::string text = Report({finding}).text({.width = width});
      expect_no_line_longer_than(width, text);
      for (const char* bad : {"\x1b", "\xff", "\u202e"}) EXPECT_THAT(text, Not(HasSubstr(bad)));
    }
    const std::string brief = Report({finding}).text({.brief = true});
    EXPECT_EQ(std::count(brief.begin(), brief.end(), '\n'), 1);
    for (const char* bad : {"\x1b", "\xff", "\u202e"}) EXPECT_THAT(brief, Not(HasSubstr(bad)));
  }
}

TEST(TextReport, ATextThatMattersIsNeverCut) {
  Finding finding = interleaved();
  std::string long_text;
  for (int i = 0; i < 100; ++i) long_text += fmt::format("word{} ", i);
  finding.message = finding.outcome = finding.repair = long_text;
  finding.threads = {{"T1", {finding.threads[0].steps[0]}}};
  finding.threads[0].steps[0].note = long_text;
  for (std::size_t width : kWidths) {
    const std::string text = Report({finding}).text({.width = width});
    for (int i = 0; i < 100; ++i) {
      const std::regex word(fmt::format("word{}\\b", i));
      EXPECT_EQ(std::distance(std::sregex_iterator(text.begin(), text.end(), word), std::sregex_iterator()), 4);
    }
  }
}

TEST(TextReport, VeryNarrowTerminals) {
  EXPECT_EQ(Report({interleaved()}).text({.width = 0}), Report({interleaved()}).text({.width = 40}));
}

TEST(TextReport, BrieflyALineForEditors) {
  std::vector<Finding> findings(2, interleaved());
  findings[1].severity = Severity::kLow;
  findings[1].file.clear();
  findings[1].also.resize(1);
  EXPECT_EQ(
      Report(findings).text({.width = 40, .brief = true}),
      "bank/Account.java:3: high: stale-value/lost-update: addInterest(int): Account.balance is read under this, and "
      "written from that value under a later one [0123456789abcdef]\n"
      "bank/Account.java:3: low: stale-value/lost-update: addInterest(int): Account.balance is read under this, and "
      "written from that value under a later one (and 1 more place) [0123456789abcdef]\n");
}

TEST(TextReport, NothingWithoutFindings) {
  EXPECT_EQ(Report({}).text(), "");
  EXPECT_EQ(Report({}).text({.brief = true}), "");
}

TEST(SummaryLine, CountsBySeverity) {
  EXPECT_EQ(Report({}).summary({.classes = 6}), "no findings; 6 classes read");
  std::vector<Finding> findings{lost_update()};
  EXPECT_EQ(Report(findings).summary({.classes = 1}), "1 finding: 1 high; 1 class read");
  findings.resize(3, lost_update());
  findings[1].severity = findings[2].severity = Severity::kLow;
  EXPECT_EQ(Report(findings).summary({}), "3 findings: 1 high, 2 low; 0 classes read");
  findings[1].severity = Severity::kMedium;
  EXPECT_EQ(Report(findings).summary({.classes = 2}), "3 findings: 1 high, 1 medium, 1 low; 2 classes read");
}

TEST(SummaryLine, SaysWhatIsNotZero) {
  Report report({});
  EXPECT_EQ(report.summary({.classes = 6, .seconds = 0.16}), "no findings; 6 classes read in 0.2 s");
  EXPECT_EQ(report.summary({.classes = 6, .seconds = 0.001}), "no findings; 6 classes read in 0.01 s");
  EXPECT_EQ(report.summary({.classes = 6, .seconds = 71.3}), "no findings; 6 classes read in 71 s");
  EXPECT_EQ(report.summary({.classes = 6, .skipped = 1, .suppressed = 2, .known = 5, .seconds = 9.4}),
            "no findings; 6 classes read in 9.4 s; 1 class skipped, 2 findings suppressed, 5 known (baseline)");
  EXPECT_EQ(report.summary({.classes = 6, .skipped = 2}), "no findings; 6 classes read; 2 classes skipped");
  EXPECT_EQ(report.summary({.classes = 6, .suppressed = 1}), "no findings; 6 classes read; 1 finding suppressed");
}

}  // namespace
}  // namespace snag
