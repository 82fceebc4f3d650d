// What a modelled library method (models/*.toml, library/models.h) does at a call of it: thread starts, callbacks,
// flows between its operands and the fields that models give to objects, raw memory, reflection. What the model does
// not mention the method does like one of which nothing is known (unknown_library.h).
//
//   Thread t = new Thread(job);      // the model: arg0 -> this.task
//   t.start();                       // the model: starts run of this; and Thread.run calls this.task
//
// Where objects are apart, each has its own model fields. Else a model's field is one node for all objects; but where
// an object is made and used in the same method, what its constructor put there is known exactly: two threads that one
// method starts do not run each other's tasks.
//
// Used by one thread.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <tuple>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <absl/container/node_hash_map.h>

#include "callgraph/propagation.h"
#include "callgraph/reflection.h"
#include "callgraph/unknown_library.h"

namespace snag {

class ModelEffects {
 public:
  ModelEffects(Propagation& run, UnknownLibrary& unknown_library, Reflection& reflection)
      : run_(run), unknown_library_(unknown_library), reflection_(reflection) {}

  void apply_model(const LibraryFrame& frame, const library::MethodModel& model);
  // Where objects are apart: the result of the call is a view of the receiver (`both.readLock()`). Returns false if the
  // model says nothing of that.
  bool apply_view(const LibraryFrame& frame, const library::MethodModel* model);
  void make_view(const Watch& watch, ObjectId lock);
  // A type has reached an object on which a library method calls something (WatchKind::kCallback).
  void run_callback(const Watch& watch, ObjectId type);
  // `new Thread(r)` at a site: what the model of the constructor puts into fields of the new object is known
  // exactly in this method. What comes later (`e.initCause(x)`) may come to any object.
  void remember_constructor_fields(FlowSite& site, MethodId constructor);
  // Whether a call belongs to a parallel stream.
  bool in_parallel_stream(const FlowSite& site);

 private:
  void apply_callbacks(const LibraryFrame& frame, const std::vector<library::Callback>& callbacks, CalleeKind kind);
  // Returns false if nothing is known of the object.
  bool apply_memory(const LibraryFrame& frame, const library::MethodModel& model);
  // The method that a callback runs on an object of this class. Invalid if it is none, or, where objects are apart, one
  // of the library that does nothing with objects: Object.hashCode is called for every key of every map.
  MethodId callback_target(ClassId receiver, MethodId method);
  // What a callback does with each further object of a class, if that is the same for all of them.
  struct KnownCallback {
    MethodInstance* callee;
    FlowNodeId receiver;  // of the model that it applies; may be invalid
  };
  using CallbacksByClass = absl::flat_hash_map<ClassId, KnownCallback>;
  CallbacksByClass& callbacks_of(const Watch& watch);
  void pass_receiver(const KnownCallback& callback, ObjectId object);
  void call_with(MethodInstance& callee, const CallbackOperands& operands);
  // Where objects are apart: a result with contents is an object of its own, for each place that calls.
  // Returns whether there is one.
  bool make_result(const LibraryFrame& frame, const library::MethodModel& model);
  const CallbackOperands* operands_of(const LibraryFrame& frame, const library::Callback& callback);
  // The method that a model's `functions` means for a parameter of this type; invalid if it means none.
  MethodId function_of(Name parameter);
  FlowNodeId operand_node(const LibraryFrame& frame, const library::Operand& operand);
  void flow_into(const LibraryFrame& frame, const library::Operand& operand, FlowNodeId from);
  // The argument that the operand names, if the call has one.
  std::optional<std::size_t> argument_index(const LibraryFrame& frame, const library::Operand& operand);

  Propagation& run_;
  UnknownLibrary& unknown_library_;
  Reflection& reflection_;
  // The model fields of an object, by the method and the instruction that make it.
  absl::flat_hash_map<std::tuple<MethodId, ir::ValueId, Name>, FlowNodeId> local_fields_;
  // Models of callbacks, with the node of their receiver. Where objects are apart, those that one callback finds share
  // one application of the model, like the receivers of a call: what goes in and comes out is the same for all of them.
  // (Guava in library mode does not end within a minute if each has its own.)
  absl::flat_hash_map<std::tuple<const FlowSite*, MethodId, ObjectId, CalleeKind, bool, const CallbackOperands*>,
                      FlowNodeId>
      nested_;
  // Callbacks whose arguments and results are connected.
  absl::flat_hash_set<std::tuple<const FlowSite*, MethodInstanceId, CalleeKind, const CallbackOperands*>> connected_;
  absl::flat_hash_map<std::uint64_t /*class, method*/, MethodId> callback_targets_;
  std::deque<CallbackOperands> operands_;  // references stay valid
  // Where objects are apart, by what a watch is about. Objects reach a callback many at a time (Guava: 99 million).
  using CallbackKey = std::tuple<const FlowSite*, MethodId, CalleeKind, bool, const CallbackOperands*>;
  absl::node_hash_map<CallbackKey, CallbacksByClass> callbacks_;
  std::pair<CallbackKey, CallbacksByClass*> callbacks_last_ = {};
};

}  // namespace snag
