#include "cli/agent_conf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checks/object-race/descriptor.h"
#include "checks/reacquired-lock/descriptor.h"

namespace snag {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(AgentConfigurationOfOptions, HasWhatTheOptionsSay) {
  Options options;
  options.check_options.set(kGranularity, std::string(kObjectGranularity)).set(kLocksetOnly, true);
  options.check_options.set(kRelaxed, true);  // of a check that analyses code
  options.arrays = WatchedArrays::kRanges;
  options.include = {"app.*"};
  options.exclude = {"app.gen.*", "x.Y"};
  options.max_memory = 1 << 20;
  const wire::AgentConfiguration configuration = agent_configuration(options);
  EXPECT_THAT(to_text(configuration), HasSubstr("option granularity object\noption lockset-only true\narrays"));
  EXPECT_EQ(configuration.arrays, wire::Arrays::kRanges);
  EXPECT_EQ(configuration.include, options.include);
  EXPECT_EQ(configuration.exclude, options.exclude);
  EXPECT_EQ(configuration.max_memory, 1u << 20);
}

TEST(AgentConfigurationOfOptions, Defaults) {
  const wire::AgentConfiguration configuration = agent_configuration(Options());
  EXPECT_THAT(configuration.options, IsEmpty());
  EXPECT_EQ(configuration.arrays, wire::Arrays::kOff);
  EXPECT_EQ(configuration.max_memory, 536870912u);
}

TEST(Guide, IsRead) {
  const Result<Skipped> guide = parse_guide(
      "# what the analysis has found out\n\nskip-class app.Point$Part   # immutable\r\n  skip-field\tapp.Account.name\n"
      "skip-class Main");
  ASSERT_TRUE(guide);
  EXPECT_THAT(guide->classes, ElementsAre("app/Point$Part", "Main"));
  EXPECT_THAT(guide->fields, ElementsAre("app/Account.name"));
  EXPECT_THAT(parse_guide("")->classes, IsEmpty());
}

TEST(Guide, WhatIsWrongIsNamedWithItsLine) {
  EXPECT_THAT(parse_guide("\nskip-clas a.B").error().message, HasSubstr("line 2: unknown word 'skip-clas'"));
  EXPECT_THAT(parse_guide("skip-class").error().message, HasSubstr("line 1: '' is not a class"));
  EXPECT_THAT(parse_guide("skip-class a..B").error().message, HasSubstr("'a..B' is not a class"));
  EXPECT_THAT(parse_guide("skip-field balance").error().message, HasSubstr("write CLASS.NAME"));
}

}  // namespace
}  // namespace snag
