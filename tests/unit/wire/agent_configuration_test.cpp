#include "wire/agent_configuration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "wire/random_record.h"

namespace snag::wire {
namespace {

using ::testing::ElementsAre;

AgentConfiguration configuration_of(const std::string& lines) {
  const Result<AgentConfiguration> read = parse_agent_configuration("snag-agent 4\ntrace /tmp/t.jsonl\n" + lines);
  EXPECT_TRUE(read.has_value()) << read.error().message;
  return read.value_or(AgentConfiguration());
}

// Of the third line.
std::string error_of(const std::string& line) {
  const Result<AgentConfiguration> read = parse_agent_configuration("snag-agent 4\ntrace /tmp/t.jsonl\n" + line + "\n");
  return read ? "no error" : read.error().message;
}

TEST(AgentConfiguration, IsReadAsItWasWritten) {
  RandomRecord random(15);
  for (int round = 0; round < 2000; ++round) {
    auto written = random.make<AgentConfiguration>();
    written.trace += "/trace-%p";
    const std::string text = to_text(written);
    const Result<AgentConfiguration> read = parse_agent_configuration(text);
    ASSERT_TRUE(read) << read.error().message << "\n" << text;
    EXPECT_EQ(to_text(*read), text);
    EXPECT_EQ(trace_in(text), written.trace);
  }
}

TEST(AgentConfiguration, HasALineForEachValue) {
  AgentConfiguration configuration;
  configuration.trace = "/tmp/my folder/trace-%p.jsonl";
  configuration.watcher = {.number = 4711, .started = 123456};
  configuration.checks = {"object-race", "object-consistency"};
  configuration.options = {{"granularity", "object"}, {"depth", "2"}};
  configuration.exclude = {"app.gen.*", "x.Y"};
  configuration.max_memory = 1 << 20;
  configuration.operations = {{"a/Lock", "try", "(I)", "acquire", "this", "write", "if-true"}};
  configuration.unloaded = {{"app/Node", "app/Base", {{"next", "Lapp/Node;"}, {"a blank", "I"}}}};
  configuration.not_serializable = {"app/A Blank"};
  EXPECT_EQ(to_text(configuration),
            "snag-agent 4\n"
            "trace /tmp/my\\x20folder/trace-%p.jsonl\n"
            "watcher 4711\n"
            "watcher-started 123456\n"
            "check object-race\n"
            "check object-consistency\n"
            "option granularity object\n"
            "option depth 2\n"
            "arrays off\n"
            "exclude app.gen.*\n"
            "exclude x.Y\n"
            "max-memory 1048576\n"
            "operation a/Lock try (I) acquire this write if-true\n"
            "class app/Node app/Base next Lapp/Node; a\\x20blank I\n"
            "not-serializable app/A\\x20Blank\n");
}

TEST(AgentConfiguration, SkipsCommentsEmptyLinesAndCarriageReturns) {
  EXPECT_EQ(configuration_of("# nothing\n\narrays whole\r\n").arrays, Arrays::kWhole);
}

TEST(AgentConfiguration, NamesTheLineOfAnError) {
  EXPECT_EQ(error_of("class a/B a/C x"), "agent.conf:3: `class`: DESCRIPTOR is missing");
  EXPECT_EQ(error_of("class a/B"), "agent.conf:3: `class`: SUPER is missing");
  EXPECT_EQ(error_of("arrays part"), "agent.conf:3: `arrays`: 'part' is none of off, whole, ranges");
  EXPECT_EQ(error_of("optoin depth 2"), "agent.conf:3: unknown key 'optoin'; did you mean 'option'?");
  EXPECT_EQ(error_of("zzzzzz 1"), "agent.conf:3: unknown key 'zzzzzz'");
  EXPECT_EQ(error_of("include a b"),
            "agent.conf:3: `include`: 'b' is one word too many; a blank in a word is written \\x20");
  EXPECT_EQ(error_of("include a\\n"), "agent.conf:3: '\\n' is not an escape: that is \\x and two digits");
  EXPECT_EQ(error_of("include"), "agent.conf:3: `include`: its value is missing");
  EXPECT_EQ(error_of("operation a b"), "agent.conf:3: `operation`: PARAMETERS is missing");
  for (const char* number : {"1G", "99999999999999999999", "-1", ""}) {
    EXPECT_EQ(error_of(std::string("max-memory ") + number),
              "agent.conf:3: `max-memory`: '" + std::string(number) + "' is not a number");
  }
  EXPECT_EQ(error_of("watcher -1"), "agent.conf:3: `watcher`: '-1' is not a number");
}

TEST(AgentConfiguration, NeedsItsVersionAndATrace) {
  const auto error = [](std::string_view text) { return parse_agent_configuration(text).error().message; };
  EXPECT_EQ(error(""), "agent.conf:1: it is empty; its first line should be `snag-agent 4`");
  EXPECT_EQ(error("trace x\n"), "agent.conf:1: the first line should be `snag-agent 4`");
  EXPECT_EQ(error("snag-agent 1\n"), "agent.conf:1: this agent reads version 4 of agent.conf, not '1'");
  EXPECT_EQ(error("snag-agent 4\narrays off"), "agent.conf:2: no `trace`");
}

TEST(AgentConfiguration, NamesMayContainAnything) {
  const AgentConfiguration configuration = configuration_of("include X\\x0atrace\\x20/etc/x\nskip-class a/\\x20\n");
  EXPECT_EQ(configuration.trace, "/tmp/t.jsonl");
  EXPECT_THAT(configuration.include, ElementsAre("X\ntrace /etc/x"));
  EXPECT_THAT(configuration.skipped_classes, ElementsAre("a/ "));
}

// An agent that cannot use a configuration says so in the trace that it names.
TEST(AgentConfiguration, FindsTheTraceInABadText) {
  EXPECT_EQ(trace_in("snag-agent 9\ntrace /tmp/a\\x20b/%p\r\narrays some\\qtimes\n"), "/tmp/a b/%p");
  EXPECT_EQ(trace_in("# trace no\ntracer no\ntrace two words\n"), "");
}

TEST(AgentConfiguration, PutsTheProcessIntoPaths) {
  EXPECT_EQ(path_for_process("/tmp/trace-%p.jsonl", 42), "/tmp/trace-42.jsonl");
  EXPECT_EQ(path_for_process("%p%p", 7), "77");
  EXPECT_EQ(path_for_process("plain", 7), "plain");
}

TEST(AgentConfiguration, APathWithPercentSignsStaysOne) {
  for (const char* path : {"/tmp/%p/%%/100%", "plain", "%", "%%p", ""}) {
    EXPECT_EQ(path_for_process(pattern_of(path), 7), path);
  }
  EXPECT_EQ(path_for_process(pattern_of("/a%p/") + "trace-%p", 7), "/a%p/trace-7");
}

}  // namespace
}  // namespace snag::wire
