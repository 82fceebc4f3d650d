#include "ir/deciding_tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir_helpers.h"

namespace snag::ir {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class DecidingTestsTest : public IrTest {
 protected:
  // `test->entered`, the nearest first.
  static std::vector<std::string> deciding(const DecidingTests& tests, std::uint32_t block) {
    std::vector<std::string> result;
    bool answer = tests.any_of(BlockId(block), [&](BlockId test, BlockId entered) {
      result.push_back("b" + std::to_string(test.value) + "->b" + std::to_string(entered.value));
      return false;
    });
    EXPECT_FALSE(answer);
    return result;
  }
};

constexpr const char* kDiamond = R"(
method static a/B.m(I)V
b0:
  v0:int = param 0
  v1:int = const 0
  if v0 == v1 then b1 else b2
b1:
  goto b3
b2:
  goto b3
b3:
  return
)";

TEST_F(DecidingTestsTest, ATestDecidesAboutItsBranches) {
  DecidingTests tests(parsed(kDiamond));
  EXPECT_THAT(deciding(tests, 0), IsEmpty());
  EXPECT_THAT(deciding(tests, 1), ElementsAre("b0->b1"));
  EXPECT_THAT(deciding(tests, 2), ElementsAre("b0->b2"));
  EXPECT_EQ(tests.own_test(BlockId(1)), BlockId(0));
}

TEST_F(DecidingTestsTest, ButNotAboutWhereBothLead) {
  DecidingTests tests(parsed(kDiamond));
  EXPECT_THAT(deciding(tests, 3), IsEmpty());
  EXPECT_FALSE(tests.own_test(BlockId(3)).valid());
  EXPECT_EQ(tests.above(BlockId(3)), BlockId(0));
  EXPECT_FALSE(tests.above(BlockId(0)).valid());
}

// if (a) return; if (b) x(); y();
TEST_F(DecidingTestsTest, AnEarlyReturnDecidesAboutAllBehindIt) {
  DecidingTests tests(parsed(R"(
method static a/B.m(I)V
b0:
  v0:int = param 0
  v1:int = const 0
  if v0 == v1 then b1 else b2
b1:
  return
b2:
  if v0 < v1 then b3 else b4
b3:
  goto b4
b4:
  return
)"));
  EXPECT_THAT(deciding(tests, 3), ElementsAre("b2->b3", "b0->b2"));
  EXPECT_THAT(deciding(tests, 4), ElementsAre("b0->b2"));
}

TEST_F(DecidingTestsTest, Loops) {
  DecidingTests tests(parsed(R"(
method static a/B.m(I)V
b0:
  v0:int = param 0
  v1:int = const 0
  goto b1
b1:
  if v0 == v1 then b2 else b3
b2:
  goto b1
b3:
  return
)"));
  EXPECT_THAT(deciding(tests, 1), IsEmpty()) << "it runs in any case";
  EXPECT_THAT(deciding(tests, 2), ElementsAre("b1->b2"));
  EXPECT_THAT(deciding(tests, 3), ElementsAre("b1->b3"));
}

TEST_F(DecidingTestsTest, Switches) {
  DecidingTests tests(parsed(R"(
method static a/B.m(I)V
b0:
  v0:int = param 0
  switch v0 {1: b1, 2: b1, 3: b2, default: b3}
b1:
  return
b2:
  return
b3:
  return
)"));
  EXPECT_THAT(deciding(tests, 2), ElementsAre("b0->b2"));
  EXPECT_THAT(deciding(tests, 3), ElementsAre("b0->b3"));
}

TEST_F(DecidingTestsTest, ExceptionsAreNoTests) {
  DecidingTests tests(parsed(R"(
method static a/B.m(I)V
b0:
  v0:int = param 0
  v1:int = const 0
  goto b1
b1: pads b3
  v2:int = v0 / v1
  if v2 == v1 then b2 else b4
b2:
  return
b3:
  v3:java/lang/Throwable = catch any
  return
b4:
  return
)"));
  EXPECT_THAT(deciding(tests, 3), IsEmpty());
  EXPECT_THAT(deciding(tests, 2), ElementsAre("b1->b2"));
}

TEST_F(DecidingTestsTest, StopsWhereItIsToldTo) {
  DecidingTests tests(parsed(kDiamond));
  int asked = 0;
  EXPECT_TRUE(tests.any_of(BlockId(1), [&](BlockId, BlockId) { return ++asked == 1; }));
  EXPECT_EQ(asked, 1);
}

}  // namespace
}  // namespace snag::ir
