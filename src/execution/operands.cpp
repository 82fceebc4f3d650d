#include "execution/operands.h"

#include <algorithm>

#include "classfile/descriptor.h"

namespace snag {

using library::Operand;

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

}  // namespace snag
