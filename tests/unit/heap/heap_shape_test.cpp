// The heap shape graph over tests/java/heap: objects are named by the comment `// object: name` at the end of the line
// that allocates them.
#include "heap/heap_shape.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "callgraph/build.h"
#include "heap/dump.h"
#include "heap/object_numbers.h"
#include "support/opened_program.h"

namespace snag {
namespace {

class HeapOf {
 public:
  explicit HeapOf(const std::string& main, unsigned jobs = 0) : opened_({.application = java_test_jar("heap")}) {
    CallGraphOptions options{.algorithm = CallGraphAlgorithm::kObjects, .entries = {"heap." + main + ".main"}};
    options.jobs = jobs;
    Result<CallGraphResult> built = build_call_graph(*opened_.store, opened_.models, options);
    if (!built) throw std::runtime_error(built.error().message);
    calls_ = std::move(*built);
    graph_ = std::make_unique<HeapShapeGraph>(*calls_.points_to, calls_.graph);
    numbers_ = std::make_unique<ObjectNumbers>(*graph_);
    std::ifstream file(std::string(SNAG_TEST_SOURCE_DIR) + "/tests/java/heap/heap/" + main + ".java");
    const std::string mark = "// object: ";
    std::string text;
    for (std::uint32_t line = 1; std::getline(file, text); ++line) {
      if (std::size_t at = text.find(mark); at != std::string::npos) lines_[text.substr(at + mark.size())] = line;
    }
  }

  HeapShapeGraph& graph() { return *graph_; }
  const ObjectNumbers& numbers() { return *numbers_; }

  // The objects of user classes and arrays that a marked line allocates, in each context one.
  std::vector<ObjectId> all(const std::string& name) {
    std::vector<ObjectId> result;
    const std::uint32_t line = lines_.at(name);
    for (ObjectId id : numbers_->objects()) {
      if (numbers_->allocation(id).ends_with(" line " + std::to_string(line))) result.push_back(id);
    }
    return result;
  }
  ObjectId one(const std::string& name) {
    const std::vector<ObjectId> found = all(name);
    EXPECT_EQ(found.size(), 1u) << name;
    return found.empty() ? ObjectId() : found[0];
  }
  ObjectId class_object(const std::string& name) {
    return graph_->class_object(opened_.program->find_class("heap/" + name));
  }
  bool has(const std::string& name, ObjectProperty property) {
    const ObjectId id = one(name);
    return id.valid() && graph_->has(id, property);
  }
  bool escapes(const std::string& name) { return has(name, ObjectProperty::kEscape); }
  // The name of the host's class, without the package; empty: none.
  std::string host(const std::string& name) {
    const ObjectId id = one(name);
    if (!id.valid() || !graph_->host(id).valid()) return {};
    EXPECT_TRUE(graph_->has(id, ObjectProperty::kObjectSpecific)) << name;
    return numbers_->type(graph_->host(id));
  }
  // `field -> type` of everything that the fields of an object refer to, without what models add.
  std::set<std::string> edges(ObjectId id) {
    std::set<std::string> result;
    for (const HeapShapeGraph::OutgoingField& field : graph_->fields(id)) {
      for (ObjectId to : field.objects) {
        if (!numbers_->has(to) || !field.field.field.valid()) continue;
        result.insert(opened_.program->describe(field.field.field) + " -> " + numbers_->type(to));
      }
    }
    return result;
  }

