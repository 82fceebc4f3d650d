#include "ir/monitors.h"

#include <algorithm>

namespace snag::ir {

Monitors::Monitors(const MethodIr& method) {
  bool any = std::any_of(method.instructions.begin(), method.instructions.end(),
                         [](const Instruction& i) { return i.op == Op::kMonitorEnter || i.op == Op::kMonitorExit; });
  region_at_.resize(method.instructions.size());
  at_start_.resize(method.blocks.size());
  if (!any) return;

  // Reverse post-order: some predecessor of each block comes before it, and brings its stack.
  std::vector<bool> reached(method.blocks.size(), false);
  std::vector<RegionId> at_end(method.blocks.size());
  auto reach = [&](BlockId to, RegionId open) {
    if (!reached[to.value]) {
      reached[to.value] = true;
      at_start_[to.value] = open;
      return;
    }
    if (at_start_[to.value] == open) return;
    // Two paths meet with different monitors held: whatever is open on one of them only is unstructured.
    for (RegionId r = open; r.valid(); r = regions_[r.value].outer) regions_[r.value].structured = false;
    for (RegionId r = at_start_[to.value]; r.valid(); r = regions_[r.value].outer) regions_[r.value].structured = false;
  };
  reached[0] = true;
  for (std::uint32_t b = 0; b < method.blocks.size(); ++b) {
    RegionId start = at_start_[b];
    at_end[b] = walk(method, BlockId(b), start);
    // Exceptions leave with the monitors of the block's start: blocks are cut so that this is exact (method_ir.h).
    for (BlockId pad : method.pads(BlockId(b))) reach(pad, start);
    for (BlockId to : method.successors(BlockId(b))) reach(to, at_end[b]);
    Op last = method.terminator(BlockId(b)).op;
    bool leaves = last == Op::kReturn || (last == Op::kThrow && method.pads(BlockId(b)).empty());
    if (!leaves) continue;
    for (RegionId r = at_end[b]; r.valid(); r = regions_[r.value].outer) regions_[r.value].structured = false;
  }
  find_release_pads(method);
}

RegionId Monitors::walk(const MethodIr& method, BlockId block, RegionId open) {
  for (std::uint32_t i = method[block].begin; i < method[block].end; ++i) {
    region_at_[i] = open;
    const Instruction& instruction = method.instructions[i];
    if (instruction.op == Op::kMonitorEnter) {
      MonitorRegion region;
      region.enter = ValueId(i);
      region.lock = method.operands(instruction)[0];
      region.outer = open;
      open = RegionId(static_cast<std::uint32_t>(regions_.size()));
      regions_.push_back(std::move(region));
    } else if (instruction.op == Op::kMonitorExit) {
      ValueId lock = method.operands(instruction)[0];
      RegionId released = open;
      while (released.valid() && regions_[released.value].lock != lock) released = regions_[released.value].outer;
      if (!released.valid()) {
        unmatched_exits_.emplace_back(i);
        continue;
      }
      regions_[released.value].exits.emplace_back(i);
      if (released == open) {
        open = regions_[open.value].outer;
      } else {
        // Not the innermost: the stack cannot say that an outer one is gone. Everything from it inwards is
        // unstructured, and counts as released only when the walk leaves it.
        for (RegionId r = open; r != released; r = regions_[r.value].outer) regions_[r.value].structured = false;
        regions_[released.value].structured = false;
      }
    }
  }
  return open;
}

bool Monitors::structured() const {
  return unmatched_exits_.empty() &&
         std::all_of(regions_.begin(), regions_.end(), [](const MonitorRegion& r) { return r.structured; });
}

// A release pad catches everything, and what follows, up to and including a throw of the caught exception, does nothing
// but exit this region's monitor: `catch; goto` then `monitorexit lock; throw caught`, however javac laid out the
// blocks.
void Monitors::find_release_pads(const MethodIr& method) {
  std::vector<BlockId> block_of = method.block_of_instructions();
  for (MonitorRegion& region : regions_) {
    for (ValueId exit : region.exits) {
      BlockId block = block_of[exit.value];
      const Instruction& last = method.terminator(block);
      if (last.op != Op::kThrow) continue;
      ValueId thrown = method.operands(last)[0];
      const Instruction& caught = method[thrown];
      if (caught.op != Op::kCatch || caught.kind != 1) continue;
      bool only_releases = true;
      for (std::uint32_t i = method[block].begin; i < method[block].end; ++i) {
        Op op = method.instructions[i].op;
        only_releases &= op == Op::kCatch || op == Op::kMonitorExit || op == Op::kThrow;
      }
      BlockId pad = block_of[thrown.value];
      bool direct = pad == block || (method.successors(pad).size() == 1 && method.successors(pad)[0] == block);
      if (only_releases && direct) region.release_pads.push_back(pad);
    }
  }
}

}  // namespace snag::ir
