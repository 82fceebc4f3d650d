#include "report/printable.h"

#include <gtest/gtest.h>

namespace snag {
namespace {

constexpr const char* kReplaced = "\xef\xbf\xbd";

std::string replaced(int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += kReplaced;
  return result;
}

TEST(Printable, LeavesTextOfAnyLanguage) {
  for (const char* text : {"", "balance += 1;", "Größe 残高 \xf0\x9f\x92\xb0", "a\xc2\xa0z"}) {
    EXPECT_EQ(printable(text), text);
  }
}

TEST(Printable, ReplacesWhatATerminalObeys) {
  EXPECT_EQ(printable("\x1b[2Jx\r\n\ty\x7f"), replaced(1) + "[2Jx" + replaced(3) + "y" + replaced(1));
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a" + replaced(1) + "b");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            replaced(1) + "31m");  // C1: the same as ESC [
}

TEST(Printable, ReplacesMarksThatHideWhatIsWritten) {
  for (const char* mark : {"\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x80\x8b", "\xe2\x80\xa8", "\xef\xbb\xbf", "\u061c",
                           "\u00ad", "\u2060", "\u206f", "\ufff9", "\U000e0041"}) {
    EXPECT_EQ(printable(mark), replaced(1));
  }
}

TEST(Printable, ReplacesEachBadByte) {
  EXPECT_EQ(printable("a\xff"
                      "b"),
            "a" + replaced(1) + "b");
  EXPECT_EQ(printable("\xc3"), replaced(1));  // ends too early
  EXPECT_EQ(printable("\xe2\x80"), replaced(2));
  EXPECT_EQ(printable("\xc0\xaf"), replaced(2));          // overlong /
  EXPECT_EQ(printable("\xed\xa0\x80"), replaced(3));      // a surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), replaced(4));  // beyond U+10FFFF
  EXPECT_EQ(printable("\xf0\x8f\xbf\xbf"), replaced(4));  // overlong
  EXPECT_EQ(printable("\xc3("), replaced(1) + "(");
}

TEST(Columns, CountsCharacters) {
  EXPECT_EQ(columns(""), 0u);
  EXPECT_EQ(columns("abc"), 3u);
  EXPECT_EQ(columns("Größe"), 5u);
}

TEST(TerminalColumns, AsTerminalsDrawThem) {
  EXPECT_EQ(terminal_columns(""), 0u);
  EXPECT_EQ(terminal_columns("abc"), 3u);
  EXPECT_EQ(terminal_columns("Größe"), 5u);
  EXPECT_EQ(terminal_columns("│ ┌ …"), 5u);
  EXPECT_EQ(terminal_columns("残高"), 4u);
  EXPECT_EQ(terminal_columns("한글"), 4u);
  EXPECT_EQ(terminal_columns("\U0001f4b0"), 2u);
  EXPECT_EQ(terminal_columns("e\u0301"), 1u);
  EXPECT_EQ(terminal_columns("\ufffd"), 1u);
}

TEST(BytesWithin, WholeCharacters) {
  EXPECT_EQ(bytes_within("abc", 0), 0u);
  EXPECT_EQ(bytes_within("abc", 2), 2u);
  EXPECT_EQ(bytes_within("abc", 9), 3u);
  EXPECT_EQ(bytes_within("残高", 3), 3u);
  EXPECT_EQ(bytes_within("残高", 4), 6u);
  EXPECT_EQ(bytes_within("e\u0301e", 1), 3u);
}

}  // namespace
}  // namespace snag