 private:
  OpenedProgram opened_;
  CallGraphResult calls_;
  std::unique_ptr<HeapShapeGraph> graph_;
  std::unique_ptr<ObjectNumbers> numbers_;
  std::map<std::string, std::uint32_t> lines_;
};

HeapOf& heap_of(const std::string& main) {
  static std::map<std::string, std::unique_ptr<HeapOf>> heaps;
  auto& heap = heaps[main];
  if (heap == nullptr) heap = std::make_unique<HeapOf>(main);
  return *heap;
}

using Set = std::set<std::string>;
using P = ObjectProperty;

// Figure 3.1, as far as it is about the application.
TEST(HeapShapeTest, PhilosophersHaveTheNodesAndEdgesOfFigure31) {
  HeapOf& heap = heap_of("Philosophers");
  EXPECT_EQ(heap.edges(heap.one("philosopher")),
            Set({"heap.Philosophers$Philosopher.table -> heap.Philosophers$Table"}));
  EXPECT_EQ(heap.edges(heap.one("table")), Set({"heap.Philosophers$Table.forks -> boolean[]"}));
  EXPECT_TRUE(heap.has("philosopher", P::kThread));
  EXPECT_FALSE(heap.has("table", P::kThread));
  for (const char* global : {"philosopher", "table", "forks"}) EXPECT_TRUE(heap.has(global, P::kGlobal)) << global;
  EXPECT_FALSE(heap.has("all", P::kGlobal));
}

// The set E of main in 3.3.5.
TEST(HeapShapeTest, PhilosophersTableAndForksEscape) {
  HeapOf& heap = heap_of("Philosophers");
  for (const char* escaping : {"philosopher", "table", "forks"}) EXPECT_TRUE(heap.escapes(escaping)) << escaping;
  EXPECT_FALSE(heap.escapes("all"));
}

TEST(HeapShapeTest, ForksAreSpecificToTheTable) {
  HeapOf& heap = heap_of("Philosophers");
  EXPECT_EQ(heap.host("forks"), "heap.Philosophers$Table");
  EXPECT_EQ(heap.host("table"), "");
  EXPECT_EQ(heap.host("philosopher"), "");
}

TEST(HeapShapeTest, EscapesByTheRulesOfFigure36) {
  HeapOf& heap = heap_of("Escape");
  for (const char* name :
       {"intoStatic", "returned", "intoParameter", "intoPhi", "intoCallee", "publishedOuter", "publishedPart",
        "byWayThing", "byWayPart", "captured", "keptFunction", "keptCaptured", "task", "ofThread", "intoRecursion"}) {
    EXPECT_TRUE(heap.escapes(name)) << name;
  }
  for (const char* name : {"local", "localBox", "inLocalBox", "byWayBox", "mainBox", "otherBox", "onlyFunction",
                           "unusedRunnable", "localArray", "inLocalArray"}) {
    EXPECT_FALSE(heap.escapes(name)) << name;
  }
}

TEST(HeapShapeTest, HostsByTheRulesOfFigure37) {
  HeapOf& heap = heap_of("Hosts");
  const std::string host = "heap.Hosts$Host";
  EXPECT_EQ(heap.host("own"), host);
  EXPECT_EQ(heap.host("parts"), host);
  EXPECT_EQ(heap.host("inParts"), host) << "the array hands its role on";
  EXPECT_EQ(heap.host("helped"), host) << "a method that does not keep its parameter";
  EXPECT_EQ(heap.host("node"), host) << "a list refers to itself";
  EXPECT_EQ(heap.host("deep"), host);
  EXPECT_EQ(heap.host("deepPart"), host) << "not used through `this` of its referrer";
  EXPECT_EQ(heap.host("captured"), host) << "the lambda captures the host";
  EXPECT_EQ(heap.host("workerState"), "heap.Hosts$Worker");
  EXPECT_EQ(heap.host("innerState"), "heap.Hosts$Host$Inner");
  EXPECT_EQ(heap.host("returned"), "");
  EXPECT_EQ(heap.host("published"), "");
  EXPECT_EQ(heap.host("given"), "");
  EXPECT_EQ(heap.host("fromOutside"), "") << "used through a reference to the host";
  EXPECT_EQ(heap.host("ofInner"), "") << "used by the inner object";
  EXPECT_EQ(heap.host("worker"), "") << "a thread has a scope of its own";
  EXPECT_EQ(heap.host("shared"), "") << "two objects refer to it";
}

TEST(HeapShapeTest, ClassesWithStateLocksAndConstantsAreNodes) {
  HeapOf& heap = heap_of("Shapes");
  for (const char* name : {"Shapes", "Shapes$Locked", "Shapes$Item", "Shapes$Color"}) {
    const ObjectId id = heap.class_object(name);
    ASSERT_TRUE(id.valid()) << name;
    for (P property : {P::kClass, P::kGlobal, P::kUnique}) EXPECT_TRUE(heap.graph().has(id, property)) << name;
  }
  EXPECT_FALSE(heap.class_object("Shapes$Owner").valid());
  EXPECT_EQ(heap.edges(heap.class_object("Shapes")), Set({"heap.Shapes.first -> heap.Shapes$Owner"}));
}

TEST(HeapShapeTest, EachContextHasItsObject) {
  HeapOf& heap = heap_of("Shapes");
  const std::vector<ObjectId> boxes = heap.all("box");
  ASSERT_EQ(boxes.size(), 2u);
  Set items;
  for (ObjectId box : boxes) {
    for (const auto& field : heap.graph().fields(box)) {
      ASSERT_EQ(field.objects.size(), 1u);
      items.insert(heap.numbers().text(field.objects[0]));
    }
  }
  EXPECT_EQ(items, Set({heap.numbers().text(heap.one("one")), heap.numbers().text(heap.one("two"))}));
  EXPECT_TRUE(heap.has("first", P::kGlobal));
  EXPECT_TRUE(heap.has("one", P::kGlobal));
  EXPECT_FALSE(heap.has("second", P::kGlobal));
  EXPECT_FALSE(heap.has("two", P::kGlobal));
}

TEST(HeapShapeTest, KnowsWhoRefersToAnObject) {
  HeapOf& heap = heap_of("Shapes");
  const auto incoming = heap.graph().incoming(heap.one("localItem"));
  ASSERT_EQ(incoming.size(), 1u);
  EXPECT_EQ(incoming[0].from, heap.one("local"));
  const std::vector<ObjectId> roots = {heap.one("first")};
  const std::vector<ObjectId> reached = heap.graph().reachable_from(roots);
  auto contains = [&](ObjectId id) { return std::find(reached.begin(), reached.end(), id) != reached.end(); };
  EXPECT_TRUE(contains(heap.one("one")));
  EXPECT_TRUE(contains(roots[0]));
  EXPECT_FALSE(contains(heap.one("two")));
  const ClassId owner = heap.graph().class_of(roots[0]);
  EXPECT_EQ(heap.graph().objects_of_class(owner).size(), 2u);
}

TEST(HeapShapeTest, WhatTheLibraryMayCallIsGlobal) {
  HeapOf& heap = heap_of("Shapes");
  EXPECT_TRUE(heap.has("listener", P::kGlobal));
  EXPECT_TRUE(heap.has("listenerItem", P::kGlobal));
  EXPECT_EQ(heap.host("listener"), "");
}

TEST(HeapShapeTest, EnumConstantsAreGlobal) {
  HeapOf& heap = heap_of("Shapes");
  const Set edges = heap.edges(heap.class_object("Shapes$Color"));
  EXPECT_TRUE(edges.contains("heap.Shapes$Color.RED -> heap.Shapes$Color"));
  EXPECT_TRUE(edges.contains("heap.Shapes$Color.BLUE -> heap.Shapes$Color"));
}

TEST(HeapDumpTest, ListsObjectsWithTheirFields) {
  HeapOf& heap = heap_of("Philosophers");
  heap.graph().set(heap.one("table"), P::kShared);
  HeapDumpOptions options;
  options.threads = [&](ObjectId id) { return id == heap.one("table") ? "T1 T2" : ""; };
  const std::string text = dump_heap(heap.graph(), heap.numbers(), options);
  heap.graph().set(heap.one("table"), P::kShared, false);
  EXPECT_NE(text.find("heap.Philosophers$Table  allocated by heap.Philosophers.main(java.lang.String[]) line "),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("    properties  global shared escape\n    threads     T1 T2\n    field       "
                      "heap.Philosophers$Table.forks -> " +
                      heap.numbers().text(heap.one("forks")) + "\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("    host        " + heap.numbers().text(heap.one("table")) + "\n"), std::string::npos) << text;
  EXPECT_NE(text.find("in context of heap.Philosophers.main(java.lang.String[]) line "), std::string::npos) << text;
}

TEST(HeapDumpTest, OneClassIsShownWithItsNeighbours) {
  HeapOf& heap = heap_of("Philosophers");
  HeapDumpOptions options;
  options.only = heap.graph().class_of(heap.one("philosopher"));
  const std::string text = dump_heap(heap.graph(), heap.numbers(), options);
  EXPECT_NE(text.find("heap.Philosophers$Table  allocated"), std::string::npos) << text;
  EXPECT_EQ(text.find("boolean[]"), std::string::npos) << text;
}

TEST(HeapDumpTest, DrawsTheGraph) {
  HeapOf& heap = heap_of("Philosophers");
  const std::string text = dump_heap_dot(heap.graph(), heap.numbers());
  const std::uint32_t table = heap.numbers().number(heap.one("table")),
                      forks = heap.numbers().number(heap.one("forks"));
  EXPECT_TRUE(text.starts_with("digraph heap {\n"));
  EXPECT_NE(text.find(fmt::format("n{} [label=\"#{} boolean[]\\nGEO\"]", forks, forks)), std::string::npos) << text;
  EXPECT_NE(text.find(fmt::format("n{} -> n{} [label=\"heap.Philosophers$Table.forks\"]", table, forks)),
            std::string::npos)
      << text;
}

TEST(HeapDumpTest, IsTheSameForAnyNumberOfJobs) {
  HeapOf one("Hosts", /*jobs=*/1), two("Hosts", /*jobs=*/2);
  EXPECT_EQ(dump_heap(one.graph(), one.numbers()), dump_heap(two.graph(), two.numbers()));
}

}  // namespace
}  // namespace snag
