#include "ir/method_ir.h"

#include <algorithm>

namespace snag::ir {

std::span<const SwitchCase> MethodIr::switch_cases(const Instruction& i) const {
  std::size_t end = i.payload;
  while (end < cases.size() && !cases[end].is_default) ++end;
  return {cases.data() + i.payload, std::min(end + 1, cases.size()) - i.payload};
}

std::vector<BlockId> MethodIr::block_of_instructions() const {
  std::vector<BlockId> result(instructions.size());
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    for (std::uint32_t i = blocks[b].begin; i < blocks[b].end; ++i) result[i] = BlockId(b);
  }
  return result;
}

bool MethodIr::may_follow(ValueId first, ValueId then) const {
  const std::vector<BlockId> block_of = block_of_instructions();
  if (block_of[first.value] == block_of[then.value] && first < then) return true;
  std::vector<bool> seen(blocks.size(), false);
  std::vector<BlockId> waiting = {block_of[first.value]};
  while (!waiting.empty()) {
    const BlockId block = waiting.back();
    waiting.pop_back();
    auto go_to = [&](std::span<const BlockId> blocks_behind) {
      for (BlockId next : blocks_behind) {
        if (seen[next.value]) continue;
        seen[next.value] = true;
        waiting.push_back(next);
      }
    };
    go_to(successors(block));
    go_to(pads(block));
  }
  return seen[block_of[then.value].value];
}

std::uint32_t MethodIr::line_at(std::uint32_t pc) const {
  auto after = std::upper_bound(lines.begin(), lines.end(), pc,
                                [](std::uint32_t at, const classfile::LineNumber& l) { return at < l.start; });
  return after == lines.begin() ? 0 : std::prev(after)->line;
}

std::size_t MethodIr::memory() const {
  auto bytes = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  return sizeof(*this) + bytes(instructions) + bytes(operand_pool) + bytes(blocks) + bytes(predecessor_pool) +
         bytes(successor_pool) + bytes(cases) + bytes(wide_constants) + bytes(lambdas) + bytes(dynamics) + bytes(lines);
}

Type type_of(std::string_view descriptor) {
  switch (descriptor.empty() ? 'V' : descriptor[0]) {
    case 'B':
    case 'C':
    case 'I':
    case 'S':
    case 'Z':
      return Type::kInt;
    case 'J':
      return Type::kLong;
    case 'F':
      return Type::kFloat;
    case 'D':
      return Type::kDouble;
    case 'L':
    case '[':
      return Type::kReference;
    default:
      return Type::kVoid;
  }
}

// From each of the four types to the three others, in the order of Type; then from int to byte, char and short.
std::pair<Type, Type> conversion_types(UnaryKind conversion) {
  const unsigned number = static_cast<unsigned>(conversion) - static_cast<unsigned>(UnaryKind::kIntToLong);
  if (number >= 12) return {Type::kInt, Type::kInt};
  const unsigned from = number / 3, to = number % 3;
  return {static_cast<Type>(from + 1), static_cast<Type>(to + (to < from ? 1 : 2))};
}

UnaryKind conversion_between(Type from, Type to) {
  const unsigned row = static_cast<unsigned>(from) - 1, column = static_cast<unsigned>(to) - (to < from ? 1 : 2);
  return static_cast<UnaryKind>(static_cast<unsigned>(UnaryKind::kIntToLong) + 3 * row + column);
}

bool may_throw(const Instruction& i) {
  if (i.op == Op::kBinary) {
    return (i.type == Type::kInt || i.type == Type::kLong) &&
           (i.as<BinaryKind>() == BinaryKind::kDivide || i.as<BinaryKind>() == BinaryKind::kRemainder);
  }
  return (i.op >= Op::kNew && i.op <= Op::kCast) || i.op == Op::kMonitorEnter || i.op == Op::kThrow;
}

}  // namespace snag::ir
