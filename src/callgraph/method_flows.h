// The flows inside one method: its SSA values become nodes, its assignments edges, its calls sites.
//
// Values that share everything share a node: a field's loads are the field's node, an allocation is its type's, and
// values of plain types (ObjectTypes::is_plain: String, int[], …) are their type's. That leaves phis, casts to
// something narrower, array loads and calls' results with a node of their own.
//
// Used by one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "callgraph/call_binder.h"
#include "callgraph/model_effects.h"
#include "callgraph/propagation.h"
#include "ir/method_ir.h"

namespace snag {

class MethodFlows {
 public:
  MethodFlows(Propagation& run, CallBinder& binder, ModelEffects& model_effects, const ReachedMethod& method,
              const ir::MethodIr& ir);

  void generate();

 private:
  Program& program() { return run_.program; }
  FlowGraph& flows() { return run_.flows; }
  FlowNodeId node(ir::ValueId value) const { return nodes_[value.value]; }
  FlowNodeId operand(const ir::Instruction& i, std::uint32_t index) const { return node(ir_.operands(i)[index]); }

  FlowNodeId constant(const ir::Instruction& i);
  FlowNodeId allocate_array(Name type, std::uint32_t dimensions);
  FlowNodeId load_field(const ir::Instruction& i, bool is_static);
  void store_field(const ir::Instruction& i, bool is_static, FlowNodeId value);
  FieldId resolve(const ir::Instruction& i, bool is_static);
  FlowNodeId cast(const ir::Instruction& i);
  FlowNodeId make_function(const ir::Instruction& i);
  FlowNodeId call(ir::ValueId value, const ir::Instruction& i);
  FlowNodeId call_dynamic(ir::ValueId value, const ir::Instruction& i);
  void call_on_each(ir::ValueId value, std::span<const ir::ValueId> objects, Name method);
  FlowSiteId add_site(ir::ValueId value, const ir::Instruction& i, FlowNodeId result);

  Propagation& run_;
  CallBinder& binder_;
  ModelEffects& model_effects_;
  const ReachedMethod& method_;
  const ir::MethodIr& ir_;
  std::vector<FlowNodeId> nodes_;  // by value
  std::vector<bool> used_;         // by value: whether it is an operand
};

}  // namespace snag
