#include "execution/call_places.h"

#include <algorithm>

#include "execution/operands.h"

namespace snag {

using library::MethodModel;

CallPlaces::CallPlaces(const PointsTo& points_to) : first_caller_(points_to.instance_count() + 1, 0) {
  const std::uint32_t count = points_to.instance_count();
  auto for_each_call = [&](auto visit) {
    for (std::uint32_t i = 0; i < count; ++i) {
      for (const PointsTo::InstanceCall& call : points_to.calls(MethodInstanceId(i))) visit(MethodInstanceId(i), call);
    }
  };
  for_each_call([&](MethodInstanceId caller, const PointsTo::InstanceCall& call) {
    if (call.kind != CalleeKind::kStart) ++first_caller_[call.callee.value + 1];
    const MethodModel* model = points_to[call.callee].model;
    if (model == nullptr) return;
    const Place place(caller, call.site);
    auto add = [&](std::vector<Place>& to) {
      if (to.empty() || to.back() != place) to.push_back(place);
    };
    if (!model->signals.empty() && call.kind != CalleeKind::kCall) signals_unknown_ = true;
    if (call.kind == CalleeKind::kStart) return;
    if (!model->joins.empty()) add(joins_);
    if (!model->after.empty()) add(later_);
    if (model->signals.empty() || call.kind != CalleeKind::kCall) return;
    add(signals_);
    signalled_.resize(signals_.size());
    const CallOperands operands(points_to, caller, call.site);
    for (const library::Operand& operand : model->signals) {
      const std::vector<ObjectId> objects = operands.objects(operand);
      signalled_.back().insert(signalled_.back().end(), objects.begin(), objects.end());
    }
  });
  for (std::vector<ObjectId>& objects : signalled_) {
    std::sort(objects.begin(), objects.end());
    objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
  }
  for (std::uint32_t i = 0; i < count; ++i) first_caller_[i + 1] += first_caller_[i];
  all_callers_.resize(first_caller_[count]);
  std::vector<std::uint32_t> next(first_caller_.begin(), first_caller_.end() - 1);
  for_each_call([&](MethodInstanceId caller, const PointsTo::InstanceCall& call) {
    if (call.kind != CalleeKind::kStart) all_callers_[next[call.callee.value]++] = caller;
  });
}

}  // namespace snag
