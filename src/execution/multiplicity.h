// Which method instances are executed at most once in a run of the program, and which objects are allocated once
// (von Praun 3.2, 3.4.4).
//
//   public static void main(String[] args) {
//     Table table = new Table();                          once: `table` is one object
//     for (int i = 0; i < 5; i++) seat(table, i);         seat runs many times, and so does what it calls and starts
//   }
//
// Problem: an abstract object stands for one object, and an abstract thread for one thread, only if the code that makes
// it runs once.
// Idea: a method instance (contexts.h) runs once if it is entered once: as a main, as a class initializer, or at one
// call of one instance that runs once, outside of loops. What a library method calls back may be repeated. A task that
// is started runs once for each start, unless the library repeats it (`repeats_task`). Recursion needs no rule of its
// own: a cycle is entered from outside and from within, so one of its instances is entered twice. Terminates: "many"
// spreads from callers to callees, to each instance once. A call that starts the elements of a collection starts
// several tasks, even where all are made at one place: an element runs once if it is one object. That is asked of a
// first result, which takes all elements to be several. Cannot see: that a loop runs once, or that two places exclude
// each other; the answer is then "many".
//
// Used by one thread: it asks PointsTo for sets.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "callgraph/points_to.h"

namespace snag {

// The places of a method's instructions in its control flow.
struct MethodLoops {
  std::vector<ir::BlockId> block_of;     // by instruction
  std::vector<std::uint32_t> component;  // by block; blocks of one loop have the same
  std::vector<bool> cyclic;              // by block
  explicit MethodLoops(const ir::MethodIr& ir);

  bool in_loop(ir::ValueId v) const { return cyclic[block_of[v.value].value]; }
};

class Multiplicity {
 public:
  explicit Multiplicity(const PointsTo& points_to);

  bool runs_once(MethodInstanceId instance) const { return !many_[instance.value]; }
  bool is_in_loop(MethodId method, ir::ValueId instruction) const { return loops(method).in_loop(instruction); }
  const MethodLoops& loops(MethodId method) const;
  // One object in every run: a class, or allocated outside of loops by an instance that runs once, and never cloned:
  // the clones are the same abstract object.
  bool allocated_once(ObjectId object) const;
  // The method instance that allocates an object; invalid for a class and for one that is known by its type alone.
  MethodInstanceId allocated_by(ObjectId object) const;
  // The place runs once, and starts one task when it does.
  bool starts_once(MethodInstanceId caller, ir::ValueId site, MethodInstanceId started) const;

 private:
  void find_cloned();
  std::vector<bool> find_many(bool elements_are_several) const;
  bool starts_several(const library::MethodModel* model, MethodInstanceId started) const;

  const PointsTo& points_to_;
  absl::flat_hash_map<std::pair<MethodId, ContextId>, MethodInstanceId> instances_;
  std::vector<bool> cloned_;  // by object
  std::vector<bool> many_;    // by instance
  mutable absl::flat_hash_map<MethodId, std::unique_ptr<MethodLoops>> loops_;
};

// The method instances at which an entry point begins.
std::vector<MethodInstanceId> entry_instances(const PointsTo& points_to, const EntryPoint& entry);
// The calls of one instruction, by callee.
std::span<const PointsTo::InstanceCall> calls_at(const PointsTo& points_to, MethodInstanceId caller, ir::ValueId site);
// The library method that is called at a place where tasks are started, as its model describes it; null if the model
// does not start anything itself: the worker threads of a parallel stream run what the stream calls.
const library::MethodModel* starting_model(const PointsTo& points_to, MethodInstanceId caller, ir::ValueId site);
// Whether a model starts what a collection or array holds.
bool starts_elements(const library::MethodModel& model);
// Whether the library runs a task again and again that was started once by this model (null: a parallel stream).
bool repeats_task(const library::MethodModel* model);

}  // namespace snag
