#include "execution/own_objects.h"

#include "support/analysed_program.h"

namespace snag {
namespace {

OwnObjects own_objects(const AnalysedProgram& java) {
  return {java.whole().heap(), java.whole().threads(), java.whole().ownership(), java.calls()};
}

// The classes Worker and Main, where `start` starts the workers.
std::string workers(const std::string& start, const std::string& more = "") {
  return "class Worker implements Runnable {\n"
         "  int done;\n"
         "  public void run() { work(); }\n"
         "  void work() { done++; }\n" +
         more + "}\nclass Main { public static void main(String[] arguments) throws Exception {\n" + start + "} }";
}

TEST(OwnObjects, OfThreadsThatEachGetAnotherObject) {
  AnalysedProgram java(workers("for (int i = 0; i < 3; i++) new Thread(new Worker()).start();"));
  OwnObjects own = own_objects(java);
  EXPECT_TRUE(own.is_own(java.thread("Worker"), java.instance("Worker", "run")));
  EXPECT_TRUE(own.is_own(java.thread("Worker"), java.instance("Worker", "work")));
}

TEST(OwnObjects, NotOfThreadsThatShareOne) {
  AnalysedProgram java(
      workers("Worker worker = new Worker(); for (int i = 0; i < 3; i++) new Thread(worker).start();"));
  EXPECT_FALSE(own_objects(java).is_own(java.thread("Worker"), java.instance("Worker", "run")));
}

TEST(OwnObjects, AThreadIsStartedOnce) {
  AnalysedProgram java(R"(
class Worker extends Thread { int done; public void run() { done++; } }
class Main { static Worker last; public static void main(String[] arguments) {
  for (int i = 0; i < 3; i++) { last = new Worker(); last.start(); }
} })");
  EXPECT_TRUE(own_objects(java).is_own(java.thread("Worker"), java.instance("Worker", "run")));
}

TEST(OwnObjects, NotAMethodThatIsAlsoCalledOnAnotherObject) {
  AnalysedProgram java(R"(
class Worker extends Thread {
  static Worker last;
  int done;
  public void run() { work(); last.work(); }
  void work() { done++; }
}
class Main { public static void main(String[] arguments) {
  for (int i = 0; i < 3; i++) { Worker worker = new Worker(); Worker.last = worker; worker.start(); }
} })");
  OwnObjects own = own_objects(java);
  EXPECT_TRUE(own.is_own(java.thread("Worker"), java.instance("Worker", "run")));
  EXPECT_FALSE(own.is_own(java.thread("Worker"), java.instance("Worker", "work")));
}

TEST(OwnObjects, OfTasksThatClientsStart) {
  AnalysedProgram java("public class Program implements Runnable { int done; public void run() { done++; } }");
  EXPECT_TRUE(own_objects(java).is_own(java.thread("Program"), java.instance("Program", "run")));
}

TEST(OwnObjects, WhoHasJoinedAThreadHasItsObject) {
  AnalysedProgram java(R"(
class Worker extends Thread { int done; public void run() { done++; } }
class Main { public static void main(String[] arguments) throws Exception {
  Worker worker = new Worker();
  worker.start();
  worker.done = 1;
  if (arguments.length > 0) worker.join();
  worker.done = 2;
  worker.join();
  worker.done = 3;
} })");
  const OwnObjects own = own_objects(java);
  const MethodInstanceId main = java.instance("Main", "main");
  const ir::MethodIr& ir = java.ir(main);
  std::vector<bool> joined;
  for (std::uint32_t n = 0; n < ir.instructions.size(); ++n) {
    if (ir.instructions[n].op != ir::Op::kPutField) continue;
    joined.push_back(own.is_joined(main, ir::ValueId(n), ir.operands(ir::ValueId(n))[0]));
  }
  EXPECT_EQ(joined, (std::vector{false, false, true}));
}

}  // namespace
}  // namespace snag
