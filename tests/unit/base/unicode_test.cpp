#include "base/unicode.h"

#include <gtest/gtest.h>

namespace snag {
namespace {

TEST(Visible, LeavesTextOfAnyLanguage) {
  for (const char* text : {"", "a\\b 'c'", "Größe 残高 \xf0\x9f\x92\xb0"}) EXPECT_EQ(visible(text), text);
}

TEST(Visible, ShowsWhatATerminalObeys) {
  EXPECT_EQ(visible("a\x1b[2Jb\r\n\t\x7f"), "a\\x1b[2Jb\\x0d\\x0a\\x09\\x7f");
  EXPECT_EQ(visible(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(visible("\u009b31m\u202ex\u2066\u061c\U000e0041"), "\\u009b31m\\u202ex\\u2066\\u061c\\U000e0041");
  EXPECT_EQ(visible("\x9b\xc2\xff\xed\xa0\x80"), "\\x9b\\xc2\\xff\\xed\\xa0\\x80");  // no UTF-8
  EXPECT_EQ(visible(visible("\x1b\u009b")), visible("\x1b\u009b"));
}

TEST(Visible, LinesStayLines) { EXPECT_EQ(visible_lines("a\x1b\nb\r\n"), "a\\x1b\nb\\x0d\n"); }

}  // namespace
}  // namespace snag
