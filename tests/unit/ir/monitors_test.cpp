// Locking that javac never writes, in IR text; what javac writes is in cli/dump_locks_test.cpp.
#include "ir/monitors.h"

#include "ir_helpers.h"

namespace snag::ir {
namespace {

class MonitorsTest : public IrTest {
 protected:
  MethodIr ir(std::string_view text) {
    MethodIr method = parsed(text);
    EXPECT_EQ(problem(method), "");
    return method;
  }
};

constexpr const char* kTwoLocks = "method static C.m(Ljava/lang/Object;Ljava/lang/Object;I)V\n";

TEST_F(MonitorsTest, NestedRegions) {
  MethodIr method = ir(std::string(kTwoLocks) +
                       "b0:\n  v0:java/lang/Object = param 0\n  v1:java/lang/Object = param 1\n  v2:int = param 2\n"
                       "  monitorenter v0\n  monitorenter v1\n  monitorexit v1\n  monitorexit v0\n  return\n");
  Monitors monitors(method);
  ASSERT_EQ(monitors.regions().size(), 2u);
  EXPECT_FALSE(monitors[RegionId(0)].structured) << "the inner monitorenter may throw, and nothing catches that";
  EXPECT_TRUE(monitors[RegionId(1)].structured);
  EXPECT_FALSE(monitors[RegionId(0)].outer.valid());
  EXPECT_EQ(monitors[RegionId(1)].outer, RegionId(0));
  EXPECT_EQ(monitors[RegionId(0)].exits, std::vector{ValueId(6)});
  EXPECT_EQ(monitors.held_before(BlockId(0), ValueId(3)), HeldRegions{}) << "outside its own monitorenter";
  EXPECT_EQ(monitors.held_before(BlockId(0), ValueId(5)), (HeldRegions{RegionId(0), RegionId(1)}));
  EXPECT_EQ(monitors.held_before(BlockId(0), ValueId(7)), HeldRegions{});
}

TEST_F(MonitorsTest, ReleaseOutOfOrderIsExactButUnstructured) {
  MethodIr method = ir(std::string(kTwoLocks) +
                       "b0:\n  v0:java/lang/Object = param 0\n  v1:java/lang/Object = param 1\n  v2:int = param 2\n"
                       "  monitorenter v0\n  monitorenter v1\n  monitorexit v0\n  monitorexit v1\n  return\n");
  Monitors monitors(method);
  EXPECT_FALSE(monitors[RegionId(0)].structured);
  EXPECT_FALSE(monitors[RegionId(1)].structured);
  EXPECT_EQ(monitors.held_before(BlockId(0), ValueId(6)), HeldRegions{RegionId(1)}) << "only the second is still held";
  EXPECT_TRUE(monitors.unmatched_exits().empty());
}

TEST_F(MonitorsTest, HeldOnOnePathOnlyIsNotHeldWhereTheyMeet) {
  MethodIr method = ir(std::string(kTwoLocks) +
                       "b0:\n  v0:java/lang/Object = param 0\n  v1:java/lang/Object = param 1\n  v2:int = param 2\n"
                       "  v3:int = const 0\n  if v2 == v3 then b2 else b1\n"
                       "b1:\n  monitorenter v0\n  goto b2\n"
                       "b2:\n  return\n");
  Monitors monitors(method);
  ASSERT_EQ(monitors.regions().size(), 1u);
  EXPECT_FALSE(monitors[RegionId(0)].structured);
  EXPECT_EQ(monitors.held_at_start(BlockId(2)), HeldRegions{});
}

TEST_F(MonitorsTest, EnteredInALoopWithoutExit) {
  MethodIr method = ir(std::string(kTwoLocks) +
                       "b0:\n  v0:java/lang/Object = param 0\n  v1:java/lang/Object = param 1\n  v2:int = param 2\n"
                       "  goto b1\n"
                       "b1:\n  monitorenter v0\n  v3:int = const 0\n  if v2 == v3 then b1 else b2\n"
                       "b2:\n  monitorexit v0\n  return\n");
  Monitors monitors(method);
  EXPECT_FALSE(monitors.structured());
  EXPECT_EQ(monitors.held_at_start(BlockId(1)), HeldRegions{});
  EXPECT_EQ(monitors.held_at_start(BlockId(2)), HeldRegions{RegionId(0)});
}

TEST_F(MonitorsTest, ExitWithoutEntryAndEntryWithoutExit) {
  MethodIr method = ir(std::string(kTwoLocks) +
                       "b0:\n  v0:java/lang/Object = param 0\n  v1:java/lang/Object = param 1\n  v2:int = param 2\n"
                       "  monitorexit v1\n  monitorenter v0\n  return\n");
  Monitors monitors(method);
  EXPECT_EQ(std::vector(monitors.unmatched_exits().begin(), monitors.unmatched_exits().end()), std::vector{ValueId(3)});
  EXPECT_FALSE(monitors[RegionId(0)].structured) << "still held at the return";
}

}  // namespace
}  // namespace snag::ir
