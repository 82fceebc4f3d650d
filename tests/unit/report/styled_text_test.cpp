#include "report/styled_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/printable.h"

namespace snag {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> wrapped(const Paragraph& paragraph, std::size_t width, bool color = false) {
  std::vector<Line> lines;
  wrap(paragraph, width, color, lines);
  std::vector<std::string> result;
  for (const Line& line : lines) {
    if (!color) {
      EXPECT_EQ(line.columns, terminal_columns(line.text));
    }
    EXPECT_LE(line.columns, width);
    result.push_back(line.text);
  }
  return result;
}

TEST(Wrap, BreaksAtBlanks) {
  EXPECT_THAT(wrapped({.spans = {{"the value is lost"}}}, 10), ElementsAre("the value", "is lost"));
  EXPECT_THAT(wrapped({.spans = {{"the value is lost"}}}, 17), ElementsAre("the value is lost"));
  EXPECT_THAT(wrapped({.spans = {{"the value is lost"}}, .indent = 2, .hanging = 2}, 10),
              ElementsAre("  the", "    value", "    is", "    lost"));
}

TEST(Wrap, BlanksWithinALineStayAndThoseAtItsEndsGo) {
  EXPECT_THAT(wrapped({.spans = {{" read  "}, {"  Account.java:3 "}}}, 40), ElementsAre("read    Account.java:3"));
  EXPECT_THAT(wrapped({.spans = {{"read  "}, {"Account.java:3  "}}}, 15), ElementsAre("read", "Account.java:3"));
}

TEST(Wrap, ALongWordBreaksAfterAMark) {
  EXPECT_THAT(wrapped({.spans = {{"org.apache.Account"}}}, 12), ElementsAre("org.apache.", "Account"));
  EXPECT_THAT(wrapped({.spans = {{"abcdefghij"}}}, 4), ElementsAre("abcd", "efgh", "ij"));
  // It begins on the line where it comes if a third of that is free.
  EXPECT_THAT(wrapped({.spans = {{"lock org.apache.Registry"}}}, 12), ElementsAre("lock org.", "apache.", "Registry"));
  EXPECT_THAT(wrapped({.spans = {{"the lock org.apache.Registry"}}}, 12),
              ElementsAre("the lock", "org.apache.", "Registry"));
}

TEST(Wrap, WhatIsWholeKeepsItsBlanks) {
  EXPECT_THAT(wrapped({.spans = {{"read  "}, {.text = "in run()", .whole = true}}}, 10),
              ElementsAre("read", "in run()"));
  EXPECT_THAT(wrapped({.spans = {{"read  "}, {.text = "in longer_run()", .whole = true}}}, 10),
              ElementsAre("read  in", "longer_", "run()"));
}

TEST(Wrap, WideCharactersAreNotHalved) {
  EXPECT_THAT(wrapped({.spans = {{"残高残高残"}}}, 5), ElementsAre("残高", "残高", "残"));
  EXPECT_THAT(wrapped({.spans = {{"残高残高残"}}, .cut = true}, 6), ElementsAre("残高…"));
  EXPECT_THAT(wrapped({.spans = {{"e\u0301e\u0301e\u0301e\u0301e\u0301"}}}, 4),
              ElementsAre("e\u0301e\u0301e\u0301e\u0301", "e\u0301"));
}

TEST(Wrap, ACutParagraphIsOneLine) {
  EXPECT_THAT(wrapped({.spans = {{"| "}, {"a = b + c;"}, {" // d"}}, .indent = 2, .cut = true}, 10),
              ElementsAre("  | a = b…"));
  EXPECT_THAT(wrapped({.spans = {{"| "}, {"a = b;"}}, .cut = true}, 8), ElementsAre("| a = b;"));
}

TEST(Wrap, NothingIsOneEmptyLine) {
  EXPECT_THAT(wrapped({}, 10), ElementsAre(""));
  EXPECT_THAT(wrapped({.spans = {{"   "}}, .indent = 4}, 10), ElementsAre(""));
}

TEST(Wrap, NoLineIsLeftPainted) {
  EXPECT_THAT(wrapped({.spans = {{"one two", style::kBold}, {" three"}}}, 5, /*color=*/true),
              ElementsAre("\x1b[1mone\x1b[0m", "\x1b[1mtwo\x1b[0m", "three"));
}

TEST(Wrap, AnyTextInAnyWidth) {
  const std::string text = "a bc def.ghi 残高 jklmnopqrstuvwxyz_0123456789 e\u0301 " + std::string(300, 'x');
  std::string expected;
  for (char c : text) {
    if (c != ' ') expected += c;
  }
  for (std::size_t width = 4; width < 60; ++width) {
    for (std::size_t indent : {0, 2, 50}) {
      std::string together;
      for (const std::string& line : wrapped({.spans = {{text}}, .indent = indent, .hanging = 3}, width))
        together += line;
      std::erase(together, ' ');
      EXPECT_EQ(together, expected);
    }
  }
}

TEST(Abbreviated, KeepsTheEnds) {
  EXPECT_EQ(abbreviated("balance()", 9), "balance()");
  EXPECT_EQ(abbreviated("abcdefghijklmnopqrstuvwxyz", 12), "abcdefg…xyz");
  EXPECT_LE(terminal_columns(abbreviated("残高残高残高残高残高残高", 12)), 12u);
  EXPECT_EQ(abbreviated("残高残高", 8), "残高残高");
  for (std::size_t limit = 1; limit < 30; ++limit) {
    EXPECT_LE(terminal_columns(abbreviated(std::string(5000, 'x') + "残高残高残高", limit)), limit);
  }
}

}  // namespace
}  // namespace snag
