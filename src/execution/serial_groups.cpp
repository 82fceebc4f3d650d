#include "execution/serial_groups.h"

#include <algorithm>

#include "execution/operands.h"

namespace snag {

using library::MethodModel;
using library::Operand;
using library::Serial;

namespace {

// Objects have the groups behind the first, which is that of the event thread.
SerialGroupId group_of_object(ObjectId object) { return SerialGroupId(object.value + 1); }

}  // namespace

SerialGroups::Group SerialGroups::group_of(const ThreadStart& start, const MethodModel* model) {
  if (model == nullptr) return {};
  if (model->serial == Serial::kEvent) return {event_thread(), event_thread()};
  const CallOperands call(points_to_, start.caller, start.site);
  std::vector<ObjectId> objects = call.objects({.base = Operand::Base::kThis});
  // `supplyAsync(task, executor)` has the executor run it.
  for (const library::Callback& callback : model->calls) {
    const bool executor =
        callback.object.base == Operand::Base::kArgumentOfType &&
        points_to_.models().policy().executors.matches(points_to_.program().text(callback.object.type));
    if (executor && call.has(callback.object)) objects = call.objects(callback.object);
  }
  const bool receiver = model->serial == Serial::kReceiver;
  const bool serial = !objects.empty() && std::all_of(objects.begin(), objects.end(), [&](ObjectId object) {
    return receiver || runs_one_at_a_time(object);
  });
  if (!serial) return {};
  const CodePlace place = points_to_.allocation(objects[0]);
  ObjectId first = objects[0];
  if (place.method.valid()) first = first_of_place_.try_emplace({place.method, place.instruction}, first).first->second;
  const bool one = objects.size() == 1 && multiplicity_.allocated_once(objects[0]);
  return {one ? group_of_object(objects[0]) : SerialGroupId(), group_of_object(first)};
}

bool SerialGroups::runs_one_at_a_time(ObjectId executor) {
  auto [it, added] = executors_.try_emplace(executor, false);
  const CodePlace place = points_to_.allocation(executor);
  if (!added || !place.method.valid()) return it->second;
  const ir::MethodIr& ir = *points_to_.store().get(place.method);
  if (ir[place.instruction].op == ir::Op::kInvoke) return it->second = made_serial(ir, place.instruction);
  const std::optional<ir::ValueId> constructor = constructor_call(ir, place.instruction);
  return it->second = constructor && made_serial(ir, *constructor);
}

bool SerialGroups::made_serial(const ir::MethodIr& ir, ir::ValueId call) const {
  const MethodModel* model = model_of_call(points_to_, ir, call);
  if (model == nullptr || model->serial != Serial::kResult) return false;
  const std::size_t first = ir[call].as<ir::InvokeKind>() == ir::InvokeKind::kStatic ? 0 : 1;
  return std::all_of(model->serial_if_one.begin(), model->serial_if_one.end(), [&](const Operand& operand) {
    if (operand.base != Operand::Base::kArgument || first + operand.index >= ir[call].operand_count) return false;
    const ir::Instruction& value = ir[ir.operands(call)[first + operand.index]];
    return value.op == ir::Op::kConstant && value.as<ir::ConstantKind>() == ir::ConstantKind::kInt &&
           value.payload == 1;
  });
}

}  // namespace snag
