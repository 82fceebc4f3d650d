// The operands that a model names (library::Operand), at one call of a method instance.
#pragma once

#include <optional>
#include <vector>

#include "callgraph/points_to.h"
#include "library/model.h"

namespace snag {

class CallOperands {
 public:
  CallOperands(const PointsTo& points_to, MethodInstanceId caller, ir::ValueId site);

  bool has(const library::Operand& operand) const { return value(operand).has_value(); }
  // The value itself, for an operand that is one of the call's: its receiver, an argument, the result.
  std::optional<ir::ValueId> value(const library::Operand& operand) const;
  // The objects that an operand may refer to, ascending. Only elements are followed behind a value.
  std::vector<ObjectId> objects(const library::Operand& operand) const;

 private:
  const PointsTo& points_to_;
  const MethodInstanceId caller_;
  const ir::ValueId site_;
  const ir::MethodIr& ir_;
  const bool is_static_;
};

}  // namespace snag
