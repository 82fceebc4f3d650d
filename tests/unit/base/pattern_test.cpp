#include "base/pattern.h"

#include <gtest/gtest.h>

namespace snag {
namespace {

TEST(Pattern, Stars) {
  EXPECT_TRUE(matches_pattern("java/util/*Map*", "java/util/HashMap$Node"));
  EXPECT_TRUE(matches_pattern("*", ""));
  EXPECT_TRUE(matches_pattern("a*b*c", "aXbYbZc"));
  EXPECT_FALSE(matches_pattern("a*b*c", "aXbYbZ"));
  EXPECT_FALSE(matches_pattern("java/util/Map", "java/util/Map$Entry"));
}

}  // namespace
}  // namespace snag
