#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checks/descriptor.h"
#include "library/embedded.h"

namespace snag {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

TEST(Checks, AreListedInOrder) {
  std::vector<std::string_view> ids;
  for (const CheckDescriptor& check : all_checks()) ids.push_back(check.id);
  EXPECT_THAT(ids, ElementsAre("stale-value", "block-atomicity", "reacquired-lock"));
}

// `snag explain` prints the page; its heading is the descriptor's id and title.
TEST(Checks, EveryCheckHasItsPage) {
  ASSERT_EQ(embedded_check_pages().size(), all_checks().size());
  for (const CheckDescriptor& check : all_checks()) {
    const std::string name = std::string(check.id) + ".md";
    bool found = false;
    for (const EmbeddedFile& page : embedded_check_pages()) {
      if (page.name != name) continue;
      found = true;
      EXPECT_THAT(std::string(page.content),
                  StartsWith("# " + std::string(check.id) + ": " + std::string(check.title)));
    }
    EXPECT_TRUE(found) << name;
  }
}

}  // namespace
}  // namespace snag
