#include "base/cursor.h"

#include <gtest/gtest.h>

#include <array>

namespace snag {
namespace {

constexpr std::array<std::uint8_t, 10> kData = {0x80, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0xFF, 0xFE};

TEST(CursorTest, ReadsBigEndian) {
  Cursor cursor{Bytes(kData)};
  EXPECT_EQ(cursor.u1(), 0x80);
  EXPECT_EQ(cursor.u2(), 0x0102);
  EXPECT_EQ(cursor.u4(), 0x03040506u);
  EXPECT_EQ(cursor.u1(), 0x07);
  EXPECT_EQ(cursor.u2(), 0xFFFE);
  EXPECT_TRUE(cursor.at_end());
  EXPECT_TRUE(cursor.ok());
  EXPECT_EQ(Cursor{Bytes(kData)}.u8(), 0x8001020304050607u);
}

TEST(CursorTest, BytesAreViews) {
  Cursor cursor{Bytes(kData)};
  cursor.skip(2);
  Bytes part = cursor.bytes(3);
  EXPECT_EQ(part.data(), kData.data() + 2);
  EXPECT_EQ(part.size(), 3u);
  EXPECT_EQ(cursor.remaining(), 5u);
  EXPECT_EQ(cursor.bytes(0).size(), 0u);
  EXPECT_TRUE(cursor.ok());
}

TEST(CursorTest, ReadingPastTheEndIsStickyAndNamesTheOffset) {
  Cursor cursor(Bytes(kData).first(3), /*base=*/100);
  EXPECT_EQ(cursor.u2(), 0x8001);
  EXPECT_EQ(cursor.u2(), 0);
  EXPECT_FALSE(cursor.ok());
  EXPECT_EQ(cursor.problem_offset(), 102u);
  EXPECT_STREQ(cursor.problem(), "unexpected end of data");
  EXPECT_EQ(cursor.u1(), 0) << "the third byte is there, but a failed cursor returns zero";
  cursor.fail("later");
  EXPECT_STREQ(cursor.problem(), "unexpected end of data");
  Result<int> result = cursor.error();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "unexpected end of data");
  EXPECT_EQ(result.error().offset, 102u);
}

TEST(CursorTest, HugeCountsDoNotWrap) {
  Cursor cursor{Bytes(kData)};
  cursor.u1();
  EXPECT_TRUE(cursor.bytes(static_cast<std::size_t>(-1)).empty());
  EXPECT_FALSE(cursor.ok());
  EXPECT_EQ(cursor.problem_offset(), 1u);
}

TEST(CursorTest, EmptyInput) {
  Cursor cursor{Bytes()};
  EXPECT_TRUE(cursor.at_end());
  EXPECT_EQ(cursor.bytes(0).size(), 0u);
  EXPECT_TRUE(cursor.ok());
  EXPECT_EQ(cursor.u8(), 0u);
  EXPECT_FALSE(cursor.ok());
  EXPECT_EQ(as_text(Bytes()), "");
}

}  // namespace
}  // namespace snag
