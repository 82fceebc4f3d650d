#include "execution/multiplicity.h"

#include <algorithm>

#include "base/scc.h"
#include "classfile/language_names.h"

namespace snag {

using library::Callback;
using library::MethodModel;
using library::Operand;
using library::Serial;
using library::StartKind;

MethodLoops::MethodLoops(const ir::MethodIr& ir) : block_of(ir.block_of_instructions()) {
  auto count = static_cast<std::uint32_t>(ir.blocks.size());
  std::vector<std::vector<std::uint32_t>> next(count);
  for (std::uint32_t b = 0; b < count; ++b) {
    for (ir::BlockId to : ir.successors(ir::BlockId(b))) next[b].push_back(to.value);
    for (ir::BlockId to : ir.pads(ir::BlockId(b))) next[b].push_back(to.value);
  }
  Components components = strongly_connected_components(
      count, [&](std::uint32_t b) -> const std::vector<std::uint32_t>& { return next[b]; });
  std::vector<std::uint32_t> sizes(components.count, 0);
  for (std::uint32_t b = 0; b < count; ++b) ++sizes[components.component_of[b]];
  cyclic.assign(count, false);
  for (std::uint32_t b = 0; b < count; ++b) {
    cyclic[b] = sizes[components.component_of[b]] > 1 || std::find(next[b].begin(), next[b].end(), b) != next[b].end();
  }
  component = std::move(components.component_of);
}

const MethodModel* starting_model(const PointsTo& points_to, MethodInstanceId caller, ir::ValueId site) {
  const MethodModel* result = nullptr;
  for (const PointsTo::InstanceCall& call : calls_at(points_to, caller, site)) {
    const MethodInstance& callee = points_to[call.callee];
    if (call.kind == CalleeKind::kStart || callee.model == nullptr || callee.model->starts.empty()) continue;
    // Thread.Builder.start starts a virtual thread if it is called as Thread.Builder.OfVirtual.start.
    const ir::Instruction& i = (*points_to.store().get(points_to[caller].method))[site];
    const MethodModel* model = callee.model;
    if (i.op == ir::Op::kInvoke) {
      const ClassId named = points_to.program().find_class(points_to.store().references()[i.reference()].owner);
      const MethodModel* exact =
          points_to.models().find(points_to.program(), {.resolved = callee.method, .static_type = named});
      if (exact != nullptr && !exact->starts.empty()) model = exact;
    }
    if (result == nullptr || model->start_kind < result->start_kind) result = model;
  }
  return result;
}

bool starts_elements(const MethodModel& model) {
  return std::any_of(model.starts.begin(), model.starts.end(), [](const Callback& callback) {
    return callback.object.part == Operand::Part::kElements || callback.object.part == Operand::Part::kArrayElements;
  });
}

bool repeats_task(const MethodModel* model) {
  return model == nullptr || model->serial == Serial::kTask || model->start_kind == StartKind::kTimer ||
         model->start_kind == StartKind::kHandler || model->start_kind == StartKind::kStream;
}

std::span<const PointsTo::InstanceCall> calls_at(const PointsTo& points_to, MethodInstanceId caller, ir::ValueId site) {
  std::span<const PointsTo::InstanceCall> calls = points_to.calls(caller);
  auto first = std::partition_point(calls.begin(), calls.end(), [&](const auto& call) { return call.site < site; });
  auto last = std::partition_point(first, calls.end(), [&](const auto& call) { return call.site == site; });
  return {first, last};
}

std::vector<MethodInstanceId> entry_instances(const PointsTo& points_to, const EntryPoint& entry) {
  std::vector<MethodInstanceId> result;
  for (MethodInstanceId id : points_to.instances_of(entry.method)) {
    const MethodInstance& instance = points_to[id];
    if (instance.body != BodyKind::kCode) continue;
    const bool by_library = entry.kind == EntryKind::kLibraryCallback && instance.called_by_library;
    if (!instance.context.valid() || by_library) result.push_back(id);
  }
  return result;
}

Multiplicity::Multiplicity(const PointsTo& points_to) : points_to_(points_to) {
  for (std::uint32_t i = 0; i < points_to.instance_count(); ++i) {
    const MethodInstance& instance = points_to[MethodInstanceId(i)];
    instances_.emplace(std::pair(instance.method, instance.context), instance.id);
  }
  find_cloned();
  many_ = find_many(/*elements_are_several=*/true);
  many_ = find_many(/*elements_are_several=*/false);
}

void Multiplicity::find_cloned() {
  cloned_.resize(points_to_.object_count(), false);
  Program& program = points_to_.program();
  const ClassId object = program.object_class();
  for (std::uint32_t i = 0; i < points_to_.instance_count(); ++i) {
    const MethodInstanceId caller(i);
    for (const PointsTo::InstanceCall& call : points_to_.calls(caller)) {
      const Method& callee = program[points_to_[call.callee].method];
      if (callee.owner != object || program.text(callee.name) != classfile::kCloneName) continue;
      const ir::MethodIr& ir = *points_to_.store().get(points_to_[caller].method);
      if (ir[call.site].operand_count == 0) continue;
      for (ObjectId original : points_to_.objects(caller, ir.operands(call.site)[0])) cloned_[original.value] = true;
    }
  }
}

const MethodLoops& Multiplicity::loops(MethodId method) const {
  std::unique_ptr<MethodLoops>& known = loops_[method];
  if (known == nullptr) known = std::make_unique<MethodLoops>(*points_to_.store().get(method));
  return *known;
}

MethodInstanceId Multiplicity::allocated_by(ObjectId id) const {
  const CodePlace place = points_to_.allocation(id);
  auto it = instances_.find(std::pair(place.method, points_to_[id].context));
  return place.method.valid() && it != instances_.end() ? it->second : MethodInstanceId();
}

bool Multiplicity::allocated_once(ObjectId id) const {
  if (points_to_[id].kind == ObjectKind::kClass) return true;
  const MethodInstanceId by = allocated_by(id);
  if (!by.valid() || !runs_once(by) || cloned_[id.value]) return false;
  const CodePlace place = points_to_.allocation(id);
  return !is_in_loop(place.method, place.instruction);
}

bool Multiplicity::starts_several(const MethodModel* model, MethodInstanceId started) const {
  if (model == nullptr || !starts_elements(*model)) return model == nullptr;
  const ir::MethodIr* ir = points_to_.store().get(points_to_[started].method);
  if (ir == nullptr || ir->is_static()) return true;
  const std::vector<ObjectId> tasks = points_to_.objects(started, ir::ValueId(0));
  return tasks.empty() || !std::all_of(tasks.begin(), tasks.end(), [&](ObjectId task) { return allocated_once(task); });
}

bool Multiplicity::starts_once(MethodInstanceId caller, ir::ValueId site, MethodInstanceId started) const {
  if (!runs_once(caller) || is_in_loop(points_to_[caller].method, site)) return false;
  return !starts_several(starting_model(points_to_, caller, site), started);
}

std::vector<bool> Multiplicity::find_many(bool elements_are_several) const {
  const std::uint32_t count = points_to_.instance_count();
  std::vector<bool> many(count, false), entered(count, false);
  std::vector<MethodInstanceId> work;
  auto add_many = [&](MethodInstanceId instance) {
    if (many[instance.value]) return;
    many[instance.value] = true;
    work.push_back(instance);
  };
  // An instance that is entered a second time, or once by something that is repeated.
  auto enter = [&](MethodInstanceId instance, bool repeated) {
    if (repeated || entered[instance.value]) add_many(instance);
    entered[instance.value] = true;
  };
  for (const EntryPoint& entry : points_to_.entries()) {
    for (MethodInstanceId instance : entry_instances(points_to_, entry)) {
      enter(instance, /*repeated=*/entry.kind != EntryKind::kMain && entry.kind != EntryKind::kInitializer);
    }
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const MethodInstanceId caller(i);
    const std::span<const PointsTo::InstanceCall> calls = points_to_.calls(caller);
    if (calls.empty()) continue;
    for (const PointsTo::InstanceCall& call : calls) {
      if (many[call.callee.value]) continue;
      // A function given to a stream or a collection is called for each element.
      bool repeated = call.kind == CalleeKind::kCallback || call.kind == CalleeKind::kLibraryCallback;
      if (call.kind == CalleeKind::kStart) {
        const MethodModel* model = starting_model(points_to_, caller, call.site);
        repeated = repeats_task(model) ||
                   (elements_are_several ? starts_elements(*model) : starts_several(model, call.callee));
      }
      enter(call.callee, repeated || is_in_loop(points_to_[caller].method, call.site));
    }
  }
  // Whatever an instance that runs many times calls or starts runs many times too.
  while (!work.empty()) {
    const MethodInstanceId instance = work.back();
    work.pop_back();
    for (const PointsTo::InstanceCall& call : points_to_.calls(instance)) add_many(call.callee);
  }
  return many;
}

}  // namespace snag
