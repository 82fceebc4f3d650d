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

bool may_throw(const Instruction& i) {
  switch (i.op) {
    case Op::kNew:
    case Op::kNewArray:
    case Op::kMultiNewArray:
    case Op::kArrayLength:
    case Op::kArrayLoad:
    case Op::kArrayStore:
    case Op::kGetField:
    case Op::kPutField:
    case Op::kGetStatic:
    case Op::kPutStatic:
    case Op::kInvoke:
    case Op::kDynamic:
    case Op::kLambda:
    case Op::kConcat:
    case Op::kRecord:
    case Op::kCast:
    case Op::kMonitorEnter:
    case Op::kThrow:
      return true;
    case Op::kBinary:
      return (i.type == Type::kInt || i.type == Type::kLong) &&
             (i.as<BinaryKind>() == BinaryKind::kDivide || i.as<BinaryKind>() == BinaryKind::kRemainder);
    default:
      return false;
  }
}

}  // namespace snag::ir
