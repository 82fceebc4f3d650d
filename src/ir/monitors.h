// Monitor regions: which instructions run while which monitors are held.
//
//     synchronized (a) { x.f = 1; }      monitorenter a; putfield; monitorexit a; goto
//                                        handler: catch; monitorexit a; throw
//
// A region is one monitorenter with all the monitorexits that release it. Because javac's hidden copy of the lock is
// the same SSA value, entry and exits match by value, the innermost first.
//
// A forward data flow over the blocks computes the list of held regions. Where paths meet with different lists, what
// they have in common stays (held on every path), and the regions in which they differ are *unstructured*; so are those
// that are released out of order, or still held when the method is left, be it by an exception that no handler catches
// for sure. A monitorexit that matches no held region is listed as unmatched. Code from javac never has any of these;
// other compilers' and hand-written bytecode may.
//
// Terminates: a block's list only gets shorter; it holds kMaximumHeld regions at most, and what is entered inside so
// many is unstructured and not followed. Monitors only: java.util.concurrent locks come from models (src/library).
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
  RegionId outer;              // the innermost region it was entered in, if any
  std::vector<ValueId> exits;  // the monitorexit instructions, in order
  bool structured = true;
};

using HeldRegions = std::vector<RegionId>;  // outermost first

class Monitors {
 public:
  static constexpr std::size_t kMaximumHeld = 64;

  explicit Monitors(const MethodIr& method);  // keeps a reference

  std::span<const MonitorRegion> regions() const { return regions_; }
  const MonitorRegion& operator[](RegionId id) const { return regions_[id.value]; }
  std::span<const ValueId> unmatched_exits() const { return unmatched_exits_; }
  bool structured() const;

  // What is held when the block starts, on every path to it.
  const HeldRegions& held_at_start(BlockId block) const { return at_start_[block.value]; }
  // What is held just before an instruction of that block: a monitorenter is outside its own region, a monitorexit
  // inside the one it releases. Walks the block; analyses that go through it anyway use `step`.
  HeldRegions held_before(BlockId block, ValueId instruction) const;
  // Updates `held` by one instruction.
  void step(ValueId instruction, HeldRegions& held) const;

 private:
  void find_held();
  void find_exits();
  bool catches_all(BlockId block) const;
  RegionId entered_by(ValueId enter) const;
  std::ptrdiff_t released_by(ValueId exit, const HeldRegions& held) const;

  const MethodIr& method_;
  std::vector<MonitorRegion> regions_;  // in the order of their monitorenter
  std::vector<ValueId> unmatched_exits_;
  std::vector<HeldRegions> at_start_;  // by block
};

}  // namespace snag::ir
