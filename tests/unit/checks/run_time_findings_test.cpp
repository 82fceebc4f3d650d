#include "checks/run_time_findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "checks/conflict.h"
#include "checks/deadlock/story.h"
#include "checks/object-race/descriptor.h"
#include "checks/stacks.h"
#include "support/opened_program.h"

namespace snag {
namespace {

using wire::Access, wire::Conflict, wire::Deadlock, wire::Place, wire::Stack, wire::Trace, wire::Waiting;

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

Place place(std::string class_name, std::string method, std::uint16_t line) {
  const std::string file = class_name.substr(class_name.rfind('.') + 1) + ".java";
  return {std::move(class_name), std::move(method), "()V", file, line};
}

Access access(bool write, const std::string& thread, Stack stack, std::vector<std::string> locks = {}) {
  return {.write = write, .thread = thread, .locks = std::move(locks), .exact = true, .stack = std::move(stack)};
}

Conflict conflict(std::string kind, Access first, Access second) {
  Conflict result;
  result.check = "object-race";
  result.kind = std::move(kind);
  result.class_name = "app.Account";
  result.field = "app.Account.balance";
  result.accesses = {std::move(first), std::move(second)};
  return result;
}

std::vector<Finding> findings(std::vector<Conflict> conflicts, RunTimeFindingOptions options = {}) {
  Trace trace;
  trace.conflicts = std::move(conflicts);
  const std::vector<Trace> traces = {trace};
  return findings_of(traces, options);
}

const Stack kGet = {place("app.Account", "get", 5), place("app.Job", "run", 30), place("java.lang.Thread", "run", 840)};
const Stack kSet = {place("app.Account", "set", 9), place("app.Main", "main", 40)};

TEST(RunTimeFindings, ARace) {
  std::vector<Finding> found =
      findings({conflict("read-write", access(false, "worker", kGet), access(true, "main", kSet, {"app.Account@1f"}))});
  ASSERT_THAT(found, SizeIs(1));
  const Finding& finding = found.front();
  EXPECT_EQ(finding.check, "object-race");
  EXPECT_EQ(finding.kind, "read-write");
  EXPECT_EQ(finding.severity, Severity::kMedium);
  EXPECT_EQ(finding.class_name, "app.Account");
  EXPECT_EQ(finding.method, "get()");  // the one without a lock
  EXPECT_EQ(finding.line, 5u);
  EXPECT_EQ(finding.highlight, "balance");
  EXPECT_EQ(finding.subject.field, "app.Account.balance");
  EXPECT_THAT(finding.message, AllOf(HasSubstr("Account.balance is read in get() without a lock"),
                                     HasSubstr("written in set() holding Account#1"), HasSubstr("nothing orders")));
  EXPECT_EQ(finding.repair, "Take Account#1 in get(), as set() does.");
  ASSERT_THAT(finding.threads, SizeIs(2));
  EXPECT_EQ(finding.threads[0].name, "T1 (worker)");
  // From the outermost frame of the program to the access.
  ASSERT_THAT(finding.threads[0].steps, SizeIs(2));
  EXPECT_EQ(finding.threads[0].steps[0].role, Role::kCall);
  EXPECT_EQ(finding.threads[0].steps[0].class_name, "app.Job");
  EXPECT_EQ(finding.threads[0].steps[1].role, Role::kRead);
  EXPECT_EQ(finding.threads[0].steps[0].time, 1u);
  EXPECT_EQ(finding.threads[1].steps[1].time, 4u);
  EXPECT_THAT(finding.threads[1].steps[1].locks, ElementsAre("Account#1"));
}

// Which thread comes first is chance; what the finding is known by is not.
TEST(RunTimeFindings, TheOrderOfTwoWritesDoesNotMatter) {
  const Stack other = {place("app.Account", "add", 7)};
  std::vector<Finding> one =
      findings({conflict("write-write", access(true, "a", kSet, {"x.L@1"}), access(true, "b", other, {"x.M@2"}))});
  std::vector<Finding> two =
      findings({conflict("write-write", access(true, "q", other, {"x.M@77"}), access(true, "r", kSet, {"x.L@99"}))});
  identify_findings(one);
  identify_findings(two);
  EXPECT_EQ(one[0].fingerprint, two[0].fingerprint);
  EXPECT_EQ(one[0].method, "add()");
  EXPECT_EQ(one[0].line, two[0].line);
  // The times tell what was first.
  EXPECT_GT(one[0].threads[0].steps.back().time, one[0].threads[1].steps.back().time);
  EXPECT_LT(two[0].threads[0].steps.back().time, two[0].threads[1].steps.back().time);
}

TEST(RunTimeFindings, TheOrderOfAReadAndAWriteDoesNotMatter) {
  for (const char* check : {"object-race", "object-consistency"}) {
    Conflict written_late = conflict("read-write", access(false, "a", kGet), access(true, "b", kSet));
    Conflict read_late = conflict("write-read", access(true, "b", kSet), access(false, "a", kGet));
    Conflict both_write = conflict("write-write", access(true, "b", kSet), access(true, "a", kGet));
    std::vector<std::string> fingerprints;
    for (Conflict* each : {&written_late, &read_late, &both_write}) {
      each->check = check;
      std::vector<Finding> found = findings({*each});
      identify_findings(found);
      EXPECT_EQ(found[0].kind, each->kind);
      fingerprints.push_back(found[0].fingerprint);
    }
    EXPECT_EQ(fingerprints[0], fingerprints[1]);
    EXPECT_NE(fingerprints[0], fingerprints[2]);
    // In one run, or in two traces, they are one finding, told as it was seen first.
    const std::vector<Finding> all = findings({read_late, written_late});
    ASSERT_THAT(all, SizeIs(1));
    EXPECT_EQ(all[0].kind, "write-read");
    EXPECT_THAT(all[0].message, HasSubstr("(seen 2 times)"));
  }
}

TEST(RunTimeFindings, LocksAreNamedTheSameInEveryRun) {
  const auto found = findings({conflict("write-read", access(true, "a", kSet, {"app.L@1a", "app.L@2b"}),
                                        access(false, "b", kGet, {"app.L@2b (read)", "app.L@3c"}))});
  EXPECT_THAT(found[0].threads[0].steps.back().locks, ElementsAre("L#1", "L#2"));
  EXPECT_THAT(found[0].threads[1].steps.back().locks, ElementsAre("L#2 (read)", "L#3"));
}

TEST(RunTimeFindings, TheSamePlacesAreOneFinding) {
  Conflict once = conflict("read-write", access(false, "w1", kGet), access(true, "w2", kSet));
  Conflict again = once;
  again.accesses[0].thread = "w3";
  again.count = 4;
  Trace first, second;
  first.conflicts = {once};
  second.conflicts = {again};
  const std::vector<Trace> traces = {first, second};
  const auto found = findings_of(traces, {});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].message, HasSubstr("(seen 5 times)"));
}

