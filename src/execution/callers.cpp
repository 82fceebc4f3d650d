#include "execution/callers.h"

namespace snag {

Callers::Callers(const PointsTo& points_to)
    : first_(points_to.instance_count() + 1, 0), first_later_(points_to.instance_count(), 0) {
  const std::uint32_t count = points_to.instance_count();
  auto for_each_call = [&](auto visit) {
    for (std::uint32_t i = 0; i < count; ++i) {
      for (const PointsTo::InstanceCall& call : points_to.calls(MethodInstanceId(i))) {
        if (call.kind == CalleeKind::kStart) continue;
        const bool waits = call.kind == CalleeKind::kCall || call.kind == CalleeKind::kCallback;
        visit(Caller{MethodInstanceId(i), call.site, call.kind == CalleeKind::kCallback}, call.callee.value, waits);
      }
    }
  };
  for_each_call([&](const Caller&, std::uint32_t callee, bool waits) {
    ++first_[callee + 1];
    if (waits) ++first_later_[callee];
  });
  for (std::uint32_t i = 0; i < count; ++i) {
    first_[i + 1] += first_[i];
    first_later_[i] += first_[i];
  }
  all_.resize(first_[count]);
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1), next_later = first_later_;
  for_each_call([&](const Caller& caller, std::uint32_t callee, bool waits) {
    all_[(waits ? next : next_later)[callee]++] = caller;
  });
}

}  // namespace snag
