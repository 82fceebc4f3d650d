#include "cli/agent_conf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace snag {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(AgentConfigurationText, HasALineForEverything) {
  Options options;
  options.granularity = Granularity::kObject;
  options.lockset_only = true;
  options.arrays = WatchedArrays::kRanges;
  options.include = {"app.*"};
  options.exclude = {"app.gen.*", "x.Y"};
  options.max_memory = 1 << 20;
  const AgentConfiguration configuration{
      .trace = "/tmp/my folder/trace-%p.jsonl",
      .checks = {"object-race", "object-consistency"},
      .options = options,
      .operations = {{"java/util/Map", "get", "*", "contents-read", "this", "exclusive", "always"},
                     {"a/Lock", "try", "(I)", "acquire", "this", "write", "if-true"}},
      .skipped = {.classes = {"app/Local"}, .fields = {"app/A.b"}},
      .foreseen = {{"app/Node", {"app/Base", {{"next", "Lapp/Node;", 0}, {"a blank", "I", 0}}, ""}},
                   {"app/A Blank", {"java/lang/Object", {}, ""}}},
      .not_serializable = {"java/lang/Runnable", "app/A Blank"},
      .watcher = ProcessIdentity{.number = 4711, .started = 123456}};
  EXPECT_EQ(agent_conf_text(configuration),
            "snag-agent 1\n"
            "trace /tmp/my folder/trace-%p.jsonl\n"
            "watcher 4711 123456\n"
            "checks object-race,object-consistency\n"
            "granularity object\n"
            "ordering lockset\n"
            "arrays ranges\n"
            "include app.*\n"
            "exclude app.gen.*\n"
            "exclude x.Y\n"
            "max-memory 1048576\n"
            "operation java/util/Map get * contents-read this exclusive always\n"
            "operation a/Lock try (I) acquire this write if-true\n"
            "skip-class app/Local\n"
            "skip-field app/A.b\n"
            "class app/Node app/Base next Lapp/Node;\n"
            "not-serializable java/lang/Runnable\n");
}

TEST(AgentConfigurationText, Defaults) {
  const Options options;
  const std::string text = agent_conf_text(
      {.trace = "t", .checks = {"object-race"}, .options = options, .operations = {}, .skipped = {}, .foreseen = {}});
  EXPECT_EQ(text,
            "snag-agent 1\ntrace t\nchecks object-race\ngranularity field\nordering hybrid\narrays off\n"
            "max-memory 536870912\n");
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
  EXPECT_THAT(parse_guide("skip-class").error().message, HasSubstr("line 1: '' is no class"));
  EXPECT_THAT(parse_guide("skip-class a..B").error().message, HasSubstr("'a..B' is no class"));
  EXPECT_THAT(parse_guide("skip-field balance").error().message, HasSubstr("write CLASS.NAME"));
}

}  // namespace
}  // namespace snag
