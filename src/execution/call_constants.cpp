#include "execution/call_constants.h"

#include <algorithm>
#include <optional>
#include <span>

#include "execution/counted_loops.h"
#include "execution/multiplicity.h"

namespace snag {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

namespace {

constexpr std::size_t kMaximumTests = 8;  // of one method

// Whether a constant is 0, false or null; nothing for other values.
std::optional<bool> is_zero(const ir::MethodIr& ir, ValueId value) {
  const ir::Instruction& i = ir[ir.without_casts(value)];
  if (i.op == Op::kNew) return false;
  if (i.op != Op::kConstant) return std::nullopt;
  if (i.as<ir::ConstantKind>() == ir::ConstantKind::kNull) return true;
  if (i.as<ir::ConstantKind>() == ir::ConstantKind::kInt) return i.payload == 0;
  return std::nullopt;
}

}  // namespace

// What is behind the blocks of some keys alone.
void CallConstants::add_switch(const ir::MethodIr& ir, BlockId block, OfMethod& result) {
  const ir::Instruction& test = ir.terminator(block);
  const std::uint32_t parameter = ir[ir.without_casts(ir.operands(test)[0])].payload;
  const std::span<const ir::SwitchCase> cases = ir.switch_cases(test);
  if (result.block_of.empty()) {
    result.block_of = ir.block_of_instructions();
    result.conditions.resize(ir.blocks.size());
  }
  const std::span<const BlockId> sides = ir.successors(block);
  for (std::uint32_t side = 0; side < sides.size(); ++side) {
    Condition condition{parameter, false, {}};
    bool by_default = false;
    for (const ir::SwitchCase& each : cases) {
      if (each.successor != side) continue;
      by_default = by_default || each.is_default;
      condition.keys.push_back(each.key);
    }
    if (by_default || ir.predecessors(sides[side]).size() != 1) continue;
    for (std::uint32_t to = 0; to < ir.blocks.size(); ++to) {
      if (leads_through(ir, BlockId(0), BlockId(to), sides[side])) result.conditions[to].push_back(condition);
    }
  }
}

CallConstants::OfMethod CallConstants::find(const ir::MethodIr& ir) {
  OfMethod result;
  std::size_t tests = 0;
  for (std::uint32_t b = 0; b < ir.blocks.size() && tests < kMaximumTests; ++b) {
    const ir::Instruction& test = ir.terminator(BlockId(b));
    if (test.op == Op::kSwitch && ir[ir.without_casts(ir.operands(test)[0])].op == Op::kParameter) {
      ++tests;
      add_switch(ir, BlockId(b), result);
    }
    if (test.op != Op::kIf) continue;
    const auto condition = test.as<ir::Condition>();
    const bool equal = condition == ir::Condition::kEqual;
    const ir::Instruction& tested = ir[ir.without_casts(ir.operands(test)[0])];
    if (tested.op != Op::kParameter || (!equal && condition != ir::Condition::kNotEqual)) continue;
    const ir::Instruction& other = ir[ir.operands(test)[1]];
    if (other.op != Op::kConstant || is_zero(ir, ir.operands(test)[1]) != true) continue;
    ++tests;
    if (result.block_of.empty()) {
      result.block_of = ir.block_of_instructions();
      result.conditions.resize(ir.blocks.size());
    }
    const std::span<const BlockId> sides = ir.successors(BlockId(b));
    for (std::size_t side = 0; side < sides.size(); ++side) {
      if (ir.predecessors(sides[side]).size() != 1) continue;
      for (std::uint32_t to = 0; to < ir.blocks.size(); ++to) {
        if (!leads_through(ir, BlockId(0), BlockId(to), sides[side])) continue;
        result.conditions[to].push_back({tested.payload, (side == 0) == equal, {}});
      }
    }
  }
  return result;
}

const CallConstants::OfMethod& CallConstants::of(MethodId method) const {
  auto it = known_.find(method);
  if (it == known_.end()) {
    const ir::MethodIr* ir = points_to_.store().get(method);
    it = known_.emplace(method, ir == nullptr ? OfMethod() : find(*ir)).first;
  }
  return it->second;
}

bool CallConstants::exclude(MethodInstanceId caller, ValueId call, MethodInstanceId callee, ValueId at) const {
  const ir::MethodIr* ir = points_to_.store().get(points_to_[caller].method);
  if (ir == nullptr || !at.valid() || (*ir)[call].op != Op::kInvoke) return false;
  const OfMethod& known = of(points_to_[callee].method);
  if (known.block_of.empty()) return false;
  // A callback of a library method is passed other arguments.
  const auto calls = calls_at(points_to_, caller, call);
  const bool direct = std::any_of(calls.begin(), calls.end(), [&](const PointsTo::InstanceCall& each) {
    return each.callee == callee && each.kind == CalleeKind::kCall;
  });
  if (!direct) return false;
  const std::span<const ValueId> arguments = ir->operands(call);
  const std::vector<Condition>& conditions = known.conditions[known.block_of[at.value].value];
  return std::any_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
    if (condition.parameter >= arguments.size()) return false;
    if (!condition.keys.empty()) {
      const ir::Instruction& value = (*ir)[ir->without_casts(arguments[condition.parameter])];
      return value.op == Op::kConstant && value.as<ir::ConstantKind>() == ir::ConstantKind::kInt &&
             std::find(condition.keys.begin(), condition.keys.end(), static_cast<std::int32_t>(value.payload)) ==
                 condition.keys.end();
    }
    const std::optional<bool> zero = is_zero(*ir, arguments[condition.parameter]);
    return zero && *zero != condition.zero;
  });
}

}  // namespace snag
