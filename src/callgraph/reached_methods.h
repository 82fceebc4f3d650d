// The methods that may run, found one after the other from the entry points on.
//
// Each method is reached once: it then has nodes for its parameters and its result, and waits for its flows to be
// generated (method_flows.h), unless a model stands for its body or nothing is known of it. With the methods come the
// classes that are instantiated and initialized, since class initializers and finalizers are entry points.
//
// Inside the JDK only explored classes (Propagation::explores) have bodies, and only up to a budget: kMaxJdkMethods
// methods, and kMaxJdkDepth calls below the last method of the application. What lies beyond is a leaf.
//
// Used by one thread.
#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "callgraph/call_graph.h"
#include "callgraph/flow_nodes.h"
#include "library/model.h"

namespace snag {

struct Propagation;

struct ReachedMethod {
  MethodId id;
  BodyKind body{};
  const library::MethodModel* model = nullptr;
  std::uint32_t depth = 0;             // calls below the last method that is not the JDK's
  std::vector<FlowNodeId> parameters;  // `this` first; invalid for primitive types
  FlowNodeId result;                   // invalid for primitive and plain types
  bool called_by_library = false;
};

class ReachedMethods {
 public:
  explicit ReachedMethods(Propagation& run) : run_(run) {}

  // `depth` counts for methods of the JDK. References stay valid.
  ReachedMethod& reach(MethodId method, std::uint32_t depth);
  ReachedMethod& operator[](MethodId method) { return *by_id_.at(method); }  // one that was reached
  const std::deque<ReachedMethod>& all() const { return methods_; }
  // The methods whose flows have to be generated, of those reached since the last call.
  std::vector<MethodId> take_pending() { return std::exchange(pending_, {}); }

  // Code that is not known calls the method, with whatever it has, and gets the result. `receiver` may be invalid.
  void call_from_library(ReachedMethod& method, ObjectTypeId receiver);
  // The same, on any object of this type that has escaped.
  void call_on_escaped(ReachedMethod& method, Name receiver);

  void instantiate(ClassId id);
  void initialize(ClassId id);  // runs <clinit>

  void add_entry(MethodId method, EntryKind kind) { entries_.insert({method, kind}); }
  const std::set<EntryPoint>& entries() const { return entries_; }
  bool budget_exhausted() const { return budget_exhausted_; }

 private:
  static constexpr std::uint32_t kMaxJdkMethods = 8000;
  static constexpr std::uint32_t kMaxJdkDepth = 40;

  Propagation& run_;
  std::deque<ReachedMethod> methods_;
  absl::flat_hash_map<MethodId, ReachedMethod*> by_id_;
  std::vector<MethodId> pending_;
  absl::flat_hash_set<ClassId> instantiated_, initialized_;
  std::set<EntryPoint> entries_;
  std::uint32_t jdk_methods_ = 0;
  bool budget_exhausted_ = false;
};

}  // namespace snag
