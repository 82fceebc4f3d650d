// CALLEES: the call graph where it knows, the class hierarchy where not.
#include "callgraph/callees.h"

#include <map>

#include "checks/reacquired_lock/lock_program.h"

namespace snag::reacquired {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string kShapes = R"java(
interface Shape { void draw(); }
class Circle implements Shape { public synchronized void draw() {} }
class Square implements Shape { public synchronized void draw() {} }
class Worker extends Thread { public void run() {} }
class Main {
  static Shape shape;
  public static void main(String[] arguments) {
    shape = new Circle();
    shape.draw();
    nobody(null);
    functions();
  }
  static void nobody(Shape s) { s.draw(); }
  static void unreached() { new Circle(); Shape s = shape; s.draw(); }
  static void functions() { Runnable r = () -> helper(); r.run(); new Worker().start(); "text".length(); }
  static void helper() {}
  static boolean even(int n) { return n == 0 || odd(n - 1); }
  static boolean odd(int n) { return n != 0 && even(n - 1); }
}
)java";

class CalleesTest : public testing::Test {
 protected:
  static LockProgram& program(std::optional<CallGraphAlgorithm> graph) {
    static std::map<std::optional<CallGraphAlgorithm>, std::unique_ptr<LockProgram>> programs;
    std::unique_ptr<LockProgram>& kept = programs[graph];
    if (kept == nullptr) {
      kept = std::make_unique<LockProgram>(compiled_java(kShapes), LockProgram::Options{.graph = graph});
    }
    return *kept;
  }
  // Of the first call of a method of that name.
  static LockProgram::Texts at(LockProgram& program, const std::string& caller, std::string_view called) {
    NodeId node = program.node(caller);
    const ir::MethodIr& method = program.calls().ir(node);
    for (std::uint32_t n = 0; n < method.instructions.size(); ++n) {
      const ir::Instruction& i = method.instructions[n];
      if (i.op != ir::Op::kInvoke || program.program().text(program.references()[i.reference()].name) != called)
        continue;
      LockProgram::Texts result;
      for (NodeId callee : program.witnesses().callees().at(node, ir::ValueId(n))) {
        result.push_back(name(program, callee));
      }
      return result;
    }
    throw std::runtime_error("no such call");
  }
  static LockProgram::Texts of(LockProgram& program, const std::string& caller) {
    LockProgram::Texts result;
    for (std::uint32_t n : program.witnesses().callees().of(program.node(caller))) {
      result.push_back(name(program, NodeId(n)));
    }
    std::sort(result.begin(), result.end());
    return result;
  }

 private:
  static std::string name(LockProgram& program, NodeId node) {
    std::string text = program.program().describe(program.calls().method(node));
    return text.substr(0, text.find('('));
  }
};

TEST_F(CalleesTest, OfTheClassHierarchy) {
  EXPECT_THAT(at(program(std::nullopt), "Main.main", "draw"), ElementsAre("Circle.draw", "Square.draw"));
}

TEST_F(CalleesTest, OfVariableTypes) {
  EXPECT_THAT(at(program(CallGraphAlgorithm::kVta), "Main.main", "draw"), ElementsAre("Circle.draw"));
}

TEST_F(CalleesTest, WhatNothingReachesHasTheClassHierarchy) {
  LockProgram& vta = program(CallGraphAlgorithm::kVta);
  EXPECT_THAT(at(vta, "Main.unreached", "draw"), ElementsAre("Circle.draw", "Square.draw"));
}

TEST_F(CalleesTest, CallsWithoutReceiversHaveTheClassHierarchy) {
  LockProgram& vta = program(CallGraphAlgorithm::kVta);
  EXPECT_THAT(at(vta, "Main.nobody", "draw"), ElementsAre("Circle.draw", "Square.draw"));
}

TEST_F(CalleesTest, OfTheJdkNone) {
  for (auto graph : {std::optional<CallGraphAlgorithm>(), std::optional(CallGraphAlgorithm::kVta)}) {
    EXPECT_THAT(at(program(graph), "Main.functions", "length"), IsEmpty());
    EXPECT_THAT(at(program(graph), "Main.functions", "start"), IsEmpty()) << "it does not run before start returns";
  }
}

TEST_F(CalleesTest, NoCallHasNone) {
  LockProgram& vta = program(CallGraphAlgorithm::kVta);
  EXPECT_TRUE(vta.witnesses().callees().at(vta.node("Main.helper"), ir::ValueId(0)).empty());
}

TEST_F(CalleesTest, AllOfAMethod) {
  EXPECT_THAT(of(program(CallGraphAlgorithm::kVta), "Main.main"),
              ElementsAre("Circle.<init>", "Circle.draw", "Main.functions", "Main.nobody"));
  EXPECT_THAT(of(program(std::nullopt), "Main.main"),
              ElementsAre("Circle.<init>", "Circle.draw", "Main.functions", "Main.nobody", "Square.draw"));
  EXPECT_THAT(of(program(std::nullopt), "Main.functions"), ElementsAre("Main.lambda$functions$0", "Worker.<init>"));
  EXPECT_THAT(of(program(std::nullopt), "Main.helper"), IsEmpty());
}

TEST_F(CalleesTest, CalleesComeBeforeCallers) {
  LockProgram& vta = program(CallGraphAlgorithm::kVta);
  const Callees& callees = vta.witnesses().callees();
  const BottomUpOrder& order = callees.bottom_up();
  for (std::uint32_t caller = 0; caller < vta.calls().node_count(); ++caller) {
    for (std::uint32_t callee : callees.of(NodeId(caller))) {
      EXPECT_LE(order.component_of(callee), order.component_of(caller));
    }
  }
}

TEST_F(CalleesTest, MutualRecursionIsOneComponent) {
  LockProgram& vta = program(CallGraphAlgorithm::kVta);
  const BottomUpOrder& order = vta.witnesses().callees().bottom_up();
  std::uint32_t component = order.component_of(vta.node("Main.even").value);
  EXPECT_EQ(component, order.component_of(vta.node("Main.odd").value));
  EXPECT_EQ(order.component(component).size(), 2u);
}

}  // namespace
}  // namespace snag::reacquired
