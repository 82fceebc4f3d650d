#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "callgraph/java_program.h"
#include "callgraph/thread_signs.h"

namespace snag {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::UnorderedElementsAre;

constexpr const char* kThreads = "cg/Threads.java";

class ThreadStarts : public testing::Test {
 protected:
  JavaProgram& program = java_program("Threads");
  std::set<std::string> started(const std::string& site) {
    return JavaProgram::named(program.reached_from(program.started(kThreads, site)));
  }
};

TEST_F(ThreadStarts, ASubclassOfThread) {
  EXPECT_THAT(started("worker"), UnorderedElementsAre("Threads$Worker.run", "Threads.inWorker"));
}

TEST_F(ThreadStarts, ARunnableGivenToAThread) {
  EXPECT_THAT(started("job"), UnorderedElementsAre("Threads$Job.run", "Threads.inJob"));
}

TEST_F(ThreadStarts, TwoThreadsInOneMethodAreToldApart) {
  EXPECT_THAT(started("other"), UnorderedElementsAre("Threads$Other.run"));
}

TEST_F(ThreadStarts, ALambdaInALoop) {
  EXPECT_THAT(started("loop"), Contains("Threads.inLoop"));
  EXPECT_THAT(started("loop"), Not(Contains("Threads.inJob")));
}

TEST_F(ThreadStarts, Executors) {
  EXPECT_THAT(started("execute"), Contains("Threads.executed"));
  EXPECT_THAT(started("submit"), Contains("Threads.submitted"));
  EXPECT_THAT(started("submit"), Not(Contains("Threads.executed")));
}

TEST_F(ThreadStarts, InvokeAllRunsTheElements) { EXPECT_THAT(started("invokeAll"), Contains("Threads.called")); }

TEST_F(ThreadStarts, ForkJoinTasks) { EXPECT_THAT(started("forkjoin"), Contains("Threads$Sum.compute")); }

TEST_F(ThreadStarts, Timers) { EXPECT_THAT(started("timer"), Contains("Threads$Tick.run")); }

TEST_F(ThreadStarts, ShutdownHooks) { EXPECT_THAT(started("hook"), Contains("Threads$Worker.run")); }

TEST_F(ThreadStarts, ParallelStreamsRunInOtherThreadsToo) {
  EXPECT_THAT(started("parallel"), Contains("Threads.inParallel"));
  EXPECT_THAT(JavaProgram::named(program.reached_from(program.at(kThreads, "parallel", {CalleeKind::kCallback}))),
              Contains("Threads.inParallel"));
}

TEST_F(ThreadStarts, SequentialStreamsDoNot) {
  EXPECT_THAT(started("sequential"), IsEmpty());
  EXPECT_THAT(JavaProgram::named(program.reached_from(program.at(kThreads, "sequential", {CalleeKind::kCallback}))),
              Contains("Threads.sequentially"));
}

TEST_F(ThreadStarts, CallingRunStartsNothing) {
  EXPECT_THAT(started("direct"), IsEmpty());
  EXPECT_THAT(program.at(kThreads, "direct"), UnorderedElementsAre("Threads$Job.run"));
}

TEST_F(ThreadStarts, Finalizers) {
  MethodId finalizer = program.method("Threads$Holder.finalize");
  EXPECT_THAT(program.graph().entry_points(), Contains(EntryPoint{finalizer, EntryKind::kFinalizer}));
}

TEST_F(ThreadStarts, AThreadThatIsHandedAroundIsNotRun) {
  EXPECT_THAT(program.at(kThreads, "handed over", {CalleeKind::kLibraryCallback, CalleeKind::kCallback}), IsEmpty());
}

class ReflectionCalls : public testing::Test {
 protected:
  JavaProgram& program = java_program("Reflection");
};

TEST_F(ReflectionCalls, AConstantClassNameAndItsConstructor) {
  EXPECT_THAT(program.at("cg/Reflection.java", "plugin", {CalleeKind::kCallback}),
              Contains("Reflection$Plugin.<init>"));
  EXPECT_TRUE(program.reaches("Reflection.constructed"));
}

TEST_F(ReflectionCalls, ItsClassInitializer) {
  EXPECT_TRUE(program.reaches("Reflection$Plugin.<clinit>"));
  EXPECT_TRUE(program.reaches("Reflection$Plugin.initialize"));
  EXPECT_FALSE(program.reaches("Reflection$Untouched.<clinit>"));
}

TEST_F(ReflectionCalls, AConstantMethodName) {
  EXPECT_THAT(program.at("cg/Reflection.java", "invoke", {CalleeKind::kCallback}), Contains("Reflection$Plugin.work"));
  EXPECT_TRUE(program.reaches("Reflection.worked"));
}

TEST_F(ReflectionCalls, AClassConstantThatIsPassedOn) {
  EXPECT_THAT(program.at("cg/Reflection.java", "newInstance", {CalleeKind::kCallback}),
              Contains("Reflection$Extra.<init>"));
}

TEST_F(ReflectionCalls, NamesThatStandInTheSameMethod) {
  EXPECT_THAT(program.at("cg/Reflection.java", "listed", {CalleeKind::kCallback}),
              Contains("Reflection$Listed.<init>"));
}

TEST_F(ReflectionCalls, ArraysMadeByReflection) {
  EXPECT_THAT(program.at("cg/Reflection.java", "new array"), Contains("Reflection$Extra.work"));
}

TEST_F(ReflectionCalls, TheUnexploredLibraryMayCallBack) {
  EXPECT_THAT(program.at("cg/Reflection.java", "callback", {CalleeKind::kLibraryCallback}),
              Contains("Reflection$Names.accept"));
  EXPECT_TRUE(program.reaches("Reflection.filtered"));
}

TEST(LibraryMode, PublicMethodsOfPublicClasses) {
  JavaProgram program("callgraph_library", {});
  EXPECT_THAT(program.graph().entry_points(), Contains(EntryPoint{program.method("Service.fire"), EntryKind::kPublic}));
  EXPECT_TRUE(program.reaches("Service.fire"));
  EXPECT_TRUE(program.reaches("Service.hidden"));
  EXPECT_FALSE(program.reaches("Service.reset")) << "is @VisibleForTesting";
  EXPECT_FALSE(program.reaches("Service.onlyInTests"));
  EXPECT_FALSE(program.reaches("Internal.unreachable"));
  EXPECT_THAT(program.at("lib/Service.java", "changed"), Contains("Printer.changed")) << "callers may pass one in";
}

TEST(LibraryMode, SignsOfSharing) {
  JavaProgram program("callgraph_library", {});
  EXPECT_TRUE(ThreadSigns(program.program(), library::built_in_policy())
                  .may_be_shared(program.program().find_class("lib/Service")));
  EXPECT_FALSE(ThreadSigns(program.program(), library::built_in_policy())
                   .may_be_shared(program.program().find_class("lib/Printer")));
}

TEST(LibraryMode, AnnotationsAreSignsOfSharing) {
  JavaProgram program("annotations", {});
  auto shared = [&](const std::string& name) {
    return ThreadSigns(program.program(), library::built_in_policy())
        .may_be_shared(program.program().find_class("annotated/Signs$" + name));
  };
  EXPECT_TRUE(shared("OnlyDeclared"));
  EXPECT_TRUE(shared("OnlyGuarded"));
  EXPECT_FALSE(shared("Neither"));
}

}  // namespace
}  // namespace snag
