#include "checks/deadlock/communication.h"

#include <algorithm>

#include "execution/operands.h"

namespace snag::deadlock {

using ir::Op;
using ir::ValueId;
using library::AtomicKind;
using library::BlockKind;
using library::MethodModel;

namespace {

void sort_objects(std::vector<ObjectId>& objects) {
  std::sort(objects.begin(), objects.end());
  objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
}

// `wait(0)` waits without a limit.
bool is_zero(const ir::MethodIr& method, ValueId value) {
  const ir::Instruction& i = method[value];
  if (i.op != Op::kConstant || i.as<ir::ConstantKind>() != ir::ConstantKind::kLong) return false;
  return method.wide_constants[i.payload] == 0;
}

bool counts(const MethodModel* model) {
  return model != nullptr && (!model->waits.empty() || !model->notifies.empty() || !model->joins.empty() ||
                              !model->signals.empty() || model->blocks != BlockKind::kNone ||
                              model->action() == AtomicKind::kWrite || model->action() == AtomicKind::kUpdate);
}

}  // namespace

bool have_common(const std::vector<ObjectId>& a, const std::vector<ObjectId>& b) {
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    if (*x == *y) return true;
    *x < *y ? ++x : ++y;
  }
  return false;
}

Communication::Communication(const Analyses& analyses)
    : whole_(*analyses.whole_program()), sections_(analyses.sections()), execution_(whole_.execution()) {
  Calls& calls = sections_.calls();
  sites_.resize(calls.node_count());
  std::vector<bool> reached(calls.node_count(), false);
  for (std::uint32_t n = 0; n < whole_.points_to().instance_count(); ++n) {
    const NodeId node = calls.node_of(whole_.points_to()[MethodInstanceId(n)].method);
    if (!node.valid() || execution_.entry_locks(MethodInstanceId(n)).empty()) continue;
    reached[node.value] = true;
    look_at(MethodInstanceId(n));
  }
  for (std::uint32_t n = 0; n < calls.node_count() && !notifies_unreached_; ++n) {
    if (reached[n] || !calls.is_application(NodeId(n))) continue;
    for (const ir::Instruction& i : calls.ir(NodeId(n)).instructions) {
      const MethodModel* model = i.op == Op::kInvoke ? calls.binding(i).model : nullptr;
      notifies_unreached_ = notifies_unreached_ || (model != nullptr && !model->notifies.empty());
    }
  }
}

void Communication::look_at(MethodInstanceId instance) {
  Calls& calls = sections_.calls();
  const PointsTo& points_to = whole_.points_to();
  const NodeId node = calls.node_of(points_to[instance].method);
  const ir::MethodIr& method = calls.ir(node);
  std::optional<std::vector<ValueId>>& sites = sites_[node.value];
  if (!sites) {
    sites.emplace();
    for (std::uint32_t n = 0; n < method.instructions.size(); ++n) {
      const ir::Instruction& i = method.instructions[n];
      if (i.op == Op::kInvoke && counts(calls.binding(i).model)) sites->push_back(ValueId(n));
    }
  }
  for (ValueId at : *sites) {
    const ir::Instruction& call = method[at];
    const MethodModel* model = calls.binding(call).model;
    const std::span<const ValueId> operands = method.operands(call);
    if (operands.empty()) continue;
    CommunicationPoint point{.instance = instance, .at = at, .model = model};
    const bool waits = !model->waits.empty();
    point.has_time_limit =
        waits ? operands.size() > 1 && !is_zero(method, operands[1]) : has_time_limit(points_to, method, at);
    auto with = [&](std::vector<ObjectId> objects) {
      CommunicationPoint copy = point;
      copy.objects = std::move(objects);
      sort_objects(copy.objects);
      return copy;
    };
    const std::vector<ObjectId>& receivers = execution_.objects_of_value(instance, operands[0]);
    if (waits) {
      CommunicationPoint wait = with(receivers);
      // The lock of a condition is what its model keeps in it; that of a monitor is the object itself.
      const MethodId resolved = calls.binding(call).resolved;
      const bool is_monitor = resolved.valid() && calls.program()[resolved].owner == calls.program().object_class();
      for (ObjectId object : receivers) {
        bool is_condition = false;
        if (is_monitor) wait.locks.push_back(object);
        if (is_monitor) continue;
        for (const HeapShapeGraph::OutgoingField& field : whole_.heap().fields(object)) {
          if (!field.field.model.valid()) continue;
          is_condition = true;
          for (ObjectId lock : field.objects) wait.locks.push_back(execution_.lock_of(lock, {}).lock);
        }
        if (!is_condition) wait.locks.push_back(object);
      }
      sort_objects(wait.locks);
      waits_.push_back(std::move(wait));
    }
    if (!model->notifies.empty()) notifies_.push_back(with(receivers));
    auto objects_of = [&](const std::vector<library::Operand>& which) {
      std::vector<ObjectId> objects;
      const CallOperands all(points_to, instance, at);
      for (const library::Operand& operand : which) {
        for (ObjectId object : all.objects(operand)) objects.push_back(object);
      }
      return objects;
    };
    if (!model->joins.empty()) joins_.push_back(with(objects_of(model->joins)));
    if (!model->signals.empty()) signals_.push_back(with(objects_of(model->signals)));
    const bool changes = model->action() == AtomicKind::kWrite || model->action() == AtomicKind::kUpdate;
    if (model->blocks == BlockKind::kUntilAdded || (changes && model->removes)) {
      removes_.push_back(with(receivers));
    } else if (model->blocks == BlockKind::kUntilRemoved || changes) {
      adds_.push_back(with(receivers));
    }
  }
}

}  // namespace snag::deadlock
