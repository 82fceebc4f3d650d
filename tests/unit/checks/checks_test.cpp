#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checks/descriptor.h"

namespace snag {
namespace {

using ::testing::ElementsAre;

TEST(Checks, AreListedInOrder) {
  std::vector<std::string_view> ids;
  for (const CheckDescriptor& check : all_checks()) ids.push_back(check.id);
  EXPECT_THAT(ids, ElementsAre("stale-value", "block-atomicity", "reacquired-lock", "object-race", "object-consistency",
                               "deadlock"));
}

}  // namespace
}  // namespace snag
