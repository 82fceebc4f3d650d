#include "checks/reacquired-lock/dependence.h"

#include <algorithm>

namespace snag::reacquired {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

Dependence::Dependence(MethodLocks& method)
    : method_locks_(method),
      method_(method.effects().method()),
      tests_(method_),
      block_of_(method_.block_of_instructions()) {}

std::vector<ValueId> Dependence::inside(const Mark& mark) const {
  bool one_call = mark.callee.valid() || method_locks_.sections()[mark.in_callee].library;
  if (one_call) return {mark.at};
  std::vector<ValueId> result;
  const sections::MethodEffects& effects = method_locks_.effects();
  for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
    sections::HeldLocks held = effects.held_at_start(BlockId(b));
    for (std::uint32_t n = method_.blocks[b].begin; n < method_.blocks[b].end; ++n) {
      bool in = std::any_of(held.begin(), held.end(), [&](const auto& h) { return h.site == mark.at; });
      if (in) result.push_back(ValueId(n));
      effects.step(ValueId(n), held);
    }
  }
  return result;
}

std::vector<bool> Dependence::slice(const std::vector<ValueId>& from) const {
  std::vector<bool> in(method_.instructions.size(), false);
  for (ValueId value : from) {
    Op op = method_[value].op;
    bool reads = op == Op::kGetField || op == Op::kGetStatic || op == Op::kArrayLoad || op == Op::kInvoke;
    if (reads && method_[value].type != ir::Type::kVoid) in[value.value] = true;
  }
  auto has = [&](ValueId value) { return bool(in[value.value]); };
  // One round for each loop around a value; more than a few are code that nobody wrote.
  constexpr int kMaximumRounds = 8;
  bool changed = true;
  for (int round = 0; changed && round < kMaximumRounds; ++round) {
    changed = false;
    for (std::uint32_t n = 0; n < method_.instructions.size(); ++n) {
      const ir::Instruction& i = method_.instructions[n];
      std::span<const ValueId> operands = method_.operands(i);
      bool any = std::any_of(operands.begin(), operands.end(), has);
      if (i.op == Op::kPhi && !any) {
        // A flag: constants between which a test has chosen.
        bool constants =
            std::all_of(operands.begin(), operands.end(), [&](ValueId v) { return method_[v].op == Op::kConstant; });
        BlockId above = tests_.above(block_of_[n]);
        if (constants && above.valid() && method_.terminator(above).op == Op::kIf) {
          std::span<const ValueId> tested = method_.operands(method_.terminator(above));
          any = std::any_of(tested.begin(), tested.end(), has);
        }
      }
      if (!any) continue;
      if (i.type != ir::Type::kVoid && !in[n]) in[n] = changed = true;
      // `new Job(value)`.
      bool constructs = i.op == Op::kInvoke && i.as<ir::InvokeKind>() == ir::InvokeKind::kSpecial &&
                        method_[operands[0]].op == Op::kNew;
      if (constructs && !has(operands[0])) in[operands[0].value] = changed = true;
    }
  }
  return in;
}

bool Dependence::depends(const Mark& second, const Mark& first) const {
  std::vector<bool> from_first = slice(inside(first));
  auto has = [&](ValueId value) { return bool(from_first[value.value]); };
  std::vector<ValueId> later = inside(second);
  auto is_later = [&](ValueId value) { return std::binary_search(later.begin(), later.end(), value); };
  for (ValueId at : later) {
    for (ValueId operand : method_.operands(at)) {
      // What a section has made itself it may use, be it that it runs a second time.
      if (has(operand) && (!is_later(operand) || method_[operand].op == Op::kPhi)) return true;
    }
  }
  return tests_.any_of(block_of_[second.at.value], [&](BlockId test) {
    std::span<const ValueId> tested = method_.operands(method_.terminator(test));
    return std::any_of(tested.begin(), tested.end(), has);
  });
}

}  // namespace snag::reacquired
