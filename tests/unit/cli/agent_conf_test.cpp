#include "cli/agent_conf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "agent/config.h"
#include "checks/object-race/descriptor.h"

namespace snag {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

TEST(AgentConfigurationText, HasALineForEverything) {
  Options options;
  options.check_options.set(kGranularity, std::string(kObjectGranularity)).set(kLocksetOnly, true);
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
            "snag-agent 2\n"
            "trace /tmp/my\\x20folder/trace-%p.jsonl\n"
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
            "class app/Node app/Base next Lapp/Node; a\\x20blank I\n"
            "class app/A\\x20Blank java/lang/Object\n"
            "not-serializable java/lang/Runnable\n"
            "not-serializable app/A\\x20Blank\n");
}

TEST(AgentConfigurationText, Defaults) {
  const Options options;
  const std::string text = agent_conf_text(
      {.trace = "t", .checks = {"object-race"}, .options = options, .operations = {}, .skipped = {}, .foreseen = {}});
  EXPECT_EQ(text,
            "snag-agent 2\ntrace t\nchecks object-race\ngranularity field\nordering hybrid\narrays off\n"
            "max-memory 536870912\n");
}

// Whatever is written is read as it was: no name ends its word or its line.
TEST(AgentConfigurationText, IsReadAsItWasWritten) {
  std::mt19937 random(15);
  const std::string_view letters = " \n\r\t\\#%px20aAtrace.\x7f\x01";
  const auto name = [&](bool in_class_file) {
    std::string text;
    for (std::size_t n = 1 + random() % 12; n > 0; --n) {
      const std::uint32_t kind = random() % 4;
      text += kind == 0 ? static_cast<char>(random()) : letters[random() % letters.size()];
      if (in_class_file && (text.back() == '.' || text.back() == '/')) text.back() = '\n';
    }
    return text;
  };
  for (int round = 0; round < 2000; ++round) {
    Options options;
    for (int n = 0; n < 3; ++n) options.include.push_back(name(/*in_class_file=*/false));
    for (int n = 0; n < 3; ++n) options.exclude.push_back(name(/*in_class_file=*/false));
    const std::string folder = name(/*in_class_file=*/false);
    const AgentConfiguration written{
        .trace = agent::pattern_of(folder) + "/trace-%p",
        .checks = {"object-race"},
        .options = options,
        .operations = {{name(true), name(true), "(L" + name(true) + ";)", "acquire", "arg:" + name(true)}},
        .skipped = {.classes = {name(true)}, .fields = {name(true) + "." + name(true)}},
        .foreseen = {{name(true), {name(true), {{name(true), name(true), 0}, {"", "I", 0}}, ""}}}};
    const std::string text = agent_conf_text(written);
    const Result<agent::Config> read = agent::parse_config(text);
    ASSERT_TRUE(read) << read.error().message << "\n" << text;
    EXPECT_EQ(agent::path_for_process(read->trace, 7), folder + "/trace-7");
    EXPECT_EQ(read->verbose_log, "");
    EXPECT_EQ(read->decisions.include, options.include);
    EXPECT_EQ(read->decisions.exclude, options.exclude);
    EXPECT_THAT(read->decisions.skipped_classes, UnorderedElementsAre(written.skipped.classes[0]));
    EXPECT_THAT(read->decisions.skipped_fields, UnorderedElementsAre(written.skipped.fields[0]));
    std::vector<std::string> patterns;
    read->decisions.operations.for_each([&](const instrument::Operation& operation) {
      patterns = {operation.class_pattern, operation.method_pattern, operation.parameters, operation.type};
    });
    const library::RunTimeOperation& operation = written.operations[0];
    EXPECT_THAT(patterns,
                ElementsAre(operation.class_name, operation.method, operation.parameters, operation.operand.substr(4)));
    ASSERT_EQ(read->foreseen.size(), 1u);
    EXPECT_EQ(read->foreseen[0].first, written.foreseen[0].name);
    EXPECT_EQ(read->foreseen[0].second.super, written.foreseen[0].facts.super);
    ASSERT_EQ(read->foreseen[0].second.fields.size(), 2u);
    EXPECT_EQ(read->foreseen[0].second.fields[0].name, written.foreseen[0].facts.fields[0].name);
    EXPECT_EQ(read->foreseen[0].second.fields[0].descriptor, written.foreseen[0].facts.fields[0].descriptor);
    EXPECT_EQ(read->foreseen[0].second.fields[1].name, "");
  }
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
