// Builds the call graph by variable-type analysis, or its coarser relatives.
//
//   Shape s = round ? new Circle() : new Square();   // s may be a Circle or a Square
//   shapes.add(s);                                   // so may the elements of ArrayList.elementData
//   s.draw();                                        // Circle.draw, Square.draw; not Triangle.draw
//
// Problem: which methods may a call run, without dragging in the whole JDK.
// Idea: a flow graph (flow_graph.h) with one node for each SSA value, parameter, result, field (for all objects
// together), array type (its elements) and thrown exceptions. Types enter at allocations; where one reaches a call's
// receiver, the method it selects is reached, its body's flows are added, arguments and result are bound. What models
// describe or nobody looks at is bound to one more node, `escaped`: everything that the library got hold of. It comes
// back from there as any result of a fitting type, and may be called back (library_calls.h).
// For rapid type analysis all these nodes are one; for class hierarchy analysis that one holds every class at once.
// Terminates: methods, nodes and types are finite (each comes from a class file's text), and sets only grow.
// Cannot see: reflection with computed names, dependency injection, deserialization, native code's calls.
// Comes from: von Praun 3.2; Sundaresan et al. [115] there; Bacon & Sweeney for rapid types.
//
// One object, one run, one thread; the methods' IR is built on many.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <absl/container/node_hash_map.h>

#include "callgraph/call_graph.h"
#include "callgraph/entry_points.h"
#include "callgraph/flow_graph.h"
#include "callgraph/library_calls.h"
#include "callgraph/object_types.h"
#include "callgraph/options.h"
#include "ir/ir_store.h"
#include "library/models.h"
#include "program/resolution.h"

namespace snag {

class VariableTypes {
 public:
  VariableTypes(IrStore& store, Resolver& resolver, const library::Models& models, const CallGraphOptions& options);

  CallGraph run(const EntryPoints& entries, std::span<const ClassId> all_classes);

  struct Counters {
    std::uint32_t nodes = 0, types = 0, collapsed = 0, waves = 0;
    std::uint64_t edges = 0, steps = 0;
  };
  Counters counters() const;
  // Whether it came to an end within CallGraphOptions::maximum_steps.
  bool complete() const { return complete_; }

 private:
  using StateId = std::uint32_t;
  using SiteId = std::uint32_t;
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  static constexpr std::size_t kMaxGuesses = 64;  // callees of one site, when guessing adds to them
  // Bounds on what is looked at inside the JDK; what lies beyond is a leaf, as if it were not explored.
  static constexpr std::uint32_t kMaxJdkMethods = 8000;
  static constexpr std::uint32_t kMaxJdkDepth = 40;  // calls below the last method of the application

  // A method that is reached.
  struct State {
    MethodId method;
    BodyKind body{};
    const library::MethodModel* model = nullptr;
    std::uint32_t depth = 0;             // calls below the last method that is not the JDK's
    std::vector<FlowNodeId> parameters;  // `this` first; invalid for values that are not followed
    FlowNodeId result;
    bool called_by_library = false;
  };
  struct Site {
    StateId caller = kNone;
    ir::ValueId instruction;
    ir::ValueId receiver_value;
    MethodId resolved;
    FlowNodeId receiver;
    std::vector<FlowNodeId> arguments;
    FlowNodeId result;      // invalid when nobody uses it or it is not followed
    Name result_type;       // invalid for primitive types
    SiteId shared = kNone;  // rapid types: the site that stands for all calls like this one
    std::vector<std::pair<StateId, CalleeKind>> callees;
  };
  // What a library method works on: its own operands, or those of a callback inside it.
  struct Frame {
    SiteId site;
    FlowNodeId receiver;
    std::span<const FlowNodeId> arguments;
    FlowNodeId result;
    Name result_type;
    MethodId target;
    CalleeKind kind;    // of what is called back
    bool own_receiver;  // whether `receiver` is the site's: `this` of a callback inside it may be another object
  };
  enum class WatchKind : std::uint8_t { kDispatch, kArrayLoad, kArrayStore, kGuess, kCallback, kEscaped, kReflection };
  struct Watch {
    WatchKind kind{};
    std::uint32_t a = kNone;  // a site or a flow node
    std::uint32_t b = kNone;  // kGuess: the declared type; kCallback: the method; kReflection: its kind
    CalleeKind callee_kind{};
    bool own_receiver = false;  // kCallback: the object is the site's receiver
  };
  // Rapid types: sites of one method whose operands are the same nodes have the same callees.
  struct CallShape {
    MethodId resolved;
    bool deep = false;      // below a method of the JDK
    bool parallel = false;  // part of a parallel stream
    FlowNodeId receiver, result;
    std::vector<FlowNodeId> arguments;
    friend bool operator==(const CallShape&, const CallShape&) = default;
    template <class H>
    friend H AbslHashValue(H state, const CallShape& s) {
      return H::combine(std::move(state), s.resolved, s.deep, s.parallel, s.receiver, s.result, s.arguments);
    }
  };
  struct Shape {
    std::vector<Name> parameters;  // without `this`; invalid for primitive types
    Name result;
  };

  // ---- nodes (variable_types.cpp) ----
  FlowNodeId fresh_node();
  FlowNodeId plain_node(Name type);           // invalid when the type has to be followed
  FlowNodeId object_node(ObjectTypeId type);  // holds exactly that type
  FlowNodeId field_node(FieldId field);
  FlowNodeId element_node(ObjectTypeId array);
  FlowNodeId model_field_node(Name field);
  FlowNodeId late_field_node(Name field);  // what goes into the model field of an object after its constructor
  void watch(FlowNodeId node, Watch watch);
  void notify(const Watch& watch, ObjectTypeId type);
  const Shape& shape(Name descriptor);

