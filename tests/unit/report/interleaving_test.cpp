#include "report/interleaving.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "report/printable.h"
#include "report/report_findings.h"
#include "support/scratch_folder.h"

namespace snag {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Step step(std::uint32_t time, Role role, std::vector<std::string> locks, std::string note = {}) {
  return {.role = role,
          .class_name = "bank.Account",
          .method = "run()",
          .file = "Account.java",
          .line = 10 + time,
          .locks = std::move(locks),
          .note = std::move(note),
          .time = time};
}

std::string draw(const Finding& finding, std::size_t width, SourceLines sources = {}) {
  std::string text;
  write_interleaving(finding, sources, {.width = width, .indent = 2}, text);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(terminal_columns(line), width) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
  return text;
}

// The rules beside the names of the threads are as long as the columns are wide: to be read, one stroke is enough.
std::string draw_plainly(const Finding& finding, std::size_t width, SourceLines sources = {}) {
  static const std::regex rule("(T\\d) (?:─)+");
  return std::regex_replace(draw(finding, width, std::move(sources)), rule, "$1 ─");
}

Finding of_threads(std::vector<ThreadOfSteps> threads) {
  Finding finding = lost_update();
  finding.threads = std::move(threads);
  return finding;
}

// The text without what the layout adds or breaks.
std::string squeezed(std::string text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool box = text.compare(at, 2, "\xe2\x94") == 0;
    if (box) at += 2;
    if (!box && text[at] != ' ' && text[at] != '\n') result += text[at];
  }
  return result;
}

TEST(Interleaving, OneColumnForEachThreadInTheOrderOfTime) {
  Finding finding = of_threads({{"T1", {step(1, Role::kRead, {"this"}, "balance is read"), step(3, Role::kWrite, {})}},
                                {"T2", {step(2, Role::kWrite, {"this"}, "balance may change here")}}});
  EXPECT_EQ(draw_plainly(finding, 100),
            "\n"
            "  T1 ─   T2 ─\n"
            "  ┌ lock this\n"
            "  │ read  Account.java:11  in run()\n"
            "  └   balance is read\n"
            "                                      ┌ lock this\n"
            "                                      │ write  Account.java:12  in run()\n"
            "                                      └   balance may change here\n"
            "    write  Account.java:13\n"
            "\n");
}

TEST(Interleaving, OneColumnForAllWhereItIsNarrow) {
  Finding finding = of_threads({{"T1", {step(1, Role::kRead, {"this"}, "balance is read"), step(3, Role::kWrite, {})}},
                                {"T2", {step(2, Role::kWrite, {"this"}, "balance may change here")}}});
  EXPECT_EQ(draw_plainly(finding, 40),
            "\n"
            "  T1  ┌── lock this\n"
            "      │   read  Account.java:11\n"
            "      │     in run()\n"
            "      └     balance is read\n"
            "  T2    ┌ lock this\n"
            "        │ write  Account.java:12\n"
            "        │   in run()\n"
            "        └   balance may change here\n"
            "  T1      write  Account.java:13\n"
            "\n");
}

TEST(Interleaving, NestedLocks) {
  Finding finding =
      of_threads({{"T1",
                   {step(1, Role::kAcquire, {"a"}), step(2, Role::kAcquire, {"a", "b"}),
                    step(3, Role::kRead, {"a", "b"}), step(4, Role::kRelease, {"a"}), step(5, Role::kRelease, {})}}});
  EXPECT_EQ(draw_plainly(finding, 80),
            "\n"
            "  T1 ─\n"
            "  ┌── lock a\n"
            "  │   acquire  Account.java:11  in run()\n"
            "  │ ┌ lock b\n"
            "  │ │ acquire  Account.java:12\n"
            "  │ └ read  Account.java:13\n"
            "  └   release  Account.java:14\n"
            "      release  Account.java:15\n"
            "\n");
}

TEST(Interleaving, OverlappingLocks) {
  Finding finding =
      of_threads({{"T1",
                   {step(1, Role::kRead, {"a"}), step(2, Role::kRead, {"a", "b"}), step(3, Role::kRead, {"b"}),
                    step(4, Role::kRead, {"b", "c"}), step(5, Role::kRead, {"c"})}}});
  EXPECT_EQ(draw_plainly(finding, 80),
            "\n"
            "  T1 ─\n"
            "  ┌──── lock a\n"
            "  │     read  Account.java:11  in run()\n"
            "  │ ┌── lock b\n"
            "  └ │   read  Account.java:12\n"
            "    │   read  Account.java:13\n"
            "    │ ┌ lock c\n"
            "    └ │ read  Account.java:14\n"
            "      └ read  Account.java:15\n"
            "\n");
}

