// Builds the call graph by variable-type analysis, or its coarser relatives.
//
//   Shape s = round ? new Circle() : new Square();   // s may be a Circle or a Square
//   shapes.add(s);                                   // so may the elements of ArrayList.elementData
//   s.draw();                                        // Circle.draw, Square.draw; not Triangle.draw
//
// Problem: which methods may a call run, without dragging in the whole JDK.
// Idea: a flow graph (flow_graph.h) with one node for each SSA value, parameter, result, field (for all objects
// together), array type (its elements) and thrown exceptions (flow_nodes.h). Types enter at allocations; where one
// reaches a call's receiver, the method it selects is reached (call_binder.h), its body's flows are added
// (method_flows.h), arguments and result are bound. What models describe (model_effects.h) or what is not explored
// (unknown_library.h) is bound to one more node, `escaped`: everything that the library got hold of. It comes back from
// there as any result of a fitting type, and may be called back.
// For rapid type analysis all these nodes are one; for class hierarchy analysis that one holds every class at once.
// Terminates: methods, nodes and types are finite (each comes from a class file's text), and sets only grow.
// Cannot see: reflection with computed names, dependency injection, deserialization, native code's calls.
// Comes from: von Praun 3.2; Sundaresan et al. [115] there; Bacon & Sweeney for rapid types.
//
// One object, one run, one thread; the methods' IR is built on many.
#pragma once

#include <cstdint>
#include <span>

#include "callgraph/call_binder.h"
#include "callgraph/call_graph.h"
#include "callgraph/entry_points.h"
#include "callgraph/model_effects.h"
#include "callgraph/options.h"
#include "callgraph/propagation.h"
#include "callgraph/reflection.h"
#include "callgraph/unknown_library.h"

namespace snag {

class VariableTypes {
 public:
  // `all_classes` are the application's and, where they matter, its libraries'; they must outlive this object.
  VariableTypes(IrStore& store, Resolver& resolver, const library::Models& models, std::span<const ClassId> all_classes,
                const CallGraphOptions& options);

  CallGraph run(const EntryPoints& entries);

  struct Counters {
    std::uint32_t nodes = 0, types = 0, collapsed = 0, waves = 0;
    std::uint64_t edges = 0, steps = 0;
  };
  Counters counters() const;
  // Whether it came to an end within CallGraphOptions::maximum_steps.
  bool complete() const { return complete_; }

 private:
  void add_entries(const EntryPoints& entries);
  void generate(MethodId method);
  void notify(const Watch& watch, ObjectTypeId type);
  CallGraph assemble() const;

  const CallGraphOptions options_;
  const std::span<const ClassId> all_classes_;
  Propagation run_;
  UnknownLibrary unknown_library_;
  Reflection reflection_;
  ModelEffects model_effects_;
  CallBinder binder_;
  std::uint32_t waves_ = 0;
  bool complete_ = true;
};

}  // namespace snag
