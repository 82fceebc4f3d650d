// FLOW NODES: which variables share a node, and what code that is not known may provide.
#include "callgraph/flow_nodes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "callgraph/watches.h"

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
  ObjectTypes types{program};
  FlowGraph flows{types};
  ExploredClasses explored{program, models};
  const Name ints = names.intern("[I"), missing = names.intern("a/Missing");

  ObjectTypeId array(std::string_view name) { return types.intern(ObjectKind::kArray, names.intern(name)); }
  std::vector<ObjectTypeId> at(FlowNodeId node) {
    flows.solve([](WatchId, ObjectTypeId) {});
    return flows.types_at(node);
  }
};

TEST_F(FlowNodesTest, VariablesOfAPlainTypeShareANode) {
  FlowNodes nodes(program, types, flows, explored, /*apart=*/true);
  EXPECT_EQ(nodes.variable(ints), nodes.plain(ints));
  EXPECT_THAT(at(nodes.plain(ints)), ElementsAre(array("[I")));
  EXPECT_FALSE(nodes.plain(missing).valid());
  EXPECT_NE(nodes.variable(missing), nodes.variable(missing));
}

TEST_F(FlowNodesTest, RapidTypesHaveOneNodeForAllOtherVariables) {
  FlowNodes nodes(program, types, flows, explored, /*apart=*/false);
  for (FlowNodeId node : {nodes.variable(missing), nodes.escaped(), nodes.thrown(), nodes.model_field(missing),
                          nodes.elements(array("[La/B;")), nodes.object(array("[La/B;"))}) {
    EXPECT_EQ(node, nodes.all());
  }
  EXPECT_NE(nodes.variable(ints), nodes.all());
}

TEST_F(FlowNodesTest, ElementsBelongToTheTypeOfTheArray) {
  FlowNodes nodes(program, types, flows, explored, /*apart=*/true);
  EXPECT_EQ(nodes.elements(array("[La/B;")), nodes.elements(array("[La/B;")));
  EXPECT_NE(nodes.elements(array("[La/B;")), nodes.elements(array("[La/C;")));
  EXPECT_FALSE(nodes.elements(array("[I")).valid()) << "numbers are not followed";
}

TEST_F(FlowNodesTest, AnUnknownValueIsAnEscapedObjectThatFits) {
  FlowNodes nodes(program, types, flows, explored, /*apart=*/true);
  FlowNodeId result = nodes.fresh();
  nodes.add_unknown_value(result, names.intern("[Ljava/lang/Object;"));
  nodes.add_unknown_value(FlowNodeId(), missing);  // a result that is not used
  flows.add_type(nodes.escaped(), array("[La/B;"));
  flows.add_type(nodes.escaped(), array("[[I"));
  flows.add_type(nodes.escaped(), array("[I"));
  EXPECT_THAT(at(result), UnorderedElementsAre(array("[Ljava/lang/Object;"), array("[La/B;"), array("[[I")))
      << "an array of ints is not one of objects";
}

TEST_F(FlowNodesTest, AWatchIsNotAddedTwice) {
  FlowNodes nodes(program, types, flows, explored, /*apart=*/true);
  Watches watches(flows, nodes);
  FlowNodeId node = nodes.fresh();
  for (int i = 0; i < 2; ++i)
    watches.add(node, {.kind = WatchKind::kGuess, .site = FlowSiteId(0), .declared = missing});
  watches.add(node, {.kind = WatchKind::kGuess, .site = FlowSiteId(1), .declared = missing});
  watches.add(FlowNodeId(), {.kind = WatchKind::kEscaped});
  flows.add_type(node, array("[I"));
  std::set<WatchId> notified;
  flows.solve([&](WatchId watch, ObjectTypeId) { notified.insert(watch); });
  EXPECT_EQ(notified.size(), 2u) << "one for each site";
}

}  // namespace
}  // namespace snag
