// The ownership of the objects of one method at each of its instructions, and the method's summary.
//
//     Node node = new Node();      owned
//     node.name = name;            owned
//     shared.first = node;         published here
//     node.size = 1;               shared
//
// A forward data flow over the actions of MethodObjects; the domain is in ownership_state.h. What is published on one
// path is published behind the join. A call that throws may have published what it would have published in the end.
//
// Terminates: masks and bits only grow at the start of each block, since an action that takes bits away (an allocation)
// does so whatever the state. kMaximumWork bounds hostile code; a method that needs more is given up.
#pragma once

#include <span>
#include <vector>

#include "heap/method_objects.h"
#include "ir/forward_flow.h"

namespace snag::ownership {

// By instruction and operand: on what the ownership of an object depends. What is shared in any case has no entry.
struct OperandMask {
  ir::ValueId instruction, value;
  Mask mask = 0;
};
// What the callers of a method decide, at one call of it.
struct Grant {
  ir::ValueId site;
  NodeId callee;
  std::vector<Mask> masks;  // by condition of the callee, in the caller's terms; empty: all of them are shared
};
// The mask of an object that an instruction allocates, or that a parameter is, grows at another instruction.
struct MaskGrowth {
  ir::ValueId object, at;
  Mask before = 0, mask = 0;
};

struct MethodOwnership {
  std::vector<OperandMask> operands;    // by instruction, then in the order of its operands
  std::vector<Grant> grants;            // by site
  std::vector<MaskGrowth> growths;      // by object, then by instruction
  std::vector<NodeId> escaping_bodies;  // of lambdas that are not only run by the calls that they are given to
};

class OwnershipOfMethod {
 public:
  static constexpr std::size_t kMaximumWork = 4'000'000;  // words of states

  OwnershipOfMethod(const OwnershipContext& context, NodeId node, MethodObjects::Conditions conditions);

  bool gave_up() const { return gave_up_; }

  Summary summary() const;
  // Not for a method that was given up.
  MethodOwnership details();
  // Just before the instruction runs. Slower than `details` for many questions.
  Mask mask_at(ir::ValueId instruction, ir::ValueId value) const;

 private:
  struct Domain;

  void run(const Action& action, OwnershipState& state) const;
  void raise(OwnershipState& state, ObjectId object, Mask bits, bool all) const;
  Mask mask_of(const OwnershipState& state, const Objects& objects, bool direct) const;
  Mask mask_of(const OwnershipState& state, ir::ValueId value) const {
    return mask_of(state, objects_.pointees(value), objects_.is_direct(value));
  }
  Grant grant(const KnownCall& call, const OwnershipState& state);
  Objects published_by(const KnownCall& call, std::uint32_t except);

  const OwnershipContext& context_;
  const NodeId node_;
  MethodObjects objects_;
  ir::FlowResult<OwnershipState> flow_;
  std::vector<Mask> ever_;  // by object: all bits at the end of any block
  // By object, for `raise`: the last search that has met it, and how. Kept for the memory.
  mutable std::vector<std::uint64_t> seen_;
  mutable std::uint64_t search_ = 0;
  bool gave_up_ = false;
};

}  // namespace snag::ownership
