// The flows inside one method: its SSA values become nodes, its assignments edges, its calls sites.
//
// Values that share everything share a node: an allocation is its object's, and values of plain types
// (AbstractObjects::is_plain: String, …) are their type's. Unless objects are apart, a field's loads are the field's
// node. That leaves phis, casts to something narrower, array loads and calls' results with a node of their own.
#pragma once

#include "callgraph/call_binder.h"
#include "callgraph/model_effects.h"
#include "callgraph/propagation.h"

namespace snag {

// Adds the flows of a method instance that was reached. Used by one thread.
void add_method_flows(Propagation& run, CallBinder& binder, ModelEffects& model_effects, MethodInstance& method,
                      const ir::MethodIr& ir);

}  // namespace snag
