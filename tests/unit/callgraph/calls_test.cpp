// What the calls of tests/java/sections/sections/Bindings.java mean.
#include "callgraph/calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sections/section_program.h"

namespace snag::sections {
namespace {

using library::AtomicKind;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

SectionProgram& program() { return section_program(); }

TEST(Calls, ExactCallsHaveOneTarget) {
  for (const auto& [callee, target] :
       {std::pair("helper", "Bindings.helper"), {"free", "Bindings.free"}, {"<init>", "Bindings$Names.<init>"}}) {
    const Binding& binding = program().binding("Bindings.exact", callee);
    EXPECT_TRUE(binding.complete && binding.resolved.valid() && !binding.unknown) << callee;
    EXPECT_THAT(program().targets(binding), ElementsAre(target));
  }
}

TEST(Calls, SuperCallsMeanTheMethodItself) {
  const Binding& binding = program().binding("Bindings$Cube.corners", "corners");
  EXPECT_TRUE(binding.complete);
  EXPECT_THAT(program().targets(binding), ElementsAre("Bindings$Square.corners"));
}

TEST(Calls, VirtualCallsHaveAllThatTheStaticTypeAllows) {
  const Binding& shapes = program().binding("Bindings.several", "corners");
  EXPECT_TRUE(shapes.complete);
  EXPECT_THAT(program().targets(shapes),
              ElementsAre("Bindings$Circle.corners", "Bindings$Cube.corners", "Bindings$Square.corners"));
  EXPECT_THAT(program().targets(program().binding("Bindings.squares", "corners")),
              ElementsAre("Bindings$Cube.corners", "Bindings$Square.corners"));
  EXPECT_THAT(program().targets(program().binding("Bindings.circles", "corners")),
              ElementsAre("Bindings$Circle.corners"));
  EXPECT_THAT(program().targets(program().binding("Bindings.oneOfMany", "number")), ElementsAre("Bindings$One.number"));
}

TEST(Calls, TooManyTargetsAreNotComplete) {
  const Binding& binding = program().binding("Bindings.tooMany", "number");
  EXPECT_FALSE(binding.complete);
  EXPECT_THAT(binding.targets, SizeIs(Calls::kMaximumTargets + 1));
  EXPECT_FALSE(binding.unknown) << "something is known";
}

TEST(Calls, ATargetWithoutCodeIsNotComplete) {
  const Binding& binding = program().binding("Bindings.partly", "amount");
  EXPECT_FALSE(binding.complete);
  EXPECT_THAT(program().targets(binding), ElementsAre("Bindings$WithCode.amount"));
}

TEST(Calls, WithoutAnyCodeTheCallIsUnknown) {
  for (const char* callee : {"nothing", "device"}) {
    const Binding& binding = program().binding("Bindings.unknown", callee);
    EXPECT_TRUE(binding.unknown) << callee;
    EXPECT_FALSE(binding.complete);
    EXPECT_TRUE(binding.resolved.valid());
    EXPECT_THAT(binding.targets, IsEmpty());
  }
}

TEST(Calls, AMissingClassIsUnknown) {
  SectionProgram without_jdk({.jdk = false});
  const Binding& binding = without_jdk.binding("Bindings.missing", "length");
  EXPECT_TRUE(binding.unknown);
  EXPECT_FALSE(binding.resolved.valid());
  EXPECT_FALSE(binding.complete);
  EXPECT_EQ(binding.model, nullptr);
  EXPECT_EQ(without_jdk.calls().model_for(binding, ClassId()), nullptr);
  EXPECT_FALSE(program().binding("Bindings.missing", "length").unknown) << "with the JDK it is there";
}

TEST(Calls, CallsOfTheLibraryHaveAModelInsteadOfTargets) {
  const Binding& size = program().binding("Bindings.library", "size");
  EXPECT_FALSE(size.complete || size.unknown);
  EXPECT_THAT(size.targets, IsEmpty());
  ASSERT_NE(size.model, nullptr);
  EXPECT_EQ(size.model->contents, AtomicKind::kRead);
}

TEST(Calls, TheStaticTypesModelIsNearerThanTheDeclaringClasss) {
  const Binding& map = program().binding("Bindings.map", "get");
  const Binding& concurrent = program().binding("Bindings.concurrentMap", "get");
  ASSERT_TRUE(map.model != nullptr && concurrent.model != nullptr);
  EXPECT_EQ(map.model->contents, AtomicKind::kRead);
  EXPECT_EQ(map.model->atomic, AtomicKind::kNone);
  EXPECT_EQ(concurrent.model->atomic, AtomicKind::kRead);
}

TEST(Calls, AReceiversClassSaysMore) {
  const Binding& map = program().binding("Bindings.map", "get");
  auto model_for = [&](const std::string& name) { return program().calls().model_for(map, program().class_of(name)); };
  EXPECT_EQ(model_for("java/util/concurrent/ConcurrentHashMap")->atomic, AtomicKind::kRead);
  EXPECT_EQ(model_for("java/util/Collections$SynchronizedMap")->atomic, AtomicKind::kRead);
  EXPECT_EQ(model_for("java/util/HashMap")->atomic, AtomicKind::kNone);
  EXPECT_EQ(model_for("java/util/ArrayList"), map.model) << "no map";
  EXPECT_EQ(program().calls().model_for(map, ClassId()), map.model);
}

TEST(Calls, CollectionsRunTheFunctionsTheyAreGiven) {
  // Their models say which.
  EXPECT_FALSE(program().binding("Bindings.functions", "forEach").model->calls.empty());
  EXPECT_FALSE(program().binding("Bindings.functions", "sort").model->calls.empty());
  EXPECT_FALSE(program().binding("Bindings.functions", "comparing").runs_functions);
  EXPECT_FALSE(program().binding("Bindings.exact", "helper").runs_functions);
}

TEST(Calls, CallersOutsideThePackageAreNotKnown) {
  Calls& calls = program().calls();
  EXPECT_TRUE(calls.callers_are_known(program().node("Bindings.helper")));
  EXPECT_TRUE(calls.callers_are_known(program().node("Bindings.several")));
  EXPECT_FALSE(calls.callers_are_known(program().node("Bindings.inherited")));
  EXPECT_FALSE(calls.callers_are_known(program().node("Bindings$Circle.corners")));
}

TEST(Calls, NodesAndMethodsBelongTogether) {
  Calls& calls = program().calls();
  for (std::uint32_t n = 0; n < calls.node_count(); ++n) {
    EXPECT_EQ(calls.node_of(calls.method(NodeId(n))), NodeId(n));
  }
  EXPECT_FALSE(calls.node_of(program().binding("Bindings.missing", "length").resolved).valid());
}

TEST(Calls, BodiesOfLambdas) {
  Calls& calls = program().calls();
  const ir::MethodIr& method = calls.ir(program().node("Bindings.functions"));
  ASSERT_EQ(method.lambdas.size(), 2u);
  EXPECT_EQ(calls.body_of(method.lambdas[0]), program().node("Bindings.lambda$functions$"));
  EXPECT_FALSE(calls.body_of(method.lambdas[1]).valid()) << "String::length is not here";
}

}  // namespace
}  // namespace snag::sections