TEST(Interleaving, ALockIsHeldWhileOthersRun) {
  Finding finding = of_threads({{"T1", {step(1, Role::kAcquire, {"a"}), step(3, Role::kWait, {"a"}, "waits for b")}},
                                {"T2", {step(2, Role::kAcquire, {"b"}), step(4, Role::kWait, {"b"}, "waits for a")}}});
  EXPECT_EQ(draw_plainly(finding, 80),
            "\n"
            "  T1 ─   T2 ─\n"
            "  ┌ lock a\n"
            "  │ acquire  Account.java:11  in run()\n"
            "  │                                      ┌ lock b\n"
            "  │                                      │ acquire  Account.java:12  in run()\n"
            "  │ wait  Account.java:13                │\n"
            "  └   waits for b                        │\n"
            "                                         │ wait  Account.java:14\n"
            "                                         └   waits for a\n"
            "\n");
}

TEST(Interleaving, ALockThatIsTakenAgainIsAnotherBracket) {
  Finding finding = of_threads({{"T1", {step(1, Role::kAcquire, {"a"}), step(2, Role::kAcquire, {"a"})}}});
  EXPECT_EQ(draw_plainly(finding, 80),
            "\n"
            "  T1 ─\n"
            "  ┌ lock a\n"
            "  └ acquire  Account.java:11  in run()\n"
            "  ┌ lock a\n"
            "  └ acquire  Account.java:12\n"
            "\n");
}

TEST(Interleaving, ABracketEndsWithItsMethod) {
  Finding finding = of_threads({{"T1",
                                 {step(1, Role::kCall, {}), step(2, Role::kRead, {"a"}), step(3, Role::kUse, {"a"}),
                                  step(4, Role::kUse, {"a"})}}});
  finding.threads[0].steps[1].method = "get()";
  EXPECT_EQ(draw_plainly(finding, 80),
            "\n"
            "  T1 ─\n"
            "    call  Account.java:11  in run()\n"
            "  ┌ lock a\n"
            "  └ read  Account.java:12  in get()\n"
            "  ┌ lock a\n"
            "  │ use  Account.java:13  in run()\n"
            "  └ use  Account.java:14\n"
            "\n");
  // Not when it began in the caller.
  finding.threads[0].steps[0].locks = {"a"};
  EXPECT_EQ(draw_plainly(finding, 80),
            "\n"
            "  T1 ─\n"
            "  ┌ lock a\n"
            "  │ call  Account.java:11  in run()\n"
            "  │ read  Account.java:12  in get()\n"
            "  │ use  Account.java:13  in run()\n"
            "  └ use  Account.java:14\n"
            "\n");
}

TEST(Interleaving, TooManyLocksAreText) {
  std::vector<std::string> many;
  for (int i = 0; i < 30; ++i) many.push_back(fmt::format("lock{}", i));
  for (std::size_t width : {40, 80, 120}) {
    const std::string text = squeezed(draw(of_threads({{"T1", {step(1, Role::kRead, many)}}}), width));
    for (const std::string& lock : many) EXPECT_THAT(text, HasSubstr(lock));
  }
  // Four threads with two locks each in one column.
  std::vector<ThreadOfSteps> threads;
  for (std::uint32_t i = 0; i < 4; ++i) threads.push_back({fmt::format("T{}", i), {step(i, Role::kRead, {"a", "b"})}});
  EXPECT_THAT(draw(of_threads(threads), 40), HasSubstr("  T0  read  Account.java:10  in run()\n"
                                                       "        holds a, b\n"));
}

TEST(Interleaving, AMethodIsNamedOnceInARow) {
  Finding finding = of_threads(
      {{"T1",
        {step(1, Role::kRead, {}), step(2, Role::kWrite, {}), step(3, Role::kCall, {}), step(4, Role::kUse, {})}}});
  finding.threads[0].steps[2].method = "other(java.lang.String)";
  EXPECT_EQ(draw_plainly(finding, 80),
            "\n"
            "  T1 ─\n"
            "  read  Account.java:11  in run()\n"
            "  write  Account.java:12\n"
            "  call  Account.java:13  in other(String)\n"
            "  use  Account.java:14  in run()\n"
            "\n");
}

TEST(Interleaving, SourceLinesOncePerThread) {
  const ScratchFolder folder;
  folder.write("bank/Account.java", "package bank;\n\t\tbalance = before; \n\n");
  Finding finding = of_threads({{"T1", {step(1, Role::kRead, {}, "it is read"), step(2, Role::kWrite, {})}}});
  for (Step& each : finding.threads[0].steps) each.line = 2;
  EXPECT_EQ(draw_plainly(finding, 80, SourceLines({folder.path()})),
            "\n"
            "  T1 ─\n"
            "  read  Account.java:2  in run()\n"
            "    it is read\n"
            "    | balance = before;\n"
            "  write  Account.java:2\n"
            "\n");
  finding.threads[0].steps[1].line = 3;  // empty
  finding.threads[0].steps[0].line = 99;
  EXPECT_THAT(draw(finding, 80, SourceLines({folder.path()})), Not(HasSubstr("|")));
}

