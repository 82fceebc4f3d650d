#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

#include "base/scc.h"
#include "ir/verify_steps.h"

namespace snag::ir {

namespace {

using Problem = std::optional<std::string>;

bool fits(std::uint64_t first, std::uint64_t count, std::size_t size) { return first + count <= size; }

Problem check_tables(const MethodIr& ir) {
  if (ir.blocks.empty()) return "no blocks";
  if (!ir.owner || !ir.name || !ir.descriptor) return "the method has no name";
  const std::size_t values = ir.instructions.size();
  for (std::size_t i = 0; i < values; ++i) {
    const Instruction& instruction = ir.instructions[i];
    if (instruction.op > Op::kThrow) return fmt::format("v{}: unknown operation", i);
    if (!fits(instruction.first_operand, instruction.operand_count, ir.operand_pool.size())) {
      return fmt::format("v{}: operands lie outside their table", i);
    }
    for (ValueId operand : ir.operands(instruction)) {
      if (operand.value >= values) return fmt::format("v{}: operand v{} does not exist", i, operand.value);
    }
  }
  std::uint32_t next = 0;
  for (std::size_t b = 0; b < ir.blocks.size(); ++b) {
    const Block& block = ir.blocks[b];
    if (block.begin != next) return fmt::format("b{}: does not begin where the block before it ends", b);
    if (block.end <= block.begin || block.end > values) return fmt::format("b{}: holds no instructions", b);
    if (block.phi_count > block.end - block.begin) return fmt::format("b{}: more phis than instructions", b);
    if (!fits(block.first_predecessor, block.predecessor_count, ir.predecessor_pool.size())) {
      return fmt::format("b{}: predecessors lie outside their table", b);
    }
    if (!fits(block.first_successor, std::uint64_t{block.successor_count} + block.pad_count,
              ir.successor_pool.size())) {
      return fmt::format("b{}: successors lie outside their table", b);
    }
    next = block.end;
  }
  if (next != values) return "instructions behind the last block";
  for (const Edge& edge : ir.predecessor_pool) {
    if (edge.from.value >= ir.blocks.size()) return fmt::format("predecessor b{} does not exist", edge.from.value);
  }
  for (BlockId to : ir.successor_pool) {
    if (to.value >= ir.blocks.size()) return fmt::format("successor b{} does not exist", to.value);
  }
  return std::nullopt;
}

Problem check_cases(const MethodIr& ir, std::uint32_t b) {
  const Instruction& i = ir.terminator(BlockId(b));
  if (i.payload >= ir.cases.size()) return fmt::format("b{}: the switch has no cases", b);
  auto cases = ir.switch_cases(i);
  if (!cases.back().is_default) return fmt::format("b{}: the switch has no default", b);
  std::uint32_t mentioned = 0;
  for (std::size_t c = 0; c < cases.size(); ++c) {
    if (cases[c].successor > mentioned) return fmt::format("b{}: successors are not in the order of the cases", b);
    if (cases[c].successor == mentioned) ++mentioned;
    if (c > 0 && !cases[c].is_default && cases[c - 1].key >= cases[c].key) {
      return fmt::format("b{}: the keys of the switch do not ascend", b);
    }
  }
  if (mentioned != ir.blocks[b].successor_count) return fmt::format("b{}: a successor that no case mentions", b);
  return std::nullopt;
}

Problem check_block(const MethodIr& ir, std::uint32_t b) {
  const Block& block = ir.blocks[b];
  auto predecessors = ir.predecessors(BlockId(b));
  bool throws = false;
  for (std::uint32_t i = block.begin; i < block.end; ++i) {
    const Instruction& instruction = ir.instructions[i];
    bool in_phis = i < block.begin + block.phi_count;
    if ((instruction.op == Op::kPhi) != in_phis) return fmt::format("v{} in b{}: phis do not come first", i, b);
    if (in_phis && instruction.operand_count != predecessors.size()) {
      return fmt::format("v{} in b{}: {} operands for {} predecessors", i, b, instruction.operand_count,
                         predecessors.size());
    }
    if ((instruction.op >= Op::kGoto) != (i + 1 == block.end)) {
      return fmt::format("v{} in b{}: {}", i, b,
                         i + 1 == block.end ? "the block does not end in a terminator" : "a terminator in mid-block");
    }
    if (instruction.op == Op::kParameter && b != 0) return fmt::format("v{}: a parameter outside the entry", i);
    throws |= may_throw(instruction);
  }
  if (block.pad_count > 0 && !throws) return fmt::format("b{}: landing pads, but nothing in it may throw", b);

  const Instruction& last = ir.instructions[block.end - 1];
  bool right = last.op == Op::kGoto     ? block.successor_count == 1
               : last.op == Op::kIf     ? block.successor_count == 2
               : last.op == Op::kSwitch ? block.successor_count >= 1
                                        : block.successor_count == 0;
  if (!right) return fmt::format("b{}: {} successors do not fit its terminator", b, block.successor_count);
  if (last.op == Op::kSwitch) {
    if (auto problem = check_cases(ir, b)) return problem;
  }

  // Exceptions arrive at landing pads, and nothing else does.
  auto exceptional = static_cast<std::size_t>(
      std::count_if(predecessors.begin(), predecessors.end(), [](const Edge& e) { return e.exceptional; }));
  bool pad = exceptional > 0;
  if (pad && exceptional != predecessors.size()) return fmt::format("b{}: normal edges into a landing pad", b);
  for (std::uint32_t i = block.begin; i < block.end; ++i) {
    bool first = i == block.begin + block.phi_count;
    if ((ir.instructions[i].op == Op::kCatch) == (pad && first)) continue;
    return pad && first ? fmt::format("b{}: a landing pad without a catch at its start", b)
                        : fmt::format("v{} in b{}: a catch that does not start a landing pad", i, b);
  }
  return std::nullopt;
}

// The tables of successors and predecessors must list the same edges, each once.
Problem check_edges(const MethodIr& ir) {
  using Triple = std::tuple<std::uint32_t, std::uint32_t, bool>;  // from, to, exceptional
  std::vector<Triple> forward, backward;
  forward.reserve(ir.successor_pool.size());
  backward.reserve(ir.predecessor_pool.size());
  for (std::uint32_t b = 0; b < ir.blocks.size(); ++b) {
    for (BlockId to : ir.successors(BlockId(b))) forward.emplace_back(b, to.value, false);
    for (BlockId to : ir.pads(BlockId(b))) forward.emplace_back(b, to.value, true);
    for (const Edge& edge : ir.predecessors(BlockId(b))) backward.emplace_back(edge.from.value, b, edge.exceptional);
  }
  std::sort(forward.begin(), forward.end());
  std::sort(backward.begin(), backward.end());
  auto show = [](const Triple& edge) {
    return fmt::format("b{} to b{}{}", std::get<0>(edge), std::get<1>(edge), std::get<2>(edge) ? " (exceptional)" : "");
  };
  if (auto twice = std::adjacent_find(forward.begin(), forward.end()); twice != forward.end()) {
    return fmt::format("the edge from {} is there twice", show(*twice));
  }
  auto [f, p] = std::mismatch(forward.begin(), forward.end(), backward.begin(), backward.end());
  if (f == forward.end() && p == backward.end()) return std::nullopt;
  if (p == backward.end() || (f != forward.end() && *f < *p)) {
    return fmt::format("the edge from {} is missing among the predecessors", show(*f));
  }
  return fmt::format("the edge from {} is missing among the successors", show(*p));
}

// In reverse post-order an edge goes backwards only within a loop, and every block but the entry has an edge from one
// before it. So every block is reachable, too.
Problem check_order(const MethodIr& ir) {
  if (ir.blocks[0].predecessor_count != 0) return "the entry has predecessors";
  bool backwards = false;
  for (std::uint32_t b = 1; b < ir.blocks.size(); ++b) {
    bool reached = false;
    for (const Edge& edge : ir.predecessors(BlockId(b))) {
      (edge.from.value < b ? reached : backwards) = true;
    }
    if (!reached) return fmt::format("b{}: unreachable, or before all its predecessors", b);
  }
  if (!backwards) return std::nullopt;
  auto successors = [&](std::uint32_t b) {
    const Block& block = ir.blocks[b];
    struct Targets {
      std::span<const BlockId> blocks;
      std::size_t size() const { return blocks.size(); }
      std::uint32_t operator[](std::size_t i) const { return blocks[i].value; }
    };
    return Targets{{ir.successor_pool.data() + block.first_successor, block.successor_count + block.pad_count}};
  };
  std::vector<std::uint32_t> component =
      strongly_connected_components(static_cast<std::uint32_t>(ir.blocks.size()), successors).component_of;
  for (std::uint32_t b = 1; b < ir.blocks.size(); ++b) {
    for (const Edge& edge : ir.predecessors(BlockId(b))) {
      if (edge.from.value < b || component[edge.from.value] == component[b]) continue;
      return fmt::format("b{}: an edge comes back from b{}, but there is no loop", b, edge.from.value);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> verify_shape(const MethodIr& ir) {
  if (auto problem = check_tables(ir)) return problem;
  for (std::uint32_t b = 0; b < ir.blocks.size(); ++b) {
    if (auto problem = check_block(ir, b)) return problem;
  }
  if (auto problem = check_edges(ir)) return problem;
  return check_order(ir);
}

}  // namespace snag::ir
