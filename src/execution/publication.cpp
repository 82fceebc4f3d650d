#include "execution/publication.h"

#include <algorithm>

#include "heap/instance_values.h"

namespace snag {

using ir::Op;
using ir::ValueId;

std::optional<RunPoint> Publication::of(ObjectId object) const {
  if (object.value >= whole_.points_to().object_count()) return std::nullopt;
  std::optional<Held> held =
      Held{whole_.threads().multiplicity().allocated_by(object), whole_.points_to().allocation(object).instruction};
  for (int calls = 0; calls < kMaximumCalls && held && held->instance.valid() && held->value.valid(); ++calls) {
    const NodeId node = node_of(held->instance);
    if (!node.valid() || whole_.ownership().gave_up(node)) return std::nullopt;
    const ir::MethodIr& ir = calls_.ir(node);
    if (ir[held->value].op != Op::kParameter) {
      const std::vector<ValueId> places = whole_.ownership().published_at(node, held->value);
      if (places.size() > 1) return std::nullopt;
      if (!places.empty()) return inside_callees(*held, places[0]);
    }
    held = in_caller(*held, node);
  }
  return std::nullopt;
}

// What its only caller calls the object: the result of the call, or the argument that refers to the object.
std::optional<Publication::Held> Publication::in_caller(const Held& held, NodeId method) const {
  const ir::MethodIr& ir = calls_.ir(method);
  auto is_held = [&](ValueId value) { return ir.without_casts(value) == held.value; };
  std::optional<std::uint32_t> parameter;
  if (ir[held.value].op == Op::kParameter) {
    parameter = static_cast<std::uint32_t>(ir[held.value].payload);
  } else if (parameter = whole_.ownership().kept_by(method, held.value); !parameter && calls_.is_constructor(method)) {
    // `this` of a constructor is owned whoever calls it.
    const ValueId made = InstanceValues::parameter(ir, 0);
    const bool kept = std::any_of(ir.instructions.begin(), ir.instructions.end(), [&](const ir::Instruction& i) {
      return i.op == Op::kPutField && ir.operands(i)[0] == made && is_held(ir.operands(i)[1]);
    });
    if (kept) parameter = 0;
  }
  const bool returned = std::any_of(ir.instructions.begin(), ir.instructions.end(), [&](const ir::Instruction& i) {
    return i.op == Op::kReturn && i.operand_count == 1 && is_held(ir.operands(i)[0]);
  });
  const std::span<const Caller> callers = whole_.threads().callers().all(held.instance);
  if (callers.size() != 1 || callers[0].callback || returned == parameter.has_value()) return std::nullopt;
  const NodeId caller = node_of(callers[0].caller);
  if (!caller.valid()) return std::nullopt;
  const ir::MethodIr& calling = calls_.ir(caller);
  if (calling[callers[0].site].op != Op::kInvoke) return std::nullopt;
  if (returned) return Held{callers[0].caller, callers[0].site};
  const std::span<const ValueId> arguments = calling.operands(callers[0].site);
  if (*parameter >= arguments.size()) return std::nullopt;
  const ValueId argument = calling.without_casts(arguments[*parameter]);
  const Op made = calling[argument].op;
  if (made != Op::kNew && made != Op::kInvoke && made != Op::kParameter) return std::nullopt;
  return Held{callers[0].caller, argument};
}

// If the place is a call of a method that is passed the object itself: where that method publishes it.
RunPoint Publication::inside_callees(const Held& held, ValueId at) const {
  RunPoint result{held.instance, at};
  ValueId value = held.value;
  for (int calls = 0; calls < kMaximumCalls; ++calls) {
    const ir::MethodIr& ir = calls_.ir(node_of(result.instance));
    if (ir[result.at].op != Op::kInvoke) break;
    const std::span<const ValueId> arguments = ir.operands(result.at);
    const auto argument =
        std::find_if(arguments.begin(), arguments.end(), [&](ValueId v) { return ir.without_casts(v) == value; });
    const auto callees = calls_at(whole_.points_to(), result.instance, result.at);
    if (argument == arguments.end() || callees.size() != 1 || callees[0].kind != CalleeKind::kCall) break;
    const NodeId callee = node_of(callees[0].callee);
    if (!callee.valid() || whole_.ownership().gave_up(callee)) break;
    value = InstanceValues::parameter(calls_.ir(callee), static_cast<std::uint32_t>(argument - arguments.begin()));
    if (!value.valid()) break;
    const std::vector<ValueId> places = whole_.ownership().published_at(callee, value);
    if (places.size() != 1) break;
    result = {callees[0].callee, places[0]};
  }
  return result;
}

}  // namespace snag
