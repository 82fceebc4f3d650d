// The forward solver, with a domain that records which blocks have been passed on some way.
#include "ir/forward_flow.h"

#include "ir_helpers.h"

namespace snag::ir {
namespace {

struct PassedBlocks {
  using State = std::uint32_t;  // a bit for each block

  std::size_t budget = 100, passes = 0;

  State at_entry() const { return 0; }
  void pass(BlockId block, State& state, State* /*thrown*/) {
    ++passes;
    state |= 1u << block.value;
  }
  const State& cross(const FlowEdge& /*edge*/, const State& out, State& /*scratch*/) const { return out; }
  static bool join(BlockId /*at*/, State& known, const State& arriving) {
    const State before = known;
    known |= arriving;
    return known != before;
  }
  bool within_budget() const { return passes <= budget; }
};

class ForwardFlowTest : public IrTest {
 protected:
  MethodIr ir(std::string_view text) {
    MethodIr method = parsed(text);
    EXPECT_EQ(problem(method), "");
    return method;
  }
};

constexpr const char* kLoop =
    "method static C.m(I)V\n"
    "b0:\n  v0:int = param 0\n  v1:int = const 0\n  goto b1\n"
    "b1:\n  if v0 == v1 then b2 else b3\n"
    "b2:\n  goto b1\n"
    "b3:\n  return\n";

TEST_F(ForwardFlowTest, GoesAroundLoopsUntilNothingChanges) {
  MethodIr method = ir(kLoop);
  PassedBlocks domain;
  FlowResult<std::uint32_t> found = solve_forward(method, domain);
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.at_start, (std::vector<std::uint32_t>{0b0000, 0b0111, 0b0111, 0b0111}));
  EXPECT_EQ(found.reached, std::vector<bool>(4, true));
}

TEST_F(ForwardFlowTest, ExceptionEdgesCarryTheStateOfTheBlocksStart) {
  MethodIr method =
      ir("method static C.m()V\n"
         "b0:\n  goto b1\n"
         "b1: <- b0 pads b2\n  invokestatic C.g()V ()\n  return\n"
         "b2: <- b1!\n  v1:java/lang/Throwable = catch any\n  throw v1\n");
  PassedBlocks domain;
  FlowResult<std::uint32_t> found = solve_forward(method, domain);
  EXPECT_EQ(found.at_start[2], 0b001u) << "not what b1 itself has done";
}

TEST_F(ForwardFlowTest, StopsWhenTheBudgetIsSpent) {
  MethodIr method = ir(kLoop);
  PassedBlocks domain{.budget = 2};
  FlowResult<std::uint32_t> found = solve_forward(method, domain);
  EXPECT_FALSE(found.complete);
  EXPECT_EQ(domain.passes, 3u);
}

}  // namespace
}  // namespace snag::ir
