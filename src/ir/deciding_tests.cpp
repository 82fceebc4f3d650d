#include "ir/deciding_tests.h"

#include "ir/dominators.h"

namespace snag::ir {

DecidingTests::DecidingTests(const MethodIr& method) : tests_(method.blocks.size()), above_(method.blocks.size()) {
  auto count = static_cast<std::uint32_t>(method.blocks.size());
  PredecessorGraph graph;
  graph.first.push_back(0);
  for (std::uint32_t b = 0; b < count; ++b) {
    for (const Edge& edge : method.predecessors(BlockId(b))) graph.predecessors.push_back(edge.from.value);
    graph.first.push_back(static_cast<std::uint32_t>(graph.predecessors.size()));
  }
  DominatorTree tree(graph);
  for (std::uint32_t b = 1; b < count; ++b) {
    if (tree.immediate(b) == DominatorTree::kNone) continue;
    above_[b] = BlockId(tree.immediate(b));
    std::span<const Edge> predecessors = method.predecessors(BlockId(b));
    if (predecessors.size() != 1 || predecessors[0].exceptional) continue;
    BlockId from = predecessors[0].from;
    Op op = method.terminator(from).op;
    if ((op == Op::kIf || op == Op::kSwitch) && method.successors(from).size() >= 2) tests_[b] = from;
  }
}

}  // namespace snag::ir
