#include "callgraph/points_to.h"

#include <algorithm>

namespace snag {

PointsTo::PointsTo(std::unique_ptr<Propagation> run) : run_(std::move(run)) {
  for (const MethodInstance& instance : run_->methods.all()) instances_of_[instance.method].push_back(instance.id);
  std::vector<std::pair<MethodInstanceId, InstanceCall>> all;
  for (const FlowSite& site : run_->sites) {
    for (auto [callee, kind] : site.callees) {
      all.emplace_back(site.caller->id, InstanceCall{site.instruction, callee, kind});
    }
  }
  std::sort(all.begin(), all.end());
  first_call_.assign(instance_count() + 1, 0);
  for (const auto& [caller, call] : all) ++first_call_[caller.value + 1];
  for (std::uint32_t i = 0; i < instance_count(); ++i) first_call_[i + 1] += first_call_[i];
  calls_.reserve(all.size());
  for (const auto& [caller, call] : all) calls_.push_back(call);
}

CodePlace PointsTo::allocation(ObjectId id) const {
  const PlaceId site = run_->types[id].site;
  return site.valid() ? run_->contexts[site] : CodePlace{};
}

CodePlace PointsTo::context_place(ContextId id) const {
  const PlaceId nearest = run_->contexts.nearest(id);
  return nearest.valid() ? run_->contexts[nearest] : CodePlace{};
}

std::vector<std::pair<ObjectField, std::vector<ObjectId>>> PointsTo::fields(ObjectId id) const {
  std::vector<std::pair<ObjectField, std::vector<ObjectId>>> result;
  for (const auto& [field, node] : run_->nodes.fields_of(id)) {
    if (!run_->flows.is_empty(node)) result.emplace_back(field, run_->flows.objects(node));
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<std::pair<FieldId, std::vector<ObjectId>>> PointsTo::static_fields() const {
  std::vector<std::pair<FieldId, std::vector<ObjectId>>> result;
  for (const auto& [field, node] : run_->nodes.static_fields()) {
    if (!run_->flows.is_empty(node)) result.emplace_back(field, run_->flows.objects(node));
  }
  std::sort(result.begin(), result.end());
  return result;
}

const LockView* PointsTo::view(ObjectId id) const {
  auto it = run_->views.find(id);
  return it == run_->views.end() ? nullptr : &it->second;
}

std::vector<ObjectId> PointsTo::contents(ObjectId object, Name model_field) const {
  for (const auto& [field, node] : run_->nodes.fields_of(object)) {
    if (!field.field.valid() && field.model == model_field) return run_->flows.objects(node);
  }
  return {};
}

std::span<const MethodInstanceId> PointsTo::instances_of(MethodId method) const {
  auto it = instances_of_.find(method);
  return it == instances_of_.end() ? std::span<const MethodInstanceId>() : it->second;
}

std::vector<ObjectId> PointsTo::objects(MethodInstanceId instance, ir::ValueId value) const {
  const std::vector<FlowNodeId>& values = (*this)[instance].values;
  if (value.value >= values.size()) return {};
  return run_->flows.objects(values[value.value]);
}

std::span<const PointsTo::InstanceCall> PointsTo::calls(MethodInstanceId instance) const {
  return std::span(calls_).subspan(first_call_[instance.value],
                                   first_call_[instance.value + 1] - first_call_[instance.value]);
}

}  // namespace snag
