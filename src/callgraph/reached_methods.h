// The methods that may run, found one after the other from the entry points on.
//
// Each method is reached once, or, where objects are apart, once for each context (contexts.h): that is a *method
// instance*. It then has nodes for its parameters and its result, and waits for its flows to be generated
// (method_flows.h), unless a model stands for its body or nothing is known of it. With the methods come the classes
// that are instantiated and initialized, since class initializers and finalizers are entry points.
//
// Inside the JDK only explored classes (Propagation::explores) have bodies, and only up to a budget: kMaxJdkMethods
// methods, and kMaxJdkDepth calls below the last method of the application. What lies beyond is a leaf. A method has at
// most kMaxContexts contexts; further calls of it share the instance that has none. A method without a body that is
// followed has no contexts: what a model does it does to the operands of the call, whatever the context is. (Applied
// once for each context of the receiver, the models of Iterator.next and its like keep Guava from ending within a
// minute.)
//
// Used by one thread.
#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "callgraph/call_graph.h"
#include "callgraph/contexts.h"
#include "callgraph/flow_nodes.h"
#include "library/model.h"

namespace snag {

struct Propagation;

struct MethodInstanceTag;
using MethodInstanceId = Id<MethodInstanceTag>;

struct MethodInstance {
  MethodInstanceId id;
  MethodId method;
  ContextId context;
  BodyKind body{};
  const library::MethodModel* model = nullptr;
  std::uint32_t depth = 0;              // calls below the last method that is not the JDK's
  std::vector<FlowNodeId> parameters;   // `this` first; invalid for primitive types
  FlowNodeId result;                    // invalid for primitive and plain types
  std::vector<FlowNodeId> values = {};  // where objects are apart: by ValueId; invalid where nothing is followed
  bool called_by_library = false;
};

class ReachedMethods {
 public:
  explicit ReachedMethods(Propagation& run) : run_(run) {}

  // `depth` counts for methods of the JDK. `receiver` is the class of the object, if it is known: where objects are
  // apart, a class of the application may inherit a method of the JDK that has a model, and what it then does depends
  // on the application's overrides. References stay valid.
  MethodInstance& reach(MethodId method, ContextId context, std::uint32_t depth, ClassId receiver = {});
  // Without a context: for code that anything may call.
  MethodInstance& reach(MethodId method, std::uint32_t depth) { return reach(method, {}, depth); }
  MethodInstance& operator[](MethodInstanceId id) { return instances_[id.value]; }
  const std::deque<MethodInstance>& all() const { return instances_; }
  // The instances whose flows have to be generated, of those reached since the last call.
  std::vector<MethodInstanceId> take_pending() { return std::exchange(pending_, {}); }

  bool has_pending() const { return !pending_.empty(); }

  // Code that is not known calls the method, with whatever it has, and gets the result. `receiver` may be invalid.
  void call_from_library(MethodInstance& method, ObjectId receiver);
  // The same, on any object of this type that has escaped.
  void call_on_escaped(MethodInstance& method, Name receiver);

  void instantiate(ClassId id);
  void initialize(ClassId id);  // runs <clinit>

  void add_entry(MethodId method, EntryKind kind) { entries_.insert({method, kind}); }
  const std::set<EntryPoint>& entries() const { return entries_; }
  bool budget_exhausted() const { return budget_exhausted_; }
  // Methods that were reached in more contexts than are told apart.
  std::uint32_t coarsened() const { return coarsened_; }

 private:
  static constexpr std::uint32_t kMaxJdkMethods = 8000;
  static constexpr std::uint32_t kMaxJdkDepth = 40;
  static constexpr std::uint32_t kMaxContexts =
      64;  // several receivers may share a place of allocation, and several calls
  static constexpr std::uint32_t kMaxContextsInJdk = 512;  // collections are made everywhere

  struct OfMethod {
    std::uint32_t contexts = 0;
    bool coarsened = false;
    bool in_jdk = false;
    bool has_model = false;  // which stands for its body
    bool has_code = false;   // that the call graph follows, if no model stands for it
  };

  Propagation& run_;
  std::deque<MethodInstance> instances_;
  // Whether a class of the application inherits the method, and has it analysed although there is a model.
  bool is_skeleton(MethodId method, ClassId receiver);
  OfMethod& of_method(MethodId method);

  absl::flat_hash_map<std::tuple<MethodId, ContextId, bool /*skeleton*/>, MethodInstance*> known_;
  absl::flat_hash_map<std::pair<MethodId, ClassId>, bool> skeletons_;
  absl::flat_hash_map<MethodId, OfMethod> of_methods_;
  std::vector<MethodInstanceId> pending_;
  absl::flat_hash_set<ClassId> instantiated_, initialized_;
  std::set<EntryPoint> entries_;
  absl::flat_hash_set<MethodId> counted_;  // of the JDK, with a body
  std::uint32_t jdk_methods_ = 0, coarsened_ = 0;
  bool budget_exhausted_ = false;
};

}  // namespace snag
