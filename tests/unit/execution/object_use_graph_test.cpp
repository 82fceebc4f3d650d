#include "execution/object_use_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "checks/analyses.h"
#include "support/compiled_java.h"
#include "support/opened_program.h"

namespace snag {
namespace {

using testing::Contains;
using Kind = ObjectUseGraph::Kind;
using Relation = ObjectUseGraph::Relation;

// The Dining Philosophers (program 3.1), as far as figures 4.1, 4.6, 4.7 and 4.10 are about them.
constexpr const char* kPhilosophers = R"(
class Table {
  int snacks;
  Table(int snacks) { this.snacks = snacks; }
  synchronized boolean take() { if (snacks > 0) { snacks--; return true; } return false; }
}
class Philo extends Thread {
  final Table table;
  int eaten;
  Philo(Table table) { this.table = table; eaten = 0; }
  public void run() { while (table.take()) eaten++; }
  void report() { System.out.println(eaten); }
}
class Main {
  public static void main(String[] arguments) throws InterruptedException {
    Table table = new Table(200);
    Philo[] philos = new Philo[2];
    for (int i = 0; i < 2; i++) { philos[i] = new Philo(table); philos[i].start(); }
    for (int i = 0; i < 2; i++) { philos[i].join(); philos[i].report(); }
  }
}
)";

class Philosophers : public testing::Test {
 protected:
  Philosophers()
      : opened_({.application = compiled_java(kPhilosophers)}),
        analyses_(
            {.store = *opened_.store, .models = opened_.models, .application = opened_.application, .stats = stats_},
            kIds) {}

  ObjectUseGraph graph(std::string_view class_name) {
    const WholeProgramAnalysis& program = *analyses_.whole_program();
    const ClassId type = opened_.program->find_class(class_name);
    std::vector<MethodInstanceId> instances;
    for (std::uint32_t n = 0; n < program.points_to().instance_count(); ++n) {
      const MethodId method = program.points_to()[MethodInstanceId(n)].method;
      const Class& owner = (*opened_.program)[(*opened_.program)[method].owner];
      if (owner.origin == Origin::kApplication) instances.push_back(MethodInstanceId(n));
    }
    const auto objects = program.heap().objects_of_class(type);
    EXPECT_EQ(objects.size(), 1U);
    return {program, analyses_.sections().calls(), objects[0], instances};
  }

  static std::vector<std::string> labels(const ObjectUseGraph& graph) {
    std::vector<std::string> result;
    for (const ObjectUseGraph::Node& node : graph.nodes()) result.push_back(graph.label(node));
    return result;
  }

  // The first node of a label in a method.
  std::uint32_t node(const ObjectUseGraph& graph, std::string_view label, std::string_view method) {
    const auto nodes = graph.nodes();
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
      const MethodId id = analyses_.whole_program()->points_to()[nodes[n].instance].method;
      if (graph.label(nodes[n]) == label && opened_.program->text((*opened_.program)[id].name) == method) return n;
    }
    ADD_FAILURE() << "no " << label << " in " << method;
    return 0;
  }

  static bool has_edge(const ObjectUseGraph& graph, std::uint32_t from, std::uint32_t to, Relation relation) {
    const auto edges = graph.edges();
    return std::find(edges.begin(), edges.end(), ObjectUseGraph::Edge{from, to, relation}) != edges.end();
  }

  static constexpr std::string_view kIds[] = {"data-race"};
  Stats stats_;
  OpenedProgram opened_;
  Analyses analyses_;
};

// Figures 4.1 and 4.10.
TEST_F(Philosophers, UseThemselves) {
  const ObjectUseGraph graph = this->graph("Philo");
  EXPECT_THAT(labels(graph), testing::AllOf(Contains("NEW"), Contains("CALL Philo.<init>"), Contains("START Philo.run"),
                                            Contains("JOIN Philo.run"), Contains("CALL Philo.report"),
                                            Contains("PUT Philo.eaten"), Contains("GET Philo.eaten")));
  const std::uint32_t made = node(graph, "PUT Philo.eaten", "<init>");
  const std::uint32_t start = node(graph, "START Philo.run", "main"), join = node(graph, "JOIN Philo.run", "main");
  const std::uint32_t eaten = node(graph, "PUT Philo.eaten", "run");
  const std::uint32_t told = node(graph, "GET Philo.eaten", "report");
  EXPECT_TRUE(has_edge(graph, start, node(graph, "ENTRY Philo.run", "run"), Relation::kThreadControl));
  EXPECT_TRUE(has_edge(graph, node(graph, "EXIT Philo.run", "run"), join, Relation::kThreadControl));
  // The loop that makes and starts them is one component; the one that joins them comes behind it.
  EXPECT_FALSE(graph.comes_before(made, start));
  EXPECT_TRUE(graph.comes_before(made, told));
  EXPECT_TRUE(graph.comes_before(start, join));
  EXPECT_TRUE(graph.comes_before(eaten, told));
  EXPECT_FALSE(graph.comes_before(told, eaten));
}

// Figures 4.6 and 4.7.
TEST_F(Philosophers, UseTheTable) {
  const ObjectUseGraph graph = this->graph("Table");
  EXPECT_THAT(labels(graph),
              testing::AllOf(Contains("NEW"), Contains("CALL Table.<init>"), Contains("PUT Table.snacks"),
                             Contains("CALL Table.take"), Contains("LOAD Philo.table")));
  const std::uint32_t made = node(graph, "PUT Table.snacks", "<init>");
  const std::uint32_t start = node(graph, "START Philo.run", "main");
  const std::uint32_t read = node(graph, "GET Table.snacks", "take"), written = node(graph, "PUT Table.snacks", "take");
  EXPECT_TRUE(graph.comes_before(made, start));
  EXPECT_TRUE(graph.comes_before(made, read));
  EXPECT_FALSE(graph.comes_before(read, written));  // a loop
  // The reference gets to the thread through the field of the thread's object.
  const auto edges = graph.edges();
  EXPECT_TRUE(std::any_of(edges.begin(), edges.end(), [&](const ObjectUseGraph::Edge& edge) {
    return edge.relation == Relation::kReferenceFlow && graph.nodes()[edge.from].kind == Kind::kEscape &&
           graph.label(graph.nodes()[edge.to]) == "LOAD Philo.table";
  }));
}

}  // namespace
}  // namespace snag
