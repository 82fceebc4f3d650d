#include "execution/counted_loops.h"

#include <vector>

namespace snag {

using ir::BlockId;
using ir::Condition;
using ir::Op;
using ir::ValueId;

namespace {

bool is_int(const ir::MethodIr& ir, ValueId value) {
  return ir[value].op == Op::kConstant && ir[value].as<ir::ConstantKind>() == ir::ConstantKind::kInt;
}

// What has to hold between the operands of a test for its first, or its second, successor to be taken.
Condition opposite(Condition condition) {
  switch (condition) {
    case Condition::kEqual:
      return Condition::kNotEqual;
    case Condition::kNotEqual:
      return Condition::kEqual;
    case Condition::kLess:
      return Condition::kGreaterOrEqual;
    case Condition::kGreaterOrEqual:
      return Condition::kLess;
    case Condition::kGreater:
      return Condition::kLessOrEqual;
    case Condition::kLessOrEqual:
      return Condition::kGreater;
  }
  return condition;
}

class CountedLoop {
 public:
  CountedLoop(const ir::MethodIr& ir, const MethodLoops& loops, ValueId inside)
      : ir_(ir), loops_(loops), inside_(loops.block_of[inside.value]) {}

  std::optional<ValueId> limit() const {
    for (std::uint32_t b = 0; b < ir_.blocks.size(); ++b) {
      if (!in_loop(BlockId(b))) continue;
      if (auto found = limit_of_test(BlockId(b))) return found;
    }
    return std::nullopt;
  }

 private:
  bool in_loop(BlockId block) const { return loops_.component[block.value] == loops_.component[inside_.value]; }
  BlockId block_of(ValueId v) const { return loops_.block_of[v.value]; }

  std::optional<ValueId> limit_of_test(BlockId block) const {
    const ir::Instruction& test = ir_.terminator(block);
    if (test.op != Op::kIf) return std::nullopt;
    const auto next = ir_.successors(block);
    if (next.size() != 2 || in_loop(next[0]) == in_loop(next[1])) return std::nullopt;
    const auto condition = test.as<Condition>();
    const Condition to_stay = in_loop(next[0]) ? condition : opposite(condition);
    const ValueId left = ir_.operands(test)[0], right = ir_.operands(test)[1];
    ValueId index, limit;
    if (to_stay == Condition::kLess) {
      index = left, limit = right;
    } else if (to_stay == Condition::kGreater) {
      index = right, limit = left;
    } else {
      return std::nullopt;
    }
    if (!counts_up_from_zero(index) || !is_fixed(limit)) return std::nullopt;
    // Each execution of what is asked about has a test of its own before it, and each test a value of its own.
    if (!leads_through(ir_, BlockId(0), inside_, block) || !leads_through(ir_, inside_, inside_, block)) {
      return std::nullopt;
    }
    if (!leads_through(ir_, block, block, block_of(index))) return std::nullopt;
    return limit;
  }

  // 0 from outside of the loop, and more than before from inside.
  bool counts_up_from_zero(ValueId value) const {
    if (ir_[value].op != Op::kPhi || !in_loop(block_of(value))) return false;
    const auto edges = ir_.predecessors(block_of(value));
    const auto operands = ir_.operands(value);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const bool fits = in_loop(edges[i].from) ? is_more(operands[i], value)
                                               : is_int(ir_, operands[i]) && ir_[operands[i]].payload == 0;
      if (!fits) return false;
    }
    return true;
  }

  bool is_more(ValueId sum, ValueId than) const {
    const ir::Instruction& add = ir_[sum];
    if (add.op != Op::kBinary || add.as<ir::BinaryKind>() != ir::BinaryKind::kAdd) return false;
    const ValueId left = ir_.operands(add)[0], right = ir_.operands(add)[1];
    auto is_positive = [&](ValueId v) { return is_int(ir_, v) && static_cast<std::int32_t>(ir_[v].payload) > 0; };
    return (left == than && is_positive(right)) || (right == than && is_positive(left));
  }

  // A number that is the same in each round.
  bool is_fixed(ValueId value) const {
    if (is_int(ir_, value) || !in_loop(block_of(value))) return true;
    return ir_[value].op == Op::kArrayLength && !in_loop(block_of(ir_.operands(value)[0]));
  }

  const ir::MethodIr& ir_;
  const MethodLoops& loops_;
  const BlockId inside_;
};

}  // namespace

bool leads_through(const ir::MethodIr& ir, BlockId from, BlockId to, BlockId through) {
  if (from == through || to == through) return true;
  std::vector<bool> seen(ir.blocks.size(), false);
  std::vector<BlockId> work = {from};
  while (!work.empty()) {
    const BlockId block = work.back();
    work.pop_back();
    bool arrived = false;
    auto go = [&](BlockId next) {
      arrived |= next == to;
      if (next == through || seen[next.value]) return;
      seen[next.value] = true;
      work.push_back(next);
    };
    for (BlockId next : ir.successors(block)) go(next);
    for (BlockId next : ir.pads(block)) go(next);
    if (arrived) return false;
  }
  return true;
}

bool same_number(const ir::MethodIr& ir, ValueId a, ValueId b) {
  // The length of an array that is made here is what it was made with.
  auto made_with = [&](ValueId v) {
    const bool length = ir[v].op == Op::kArrayLength && ir[ir.operands(v)[0]].op == Op::kNewArray;
    return length ? ir.operands(ir.operands(v)[0])[0] : v;
  };
  a = made_with(a);
  b = made_with(b);
  if (a == b) return true;
  if (is_int(ir, a) && is_int(ir, b)) return ir[a].payload == ir[b].payload;
  return ir[a].op == Op::kArrayLength && ir[b].op == Op::kArrayLength && ir.operands(a)[0] == ir.operands(b)[0];
}

std::optional<ValueId> limit_of_rounds(const ir::MethodIr& ir, const MethodLoops& loops, ValueId instruction) {
  return CountedLoop(ir, loops, instruction).limit();
}

}  // namespace snag
