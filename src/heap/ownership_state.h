// What is known about the objects of a method at one point of it: the domain of the data flow.
//
// For each object a mask says on what its ownership depends: 0 if the thread owns it, kSharedBit if other threads may
// have it, and otherwise the conditions (Summary::conditions) that have to hold at the entry: `list.add(node)` makes
// `node` owned only if `list` is. An allocation in a loop stands for many objects. `masks` is about the one that was
// made last, `older` about the others; a variable of the loop body (a *direct* reference) means the last one, a phi or
// a field may mean any.
//
// An object also holds others. The bits of `done` are stores (Edge, method_objects.h) that may have happened: what an
// object holds is published with it, and what will be stored later is not.
#pragma once

#include <cstdint>
#include <vector>

namespace snag::ownership {

using Mask = std::uint64_t;
inline constexpr Mask kSharedBit = Mask{1} << 63;
// Depends on an object of the callers about which they are not asked: not owned as far as is known, but this method has
// not published it.
inline constexpr Mask kUnaskedBit = Mask{1} << 62;
inline constexpr Mask kNotOwnedBits = kSharedBit | kUnaskedBit;
inline constexpr std::size_t kMaximumConditions = 60;

struct OwnershipState {
  std::vector<Mask> masks;          // by object
  std::vector<Mask> older;          // by object
  std::vector<std::uint64_t> done;  // a bit for each edge

  bool is_done(std::size_t edge) const { return (done[edge / 64] >> (edge % 64) & 1) != 0; }
  void set_done(std::size_t edge) { done[edge / 64] |= std::uint64_t{1} << (edge % 64); }

  // Joins two states of one method; returns whether this one has changed.
  bool raise(const OwnershipState& by);
  friend bool operator==(const OwnershipState&, const OwnershipState&) = default;
};

inline bool OwnershipState::raise(const OwnershipState& by) {
  bool changed = false;
  auto unite = [&](std::vector<std::uint64_t>& known, const std::vector<std::uint64_t>& other) {
    for (std::size_t n = 0; n < known.size(); ++n) {
      changed = changed || (other[n] & ~known[n]) != 0;
      known[n] |= other[n];
    }
  };
  unite(masks, by.masks);
  unite(older, by.older);
  unite(done, by.done);
  return changed;
}

}  // namespace snag::ownership
