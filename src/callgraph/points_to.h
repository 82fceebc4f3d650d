// What the heap analysis found: which abstract objects each variable of each method instance may refer to, what their
// fields refer to, and which method instance calls or starts which.
//
//   List<Job> jobs = new ArrayList<>();  jobs.add(new Job());     jobs -> {#1}, #1.elements -> {#2}
//
// A *method instance* is a method in a context (contexts.h). Objects, instances and nodes are numbered in the order in
// which the analysis met them, which is the same in every run; what is printed is sorted by names.
//
// Belongs to one thread while it is asked for sets: they are computed when asked for.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "callgraph/propagation.h"

namespace snag {

class PointsTo {
 public:
  explicit PointsTo(std::unique_ptr<Propagation> run);

  Program& program() const { return run_->program; }
  IrStore& store() const { return run_->store; }
  const library::Models& models() const { return run_->models; }

  // ---- objects ----
  std::uint32_t object_count() const { return run_->types.size(); }
  const AbstractObject& operator[](ObjectId id) const { return run_->types[id]; }
  // The instruction that allocates an object; the method is invalid for one that is known by its type alone.
  CodePlace allocation(ObjectId id) const;
  // The nearest place of the context in which it is allocated.
  CodePlace context_place(ContextId id) const;
  // Every field, model field and the elements of an object that may refer to anything, and to what; by ObjectField.
  std::vector<std::pair<ObjectField, std::vector<ObjectId>>> fields(ObjectId id) const;
  std::vector<std::pair<FieldId, std::vector<ObjectId>>> static_fields() const;
  // Everything that the library has received.
  std::vector<ObjectId> escaped() const { return run_->flows.objects(run_->nodes.escaped()); }
  // The lock of which an object is a view, and the mode; null for other objects.
  const LockView* view(ObjectId id) const;
  std::vector<ObjectId> contents(ObjectId object, Name model_field) const;

  // ---- method instances ----
  std::uint32_t instance_count() const { return static_cast<std::uint32_t>(run_->methods.all().size()); }
  const MethodInstance& operator[](MethodInstanceId id) const { return run_->methods.all()[id.value]; }
  std::span<const MethodInstanceId> instances_of(MethodId method) const;
  // What a value of an instance may refer to, ascending.
  std::vector<ObjectId> objects(MethodInstanceId instance, ir::ValueId value) const;

  struct InstanceCall {
    ir::ValueId site;
    MethodInstanceId callee;
    CalleeKind kind = CalleeKind::kCall;
    friend auto operator<=>(const InstanceCall&, const InstanceCall&) = default;
  };
  // By site, then by callee.
  std::span<const InstanceCall> calls(MethodInstanceId instance) const;
  const std::set<EntryPoint>& entries() const { return run_->methods.entries(); }
  std::uint32_t coarsened_methods() const { return run_->methods.coarsened(); }

 private:
  std::unique_ptr<Propagation> run_;
  absl::flat_hash_map<MethodId, std::vector<MethodInstanceId>> instances_of_;
  std::vector<std::uint32_t> first_call_;  // by instance, and the end
  std::vector<InstanceCall> calls_;
};

}  // namespace snag
