#include "base/dot.h"

#include <gtest/gtest.h>

namespace snag {
namespace {

TEST(Dot, WhatEndsAQuotedWordIsEscaped) {
  EXPECT_EQ(dot_escaped("a.B$C"), "a.B$C");
  EXPECT_EQ(dot_escaped("a\"b\\c"), "a\\\"b\\\\c");
  EXPECT_EQ(dot_escaped("one\ntwo\n"), "one\\ltwo\\l");
}

}  // namespace
}  // namespace snag
