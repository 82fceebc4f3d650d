// The flows inside one method: its SSA values become nodes, its assignments edges, its calls sites.
//
// Values that share everything share a node: a field's loads are the field's node, an allocation is its type's, and
// values of plain types (ObjectTypes::is_plain: String, int[], …) are their type's. That leaves phis, casts to
// something narrower, array loads and calls' results with a node of their own.
#pragma once

#include "callgraph/call_binder.h"
#include "callgraph/model_effects.h"
#include "callgraph/propagation.h"

namespace snag {

// Adds the flows of a method that was reached. Used by one thread.
void add_method_flows(Propagation& run, CallBinder& binder, ModelEffects& model_effects, const ReachedMethod& method,
                      const ir::MethodIr& ir);

}  // namespace snag