TEST(RunTimeFindings, RacesOfOneFieldHaveOneCause) {
  auto found =
      findings({conflict("read-write", access(false, "a", kGet), access(true, "b", kSet)),
                conflict("write-write", access(true, "a", kSet), access(true, "b", {place("app.A", "y", 1)}))});
  identify_findings(found);
  finish_findings(found);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].kind, "write-write");  // the more severe one
  EXPECT_THAT(found[0].also, SizeIs(1));
}

TEST(RunTimeFindings, OnlyLocks) {
  const auto found = findings({conflict("read-write", access(false, "a", kGet), access(true, "b", kSet))},
                              {.options = CheckOptions().set(kLocksetOnly, true), .checks = {}});
  EXPECT_THAT(found[0].message, Not(HasSubstr("orders")));
}

TEST(RunTimeFindings, OnlyWhatWasAskedFor) {
  const std::vector<std::string_view> checks = {"object-consistency"};
  EXPECT_THAT(findings({conflict("read-write", access(false, "a", kGet), access(true, "b", kSet))},
                       {.options = {}, .checks = checks}),
              IsEmpty());
}

TEST(RunTimeFindings, TheLifeOfTheObject) {
  Conflict lived = conflict("read-write", access(false, "a", kGet), access(true, "b", kSet));
  lived.life = {.allocated = {place("java.util.ArrayList", "add", 1), place("app.Main", "main", 3)},
                .owner = "main",
                .first_touched = place("app.Main", "main", 4),
                .escaped = place("app.Main", "main", 6),
                .second_owner = "a",
                .handed_over = {place("app.Job", "run", 8)}};
  const auto found = findings({lived});
  EXPECT_THAT(found[0].outcome, AllOf(HasSubstr("first used by main in main() of Main (Main.java:4)"),
                                      HasSubstr("passed on in main() of Main (Main.java:6)"),
                                      HasSubstr("taken over by a in run() of Job (Job.java:8)")));
  ASSERT_THAT(found[0].graphs, SizeIs(1));
  EXPECT_THAT(found[0].graphs[0].nodes, SizeIs(6));
  EXPECT_THAT(found[0].graphs[0].edges, SizeIs(5));
}

