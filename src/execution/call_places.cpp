#include "execution/call_places.h"

#include <algorithm>

#include "execution/operands.h"

namespace snag {

using library::MethodModel;

CallPlaces::CallPlaces(const PointsTo& points_to) {
  auto look_at = [&](MethodInstanceId caller, const PointsTo::InstanceCall& call) {
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
  };
  for (std::uint32_t i = 0; i < points_to.instance_count(); ++i) {
    for (const PointsTo::InstanceCall& call : points_to.calls(MethodInstanceId(i))) look_at(MethodInstanceId(i), call);
  }
  for (std::vector<ObjectId>& objects : signalled_) {
    std::sort(objects.begin(), objects.end());
    objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
  }
}

}  // namespace snag
