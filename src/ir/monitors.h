// Monitor regions: which instructions run while which monitor is held.
//
//     synchronized (a) { x.f = 1; }      monitorenter a; putfield; monitorexit a; goto
//                                        handler: catch; monitorexit a; throw
//
// A region is one monitorenter with all the monitorexits that release it. Because javac's hidden copy of the lock is
// the same SSA value, entry and exits match by value. The idea: walk the graph once with the stack of open regions;
// where paths meet, their stacks must agree. What the walk finds to disagree (paths meet with different stacks, an exit
// takes an outer region, a region is still open at a return) is *unstructured*: the region says so, and its extent is
// what the first path to each block says. Nothing is guessed: a monitorexit that matches no open region is listed as
// unmatched.
//
// Terminates: each block is walked once. From bytecode alone; java.util.concurrent locks come from models
// (src/library).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/id.h"
#include "ir/method_ir.h"

namespace snag::ir {

struct RegionTag;
using RegionId = Id<RegionTag>;

struct MonitorRegion {
  ValueId enter;               // the monitorenter instruction
  ValueId lock;                // its operand
  RegionId outer;              // the region it was entered in, if any
  std::vector<ValueId> exits;  // the monitorexit instructions, in order
  // Landing pads whose code only releases this monitor and throws on: made by the compiler, part of the region.
  std::vector<BlockId> release_pads;
  bool structured = true;
};

class Monitors {
 public:
  explicit Monitors(const MethodIr& method);

  std::span<const MonitorRegion> regions() const { return regions_; }
  const MonitorRegion& operator[](RegionId id) const { return regions_[id.value]; }
  std::span<const ValueId> unmatched_exits() const { return unmatched_exits_; }
  bool structured() const;

  // The innermost region that is open just before an instruction; its `outer` chain gives the others. Invalid: none.
  // A monitorenter is outside its own region, a monitorexit inside the one it releases.
  RegionId region_at(ValueId instruction) const { return region_at_[instruction.value]; }
  RegionId region_at_start(BlockId block) const { return at_start_[block.value]; }

 private:
  RegionId walk(const MethodIr& method, BlockId block, RegionId open);
  void find_release_pads(const MethodIr& method);

  std::vector<MonitorRegion> regions_;
  std::vector<ValueId> unmatched_exits_;
  std::vector<RegionId> region_at_;  // by instruction
  std::vector<RegionId> at_start_;   // by block
};

}  // namespace snag::ir
