#include "agent/wait_cycles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace snag::agent {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(WaitCycles, ThreadsThatWaitInACircle) {
  EXPECT_THAT(cycles_of({}), IsEmpty());
  const Wait chain[] = {{1, 2}, {2, 3}, {3, 9}};
  EXPECT_THAT(cycles_of(chain), IsEmpty());
  // 4 waits for a circle, and is in none; 5 and 6 are another one.
  const Wait waits[] = {{4, 1}, {1, 2}, {5, 6}, {2, 3}, {3, 1}, {6, 5}};
  EXPECT_THAT(cycles_of(waits), ElementsAre(ElementsAre(1, 3, 4), ElementsAre(2, 5)));
}

TEST(WaitCycles, LooksBackOff) {
  EXPECT_EQ(pause_after(microseconds(20), /*promising=*/false), milliseconds(500));
  EXPECT_EQ(pause_after(microseconds(40'000), /*promising=*/false), milliseconds(4'000));
  EXPECT_EQ(pause_after(microseconds(5'000'000), /*promising=*/false), milliseconds(30'000));
  EXPECT_EQ(pause_after(microseconds(20), /*promising=*/true), milliseconds(100));
  EXPECT_EQ(pause_after(microseconds(40'000), /*promising=*/true), milliseconds(1'000));
}

}  // namespace
}  // namespace snag::agent
