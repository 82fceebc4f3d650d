// What the references in the code mean: which of the analysed methods a call may run, what the library models say about
// it, and which field an access names. Results are computed when they are first needed, and kept. Fields are here, too,
// because such a table needs what only the constructor ensures: that no reference is added any more.
//
// The nodes of the checks' analyses are methods with code: all of the application, and those of the class path that the
// application calls, up to kLibraryDepth calls deep. The latter have summaries, but nothing is reported about them. The
// JDK is known by models alone.
//
// Calls are bound by the class hierarchy of the application alone, so that a jar can be analysed without following its
// program from the entry points on: a virtual call may run every method of the application that the static type allows.
// When these are more than kMaximumTargets, or one of them has no code here, what the call does is not known. Beyond
// kMaximumSubtypes it is not even known which methods the call may run (`has_unknown_calls`). Where there is a call
// graph, callees.h refines the targets by it.
//
// Threads: every member function may be called by any number of threads.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/id.h"
#include "ir/ir_store.h"
#include "library/models.h"
#include "program/resolution.h"

namespace snag {

struct NodeTag;
using NodeId = Id<NodeTag>;  // a method with code: the application's, by class, then those of the class path

struct Binding {
  MethodId resolved;                            // invalid when the class or the method is missing
  ClassId static_type;                          // which the call names
  const library::MethodModel* model = nullptr;  // as far as the static type tells: library/precedence.h
  std::vector<NodeId> targets;                  // all that may run, if `complete`
  bool complete = false;
  // Nothing is known about what it does: its class is missing, it is native or has no implementation here.
  bool unknown = false;
  // A method of a library class all of whose methods are synchronized: it acquires the lock of its object.
  bool is_synchronized = false;
  // Functions that are passed to this library method run before it returns, and never later.
  bool runs_functions = false;
};

class Calls {
 public:
  static constexpr std::size_t kMaximumTargets = 8;
  static constexpr std::size_t kMaximumSubtypes = 64;
  static constexpr int kLibraryDepth = 3;
  static constexpr std::size_t kMaximumLibraryMethods = 50'000;

  // Builds the IR that is not there yet, on `jobs` threads.
  Calls(IrStore& store, const library::Models& models, std::span<const ClassId> application, unsigned jobs);
  ~Calls();

  Program& program() const { return program_; }
  const ir::References& references() const { return references_; }
  const library::Models& models() const { return models_; }

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(nodes_.size()); }
  MethodId method(NodeId node) const { return nodes_[node.value].method; }
  const ir::MethodIr& ir(NodeId node) const { return *nodes_[node.value].ir; }
  NodeId node_of(MethodId method) const;
  // Whether code outside the package cannot call it, so that all its callers are known.
  bool callers_are_known(NodeId node) const { return nodes_[node.value].callers_are_known; }
  bool is_application(NodeId node) const { return node.value < application_count_; }
  bool is_constructor(NodeId node) const { return nodes_[node.value].is_constructor; }
  bool is_class_initializer(NodeId node) const { return nodes_[node.value].is_class_initializer; }

  // Notes that this method, or one that overrides it, may be called from a place that is not known: by a call whose
  // static type has too many subtypes (`binding` notes these itself), or through a method reference that escaped.
  void note_unknown_call(MethodId method);
  // Whether such a call, of those noted so far, may run the method.
  bool has_unknown_calls(NodeId node) const;

  FieldId field(const ir::Instruction& access);  // of getfield, putfield, getstatic, putstatic
  const Binding& binding(const ir::Instruction& invoke);
  NodeId body_of(const ir::Lambda& lambda);  // of a lambda or a method reference; invalid if it is not a node
  // Returns the model of a call whose receiver is known to be of this class, by the rule in library/precedence.h.
  const library::MethodModel* model_for(const Binding& binding, ClassId receiver);
  std::string_view text(Name name) const { return program_.text(name); }

 private:
  struct Node {
    MethodId method;
    const ir::MethodIr* ir;
    bool callers_are_known, is_constructor, is_class_initializer;
  };
  void add_nodes(IrStore& store, std::span<const MethodId> methods, bool application);
  std::vector<MethodId> library_methods(std::uint32_t first_reference);
  std::unique_ptr<Binding> bind(const ir::Reference& reference, ir::InvokeKind kind);
  void add_targets(Binding& binding, ClassId static_type);
  bool runs_functions(const Binding& binding) const;

  Program& program_;
  const ir::References& references_;
  const library::Models& models_;
  Resolver resolver_;
  std::vector<Node> nodes_;
  std::uint32_t application_count_ = 0;
  std::vector<NodeId> node_of_;                                  // by MethodId
  absl::flat_hash_map<ClassId, std::vector<ClassId>> subtypes_;  // direct, of the application
  // By ReferenceId. An invokespecial may mean another method than the others.
  std::vector<std::atomic<const Binding*>> virtual_, special_;
  mutable std::mutex unknown_calls_mutex_;
  absl::flat_hash_map<std::pair<Name, Name>, std::vector<ClassId>> unknown_calls_;  // name, descriptor; owners
  std::vector<std::atomic<std::uint32_t>> fields_;  // the complement of FieldId; 0: not resolved (yet)
};

}  // namespace snag
