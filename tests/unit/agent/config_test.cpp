#include "agent/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace snag::agent {
namespace {

using instrument::Arrays;
using instrument::Operation;
using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

Config config_of(const std::string& lines) {
  const Result<Config> config = parse_config("snag-agent 2\ntrace /tmp/t.jsonl\n" + lines);
  EXPECT_TRUE(config.has_value()) << config.error().message;
  return config.value_or(Config());
}

// Of the third line.
std::string error_of(const std::string& line) {
  const Result<Config> config = parse_config("snag-agent 2\ntrace /tmp/t.jsonl\n" + line + "\n");
  return config ? "no error" : config.error().message;
}

TEST(AgentConfig, HasDefaults) {
  const Config config = config_of("");
  EXPECT_EQ(config.trace, "/tmp/t.jsonl");
  EXPECT_EQ(config.verbose_log, "");
  EXPECT_EQ(config.granularity, Granularity::kField);
  EXPECT_EQ(config.ordering, Ordering::kHybrid);
  EXPECT_EQ(config.max_memory, 0u);
  EXPECT_EQ(config.decisions.arrays, Arrays::kOff);
  EXPECT_TRUE(config.decisions.operations.empty());
}

TEST(AgentConfig, ReadsEveryKey) {
  const Config config = config_of(
      "checks object-consistency\ngranularity object\nordering lockset\narrays ranges\ninclude app.*\ninclude b.C\n"
      "exclude app.gen.*\nmax-memory 1048576\nverbose-log /tmp/a\\x20folder/log\nskip-class app.Point\n"
      "skip-field app.Account.balance\n");
  EXPECT_FALSE(config.decisions.object_race);
  EXPECT_TRUE(config.decisions.object_consistency);
  EXPECT_EQ(config.granularity, Granularity::kObject);
  EXPECT_EQ(config.ordering, Ordering::kLockset);
  EXPECT_EQ(config.decisions.arrays, Arrays::kRanges);
  EXPECT_THAT(config.decisions.include, ElementsAre("app.*", "b.C"));
  EXPECT_THAT(config.decisions.exclude, ElementsAre("app.gen.*"));
  EXPECT_EQ(config.max_memory, 1048576u);
  EXPECT_EQ(config.verbose_log, "/tmp/a folder/log");
  EXPECT_THAT(config.decisions.skipped_classes, UnorderedElementsAre("app/Point"));
  EXPECT_THAT(config.decisions.skipped_fields, UnorderedElementsAre("app/Account.balance"));
}

TEST(AgentConfig, ReadsOperations) {
  const Config config = config_of(
      "operation java.util.concurrent.locks.Lock tryLock (JLjava.util.concurrent.TimeUnit;) acquire this exclusive "
      "if-true\n"
      "operation java/util/concurrent/Executor* sub* * start arg0 exclusive always\n"
      "operation a.B c * contents-write arg:java.lang.Runnable read always\n"
      "operation a.B c * join result optimistic always\n");
  const std::span<const Operation> of_lock = config.decisions.operations.of_class("java/util/concurrent/locks/Lock");
  const std::span<const Operation> of_patterns = config.decisions.operations.of_patterns();
  const std::span<const Operation> of_b = config.decisions.operations.of_class("a/B");
  ASSERT_EQ(of_lock.size(), 1u);
  ASSERT_EQ(of_patterns.size(), 1u);
  ASSERT_EQ(of_b.size(), 2u);
  const Operation& first = of_lock[0];
  EXPECT_EQ(first.class_pattern, "java/util/concurrent/locks/Lock");
  EXPECT_EQ(first.method_pattern, "tryLock");
  EXPECT_EQ(first.parameters, "(JLjava/util/concurrent/TimeUnit;)");
  EXPECT_EQ(first.action, Operation::Action::kAcquire);
  EXPECT_EQ(first.operand, Operation::Operand::kThis);
  EXPECT_TRUE(first.only_if_true);
  const Operation& second = of_patterns[0];
  EXPECT_EQ(second.class_pattern, "java/util/concurrent/Executor*");
  EXPECT_EQ(second.parameters, "");
  EXPECT_EQ(second.operand, Operation::Operand::kArgument);
  EXPECT_EQ(second.argument, 0u);
  EXPECT_FALSE(second.only_if_true);
  const Operation& third = of_b[0];
  EXPECT_EQ(third.action, Operation::Action::kContentsWrite);
  EXPECT_EQ(third.operand, Operation::Operand::kArgumentOfType);
  EXPECT_EQ(third.type, "java/lang/Runnable");
  EXPECT_EQ(third.mode, 1);
  EXPECT_EQ(of_b[1].operand, Operation::Operand::kResult);
  EXPECT_EQ(of_b[1].mode, 3);
}

TEST(AgentConfig, PassesOverCommentsEmptyLinesAndCarriageReturns) {
  const Config config = config_of("# nothing\n\narrays whole\r\n");
  EXPECT_EQ(config.decisions.arrays, Arrays::kWhole);
}

TEST(AgentConfig, ClassesThatAreNotLoadedYet) {
  const Config config = config_of("class app/Count java/util/concurrent/atomic/AtomicInteger\nclass a/B a/C x I y J\n");
  ASSERT_EQ(config.foreseen.size(), 2u);
  EXPECT_EQ(config.foreseen[0].first, "app/Count");
  EXPECT_EQ(config.foreseen[0].second.super, "java/util/concurrent/atomic/AtomicInteger");
  ASSERT_EQ(config.foreseen[1].second.fields.size(), 2u);
  EXPECT_EQ(config.foreseen[1].second.fields[1].name, "y");
  EXPECT_EQ(config.foreseen[1].second.fields[1].descriptor, "J");
}

TEST(AgentConfig, WhoWatchesAndWhatIsNotSerializable) {
  const Config config = config_of("watcher 4711 123456789012\nnot-serializable java/lang/Runnable\n");
  EXPECT_EQ(config.watcher, (ProcessIdentity{.number = 4711, .started = 123456789012}));
  EXPECT_EQ(config.not_serializable, std::vector<std::string>{"java/lang/Runnable"});
  EXPECT_EQ(config_of("").watcher.number, 0);
  for (const char* line : {"watcher 4711", "watcher 0 1", "watcher -1 1", "watcher a b", "watcher 1 2 3"}) {
    EXPECT_EQ(error_of(line), "agent.conf:3: a watcher has two words, the number of a process and its start") << line;
  }
}

TEST(AgentConfig, NamesTheLineOfAnError) {
  EXPECT_EQ(error_of("class a/B a/C x"),
            "agent.conf:3: a class has two words, CLASS SUPER, and two for each volatile field, NAME DESCRIPTOR");
  EXPECT_EQ(error_of("granularity fields"), "agent.conf:3: 'fields' is none of field, object");
  EXPECT_EQ(error_of("granulariti field"), "agent.conf:3: unknown key 'granulariti'; did you mean 'granularity'?");
  EXPECT_EQ(error_of("include a b"),
            "agent.conf:3: `include` has more than one value; a blank in one is written \\x20");
  EXPECT_EQ(error_of("include a\\n"), "agent.conf:3: '\\n' is no escape: it is \\x and two digits");
  EXPECT_EQ(error_of("include"), "agent.conf:3: `include` has no value");
  EXPECT_EQ(error_of("include "), "agent.conf:3: `include` has no value");
  EXPECT_EQ(error_of("zzzzzz 1"), "agent.conf:3: unknown key 'zzzzzz'");
  EXPECT_EQ(error_of("arrays"), "agent.conf:3: `arrays` has no value");
  EXPECT_EQ(error_of("checks object-race,races"), "agent.conf:3: unknown check 'races'");
  EXPECT_EQ(error_of("max-memory 1G"), "agent.conf:3: '1G' is no number of bytes");
  EXPECT_EQ(error_of("max-memory 99999999999999999999"), "agent.conf:3: '99999999999999999999' is no number of bytes");
  EXPECT_EQ(error_of("skip-field balance"), "agent.conf:3: 'balance' is no CLASS.NAME");
  EXPECT_EQ(error_of("operation a b"),
            "agent.conf:3: an operation has seven words: CLASS METHOD PARAMETERS ACTION OPERAND MODE WHEN");
  EXPECT_EQ(error_of("operation a b I acquire this exclusive always"),
            "agent.conf:3: 'I' is neither * nor parameters like (I)");
  EXPECT_EQ(error_of("operation a b * acquire arg exclusive always"),
            "agent.conf:3: 'arg' is no operand (this, argN, arg:CLASS or result)");
  EXPECT_EQ(error_of("operation a b * acquire arg255 exclusive always"),
            "agent.conf:3: 'arg255' is no operand (this, argN, arg:CLASS or result)");
  EXPECT_EQ(error_of("operation  b * acquire this exclusive always"), "agent.conf:3: an empty pattern");
}

TEST(AgentConfig, WantsItsVersionAndATrace) {
  EXPECT_EQ(parse_config("").error().message, "agent.conf:1: it is empty; its first line should be `snag-agent 2`");
  EXPECT_EQ(parse_config("trace x\n").error().message, "agent.conf:1: the first line should be `snag-agent 2`");
  EXPECT_EQ(parse_config("snag-agent 1\n").error().message,
            "agent.conf:1: this agent reads version 2 of agent.conf, not '1'");
  EXPECT_EQ(parse_config("snag-agent 2\narrays off").error().message, "agent.conf:2: no `trace`");
}

TEST(AgentConfig, PutsTheProcessIntoPaths) {
  EXPECT_EQ(path_for_process("/tmp/trace-%p.jsonl", 42), "/tmp/trace-42.jsonl");
  EXPECT_EQ(path_for_process("%p%p", 7), "77");
  EXPECT_EQ(path_for_process("plain", 7), "plain");
}

TEST(AgentConfig, APathWithPercentSignsStaysOne) {
  for (const char* path : {"/tmp/%p/%%/100%", "plain", "%", "%%p", ""}) {
    EXPECT_EQ(path_for_process(pattern_of(path), 7), path);
  }
  EXPECT_EQ(path_for_process(pattern_of("/a%p/") + "trace-%p", 7), "/a%p/trace-7");
}

TEST(AgentConfig, NamesMayHoldAnything) {
  const Config config =
      config_of("include X\\x0atrace\\x20/etc/x\nclass a/B\\x0a a/C\\x20D \\x5cx20 La/C\\x20D;\nskip-class a/\\x20\n");
  EXPECT_EQ(config.trace, "/tmp/t.jsonl");
  EXPECT_THAT(config.decisions.include, ElementsAre("X\ntrace /etc/x"));
  EXPECT_THAT(config.decisions.skipped_classes, UnorderedElementsAre("a/ "));
  ASSERT_EQ(config.foreseen.size(), 1u);
  EXPECT_EQ(config.foreseen[0].first, "a/B\n");
  EXPECT_EQ(config.foreseen[0].second.super, "a/C D");
  ASSERT_EQ(config.foreseen[0].second.fields.size(), 1u);
  EXPECT_EQ(config.foreseen[0].second.fields[0].name, "\\x20");
}

// Who cannot use a configuration still says so in the trace that it names.
TEST(AgentConfig, FindsTheTraceInABadText) {
  EXPECT_EQ(trace_in("snag-agent 9\ntrace /tmp/a\\x20b/%p\r\narrays some\\qtimes\n"), "/tmp/a b/%p");
  EXPECT_EQ(trace_in("# trace no\ntracer no\ntrace two words\n"), "");
}

TEST(AgentConfig, KnowsTheWordsOfItsValues) {
  EXPECT_EQ(to_word(Granularity::kObject), "object");
  EXPECT_EQ(to_word(Ordering::kLockset), "lockset");
  EXPECT_EQ(to_word(Arrays::kRanges), "ranges");
}

}  // namespace
}  // namespace snag::agent