TEST(RunTimeFindings, WithoutStacks) {
  const auto found = findings({conflict("write-write", access(true, "", {}), access(true, "b", {}))});
  EXPECT_EQ(found[0].class_name, "app.Account");
  EXPECT_EQ(found[0].method, "");
  EXPECT_EQ(found[0].threads[0].name, "T1");
}

TEST(RunTimeFindings, DeepStacksAreShortened) {
  Stack deep;
  for (std::uint32_t n = 0; n < 100; ++n) deep.push_back(place("app.Deep", "call", n + 1));
  const auto found = findings({conflict("write-write", access(true, "a", deep), access(true, "b", deep))});
  EXPECT_LT(found[0].threads[0].steps.size(), 15u);
  EXPECT_EQ(found[0].threads[0].steps.front().line, 100u);
  EXPECT_EQ(found[0].threads[0].steps.back().line, 1u);
  EXPECT_TRUE(std::any_of(found[0].threads[0].steps.begin(), found[0].threads[0].steps.end(),
                          [](const Step& step) { return step.note == "and 89 more calls"; }));
}

TEST(RunTimeFindings, ElementsAndContents) {
  Conflict array = conflict("write-write", access(true, "a", kSet), access(true, "b", kSet));
  array.class_name = array.field = "int[]";
  Conflict map = conflict("write-write", access(true, "a", kSet), access(true, "b", kSet));
  map.class_name = "java.util.HashMap";
  map.field = "java.util.HashMap.<contents>";
  const auto found = findings({array, map});
  EXPECT_THAT(found[0].cause, IsEmpty());  // there may be many an int[]
  EXPECT_THAT(found[1].cause, IsEmpty());
  EXPECT_THAT(found[0].message, HasSubstr("an element of int[] is written by two threads in set() without a lock: "));
  EXPECT_THAT(found[1].message, HasSubstr("what a HashMap holds is written by two threads"));
  EXPECT_THAT(found[1].repair, HasSubstr("java.util.concurrent"));
}

TEST(RunTimeFindings, MethodsInSentences) {
  Place lambda = place("app.Main", "lambda$main$12", 3), long_one = place("app.Main", "find", 4);
  lambda.descriptor = "(ILjava/lang/Object;)V";
  long_one.descriptor = "(Ljava/lang/String;I[Ljava/util/List;)V";
  const auto found = findings({conflict("write-write", access(true, "a", {lambda}), access(true, "b", {long_one}))});
  EXPECT_THAT(found[0].message, AllOf(HasSubstr("written in a lambda in main() without"),
                                      HasSubstr("written in find(String,int,List[]) without")));
  EXPECT_EQ(found[0].method, "find(java.lang.String,int,java.util.List[])");
}

TEST(RunTimeFindings, Consistency) {
  Conflict torn =
      conflict("write-read", access(true, "a", kSet, {"app.Account@1"}), access(false, "b", kGet, {"app.Account@1"}));
  torn.check = "object-consistency";
  const auto found = findings({torn});
  EXPECT_THAT(found[0].message, HasSubstr("before the first has finished with the object"));
  EXPECT_THAT(found[0].outcome, HasSubstr("in the middle of a change"));
  EXPECT_EQ(found[0].repair, "Hold Account#1 over the whole of set(), not only at its parts.");
}

TEST(RunTimeFindings, MethodsThatOverlapWhereTheyRaceAnyway) {
  const Conflict race = conflict("read-write", access(false, "a", kGet), access(true, "b", kSet));
  Conflict overlap = race;
  overlap.check = "object-consistency";
  auto found = findings({overlap, race});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].check, "object-race");
  EXPECT_THAT(found[0].repair, HasSubstr("held throughout get(): another thread got in between."));
  EXPECT_THAT(findings({race})[0].repair, Not(HasSubstr("throughout")));

  // Who only asks for the one is told of it.
  const std::vector<std::string_view> checks = {"object-consistency"};
  EXPECT_THAT(findings({overlap, race}, {.options = {}, .checks = checks}), SizeIs(1));
  // Another field, another place, or accesses that do have a lock in common: two findings.
  Conflict other_field = overlap;
  other_field.field = "app.Account.owner";
  EXPECT_THAT(findings({other_field, race}), SizeIs(2));
  Conflict other_place = overlap;
  other_place.accesses[0] = access(false, "a", {place("app.Account", "get", 6)});
  EXPECT_THAT(findings({other_place, race}), SizeIs(2));
  Conflict locked = overlap;
  locked.accesses[0].locks = locked.accesses[1].locks = {"app.Account@1"};
  found = findings({locked, race});
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_THAT(found[1].repair, Not(HasSubstr("throughout")));
}

