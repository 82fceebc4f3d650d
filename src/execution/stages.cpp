#include "execution/stages.h"

#include <algorithm>

#include "execution/operands.h"

namespace snag {

using library::MethodModel;
using library::Operand;

namespace {

// The model that all callees of a call have in common, as far as they are called and not called back.
const MethodModel* only_model(const PointsTo& points_to, MethodInstanceId caller, ir::ValueId site) {
  const MethodModel* found = nullptr;
  for (const PointsTo::InstanceCall& call : calls_at(points_to, caller, site)) {
    if (call.kind != CalleeKind::kCall) continue;
    const MethodModel* model = points_to[call.callee].model;
    if (model == nullptr || (found != nullptr && found != model)) return nullptr;
    found = model;
  }
  return found;
}

}  // namespace

Stages::Stages(const Threads& threads, const CallPlaces& places)
    : threads_(threads), points_to_(threads.points_to()), places_(places) {
  if (places.later().empty()) return;
  const std::vector<ObjectId> escaped = points_to_.escaped();
  open_.insert(escaped.begin(), escaped.end());
  for (std::size_t i = 0; i < places.signals().size(); ++i) {
    open_.insert(places.signalled(i).begin(), places.signalled(i).end());
  }
  for (const auto& [caller, site] : places.later()) {
    const std::vector<ObjectId> results =
        CallOperands(points_to_, caller, site).objects({.base = Operand::Base::kResult});
    if (results.size() != 1 || !threads.multiplicity().allocated_once(results[0])) continue;
    if (may_be_completed_from_outside(results[0])) continue;
    for (const std::vector<ObjectId>& before : objects_before(caller, site)) {
      if (before.size() == 1 && threads.multiplicity().allocated_once(before[0])) {
        later_of_[before[0]].push_back(results[0]);
      }
    }
  }
}

void Stages::add_later(std::vector<ObjectId>& handles) const {
  for (std::size_t i = 0; i < handles.size(); ++i) {
    auto it = later_of_.find(handles[i]);
    if (it == later_of_.end()) continue;
    for (ObjectId later : it->second) {
      if (std::find(handles.begin(), handles.end(), later) == handles.end()) handles.push_back(later);
    }
  }
}

std::vector<std::vector<ObjectId>> Stages::objects_before(MethodInstanceId caller, ir::ValueId site) const {
  const MethodModel* model = only_model(points_to_, caller, site);
  if (model == nullptr || model->after.empty()) return {};
  const CallOperands operands(points_to_, caller, site);
  std::vector<std::vector<ObjectId>> result;
  for (const Operand& operand : model->after) {
    if (operand.part != Operand::Part::kSelf) continue;
    std::vector<ObjectId> objects = operands.objects(operand);
    const bool open = std::any_of(objects.begin(), objects.end(),
                                  [&](ObjectId object) { return may_be_completed_from_outside(object); });
    if (!open) result.push_back(std::move(objects));
  }
  return result;
}

std::vector<ir::ValueId> Stages::values_before(MethodInstanceId instance, ir::ValueId value) const {
  const ir::MethodIr& ir = *points_to_.store().get(points_to_[instance].method);
  std::vector<ir::ValueId> result = {ir.without_casts(value)};
  const auto later = places_.later();
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (!std::binary_search(later.begin(), later.end(), CallPlaces::Place(instance, result[i]))) continue;
    const MethodModel* model = only_model(points_to_, instance, result[i]);
    const CallOperands operands(points_to_, instance, result[i]);
    auto is_open = [&](const Operand& operand) {
      const std::vector<ObjectId> objects = operands.objects(operand);
      return std::any_of(objects.begin(), objects.end(),
                         [&](ObjectId object) { return may_be_completed_from_outside(object); });
    };
    if (model == nullptr || is_open({.base = Operand::Base::kResult})) continue;
    for (const Operand& operand : model->after) {
      const std::optional<ir::ValueId> before = operands.value(operand);
      if (operand.part != Operand::Part::kSelf || !before || is_open(operand)) continue;
      const ir::ValueId plain = ir.without_casts(*before);
      if (std::find(result.begin(), result.end(), plain) == result.end()) result.push_back(plain);
    }
  }
  return result;
}

}  // namespace snag
