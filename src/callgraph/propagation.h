// What the parts of variable-type analysis (build.cpp) work on together: the program, the flow graph with the meaning
// of its nodes, and the methods and call sites that are reached.
//
// The parts, each of which knows only those before it:
//   UnknownLibrary   what the unexplored library does with the objects that it is given
//   Reflection       what class, constructor and method objects do where they are used
//   ModelEffects     what a modelled library method does at a call of it
//   CallBinder       which method a receiver's type selects, and where arguments and results flow
//   method_flows.h   the flows inside one method
//
// Used by one thread.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <absl/container/node_hash_map.h>

#include "callgraph/abstract_objects.h"
#include "callgraph/call_graph.h"
#include "callgraph/context_policy.h"
#include "callgraph/flow_graph.h"
#include "callgraph/flow_nodes.h"
#include "callgraph/reached_methods.h"
#include "ir/ir_store.h"
#include "library/models.h"
#include "program/resolution.h"

namespace snag {

// A call site, with the flow nodes of its operands and the callees found so far.
struct FlowSite {
  MethodInstance* caller;
  ir::ValueId instruction;
  std::uint32_t callee_depth = 0;  // of what is called here (ReachedMethod::depth)
  ir::ValueId receiver_value = {};
  MethodId resolved = {};
  FlowNodeId receiver = {};
  std::vector<FlowNodeId> arguments = {};
  FlowNodeId result = {};             // invalid when the result is not used or not followed
  Name result_type = {};              // invalid for primitive types
  const FlowSite* same_as = nullptr;  // rapid types: the site that has the callees of all calls like this one
  using Callee = std::pair<MethodInstanceId, CalleeKind>;
  std::vector<Callee> callees = {};
  std::unique_ptr<absl::flat_hash_set<Callee>> known_callees = {};  // the same, if they are many
};

// What a library method works on: the operands of its site, or those of a callback inside it.
struct LibraryFrame {
  FlowSite& site;
  FlowNodeId receiver;
  std::span<const FlowNodeId> arguments;
  FlowNodeId result;
  Name result_type;
  MethodId target;
  CalleeKind kind;            // of what is called back
  bool own_receiver;          // whether `receiver` is the site's: `this` of a callback inside it may be another object
  std::uint32_t nesting = 0;  // 0: the library method that is called at the site; else a model inside its callbacks

  static LibraryFrame of(FlowSite& s, MethodId target) {
    return {s, s.receiver, s.arguments, s.result, s.result_type, target, CalleeKind::kCallback, /*own_receiver=*/true};
  }
};

// What a callback inside a library method is called with, and where its result goes, as far as the model says.
struct CallbackOperands {
  std::vector<FlowNodeId> arguments = {};  // by parameter; invalid: not known
  FlowNodeId result = {};
  std::uint32_t nesting = 0;  // in how many models of callbacks it lies
};

enum class WatchKind : std::uint8_t {
  kDispatch,    // the receiver of a virtual call
  kReceiver,    // the receiver of a call that runs `method`, whatever the receiver is
  kFieldLoad,   // an object whose `field` flows to `value`
  kFieldStore,  // an object into whose `field` `value` is stored
  kModelLoad,   // the same for the field that models call `declared`
  kModelStore,
  kView,        // a lock of which `value` gets the view in a `mode`, as a `declared`
  kUserCast,    // what is cast to `declared`, a type of the application: `value` gets it
  kArrayLoad,   // an array whose elements flow to `value`
  kArrayStore,  // an array into which `value` is stored
  kGuess,       // an object that the unexplored library was given as a `declared`, and may call back
  kCallback,    // an object on which a library method calls `method`
  kEscaped,     // everything that has escaped to the library
  kReflection,  // a class, constructor or method object that is used
};

// A view of a lock, `both.readLock()`, is an object of its own that stands for the lock in a mode.
struct LockView {
  ObjectId lock;
  library::LockMode mode{};
};

// What has to be done when another object reaches a node of the flow graph: bind a call, follow an array access, run a
// callback. build.cpp passes each notification on to the part of the analysis that asked for it.
struct Watch {
  WatchKind kind{};
  FlowSite* site = nullptr;
  FlowNodeId value = {};
  Name declared = {};
  MethodId method = {};
  CalleeKind callee_kind{};   // kCallback
  bool own_receiver = false;  // kCallback: the object is the site's receiver
  library::ReflectionKind reflection{};
  FieldId field = {};
  library::LockMode mode{};                    // kView
  const CallbackOperands* operands = nullptr;  // kCallback

