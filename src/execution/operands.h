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

// The operands of a call that joins something, or none if some callee does not, or may give up without telling.
std::vector<library::Operand> joined_operands(const PointsTo& points_to, MethodInstanceId caller, ir::ValueId site);
// Whether a call has a parameter that limits how long it waits.
bool has_time_limit(const PointsTo& points_to, const ir::MethodIr& ir, ir::ValueId call);
// The call of the constructor of an object that `new` allocates.
std::optional<ir::ValueId> constructor_call(const ir::MethodIr& ir, ir::ValueId allocation);
// The model of the method that a call names; null if there is none.
const library::MethodModel* model_of_call(const PointsTo& points_to, const ir::MethodIr& ir, ir::ValueId call);

}  // namespace snag
