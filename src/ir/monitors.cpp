#include "ir/monitors.h"

#include <algorithm>

namespace snag::ir {

Monitors::Monitors(const MethodIr& method) : method_(method) {
  at_start_.resize(method.blocks.size());
  bool any = false;
  for (std::uint32_t i = 0; i < method.instructions.size(); ++i) {
    const Instruction& instruction = method.instructions[i];
    any |= instruction.op == Op::kMonitorExit;
    if (instruction.op != Op::kMonitorEnter) continue;
    any = true;
    MonitorRegion region;
    region.enter = ValueId(i);
    region.lock = method.operands(instruction)[0];
    regions_.push_back(std::move(region));
  }
  if (!any) return;
  find_held();
  find_exits();
}

RegionId Monitors::entered_by(ValueId enter) const {
  auto region = std::lower_bound(regions_.begin(), regions_.end(), enter,
                                 [](const MonitorRegion& r, ValueId v) { return r.enter < v; });
  return RegionId(static_cast<std::uint32_t>(region - regions_.begin()));
}

// The index in `held` of the region that a monitorexit releases, or -1.
std::ptrdiff_t Monitors::released_by(ValueId exit, const HeldRegions& held) const {
  ValueId lock = method_.operands(exit)[0];
  for (std::size_t i = held.size(); i-- > 0;) {
    if (regions_[held[i].value].lock == lock) return static_cast<std::ptrdiff_t>(i);
  }
  return -1;
}

void Monitors::step(ValueId instruction, HeldRegions& held) const {
  Op op = method_[instruction].op;
  if (op == Op::kMonitorEnter) {
    if (held.size() == kMaximumHeld) return;
    RegionId id = entered_by(instruction);
    // Entered again without having been left (a loop around a lone monitorenter): once is enough to know it is held.
    if (std::find(held.begin(), held.end(), id) == held.end()) held.push_back(id);
  } else if (op == Op::kMonitorExit) {
    std::ptrdiff_t released = released_by(instruction, held);
    if (released >= 0) held.erase(held.begin() + released);
  }
}

HeldRegions Monitors::held_before(BlockId block, ValueId instruction) const {
  HeldRegions held = at_start_[block.value];
  for (std::uint32_t i = method_[block].begin; i < instruction.value; ++i) step(ValueId(i), held);
  return held;
}

void Monitors::find_held() {
  std::vector<bool> reached(method_.blocks.size(), false), waiting(method_.blocks.size(), true);
  reached[0] = true;
  bool changed = true;
  auto reach = [&](BlockId to, const HeldRegions& held) {
    HeldRegions& known = at_start_[to.value];
    if (!reached[to.value]) {
      reached[to.value] = true;
      known = held;
      return;
    }
    if (known == held) return;
    auto differs = [&](const HeldRegions& one, const HeldRegions& other) {
      for (RegionId region : one) {
        if (std::find(other.begin(), other.end(), region) == other.end()) regions_[region.value].structured = false;
      }
    };
    differs(held, known);
    differs(known, held);
    auto kept = std::remove_if(known.begin(), known.end(),
                               [&](RegionId r) { return std::find(held.begin(), held.end(), r) == held.end(); });
    if (kept == known.end()) return;
    known.erase(kept, known.end());
    waiting[to.value] = true;
    changed = true;
  };
  while (changed) {
    changed = false;
    for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
      if (!waiting[b]) continue;
      waiting[b] = false;
      HeldRegions held = at_start_[b];
      // Exceptions leave with the monitors of the block's start: blocks are cut so that this is exact (method_ir.h).
      for (BlockId pad : method_.pads(BlockId(b))) reach(pad, held);
      for (std::uint32_t i = method_.blocks[b].begin; i < method_.blocks[b].end; ++i) step(ValueId(i), held);
      for (BlockId to : method_.successors(BlockId(b))) reach(to, held);
    }
  }
}

// Whether whatever is thrown in the block is caught in this method.
bool Monitors::catches_all(BlockId block) const {
  auto pads = method_.pads(block);
  return std::any_of(pads.begin(), pads.end(), [&](BlockId pad) {
    const Block& b = method_[pad];
    return method_.instructions[b.begin + b.phi_count].kind == 1;  // its catch
  });
}

void Monitors::find_exits() {
  for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
    HeldRegions held = at_start_[b];
    const bool caught = catches_all(BlockId(b));
    for (std::uint32_t i = method_.blocks[b].begin; i < method_.blocks[b].end; ++i) {
      const Instruction& instruction = method_.instructions[i];
      bool leaves = instruction.op == Op::kReturn || (!caught && may_throw(instruction));
      if (leaves) {
        for (RegionId region : held) regions_[region.value].structured = false;
      }
      if (instruction.op == Op::kMonitorEnter) {
        MonitorRegion& region = regions_[entered_by(ValueId(i)).value];
        if (!held.empty()) region.outer = held.back();
        if (held.size() == kMaximumHeld) region.structured = false;
        step(ValueId(i), held);
      } else if (instruction.op == Op::kMonitorExit) {
        std::ptrdiff_t released = released_by(ValueId(i), held);
        if (released < 0) {
          unmatched_exits_.emplace_back(i);
          continue;
        }
        auto index = static_cast<std::size_t>(released);
        regions_[held[index].value].exits.emplace_back(i);
        for (std::size_t inner = index; inner + 1 < held.size(); ++inner) {  // not the innermost one
          regions_[held[inner].value].structured = regions_[held[inner + 1].value].structured = false;
        }
        held.erase(held.begin() + released);
      }
    }
  }
}

bool Monitors::structured() const {
  return unmatched_exits_.empty() &&
         std::all_of(regions_.begin(), regions_.end(), [](const MonitorRegion& r) { return r.structured; });
}

}  // namespace snag::ir
