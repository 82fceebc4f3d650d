#include "execution/evident_overlap.h"

#include "support/analysed_program.h"

namespace snag {
namespace {

bool is_several(AnalysedProgram& java, const std::string& type) {
  const ThreadId thread = java.thread(type);
  return EvidentOverlap(java.whole().threads()).are_two(thread, thread);
}

// `start` is called for two servers, so that its thread is several for all that Snag knows.
std::string server(const std::string& start, const std::string& more = "") {
  return "import java.util.*; import java.util.concurrent.*;\n"
         "class Task implements Runnable { static int done; public void run() { done++; } }\n"
         "class Server {\n" +
         more + "  void start() throws Exception { " + start +
         " }\n}\n"
         "class Main { public static void main(String[] arguments) throws Exception {\n"
         "  new Server().start(); new Server().start();\n} }";
}

TEST(EvidentOverlap, NotWhatIsStartedOnceForEachObject) {
  AnalysedProgram java(server("new Thread(new Task()).start();"));
  EXPECT_FALSE(java.whole().threads()[java.thread("Task")].one);
  EXPECT_FALSE(is_several(java, "Task"));
}

TEST(EvidentOverlap, WhatIsStartedInALoop) {
  AnalysedProgram java(server("for (int i = 0; i < 3; i++) new Thread(new Task()).start();"));
  EXPECT_TRUE(is_several(java, "Task"));
}

TEST(EvidentOverlap, WhatAMethodStartsThatALoopCalls) {
  AnalysedProgram java(
      server("for (int i = 0; i < 3; i++) add();", "  void add() { new Thread(new Task()).start(); }\n"));
  EXPECT_TRUE(is_several(java, "Task"));
}

TEST(EvidentOverlap, TwoStartsInOneMethod) {
  AnalysedProgram java(server("new Thread(new Task()).start(); new Thread(new Task()).start();"));
  EXPECT_TRUE(is_several(java, "Task"));
}

TEST(EvidentOverlap, NotTwoStartsOfWhichOneExcludesTheOther) {
  AnalysedProgram java(
      server("if (Task.done > 0) new Thread(new Task()).start(); else new Thread(new Task()).start();"));
  EXPECT_FALSE(is_several(java, "Task"));
}

TEST(EvidentOverlap, TasksOfAPool) {
  AnalysedProgram java(server("Executors.newFixedThreadPool(4).execute(new Task());"));
  EXPECT_TRUE(is_several(java, "Task"));
}

TEST(EvidentOverlap, NotTasksOfExecutorsWithOneThreadEach) {
  AnalysedProgram java(server("for (int i = 0; i < 3; i++) single.execute(new Task());",
                              "  final ExecutorService single = Executors.newSingleThreadExecutor();\n"));
  EXPECT_FALSE(java.whole().threads()[java.thread("Task")].serial.valid());
  EXPECT_FALSE(is_several(java, "Task"));
}

TEST(EvidentOverlap, NotTwoKindsOfTasksOfOneTimer) {
  AnalysedProgram java(R"(import java.util.*;
class Task extends TimerTask { static int done; public void run() { done++; } }
class Other extends TimerTask { public void run() { Task.done = 0; } }
class Server {
  final Timer timer = new Timer();
  void start() { timer.schedule(new Task(), 10); timer.schedule(new Other(), 10); }
}
class Main { public static void main(String[] arguments) { new Server().start(); new Server().start(); } })");
  EXPECT_FALSE(EvidentOverlap(java.whole().threads()).are_two(java.thread("Task"), java.thread("Other")));
}

TEST(EvidentOverlap, APlaceThatStartsManyKindsSaysNothing) {
  const std::string task = " implements Runnable { static int done; public void run() { done++; } }\n";
  AnalysedProgram java("class A" + task + "class B" + task + "class C" + task + R"(
class Pool { static void run(Runnable task) { new Thread(task).start(); } }
class Main { public static void main(String[] arguments) {
  Runnable[] all = { new A(), new B(), new C() };
  for (Runnable each : all) Pool.run(each);
} })");
  EXPECT_FALSE(is_several(java, "A"));
  EXPECT_TRUE(EvidentOverlap(java.whole().threads()).are_two(java.thread("A"), java.thread("B")));
}

}  // namespace
}  // namespace snag
