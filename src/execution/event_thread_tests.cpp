#include "execution/event_thread_tests.h"

#include <algorithm>
#include <span>

#include "execution/counted_loops.h"

namespace snag {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

bool EventThreadTests::is_test(const ir::MethodIr& ir, ValueId value) const {
  const ir::Instruction& call = ir[value];
  if (call.op != Op::kInvoke) return false;
  const Program& program = points_to_.program();
  const ir::Reference& callee = points_to_.store().references()[call.reference()];
  return points_to_.models().policy().event_thread_tests.matches(program.text(callee.owner), program.text(callee.name));
}

EventThreadTests::OfMethod EventThreadTests::find(const ir::MethodIr& ir) const {
  OfMethod result;
  for (std::uint32_t b = 0; b < ir.blocks.size(); ++b) {
    const ir::Instruction& test = ir.terminator(BlockId(b));
    if (test.op != Op::kIf || !is_test(ir, ir.operands(test)[0])) continue;
    const ir::Instruction& zero = ir[ir.operands(test)[1]];
    const auto condition = test.as<ir::Condition>();
    const bool equal = condition == ir::Condition::kEqual;
    if (zero.op != Op::kConstant || zero.payload != 0 || (!equal && condition != ir::Condition::kNotEqual)) continue;
    if (result.event_thread.empty()) {
      result.block_of = ir.block_of_instructions();
      result.event_thread.resize(ir.blocks.size());
    }
    const std::span<const BlockId> sides = ir.successors(BlockId(b));
    for (std::size_t side = 0; side < sides.size(); ++side) {
      if (ir.predecessors(sides[side]).size() != 1) continue;
      const bool passed = (side == 0) != equal;
      for (std::uint32_t to = 0; to < ir.blocks.size(); ++to) {
        const bool behind = leads_through(ir, BlockId(0), BlockId(to), sides[side]) && BlockId(0) != sides[side];
        if (behind) result.event_thread[to] = passed;
      }
    }
  }
  return result;
}

const EventThreadTests::OfMethod& EventThreadTests::of(MethodId method) const {
  auto it = known_.find(method);
  if (it == known_.end()) {
    const ir::MethodIr* ir = points_to_.store().get(method);
    it = known_.emplace(method, ir == nullptr ? OfMethod() : find(*ir)).first;
  }
  return it->second;
}

std::optional<bool> EventThreadTests::only_event_thread(MethodId method, ValueId instruction) const {
  const OfMethod& found = of(method);
  if (found.event_thread.empty() || !instruction.valid()) return std::nullopt;
  return found.event_thread[found.block_of[instruction.value].value];
}

}  // namespace snag
