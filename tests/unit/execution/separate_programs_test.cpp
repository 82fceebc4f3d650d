#include "execution/separate_programs.h"

#include "support/analysed_program.h"

namespace snag {
namespace {

constexpr const char* kGraph = R"(import java.util.*; import javax.swing.*;
class Graph { static final Graph ONE = new Graph(); int nodes; void add() { nodes++; } void clear() { nodes = 0; } }
class Adder extends TimerTask { public void run() { Graph.ONE.add(); } }
)";

ThreadId event_thread(const AnalysedProgram& java) {
  const Threads& threads = java.whole().threads();
  for (std::uint32_t n = 0; n < threads.size(); ++n) {
    if (threads[ThreadId(n)].kind == ThreadKind::kEvent) return ThreadId(n);
  }
  return {};
}

bool may_be_one(AnalysedProgram& java) {
  const SeparatePrograms programs(java.whole().threads());
  return programs.may_be_one(java.thread("Adder"), java.instance("Graph", "add"), event_thread(java),
                             java.instance("Graph", "clear"));
}

TEST(SeparatePrograms, TheEventThreadRunsTheListenersOfEachForItself) {
  AnalysedProgram java(std::string(kGraph) + R"(
class Draw { public static void main(String[] a) { new JButton().addActionListener(e -> Graph.ONE.clear()); } }
class Watch { public static void main(String[] a) { new java.util.Timer().schedule(new Adder(), 10); } })");
  EXPECT_FALSE(may_be_one(java));
}

TEST(SeparatePrograms, OneProgramHasBoth) {
  AnalysedProgram java(std::string(kGraph) + R"(
class Draw { public static void main(String[] a) {
  new JButton().addActionListener(e -> Graph.ONE.clear()); new java.util.Timer().schedule(new Adder(), 10); } }
class Other { public static void main(String[] a) { System.out.println(); } })");
  EXPECT_TRUE(may_be_one(java));
}

TEST(SeparatePrograms, OneProgramStartsTheOther) {
  AnalysedProgram java(std::string(kGraph) + R"(
class Draw { public static void main(String[] a) {
  new JButton().addActionListener(e -> Graph.ONE.clear()); Watch.main(a); } }
class Watch { public static void main(String[] a) { new java.util.Timer().schedule(new Adder(), 10); } })");
  EXPECT_TRUE(may_be_one(java));
}

TEST(SeparatePrograms, OfOneMainNothingIsSeparate) {
  AnalysedProgram java(std::string(kGraph) + R"(
class Draw { public static void main(String[] a) {
  new JButton().addActionListener(e -> Graph.ONE.clear()); new java.util.Timer().schedule(new Adder(), 10); } })");
  EXPECT_TRUE(may_be_one(java));
}

}  // namespace
}  // namespace snag
