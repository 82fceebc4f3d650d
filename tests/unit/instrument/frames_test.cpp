#include "instrument/frames.h"

#include <gtest/gtest.h>

#include <random>

namespace snag::instrument {
namespace {

using Type = VerificationType;

bool same(const std::vector<Frame>& a, const std::vector<Frame>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Frame& x, const Frame& y) {
    return x.pc == y.pc && x.locals == y.locals && x.stack == y.stack;
  });
}

TEST(Frames, DecodingReversesEncoding) {
  std::mt19937 random(1);
  auto some = [&](std::size_t most) {
    Types types;
    for (std::size_t n = random() % (most + 1); n > 0; --n) {
      auto tag = static_cast<Type::Tag>(random() % 9);
      types.push_back({tag, static_cast<std::uint16_t>(tag >= Type::kObject ? random() % 100 : 0)});
    }
    return types;
  };
  for (int round = 0; round < 500; ++round) {
    Types initial = some(4);
    std::vector<Frame> frames;
    Types locals = initial;
    std::uint32_t pc = random() % 3;
    for (std::size_t n = random() % 12; n > 0; --n) {
      switch (random() % 4) {  // so that every form occurs
        case 0:
          break;
        case 1:
          locals.resize(locals.size() - std::min<std::size_t>(locals.size(), random() % 4));
          break;
        case 2:
          for (Type type : some(3)) locals.push_back(type);
          break;
        default:
          locals = some(6);
      }
      frames.push_back({pc, locals, some(random() % 3)});
      pc += 1 + random() % 130;
    }
    auto decoded = decode_frames(encode_frames(frames, initial), initial);
    ASSERT_TRUE(decoded);
    EXPECT_TRUE(same(*decoded, frames));
  }
}

TEST(Frames, SmallFormsAreUsed) {
  Types initial = {{Type::kInteger, 0}};
  Types more = {{Type::kInteger, 0}, {Type::kLong, 0}};
  EXPECT_EQ(encode_frames({{5, initial, {}}}, initial), (classfile::ByteBuffer{0, 1, 5}));
  EXPECT_EQ(encode_frames({{5, initial, {{Type::kFloat, 0}}}}, initial), (classfile::ByteBuffer{0, 1, 69, 2}));
  EXPECT_EQ(encode_frames({{5, more, {}}}, initial), (classfile::ByteBuffer{0, 1, 252, 0, 5, 4}));
  EXPECT_EQ(encode_frames({{5, initial, {}}}, more), (classfile::ByteBuffer{0, 1, 250, 0, 5}));
  EXPECT_EQ(encode_frames({{70, initial, {}}}, initial), (classfile::ByteBuffer{0, 1, 251, 0, 70}));
}

TEST(Frames, WrongMapsAreRejected) {
  EXPECT_FALSE(decode_frames(classfile::ByteBuffer{0, 1, 250, 0, 5}, {}));  // nothing to chop
  EXPECT_FALSE(decode_frames(classfile::ByteBuffer{0, 1, 200}, {}));        // reserved
  EXPECT_FALSE(decode_frames(classfile::ByteBuffer{0, 1, 64, 9}, {}));      // no such type
  EXPECT_FALSE(decode_frames(classfile::ByteBuffer{0, 2, 0}, {}));          // too short
  EXPECT_FALSE(decode_frames(classfile::ByteBuffer{0, 1, 0, 0}, {}));       // too long
  EXPECT_FALSE(decode_frames(classfile::ByteBuffer{0, 1, 255, 0, 0, 255, 255}, {}));
}

TEST(Frames, PaddingCountsSlots) {
  Types locals = {{Type::kLong, 0}, {Type::kInteger, 0}};
  ASSERT_TRUE(pad_to(locals, 5));
  EXPECT_EQ(locals.size(), 4u);
  EXPECT_FALSE(pad_to(locals, 4));
}

}  // namespace
}  // namespace snag::instrument
