#include "cli/help_formatter.h"

#include <gtest/gtest.h>

namespace snag {
namespace {

TEST(HelpFormatter, WrapsAtWords) {
  EXPECT_EQ(wrapped("one two three", /*indent=*/0, /*width=*/7), "one two\nthree");
  EXPECT_EQ(wrapped("one two three", /*indent=*/0, /*width=*/6), "one\ntwo\nthree");
  EXPECT_EQ(wrapped("", /*indent=*/2, /*width=*/6), "");
}

TEST(HelpFormatter, FollowingLinesAreIndented) {
  EXPECT_EQ(wrapped("one two three", /*indent=*/4, /*width=*/11), "one two\n    three");
}

TEST(HelpFormatter, AWordThatIsTooLongStandsAlone) {
  EXPECT_EQ(wrapped("a incomprehensible b", /*indent=*/0, /*width=*/5), "a\nincomprehensible\nb");
}

TEST(HelpFormatter, LinesStayLines) { EXPECT_EQ(wrapped("one\n\ntwo\n", /*indent=*/0, /*width=*/40), "one\n\ntwo\n"); }

TEST(HelpFormatter, ALineOfAListGoesOnBelowItsText) {
  EXPECT_EQ(wrapped("  stale  a value is\n  other  b", /*indent=*/0, /*width=*/16),
            "  stale  a value\n         is\n  other  b");
}

}  // namespace
}  // namespace snag
