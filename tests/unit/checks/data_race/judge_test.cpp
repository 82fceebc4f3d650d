#include "checks/data-race/judge.h"

#include <gmock/gmock.h>

#include "support/analysed_program.h"

namespace snag::races {
namespace {

// The verdict about the one race of a program, and what is shown of it.
struct Judged {
  Kind kind{};
  Severity severity{};
  Benign benign{};
  bool loses_update = false, reports_write = false, is_dismissed = false;
  std::string lock;
  std::size_t races = 0;
};

Judged judged(const std::string& source) {
  AnalysedProgram java(source);
  ThreadStory story(java.analyses());
  Conflicts conflicts(
      {.program = java.whole(), .sections = java.analyses().sections(), .chains = story.chains(), .arrays = false});
  Judge judge(java.analyses(), story);
  Judged result;
  for (Race& race : conflicts.find()) {
    const Verdict verdict = judge.verdict(race);
    if (verdict.shown == nullptr) continue;
    ++result.races;
    result.kind = verdict.kind;
    result.severity = verdict.severity;
    result.benign = verdict.benign;
    result.loses_update = verdict.loses_update;
    result.reports_write = verdict.reported().event.write;
    result.is_dismissed = !is_wanted(Profile::kReview, verdict.dismissals);
    result.lock = verdict.lock.name;
  }
  return result;
}

// Two threads that use one Box by `a()` and by `b()`.
Judged of_box(const std::string& members) {
  return judged("class Box {\n" + members + R"(}
class A extends Thread { final Box box; A(Box box) { this.box = box; } public void run() { box.a(); } }
class B extends Thread { final Box box; B(Box box) { this.box = box; } public void run() { box.b(); } }
class Main { public static void main(String[] arguments) {
  Box box = new Box();
  new A(box).start();
  new B(box).start();
} })");
}

TEST(DataRaceJudge, ALostUpdateIsHigh) {
  const Judged race = of_box("int value; void a() { value++; } void b() { if (value++ > 3) System.exit(1); }");
  EXPECT_EQ(race.races, 1U);
  EXPECT_EQ(race.kind, Kind::kUnlocked);
  EXPECT_EQ(race.severity, Severity::kHigh);
  EXPECT_TRUE(race.loses_update);
  EXPECT_TRUE(race.reports_write);
}

TEST(DataRaceJudge, TheLockThatMostPlacesHoldIsNamed) {
  const Judged race = of_box(R"(int value;
  synchronized void a() { value = next(); }
  synchronized int next() { return value + 2; }
  void b() { if (value > 3) System.exit(1); })");
  EXPECT_EQ(race.kind, Kind::kAllWritesLocked);
  EXPECT_EQ(race.lock, "this");
  EXPECT_EQ(race.severity, Severity::kHigh);
  EXPECT_FALSE(race.reports_write);
}

TEST(DataRaceJudge, WhatNothingReadsIsLow) {
  const Judged race = of_box("String last; void a() { last = \"a\"; } void b() { last = \"b\"; }");
  EXPECT_EQ(race.kind, Kind::kNoRead);
  EXPECT_EQ(race.severity, Severity::kLow);
}

TEST(DataRaceJudge, EachThreadWithALockOfItsOwn) {
  const Judged race = judged(R"(class Main extends Thread {
  static int value;
  synchronized void add() { value++; }
  public void run() { add(); if (value > 3) System.exit(1); }
  public static void main(String[] arguments) { new Main().start(); new Main().start(); }
})");
  EXPECT_EQ(race.races, 1U);
  EXPECT_THAT(race.kind, testing::AnyOf(Kind::kLockNotUnique, Kind::kUnlocked));
  EXPECT_EQ(race.severity, Severity::kHigh);
}

TEST(DataRaceJudge, ANewObjectIsPublishedUnsafely) {
  const Judged race = of_box(R"(static class Data { int size = 3; }
  Data data;
  void a() { if (data == null) data = new Data(); }
  void b() { Data seen = data; if (seen != null) System.exit(seen.size); })");
  EXPECT_EQ(race.kind, Kind::kUnsafePublication);
  EXPECT_FALSE(race.reports_write);
}

TEST(DataRaceJudge, ACollectionIsAnUnsafeObject) {
  const Judged race = of_box(R"(final java.util.List<String> names = new java.util.ArrayList<>();
  void a() { names.add("a"); } void b() { System.exit(names.size()); })");
  EXPECT_EQ(race.kind, Kind::kUnsafeObject);
  EXPECT_EQ(race.severity, Severity::kHigh);
}

TEST(DataRaceJudge, OneConstantAndEqualValuesDoNoHarm) {
  EXPECT_EQ(of_box(R"(boolean started;
  void a() { started = true; } void b() { if (started) System.exit(1); })")
                .benign,
            Benign::kSameConstant);
  EXPECT_EQ(of_box(R"(final String name = "box"; int hash;
  int hash() { if (hash == 0) hash = name.hashCode(); return hash; }
  void a() { System.exit(hash()); } void b() { System.exit(hash()); })")
                .benign,
            Benign::kEqualValues);
}

TEST(DataRaceJudge, AFlagThatEndsALoopDoesHarm) {
  EXPECT_EQ(of_box(R"(boolean stopped;
  void a() { stopped = true; } void b() { while (!stopped) Thread.onSpinWait(); })")
                .benign,
            Benign::kNo);
}

TEST(DataRaceJudge, APlainAccessBesideAnAtomicOne) {
  const std::string handle = R"(int state; static final java.lang.invoke.VarHandle STATE;
  static { try { STATE = java.lang.invoke.MethodHandles.lookup().findVarHandle(Box.class, "state", int.class);
  } catch (ReflectiveOperationException e) { throw new Error(e); } }
  )";
  const Judged race =
      of_box(handle + "void a() { STATE.setVolatile(this, 2); } void b() { if (state == 2) System.exit(1); }");
  EXPECT_EQ(race.kind, Kind::kUnlocked);
  EXPECT_EQ(race.severity, Severity::kLow);
  EXPECT_FALSE(race.reports_write);
  EXPECT_EQ(of_box(handle + "void a() { STATE.setVolatile(this, 2); } void b() { STATE.getAndAdd(this, 1); }").races,
            0U);
  // Tested once without the handle, and once more by the update.
  EXPECT_EQ(of_box(handle + R"(void a() { if (state == 0 && STATE.compareAndSet(this, 0, 1)) System.exit(1); }
  void b() { if (state == 0 && STATE.compareAndSet(this, 0, 2)) System.exit(1); })")
                .benign,
            Benign::kTestedAgain);
}

TEST(DataRaceJudge, WhatOnlyClientsDoIsForTheAudit) {
  EXPECT_TRUE(judged(R"(public class Program implements Runnable {
  private int value;
  public void run() { value = 7; }
  public int value() { return value; }
})")
                  .is_dismissed);
  // But for a flag by which they stop a task.
  const Judged race = judged(R"(public class Program implements Runnable {
  private boolean stopped;
  public void run() { while (!stopped) Thread.onSpinWait(); }
  public void stop() { stopped = true; }
})");
  EXPECT_EQ(race.races, 1U);
  EXPECT_FALSE(race.is_dismissed);
  EXPECT_EQ(race.severity, Severity::kLow);
}

}  // namespace
}  // namespace snag::races