  friend bool operator==(const Watch&, const Watch&) = default;
  template <class H>
  friend H AbslHashValue(H state, const Watch& w) {
    return H::combine(std::move(state), w.kind, w.site, w.value, w.declared, w.method, w.callee_kind, w.own_receiver,
                      w.reflection, w.field, w.mode, w.operands);
  }
};

struct Propagation {
  Propagation(IrStore& ir_store, const library::Models& library_models, Precision precision)
      : store(ir_store),
        models(library_models),
        types(ir_store.program(), library_models.policy(), precision == Precision::kObjects),
        nodes(*this, precision) {}

  // Whether the call graph follows the code of a class: of the application, of its libraries, of a lambda, or of the
  // JDK's classes on the list `explore` of models/policy.toml.
  bool explores(ClassId id);
  bool add_callee(FlowSite& site, const MethodInstance& callee, CalleeKind kind);  // whether it is new
  // The context in which a call runs a method: by the receiver, which may be invalid, or for a static method by the
  // site.
  ContextId context_of_call(const FlowSite& site, MethodId target, ObjectId receiver);
  // Whether an instance method is analysed for each place that allocates its receiver.
  bool tells_receivers_apart(MethodId target);
  // The abstract object that an instruction of a method allocates.
  ObjectId allocate(const MethodInstance& method, ir::ValueId instruction, ObjectId type);
  // What is loaded from a field of the objects at a node: a node of its own for each base and field.
  FlowNodeId load_field(FlowNodeId base, FieldId field);
  void store_field(FlowNodeId base, FieldId field, FlowNodeId value);
  // The same for a field that only models know. Elements of arrays are their `elements`.
  FlowNodeId load_model_field(FlowNodeId base, Name field);
  void store_model_field(FlowNodeId base, Name field, FlowNodeId value);
  // Does nothing for an invalid node, and for a watch that is there: every toString of the JDK that is called at one
  // place may ask for the receiver's hashCode.
  void watch(FlowNodeId node, const Watch& watch);
  // A library method that is called at a site calls this method of the objects at the node.
  void watch_callback(FlowNodeId node, FlowSite& site, MethodId method, CalleeKind kind, bool own_receiver = false,
                      const CallbackOperands* operands = nullptr) {
    watch(node, {.kind = WatchKind::kCallback,
                 .site = &site,
                 .method = method,
                 .callee_kind = kind,
                 .own_receiver = own_receiver,
                 .operands = operands});
  }
  // The one abstract method of a functional interface; invalid for other types, and for an invalid name.
  MethodId functional_method(Name interface_type);
  // The instance methods of that name that a class declares.
  const std::vector<MethodId>& named_methods(Name owner, Name method);
  ResolvedMethod resolve_method(ir::ReferenceId id) {
    return resolver.resolve_method(method_reference(store.references()[id]));
  }

  IrStore& store;
  const library::Models& models;
  Program& program = store.program();
  Resolver resolver{program};
  ContextPolicy context_policy;
  Contexts contexts;
  AbstractObjects types;
  FlowGraph flows{types};
  FlowNodes nodes;
  ReachedMethods methods{*this};
  std::deque<FlowSite> sites;  // references stay valid
  std::uint32_t unresolved_sites = 0;
  std::vector<Watch> watches;                     // by WatchId
  absl::flat_hash_map<ObjectId, LockView> views;  // where objects are apart: by the view's object
  const Name elements_name = program.names().intern("elements");

 private:
  absl::node_hash_map<std::pair<Name, Name>, std::vector<MethodId>> named_methods_;
  absl::flat_hash_map<Name, MethodId> functional_methods_;
  absl::flat_hash_map<ClassId, bool> explored_of_jdk_;
  bool wants_call_site(MethodId method);

  static constexpr std::size_t kFewCallees = 8;  // are searched
  absl::flat_hash_map<MethodId, bool> wants_call_site_;
  absl::flat_hash_map<std::pair<FlowNodeId, FieldId>, FlowNodeId> loads_;
  absl::flat_hash_map<std::pair<FlowNodeId, Name>, FlowNodeId> model_loads_;
  absl::flat_hash_set<std::pair<FlowNodeId, Watch>> known_watches_;
};

}  // namespace snag
