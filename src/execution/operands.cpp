#include "execution/operands.h"

#include <algorithm>

#include "classfile/descriptor.h"
#include "execution/multiplicity.h"
#include "program/resolution.h"

namespace snag {

using library::MethodModel;
using library::Operand;

namespace {

bool takes_time_limit(std::string_view descriptor) {
  const auto parsed = classfile::parse_method_descriptor(descriptor);
  if (!parsed) return false;
  return std::any_of(parsed->parameters.begin(), parsed->parameters.end(), [](std::string_view parameter) {
    return parameter == "J" || parameter == "Ljava/time/Duration;";
  });
}

bool returns_nothing(std::string_view descriptor) { return descriptor.ends_with(")V"); }

}  // namespace

CallOperands::CallOperands(const PointsTo& points_to, MethodInstanceId caller, ir::ValueId site)
    : points_to_(points_to),
      caller_(caller),
      site_(site),
      ir_(*points_to.store().get(points_to[caller].method)),
      is_static_(ir_[site].op == ir::Op::kInvoke && ir_[site].as<ir::InvokeKind>() == ir::InvokeKind::kStatic) {}

std::optional<ir::ValueId> CallOperands::value(const Operand& operand) const {
  if (ir_[site_].op != ir::Op::kInvoke) return std::nullopt;
  const std::span<const ir::ValueId> values = ir_.operands(site_);
  const std::size_t first = is_static_ ? 0 : 1;
  switch (operand.base) {
    case Operand::Base::kThis:
      return is_static_ ? std::nullopt : std::optional(values[0]);
    case Operand::Base::kResult:
      return site_;
    case Operand::Base::kArgument:
      return first + operand.index < values.size() ? std::optional(values[first + operand.index]) : std::nullopt;
    case Operand::Base::kArgumentOfType: {
      const Name descriptor = points_to_.store().references()[ir_[site_].reference()].descriptor;
      const auto parsed = classfile::parse_method_descriptor(points_to_.program().text(descriptor));
      if (!parsed) return std::nullopt;
      for (std::size_t i = 0; i < parsed->parameters.size() && first + i < values.size(); ++i) {
        const std::string_view type = classfile::class_of_descriptor(parsed->parameters[i]);
        if (type == points_to_.program().text(operand.type)) return values[first + i];
      }
      return std::nullopt;
    }
    case Operand::Base::kFunctions:
    case Operand::Base::kNew:
      return std::nullopt;
  }
  return std::nullopt;
}

std::vector<ObjectId> CallOperands::objects(const Operand& operand) const {
  const std::optional<ir::ValueId> base = value(operand);
  if (!base) return {};
  std::vector<ObjectId> result = points_to_.objects(caller_, *base);
  if (operand.part == Operand::Part::kSelf) return result;
  const Name elements = points_to_.program().names().intern("elements");
  std::vector<ObjectId> behind;
  for (ObjectId object : result) {
    const bool is_array = points_to_[object].kind == ObjectKind::kArray;
    const Name field = operand.part == Operand::Part::kField ? operand.field : is_array ? Name() : elements;
    const std::vector<ObjectId> there = points_to_.contents(object, field);
    behind.insert(behind.end(), there.begin(), there.end());
  }
  std::sort(behind.begin(), behind.end());
  behind.erase(std::unique(behind.begin(), behind.end()), behind.end());
  return behind;
}

std::vector<Operand> joined_operands(const PointsTo& points_to, MethodInstanceId caller, ir::ValueId site) {
  const MethodModel* found = nullptr;
  for (const PointsTo::InstanceCall& call : calls_at(points_to, caller, site)) {
    if (call.kind != CalleeKind::kCall) continue;
    const MethodInstance& callee = points_to[call.callee];
    if (callee.model == nullptr || callee.model->joins.empty()) return {};
    const std::string_view descriptor = points_to.program().text(points_to.program()[callee.method].descriptor);
    if (returns_nothing(descriptor) && takes_time_limit(descriptor)) return {};
    if (found != nullptr && found->joins != callee.model->joins) return {};
    found = callee.model;
  }
  return found == nullptr ? std::vector<Operand>() : found->joins;
}

bool has_time_limit(const PointsTo& points_to, const ir::MethodIr& ir, ir::ValueId call) {
  if (ir[call].op != ir::Op::kInvoke) return false;
  return takes_time_limit(points_to.program().text(points_to.store().references()[ir[call].reference()].descriptor));
}

std::optional<ir::ValueId> constructor_call(const ir::MethodIr& ir, ir::ValueId allocation) {
  if (ir[allocation].op != ir::Op::kNew) return std::nullopt;
  for (std::uint32_t i = 0; i < ir.instructions.size(); ++i) {
    const ir::Instruction& call = ir.instructions[i];
    if (call.op != ir::Op::kInvoke || call.as<ir::InvokeKind>() != ir::InvokeKind::kSpecial) continue;
    if (ir.operands(call)[0] == allocation) return ir::ValueId(i);
  }
  return std::nullopt;
}

const MethodModel* model_of_call(const PointsTo& points_to, const ir::MethodIr& ir, ir::ValueId call) {
  Resolver resolver(points_to.program());
  ResolvedMethod callee =
      resolver.resolve_method(method_reference(points_to.store().references()[ir[call].reference()]));
  return callee ? points_to.models().find(points_to.program(), *callee) : nullptr;
}

}  // namespace snag