TEST(Interleaving, WhatIsNotKnownIsLeftOut) {
  Finding finding =
      of_threads({{"T1", {{}, {.role = Role::kUse, .line = 9}, {.role = Role::kUse, .method = "run()"}}}, {"T2", {}}});
  EXPECT_EQ(draw_plainly(finding, 80),
            "\n"
            "  T1 ─\n"
            "\n"
            "  use  line 9\n"
            "  use  in run()\n"
            "\n");
  EXPECT_EQ(draw(of_threads({}), 80), "");
  EXPECT_EQ(draw(of_threads({{"T1", {}}}), 80), "");
}

TEST(Interleaving, WideCharactersLineUp) {
  Finding finding =
      of_threads({{"T1", {step(1, Role::kRead, {"残高"}, "残高が読まれる"), step(3, Role::kRead, {"残高"})}},
                  {"T2", {step(2, Role::kWrite, {}, "x")}}});
  std::istringstream lines(draw(finding, 100));
  std::size_t column = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t header = line.find("T2"), written = line.find("write");
    if (header != line.npos) column = terminal_columns(line.substr(0, header));
    if (written != line.npos) {
      EXPECT_EQ(terminal_columns(line.substr(0, written)), column);
    }
  }
  EXPECT_GT(column, 0u);
}

TEST(Interleaving, NoColumnsThatBreakPlaces) {
  Finding finding =
      of_threads({{"T1", {step(1, Role::kAcquire, {"a"}, std::string(60, 'x')), step(3, Role::kRead, {"a"})}},
                  {"T2", {step(2, Role::kWrite, {}, std::string(60, 'x'))}}});
  EXPECT_THAT(draw(finding, 80), HasSubstr("  T1 ──"));
  finding.threads[0].steps[1].file = "AccountsOfTheWholeFamily.java";
  EXPECT_THAT(draw(finding, 80), HasSubstr("  T1  ┌ lock a\n"));
  EXPECT_THAT(draw(finding, 100), HasSubstr("  T1 ──"));
}

// Whatever the width and the number of threads, no line is too long (draw looks) and every note can be read.
TEST(Interleaving, EveryWidthAndNumberOfThreads) {
  for (std::uint32_t threads = 1; threads <= 6; ++threads) {
    std::vector<ThreadOfSteps> all(threads);
    std::vector<std::string> notes;
    for (std::uint32_t time = 1; time <= 24; ++time) {
      const std::uint32_t thread = time * 7 % threads;
      notes.push_back(
          fmt::format("Account.balance{} is read, and what it was is kept for later in before{}", time, time));
      std::vector<std::string> locks;
      for (std::uint32_t i = 0; i < time % 4; ++i) locks.push_back(fmt::format("this.lock{}", i));
      all[thread].name = fmt::format("T{}", thread);
      all[thread].steps.push_back(step(time, Role::kRead, locks, notes.back()));
    }
    for (std::size_t width : {40, 60, 80, 100, 120, 200}) {
      const std::string text = draw(of_threads(all), width);
      const bool columns = text.find("\xe2\x94\x80\xe2\x94\x80   T") != text.npos;
      const std::size_t share = (width - 2 - 3 * (threads - 1)) / threads;
      EXPECT_EQ(columns, threads > 1 && share >= 30) << threads << " threads in " << width;
      if (columns) continue;  // a note goes over lines that others share
      for (const std::string& note : notes) EXPECT_THAT(squeezed(text), HasSubstr(squeezed(note)));
    }
  }
}

TEST(Interleaving, HostileTexts) {
  const std::string evil = "\x1b[2J\n\xff\u202e\u200f";
  for (const std::string& name :
       {evil, std::string(5000, 'x'), evil + std::string(5000, '.'), std::string(5000, ' ')}) {
    const Step hostile{Role::kUse, name, name, name, 7, {name, name + "2"}, name, 1};
    for (std::size_t width : {40, 60, 80, 100, 120, 200}) {
      const std::string text =
          draw(of_threads({{name, {hostile}}, {name, {hostile, hostile}}, {"T3", {hostile}}}), width);
      for (const char* bad : {"\x1b", "\xff", "\u202e", "\u200f", "\r"}) EXPECT_THAT(text, Not(HasSubstr(bad)));
    }
  }
}

}  // namespace
}  // namespace snag
