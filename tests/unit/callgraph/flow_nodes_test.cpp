// FLOW NODES: which variables share a node, and what code that is not known may provide.
#include "callgraph/flow_nodes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "callgraph/propagation.h"

namespace snag {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

class FlowNodesTest : public testing::Test {
 protected:
  Diagnostics diagnostics;
  Names names;
  ClassPath class_path{diagnostics};
  Program program{names, class_path, diagnostics};
  library::Models models{names};
  ir::References references;
  IrStore store{program, references};
  Propagation run{store, models, Precision::kVariableTypes};
  FlowNodes& nodes = run.nodes;
  const Name ints = names.intern("[I"), missing = names.intern("a/Missing");

  ObjectId array(std::string_view name) { return run.types.intern(ObjectKind::kArray, names.intern(name)); }
  std::set<ObjectId> at(FlowNodeId node) {
    std::set<ObjectId> result;
    run.flows.add_watch(node, WatchId(0));
    run.flows.solve([&](WatchId, ObjectId type) { result.insert(type); });
    return result;
  }
};

TEST_F(FlowNodesTest, VariablesOfAPlainTypeShareANode) {
  EXPECT_EQ(nodes.variable(ints), nodes.plain(ints));
  EXPECT_THAT(at(nodes.plain(ints)), ElementsAre(array("[I")));
  EXPECT_FALSE(nodes.plain(missing).valid());
  EXPECT_NE(nodes.variable(missing), nodes.variable(missing));
}

TEST_F(FlowNodesTest, RapidTypesHaveOneNodeForAllOtherVariables) {
  FlowNodes rapid(run, /*apart=*/false);
  for (FlowNodeId node : {rapid.variable(missing), rapid.escaped(), rapid.thrown(), rapid.model_field(missing),
                          rapid.elements(array("[La/B;")), rapid.object(array("[La/B;"))}) {
    EXPECT_EQ(node, rapid.all());
  }
  EXPECT_NE(rapid.variable(ints), rapid.all());
}

TEST_F(FlowNodesTest, ElementsBelongToTheTypeOfTheArray) {
  EXPECT_EQ(nodes.elements(array("[La/B;")), nodes.elements(array("[La/B;")));
  EXPECT_NE(nodes.elements(array("[La/B;")), nodes.elements(array("[La/C;")));
  EXPECT_FALSE(nodes.elements(array("[I")).valid()) << "numbers are not followed";
}

TEST_F(FlowNodesTest, AnUnknownValueIsAnEscapedObjectThatFits) {
  FlowNodeId result = nodes.fresh();
  nodes.add_unknown_value(result, names.intern("[Ljava/lang/Object;"));
  nodes.add_unknown_value(FlowNodeId(), missing);  // a result that is not used
  run.flows.add_object(nodes.escaped(), array("[La/B;"));
  run.flows.add_object(nodes.escaped(), array("[[I"));
  run.flows.add_object(nodes.escaped(), array("[I"));
  EXPECT_THAT(at(result), UnorderedElementsAre(array("[Ljava/lang/Object;"), array("[La/B;"), array("[[I")))
      << "an array of ints is not one of objects";
}

TEST_F(FlowNodesTest, AWatchIsNotAddedTwice) {
  FlowNodeId node = nodes.fresh();
  FlowSite one, other;
  for (FlowSite* site : {&one, &one, &other}) {
    run.watch(node, {.kind = WatchKind::kGuess, .site = site, .declared = missing});
  }
  run.watch(FlowNodeId(), {.kind = WatchKind::kEscaped});
  run.flows.add_object(node, array("[I"));
  std::set<WatchId> notified;
  run.flows.solve([&](WatchId watch, ObjectId) { notified.insert(watch); });
  EXPECT_EQ(notified.size(), 2u) << "one for each site";
}

}  // namespace
}  // namespace snag