// It waits in code of the library; what a person looks at first is where the program called that.
TEST(RunTimeFindings, ADeadlockIsWhereTheProgramWaits) {
  const Stack park = {place("java.util.Unsafe", "park", 1), place("zoo.Eater", "left", 9), place("zoo.Main", "run", 3)};
  const Waiting left = {"A", "app.Fork@1", {"app.Fork@2"}, park};
  const Waiting right = {"B", "app.Fork@2", {"app.Fork@1"}, {place("zoo.Eater", "right", 4)}};
  Trace trace;
  trace.deadlocks = {Deadlock{{right, left}}};
  const std::vector<Trace> traces = {trace};
  const auto found = findings_of(traces, {});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].class_name, "zoo.Eater");
  EXPECT_EQ(found[0].method, "left()");
  EXPECT_EQ(found[0].line, 9u);
  EXPECT_THAT(lines_of(evidence_of(trace.deadlocks[0], /*program=*/nullptr)),
              ElementsAre("T1 (A) waits for Fork#1 in left() of Eater (Eater.java:9), and holds Fork#2",
                          "T2 (B) waits for Fork#2 in right() of Eater (Eater.java:4), and holds Fork#1"));
}

// Every frame whose class was read beforehand has its position there.
TEST(RunTimeFindings, PositionsInTheCodeThatWasReadBeforehand) {
  OpenedProgram opened({.application = java_test_jar("stale_values"), .jdk = false});
  Place read = place("modern.Meter", "value", 5), call = place("modern.Client", "main", 9);
  const ClassId client = class_named(opened.program.get(), "modern.Client");
  const Method& method = opened.program->methods(client).front();
  call.method = opened.program->text(method.name);
  call.descriptor = opened.program->text(method.descriptor);
  read.pc = 1;  // there is no such method
  call.pc = 7;
  Place unread = place("other.Main", "run", 4);
  unread.pc = 3;
  const Conflict seen = conflict("write-write", access(true, "a", {call, unread}), access(true, "b", {read, call}));
  const ConflictEvidence evidence = evidence_of(seen, opened.program.get());
  const std::vector<Step>&one = evidence.threads[evidence.first.thread].steps,
        &other = evidence.threads[evidence.second.thread].steps;
  EXPECT_EQ(one.back().position.method, method.id);
  EXPECT_EQ(one.back().position.pc, 7u);
  EXPECT_FALSE(one.front().position.type.valid() || one.front().position.pc);
  EXPECT_TRUE(other.back().position.type.valid());
  EXPECT_FALSE(other.back().position.pc);
  EXPECT_EQ(other.front().position.pc, 7u);

  const Deadlock deadlock{{{"A", "app.Fork@1", {}, {call}}, {"B", "app.Fork@2", {}, {call}}}};
  EXPECT_EQ(evidence_of(deadlock, opened.program.get()).position.pc, 7u);
  EXPECT_EQ(evidence_of(deadlock, /*program=*/nullptr).position.pc, std::nullopt);
}

// Two accesses in one line are one place for people.
TEST(RunTimeFindings, PositionsDoNotMakeFindings) {
  const Conflict once = conflict("read-write", access(false, "w1", kGet), access(true, "w2", kSet));
  Conflict again = once;
  again.accesses[0].stack[0].pc = 4;
  auto one = findings({once}), both = findings({once, again});
  identify_findings(one);
  identify_findings(both);
  ASSERT_THAT(both, SizeIs(1));
  EXPECT_EQ(both[0].fingerprint, one[0].fingerprint);
}

TEST(RunTimeFindings, ADeadlock) {
  const Waiting left = {"A", "app.Fork@1", {"app.Fork@2"}, {place("app.Eater", "left", 9)}};
  const Waiting right = {"B", "app.Fork@2", {"app.Fork@1"}, {place("app.Eater", "right", 4)}};
  Trace one, two;
  one.deadlocks = {Deadlock{{left, right}}};
  two.deadlocks = {Deadlock{{right, left}}};
  for (const Trace& trace : {one, two}) {
    const std::vector<Trace> traces = {trace};
    const auto found = findings_of(traces, {});
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].check, "deadlock");
    EXPECT_EQ(found[0].kind, "seen");
    EXPECT_EQ(found[0].severity, Severity::kHigh);
    EXPECT_EQ(found[0].method, "left()");
    EXPECT_EQ(found[0].threads[0].name, "T1 (A)");
    EXPECT_THAT(found[0].message, HasSubstr("T1 waits in left() for Fork#1, which T2 holds"));
    EXPECT_THAT(found[0].graphs[0].edges, SizeIs(2));
  }
}

}  // namespace
}  // namespace snag
