#include "heap/heap_shape.h"

#include <algorithm>

#include "heap/instance_values.h"
#include "heap/object_hosts.h"
#include "program/resolution.h"

namespace snag {

using ir::Op;
using ir::ValueId;

HeapShapeGraph::HeapShapeGraph(const PointsTo& points_to, const CallGraph& calls) : points_to_(points_to) {
  properties_.resize(points_to.object_count());
  fields_.resize(points_to.object_count());
  add_classes();
  add_fields();
  hosts_.resize(object_count());
  occurs_.assign(object_count(), false);
  link_sets();
  find_thread_roots();
  find_fields_of_threads();
  find_global_objects();
  find_escaping_objects(calls);
  ObjectHosts::find(*this, calls);
  index_classes();
}

// ---- nodes ----

ClassId HeapShapeGraph::represented_class(ObjectId id) const {
  const std::uint32_t known = points_to_.object_count();
  if (id.value >= known) return further_classes_[id.value - known];
  const AbstractObject& object = points_to_[id];
  return object.kind == ObjectKind::kClass ? object.class_id : ClassId();
}

ClassId HeapShapeGraph::class_of(ObjectId id) const {
  return id.value < points_to_.object_count() ? points_to_[id].class_id : represented_class(id);
}

bool HeapShapeGraph::are_of_one_class(std::span<const ObjectId> objects) const {
  return !objects.empty() && std::all_of(objects.begin(), objects.end(),
                                         [&](ObjectId id) { return class_of(id) == class_of(objects.front()); });
}

Name HeapShapeGraph::name(ObjectId id) const {
  if (id.value < points_to_.object_count()) return points_to_[id].name;
  return points_to_.program()[represented_class(id)].name;
}

ObjectId HeapShapeGraph::class_object(ClassId id) const {
  auto it = class_objects_.find(id);
  return it == class_objects_.end() ? ObjectId() : it->second;
}

std::span<const ObjectId> HeapShapeGraph::objects_of_class(ClassId id) const {
  auto it = of_class_.find(id);
  return it == of_class_.end() ? std::span<const ObjectId>() : it->second;
}

ObjectId HeapShapeGraph::add_class(ClassId id) {
  auto [it, added] = class_objects_.try_emplace(id, ObjectId(object_count()));
  if (added) {
    further_classes_.push_back(id);
    properties_.emplace_back();
    fields_.emplace_back();
  }
  return it->second;
}

// Static state that may change or refer to something, class constants, and locks of classes.
void HeapShapeGraph::add_classes() {
  Program& program = points_to_.program();
  for (std::uint32_t n = 0; n < points_to_.object_count(); ++n) {
    const AbstractObject& object = points_to_[ObjectId(n)];
    if (object.kind == ObjectKind::kClass && object.class_id.valid()) class_objects_[object.class_id] = ObjectId(n);
  }
  Resolver resolver(program);
  absl::flat_hash_map<ir::ReferenceId, bool> known;
  std::vector<ClassId> found;
  for (std::uint32_t n = 0; n < points_to_.instance_count(); ++n) {
    const MethodInstance& instance = points_to_[MethodInstanceId(n)];
    if (instance.body != BodyKind::kCode || points_to_.instances_of(instance.method)[0] != instance.id) continue;
    const ir::MethodIr* method = points_to_.store().get(instance.method);
    if (method == nullptr) continue;
    for (const ir::Instruction& i : method->instructions) {
      if (i.op == Op::kGetStatic || i.op == Op::kPutStatic) {
        if (!known.try_emplace(i.reference(), true).second) continue;
        const ir::Reference& reference = points_to_.store().references()[i.reference()];
        const ResolvedField field = resolver.resolve_field(reference.owner, reference.name, reference.descriptor,
                                                           /*is_static=*/true);
        if (field && !program[*field].is_final()) found.push_back(program[*field].owner);
      } else if (i.op == Op::kMonitorEnter) {
        const ir::Instruction& locked = (*method)[method->operands(i)[0]];
        if (locked.op != Op::kConstant || locked.as<ir::ConstantKind>() != ir::ConstantKind::kClass) continue;
        const ClassId id = program.find_class(locked.payload_name());
        if (id.valid()) found.push_back(id);
      }
    }
  }
  for (const auto& [field, objects] : points_to_.static_fields()) found.push_back(program[field].owner);
  for (ClassId id : found) add_class(id);
  for (const auto& [id, object] : class_objects_) {
    set(object, ObjectProperty::kClass);
    set(object, ObjectProperty::kUnique);
  }
}

void HeapShapeGraph::index_classes() {
  for (std::uint32_t n = 0; n < points_to_.object_count(); ++n) {
    const AbstractObject& object = points_to_[ObjectId(n)];
    const bool instance = object.kind == ObjectKind::kObject || object.kind == ObjectKind::kOpaque;
    if (instance && object.class_id.valid() && occurs_[n]) of_class_[object.class_id].push_back(ObjectId(n));
  }
}

// ---- edges ----

std::uint32_t HeapShapeGraph::set_of(std::vector<ObjectId> objects) {
  auto [it, added] = set_ids_.try_emplace(std::move(objects), static_cast<std::uint32_t>(sets_.size()));
  if (added) sets_.push_back(&it->first);
  return it->second;
}

void HeapShapeGraph::add_fields() {
  auto add = [&](ObjectId from, ObjectField field, std::vector<ObjectId> objects) {
    const std::uint32_t set = set_of(std::move(objects));
    fields_[from.value].push_back({field, set, *sets_[set]});
  };
  for (std::uint32_t n = 0; n < points_to_.object_count(); ++n) {
    for (auto& [field, objects] : points_to_.fields(ObjectId(n))) add(ObjectId(n), field, std::move(objects));
  }
  const Program& program = points_to_.program();
  for (auto& [field, objects] : points_to_.static_fields()) {
    add(class_object(program[field].owner), {.field = field, .model = {}}, std::move(objects));
  }
}

// From each set to the fields that are this set, and from each object to the sets that contain it.
void HeapShapeGraph::link_sets() {
  first_owner_.assign(sets_.size() + 1, 0);
  first_containing_.assign(object_count() + 1, 0);
  for (const auto& fields : fields_) {
    for (const OutgoingField& field : fields) ++first_owner_[field.set + 1];
  }
  for (const auto* set : sets_) {
    for (ObjectId object : *set) ++first_containing_[object.value + 1];
  }
  for (std::size_t n = 1; n < first_owner_.size(); ++n) first_owner_[n] += first_owner_[n - 1];
  for (std::size_t n = 1; n < first_containing_.size(); ++n) first_containing_[n] += first_containing_[n - 1];
  owners_.resize(first_owner_.back());
  containing_.resize(first_containing_.back());
  std::vector<std::uint32_t> next = first_owner_;
  for (std::uint32_t from = 0; from < object_count(); ++from) {
    for (const OutgoingField& field : fields_[from]) owners_[next[field.set]++] = {ObjectId(from), field.field};
  }
  next = first_containing_;
  for (std::uint32_t set = 0; set < sets_.size(); ++set) {
    for (ObjectId object : *sets_[set]) {
      containing_[next[object.value]++] = set;
      occurs_[object.value] = true;
    }
  }
  for (std::uint32_t n = 0; n < object_count(); ++n) {
    const bool allocated = n < points_to_.object_count() && points_to_[ObjectId(n)].site.valid();
    if (allocated || !fields_[n].empty() || has(ObjectId(n), ObjectProperty::kClass)) occurs_[n] = true;
  }
}

std::span<const HeapShapeGraph::OutgoingField> HeapShapeGraph::fields(ObjectId id) const { return fields_[id.value]; }

std::vector<HeapShapeGraph::IncomingField> HeapShapeGraph::incoming(ObjectId id) const {
  std::vector<IncomingField> result;
  for (std::uint32_t n = first_containing_[id.value]; n < first_containing_[id.value + 1]; ++n) {
    const std::uint32_t set = containing_[n];
    result.insert(result.end(), owners_.begin() + first_owner_[set], owners_.begin() + first_owner_[set + 1]);
  }
  std::sort(result.begin(), result.end());
  return result;
}

// A subclass may have another model (InheritableThreadLocal), so each class that has objects is asked for.
void HeapShapeGraph::find_fields_of_threads() {
  Program& program = points_to_.program();
  absl::flat_hash_map<MethodId, const library::MethodModel*> models;
  for (std::uint32_t n = 0; n < points_to_.instance_count(); ++n) {
    const MethodInstance& instance = points_to_[MethodInstanceId(n)];
    if (instance.model != nullptr && instance.model->per_thread) models.emplace(instance.method, instance.model);
  }
  if (models.empty()) return;
  absl::flat_hash_map<ClassId, bool> asked;
  for (std::uint32_t n = 0; n < points_to_.object_count(); ++n) {
    const ClassId of = represented_class(ObjectId(n)).valid() ? ClassId() : class_of(ObjectId(n));
    if (!of.valid() || !asked.try_emplace(of, true).second) continue;
    for (const auto& [method, model] : models) {
      if (!program.is_subtype(of, program[method].owner)) continue;
      const library::MethodModel* here =
          points_to_.models().find(program, {.resolved = method, .receiver = of, .selected = method});
      if (here == nullptr || !here->per_thread) continue;
      auto add = [&](const library::Operand& operand) {
        const bool field =
            operand.base == library::Operand::Base::kThis && operand.part == library::Operand::Part::kField;
        if (field) of_threads_.emplace_back(of, operand.field);
      };
      for (const library::Flow& flow : model->flows) add(flow.from), add(flow.to);
      for (const library::Callback& callback : model->calls) {
        if (callback.result) add(*callback.result);
      }
    }
  }
  std::sort(of_threads_.begin(), of_threads_.end());
  of_threads_.erase(std::unique(of_threads_.begin(), of_threads_.end()), of_threads_.end());
}

bool HeapShapeGraph::is_of_thread(const IncomingField& in) const {
  return in.field.model.valid() && !of_threads_.empty() &&
         std::binary_search(of_threads_.begin(), of_threads_.end(), std::pair(class_of(in.from), in.field.model));
}

std::vector<bool> HeapShapeGraph::reach(std::vector<ObjectId> work, bool between_threads) const {
  auto is_of_threads = [&](ObjectId from, const ObjectField& field) { return is_of_thread({from, field}); };
  std::vector<bool> reached(object_count(), false), searched(sets_.size(), false);
  for (ObjectId object : work) reached[object.value] = true;
  while (!work.empty()) {
    const ObjectId from = work.back();
    work.pop_back();
    for (const OutgoingField& field : fields_[from.value]) {
      if (searched[field.set] || (between_threads && is_of_threads(from, field.field))) continue;
      searched[field.set] = true;
      for (ObjectId to : field.objects) {
        if (reached[to.value]) continue;
        reached[to.value] = true;
        work.push_back(to);
      }
    }
  }
  return reached;
}

std::vector<ObjectId> HeapShapeGraph::reachable_from(std::span<const ObjectId> objects) const {
  const std::vector<bool> reached = reach({objects.begin(), objects.end()});
  std::vector<ObjectId> result;
  for (std::uint32_t n = 0; n < reached.size(); ++n) {
    if (reached[n]) result.push_back(ObjectId(n));
  }
  return result;
}

// ---- properties ----

void HeapShapeGraph::find_thread_roots() {
  Program& program = points_to_.program();
  auto add = [&](ObjectId object) {
    set(object, ObjectProperty::kThread);
    occurs_[object.value] = true;
  };
  InstanceValues run_on(points_to_);
  for (std::uint32_t n = 0; n < points_to_.instance_count(); ++n) {
    const MethodInstanceId caller(n);
    for (const PointsTo::InstanceCall& call : points_to_.calls(caller)) {
      if (call.kind != CalleeKind::kStart) continue;
      const MethodInstance& callee = points_to_[call.callee];
      if (callee.body == BodyKind::kCode) {
        const ir::MethodIr* method = points_to_.store().get(callee.method);
        if (method != nullptr) run_on.for_each(callee, InstanceValues::parameter(*method, 0), add);
        continue;
      }
      // Thread.run, for which a model stands: the thread is an operand of the call that starts it.
      const ClassId owner = program[callee.method].owner;
      const ir::MethodIr& method = *points_to_.store().get(points_to_[caller].method);
      for (ValueId operand : method.operands(call.site)) {
        for (ObjectId object : points_to_.objects(caller, operand)) {
          const AbstractObject& known = points_to_[object];
          const bool instance = known.kind == ObjectKind::kObject || known.kind == ObjectKind::kOpaque;
          if (instance && known.class_id.valid() && program.is_subtype(known.class_id, owner)) add(object);
        }
      }
    }
  }
}

void HeapShapeGraph::find_global_objects() {
  std::vector<ObjectId> roots;
  for (std::uint32_t n = 0; n < object_count(); ++n) {
    if (has(ObjectId(n), ObjectProperty::kClass) || has(ObjectId(n), ObjectProperty::kThread)) roots.emplace_back(n);
  }
  // What a thread of the library, or a client of this one, may use: the objects of which it may call a method, and what
  // it may pass to them.
  std::vector<bool> received(points_to_.object_count(), false);
  for (ObjectId object : points_to_.escaped()) received[object.value] = true;
  InstanceValues used(points_to_);
  std::vector<bool> finalized(points_to_.object_count(), false);
  auto add = [&](const MethodInstance& instance, bool finalizer) {
    const ir::MethodIr* method = instance.called_by_library ? points_to_.store().get(instance.method) : nullptr;
    if (method == nullptr) return;
    for (std::uint32_t number = 0; number < instance.parameters.size(); ++number) {
      const bool receiver = number == 0 && !method->is_static();
      used.for_each(instance, InstanceValues::parameter(*method, number), [&](ObjectId object) {
        if (receiver && finalizer) finalized[object.value] = true;
        if (!receiver && !received[object.value]) return;
        roots.push_back(object);
        occurs_[object.value] = true;
      });
    }
  };
  for (const EntryPoint& entry : points_to_.entries()) {
    if (entry.kind == EntryKind::kMain || entry.kind == EntryKind::kInitializer) continue;
    for (MethodInstanceId id : points_to_.instances_of(entry.method)) {
      add(points_to_[id], /*finalizer=*/entry.kind == EntryKind::kFinalizer);
    }
  }
  Program& program = points_to_.program();
  for (std::uint32_t n = 0; n < points_to_.instance_count(); ++n) {
    for (const PointsTo::InstanceCall& call : points_to_.calls(MethodInstanceId(n))) {
      if (call.kind != CalleeKind::kLibraryCallback) continue;
      // What every object has (toString) is called by the thread that hands the object over.
      const Method& callee = program[points_to_[call.callee].method];
      if (program.declared_method(program.object_class(), callee.name, callee.descriptor).valid()) continue;
      add(points_to_[call.callee], /*finalizer=*/false);
    }
  }
  // The finalizer's thread gets all objects of the class, wherever they were made.
  for (std::uint32_t n = 0; n < points_to_.object_count(); ++n) {
    if (finalized[points_to_[ObjectId(n)].type.value] && occurs_[n]) roots.emplace_back(n);
  }
  const std::vector<bool> reached = reach(roots);
  for (std::uint32_t n = 0; n < object_count(); ++n) {
    if (reached[n]) set(ObjectId(n), ObjectProperty::kGlobal);
  }
  std::vector<ObjectId> held = std::move(roots);
  for (ObjectId object : points_to_.escaped()) held.push_back(object);
  for (std::uint32_t n = 0; n < points_to_.object_count(); ++n) {
    const AbstractObject& object = points_to_[ObjectId(n)];
    if (object.kind == ObjectKind::kOpaque && !object.site.valid()) held.emplace_back(n);
  }
  can_be_shared_ = reach(std::move(held), /*between_threads=*/true);
}

void HeapShapeGraph::find_escaping_objects(const CallGraph& calls) {
  std::vector<ObjectId> escaping = points_to_.escaped();
  std::vector<CodePlace> allocations;  // of thread roots
  for (std::uint32_t n = 0; n < object_count(); ++n) {
    const ObjectId object(n);
    if (has(object, ObjectProperty::kClass)) escaping.push_back(object);
    if (!has(object, ObjectProperty::kThread)) continue;
    escaping.push_back(object);
    const CodePlace place = points_to_.allocation(object);
    if (place.method.valid()) allocations.push_back(place);
  }
  escaping_ = std::make_unique<EscapingValues>(calls, points_to_.store(), points_to_.models(), allocations);
  InstanceValues values(points_to_);
  std::vector<bool> marked(object_count(), false);
  for (std::uint32_t n = 0; n < points_to_.instance_count(); ++n) {
    const MethodInstance& instance = points_to_[MethodInstanceId(n)];
    for (const EscapingValues::Published& published : escaping_->published(instance.method)) {
      values.for_each(instance, published.value, [&](ObjectId object) {
        if (!marked[object.value]) escaping.push_back(object);
        marked[object.value] = true;
      });
    }
  }
  const std::vector<bool> reached = reach(std::move(escaping));
  for (std::uint32_t n = 0; n < object_count(); ++n) {
    if (reached[n] && !has(ObjectId(n), ObjectProperty::kClass)) set(ObjectId(n), ObjectProperty::kEscape);
  }
}

}  // namespace snag
