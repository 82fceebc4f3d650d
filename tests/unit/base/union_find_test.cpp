#include "base/union_find.h"

#include <gtest/gtest.h>

namespace snag {
namespace {

TEST(UnionFind, TheFirstLeads) {
  UnionFind sets;
  for (int i = 0; i < 5; ++i) sets.add();
  sets.merge(3, 1);
  sets.merge(3, 4);
  EXPECT_EQ(sets.find(1), 3u);
  EXPECT_EQ(sets.find(4), 3u);
  EXPECT_EQ(sets.find(0), 0u);
  sets.merge(0, 4);
  EXPECT_EQ(sets.find(1), 0u);
  EXPECT_EQ(sets.find(2), 2u);
  sets.reset(3);
  EXPECT_EQ(sets.size(), 3u);
  EXPECT_EQ(sets.find(1), 1u);
}

}  // namespace
}  // namespace snag
