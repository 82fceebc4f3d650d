#include "execution/event_thread_tests.h"

#include <algorithm>
#include <span>

#include "execution/counted_loops.h"
#include "program/resolution.h"

namespace snag {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

namespace {

constexpr int kMaximumCallsDown = 2;

// The value that a method returns wherever it returns; invalid if there is no such value.
ValueId only_result(const ir::MethodIr& ir) {
  ValueId result;
  for (const ir::Instruction& i : ir.instructions) {
    if (i.op != Op::kReturn || ir.operands(i).empty()) continue;
    if (result.valid() && result != ir.operands(i)[0]) return {};
    result = ir.operands(i)[0];
  }
  return result;
}

}  // namespace

bool EventThreadTests::is_test(const ir::MethodIr& ir, ValueId value, int calls_down) const {
  const ir::Instruction& call = ir[value];
  if (call.op != Op::kInvoke) return false;
  Program& program = points_to_.program();
  const ir::Reference& callee = points_to_.store().references()[call.reference()];
  if (points_to_.models().policy().event_thread_tests.matches(program.text(callee.owner), program.text(callee.name))) {
    return true;
  }
  const bool is_static = call.as<ir::InvokeKind>() == ir::InvokeKind::kStatic;
  if (calls_down == 0 || !is_static || program.text(callee.descriptor) != "()Z") return false;
  const ResolvedMethod wrapper = Resolver(program).resolve_call(method_reference(callee), is_static);
  const ir::MethodIr* body = wrapper ? points_to_.store().get(*wrapper) : nullptr;
  if (body == nullptr) return false;
  const ValueId result = only_result(*body);
  return result.valid() && is_test(*body, result, calls_down - 1);
}

EventThreadTests::OfMethod EventThreadTests::find(const ir::MethodIr& ir) const {
  OfMethod result;
  for (std::uint32_t b = 0; b < ir.blocks.size(); ++b) {
    const ir::Instruction& test = ir.terminator(BlockId(b));
    if (test.op != Op::kIf || !is_test(ir, ir.operands(test)[0], kMaximumCallsDown)) continue;
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
