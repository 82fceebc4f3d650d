// What the parts of variable-type analysis (variable_types.h) work on together: the program, the flow graph with the
// meaning of its nodes, and the methods and call sites that are reached.
//
// The parts, each of which knows only those before it:
//   UnknownLibrary   what the unexplored library does with the objects that it is given
//   Reflection       what class, constructor and method objects do where they are used
//   ModelEffects     what a modelled library method does at a call of it
//   CallBinder       which method a receiver's type selects, and where arguments and results flow
//   MethodFlows      the flows inside one method
//
// Used by one thread.
#pragma once

#include "callgraph/explored_classes.h"
#include "callgraph/flow_graph.h"
#include "callgraph/flow_nodes.h"
#include "callgraph/flow_sites.h"
#include "callgraph/library_calls.h"
#include "callgraph/object_types.h"
#include "callgraph/reached_methods.h"
#include "callgraph/watches.h"
#include "ir/ir_store.h"
#include "library/models.h"
#include "program/resolution.h"

namespace snag {

struct Propagation {
  Propagation(IrStore& ir_store, Resolver& method_resolver, const library::Models& library_models, bool variables_apart)
      : store(ir_store),
        program(ir_store.program()),
        resolver(method_resolver),
        models(library_models),
        types(program),
        flows(types),
        explored(program, models),
        nodes(program, types, flows, explored, variables_apart),
        methods(program, resolver, models, types, flows, nodes, explored),
        watches(flows, nodes),
        library_calls(program, resolver, models) {}

  IrStore& store;
  Program& program;
  Resolver& resolver;
  const library::Models& models;
  ObjectTypes types;
  FlowGraph flows;
  ExploredClasses explored;
  FlowNodes nodes;
  ReachedMethods methods;
  FlowSites sites;
  Watches watches;
  LibraryCalls library_calls;
};

}  // namespace snag
