#include "heap/object_uses.h"

namespace snag {

using ir::Op;

ObjectUse object_use(const ir::Instruction& instruction, std::size_t operand) {
  switch (instruction.op) {
    case Op::kGetField:
    case Op::kArrayLoad:
    case Op::kArrayLength:
      return ObjectUse::kRead;
    case Op::kMonitorEnter:
    case Op::kMonitorExit:
      return ObjectUse::kLocked;
    case Op::kIf:
    case Op::kInstanceOf:
      return ObjectUse::kTested;
    case Op::kReturn:
      return ObjectUse::kReturned;
    case Op::kCast:
      return ObjectUse::kCast;
    case Op::kConcat:
      return ObjectUse::kText;
    case Op::kPutField:
      return operand == 0 ? ObjectUse::kChanged : ObjectUse::kField;
    case Op::kPutStatic:
      return ObjectUse::kStatic;
    case Op::kArrayStore:
      return operand == 0 ? ObjectUse::kChanged : ObjectUse::kOther;
    case Op::kInvoke: {
      const bool has_receiver = instruction.as<ir::InvokeKind>() != ir::InvokeKind::kStatic;
      return operand == 0 && has_receiver ? ObjectUse::kReceiver : ObjectUse::kArgument;
    }
    default:
      return ObjectUse::kOther;
  }
}

bool ObjectUses::is_confined(ir::ValueId object) {
  constexpr int kMaximumHops = 16;  // for hostile code
  for (int hop = 0; hop < kMaximumHops; ++hop) {
    const Op op = method_[object].op;
    if (op != Op::kCast && !(op == Op::kGetField && under_construction_)) break;
    object = method_.operands(object)[0];
  }
  const ir::Instruction& i = method_[object];
  if (i.op == Op::kParameter) return under_construction_ && !method_.is_static() && i.payload == 0;
  return (i.op == Op::kNew || i.op == Op::kNewArray) && stays_in_method(object);
}

bool ObjectUses::stays_in_method(ir::ValueId created) {
  if (escapes_.empty()) {
    escapes_.assign(method_.instructions.size(), false);
    for (const ir::Instruction& i : method_.instructions) {
      std::span<const ir::ValueId> operands = method_.operands(i);
      for (std::size_t n = 0; n < operands.size(); ++n) {
        if (lets_go(i, n)) escapes_[operands[n].value] = true;
      }
    }
  }
  return !escapes_[created.value];
}

bool ObjectUses::lets_go(const ir::Instruction& instruction, std::size_t operand) {
  switch (object_use(instruction, operand)) {
    case ObjectUse::kRead:
    case ObjectUse::kChanged:
    case ObjectUse::kLocked:
    case ObjectUse::kTested:
    case ObjectUse::kReturned:
      return false;
    case ObjectUse::kReceiver: {
      if (instruction.as<ir::InvokeKind>() == ir::InvokeKind::kSpecial) return false;
      const Binding& binding = calls_.binding(instruction);
      const bool on_collection = binding.model != nullptr && binding.model->action() != library::AtomicKind::kNone;
      const bool own_method = binding.complete && binding.model == nullptr;
      return !on_collection && !own_method && !binding.is_synchronized;
    }
    default:
      return true;
  }
}

std::vector<bool> handed_out(Calls& calls, const ir::MethodIr& method,
                             const std::function<bool(const ir::Instruction&)>& keeps) {
  std::vector<bool> result(method.instructions.size(), false);
  for (std::size_t at = method.instructions.size(); at-- > 0;) {  // uses first: a cast is what becomes of its result
    const ir::Instruction& i = method.instructions[at];
    std::span<const ir::ValueId> operands = method.operands(i);
    auto is_used_only = [&](std::size_t operand) {
      switch (object_use(i, operand)) {
        case ObjectUse::kLocked:
        case ObjectUse::kTested:
        case ObjectUse::kText:
        case ObjectUse::kReceiver:
          return true;
        case ObjectUse::kCast:
          return !result[at];
        case ObjectUse::kChanged:
          return i.op == Op::kPutField;
        case ObjectUse::kField:
        case ObjectUse::kStatic:
          return keeps(i);
        case ObjectUse::kArgument: {
          const ir::Reference& callee = calls.references()[i.reference()];
          return calls.models().policy().copies.matches(calls.text(callee.owner), calls.text(callee.name));
        }
        default:
          return false;
      }
    };
    for (std::size_t n = 0; n < operands.size(); ++n) {
      if (!is_used_only(n)) result[operands[n].value] = true;
    }
  }
  return result;
}

}  // namespace snag