  // ---- reaching methods ----
  StateId reach(MethodId method, std::uint32_t depth);
  bool is_explored(ClassId id);
  void instantiate(ClassId id);
  void initialize(ClassId id);  // runs <clinit>
  void add_entry(StateId state, EntryKind kind) { entries_.emplace_back(state, kind); }
  CallGraph assemble();

  // ---- one method's flows (method_flows.cpp) ----
  struct MethodFlows;
  void generate(StateId state);

  // ---- calls (call_binding.cpp) ----
  void bind_dynamically(SiteId site);
  void dispatch(SiteId site, ObjectTypeId type);
  void bind(SiteId site, MethodId target, ObjectTypeId receiver_type);
  void call_unknown(const Frame& frame);
  // The library gets an object under a type, and may call it back if `may_call`.
  void hand_over(SiteId site, FlowNodeId node, Name declared, bool may_call);
  void unknown_result(FlowNodeId result, Name type);
  // What the library may hand out as a `type`. One node for all who ask, so that each escaped object is compared with
  // each type once (Guava in library mode: minutes without it).
  FlowNodeId escaped_as(Name type);
  void call_back(StateId state, ObjectTypeId receiver_type);
  void guess(SiteId site, ObjectTypeId type, Name declared);
  void escaped(ObjectTypeId type);
  void add_callee(SiteId site, StateId callee, CalleeKind kind);
  Frame frame_of(SiteId site, MethodId target) const;
  std::uint32_t depth_below(SiteId site) const { return states_[sites_[site].caller].depth + 1; }

  // ---- models and reflection (model_effects.cpp) ----
  void apply_model(const Frame& frame, const library::MethodModel& model);
  void apply_callbacks(const Frame& frame, const std::vector<library::Callback>& callbacks, CalleeKind kind);
  bool apply_memory(const Frame& frame, const library::MethodModel& model);  // false: nothing is known of the object
  void apply_reflection(const Frame& frame, library::ReflectionKind kind);
  void reflect(SiteId site, library::ReflectionKind kind, ObjectTypeId type);
  void invoke(SiteId site, ClassId declaring, Name name);
  void run_callback(const Watch& watch, ObjectTypeId type);
  // The method that a model's `functions` means for a parameter of this type; invalid for none.
  MethodId function_of(Name parameter);
  FlowNodeId operand_node(const Frame& frame, const library::Operand& operand);
  void flow_into(const Frame& frame, const library::Operand& operand, FlowNodeId from);
  int argument_index(const Frame& frame, const library::Operand& operand);
  bool in_parallel_stream(SiteId site);
  // The constant strings among the arguments of a site; if there is none, those of the whole method.
  std::vector<Name> constant_strings(SiteId site);

  IrStore& store_;
  Program& program_;
  Resolver& resolver_;
  const library::Models& models_;
  const CallGraphOptions options_;
  const bool follow_;  // variables apart: variable-type analysis
  ObjectTypes types_;
  FlowGraph flows_;
  LibraryCalls library_calls_;

  std::vector<ClassId> all_classes_;  // of the application and, where they matter, its libraries
  FlowNodeId all_;                    // rapid types: every variable
  FlowNodeId escaped_, thrown_;
  absl::flat_hash_map<Name, FlowNodeId> plain_nodes_, model_fields_, late_fields_, escaped_as_;
  absl::flat_hash_map<ObjectTypeId, FlowNodeId> object_nodes_, element_nodes_;
  absl::flat_hash_map<FieldId, FlowNodeId> field_nodes_;
  absl::node_hash_map<Name, Shape> shapes_;

  std::deque<State> states_;
  absl::flat_hash_map<MethodId, StateId> state_of_;
  std::vector<StateId> pending_;  // reached, flows not yet generated
  std::deque<Site> sites_;
  std::vector<Watch> watches_;
  absl::flat_hash_map<CallShape, SiteId> shared_sites_;
  absl::flat_hash_set<std::pair<SiteId, StateId>> bound_;
  absl::flat_hash_set<std::tuple<SiteId, StateId, CalleeKind>> callees_;
  // No watch twice: every toString of the JDK, called at one place, may ask for the receiver's hashCode.
  absl::flat_hash_set<std::tuple<FlowNodeId, WatchKind, std::uint32_t, std::uint32_t, CalleeKind, bool>> watched_;
  absl::flat_hash_set<std::tuple<SiteId, MethodId, ObjectTypeId, CalleeKind, bool>> nested_;
  // `new Thread(r)` in a method, by the method and the new object: what went into its model fields.
  absl::flat_hash_map<std::tuple<StateId, ir::ValueId, Name>, FlowNodeId> local_fields_;
  absl::flat_hash_set<ClassId> instantiated_, initialized_;
  absl::flat_hash_set<StateId> guessed_;  // entry points already
  absl::flat_hash_map<ClassId, bool> explored_;
  std::vector<std::pair<StateId, EntryKind>> entries_;
  std::uint32_t jdk_methods_ = 0, unresolved_sites_ = 0, waves_ = 0;
  bool budget_exhausted_ = false;
  bool complete_ = true;
};

}  // namespace snag
