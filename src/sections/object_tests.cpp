#include "sections/object_tests.h"

#include <algorithm>

namespace snag::sections {

using ir::Op;
using ir::ValueId;

bool ObjectTests::is_only_whether(const ir::Instruction& end, ValueId object) const {
  std::span<const ValueId> operands = method_.operands(end);
  const ir::Instruction& other = method_[operands[1]];
  return method_.without_casts(operands[0]) == object && other.op == Op::kConstant &&
         other.as<ir::ConstantKind>() == ir::ConstantKind::kNull;
}

bool ObjectTests::comes_from(ValueId value, ValueId object, int& budget) const {
  if (value == object) return true;
  if (--budget < 0) return false;
  switch (method_[value].op) {
    case Op::kUnary:
    case Op::kBinary:
    case Op::kCompare:
    case Op::kCast:
    case Op::kInstanceOf:
    case Op::kArrayLength:
    case Op::kGetField:
    case Op::kInvoke: {
      std::span<const ValueId> operands = method_.operands(value);
      return std::any_of(operands.begin(), operands.end(),
                         [&](ValueId operand) { return comes_from(operand, object, budget); });
    }
    default:
      return false;
  }
}

}  // namespace snag::sections
