#include "callgraph/field_handles.h"

#include <algorithm>

namespace snag {

using ir::Op;
using ir::ValueId;
using library::HandleKind;

FieldHandles::FieldHandles(Calls& calls) : calls_(calls) {
  const Program& program = calls.program();
  for (std::uint32_t n = 0; n < calls.node_count(); ++n) {
    const NodeId node(n);
    if (!calls.is_class_initializer(node)) continue;
    const ir::MethodIr& method = calls.ir(node);
    for (const ir::Instruction& store : method.instructions) {
      if (store.op != Op::kPutStatic) continue;
      const ValueId made = method.without_casts(method.operands(store)[0]);
      if (method[made].op != Op::kInvoke) continue;
      const FieldId field = calls.field(store);
      if (!field.valid() || !program[field].is_final()) continue;
      const FieldId target = target_of(method, made);
      if (!target.valid()) continue;
      target_of_[field] = target;
      targets_.push_back(target);
    }
  }
  std::sort(targets_.begin(), targets_.end());
  targets_.erase(std::unique(targets_.begin(), targets_.end()), targets_.end());
}

// The field whose handle a call makes from constants: a class and a name.
FieldId FieldHandles::target_of(const ir::MethodIr& method, ValueId made) const {
  Program& program = calls_.program();
  const library::MethodModel* model = calls_.binding(method[made]).model;
  if (model == nullptr || model->handle != HandleKind::kMakes) return {};
  ClassId type;
  Name wanted;
  for (ValueId operand : method.operands(made)) {
    const ir::Instruction& constant = method[method.without_casts(operand)];
    if (constant.op != Op::kConstant) continue;
    if (constant.as<ir::ConstantKind>() == ir::ConstantKind::kClass && !type.valid()) {
      type = program.find_class(constant.payload_name());
      if (!type.valid()) return {};
    } else if (constant.as<ir::ConstantKind>() == ir::ConstantKind::kString) {
      wanted = constant.payload_name();
    }
  }
  for (; type.valid() && wanted.valid(); type = program.superclass(type)) {
    for (const Field& field : program.fields(type)) {
      if (field.name == wanted) return field.id;
    }
  }
  return {};
}

std::optional<FieldHandles::Access> FieldHandles::access(const ir::MethodIr& method, ValueId call) const {
  const ir::Instruction& i = method[call];
  if (target_of_.empty() || i.op != Op::kInvoke || i.as<ir::InvokeKind>() == ir::InvokeKind::kStatic) return {};
  const std::span<const ValueId> operands = method.operands(call);
  if (operands.empty()) return {};
  const ir::Instruction& handle = method[method.without_casts(operands[0])];
  if (handle.op != Op::kGetStatic) return {};
  const auto target = target_of_.find(calls_.field(handle));
  if (target == target_of_.end()) return {};
  const library::MethodModel* model = calls_.binding(i).model;
  const HandleKind kind = model == nullptr ? HandleKind::kNone : model->handle;
  if (kind < HandleKind::kPlainRead) return {};
  const bool is_static = calls_.program()[target->second].is_static();
  if (!is_static && operands.size() < 2) return {};
  const bool updates = kind == HandleKind::kUpdate;
  return Access{.field = target->second,
                .object = is_static ? ValueId() : operands[1],
                .reads = updates || kind == HandleKind::kPlainRead || kind == HandleKind::kRead,
                .writes = updates || kind == HandleKind::kPlainWrite || kind == HandleKind::kWrite,
                .atomic = kind >= HandleKind::kRead};
}

}  // namespace snag
