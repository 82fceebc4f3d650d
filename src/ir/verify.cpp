#include "ir/verify.h"

#include <fmt/format.h>

#include <vector>

#include "ir/dominators.h"
#include "ir/verify_shape.h"
#include "ir/verify_types.h"

namespace snag::ir {

namespace {

// A block's two nodes, numbered so that reverse post-order of blocks is one of nodes.
std::uint32_t start_of(BlockId b) { return 2 * b.value; }
std::uint32_t end_of(BlockId b) { return 2 * b.value + 1; }

PredecessorGraph split_graph(const MethodIr& ir) {
  PredecessorGraph graph;
  graph.first.reserve(2 * ir.blocks.size() + 1);
  graph.predecessors.reserve(ir.predecessor_pool.size() + ir.blocks.size());
  graph.first.push_back(0);
  for (std::uint32_t b = 0; b < ir.blocks.size(); ++b) {
    for (const Edge& edge : ir.predecessors(BlockId(b))) {
      graph.predecessors.push_back(edge.exceptional ? start_of(edge.from) : end_of(edge.from));
    }
    graph.first.push_back(static_cast<std::uint32_t>(graph.predecessors.size()));
    graph.predecessors.push_back(start_of(BlockId(b)));
    graph.first.push_back(static_cast<std::uint32_t>(graph.predecessors.size()));
  }
  return graph;
}

// Every use has its definition. The shape was checked before: all indices are in range.
std::optional<std::string> verify_uses(const MethodIr& ir) {
  DominatorTree tree(split_graph(ir));
  std::vector<BlockId> block_of = ir.block_of_instructions();
  auto node_of = [&](ValueId v) {
    Op op = ir[v].op;
    return op == Op::kPhi || op == Op::kParameter ? start_of(block_of[v.value]) : end_of(block_of[v.value]);
  };
  for (std::uint32_t b = 0; b < ir.blocks.size(); ++b) {
    const Block& block = ir.blocks[b];
    auto predecessors = ir.predecessors(BlockId(b));
    for (std::uint32_t i = block.begin; i < block.begin + block.phi_count; ++i) {
      auto operands = ir.operands(ValueId(i));
      for (std::size_t p = 0; p < operands.size(); ++p) {
        const Edge& edge = predecessors[p];
        std::uint32_t leaves = edge.exceptional ? start_of(edge.from) : end_of(edge.from);
        if (tree.dominates(node_of(operands[p]), leaves)) continue;
        return fmt::format("v{} in b{}: v{} is not available where the {}edge leaves b{}", i, b, operands[p].value,
                           edge.exceptional ? "exceptional " : "", edge.from.value);
      }
    }
    for (std::uint32_t i = block.begin + block.phi_count; i < block.end; ++i) {
      for (ValueId operand : ir.operands(ValueId(i))) {
        bool here = block_of[operand.value] == BlockId(b);
        if (here ? operand.value < i : tree.dominates(node_of(operand), end_of(BlockId(b)))) continue;
        return fmt::format("v{} in b{}: the definition of v{} does not dominate this use", i, b, operand.value);
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> verify(const MethodIr& ir) {
  // Each step relies on those before it.
  if (auto problem = verify_shape(ir)) return problem;
  if (auto problem = verify_types(ir)) return problem;
  return verify_uses(ir);
}

std::optional<std::string> verify(const MethodIr& ir, const Names& names, const References& references) {
  if (auto problem = verify(ir)) return problem;
  return verify_descriptors(ir, names, references);
}

}  // namespace snag::ir
