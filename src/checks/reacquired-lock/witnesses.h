// Witnesses of the pattern in the whole program: sections 4.3 to 4.5 of the paper.
//
// Callees before callers, and in a recursive group until nothing changes:
//   * LOCKSHELD(m): the locks that m or what it calls takes and gives back, in m's terms (TRANSLATELOCK);
//   * the history of m (lock_history.h): witnesses that are complete, context included, and those that are taken twice
//     without a context in m;
//   * FINAL_T(m): these last ones, and those of the methods that m calls without holding a lock. FINAL_P(m): a call
//     with a lock held confirms a witness of the callee, or, if it is the witness itself that is held, ends it.
// A witness that was confirmed is not passed on to callers, even if one of them holds it: the method is meant to be
// atomic for any caller.
//
// Bounds: of the locks that a method takes the kMaximumTaken with the fewest calls in between, likewise of those taken
// twice kMaximumTwice, kMaximumPotential potential witnesses, kMaximumContexts contexts for those of its callees; what
// is beyond is counted.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "base/bottom_up.h"
#include "checks/reacquired-lock/lock_history.h"

namespace snag::reacquired {

// A potential witness of a method: T of the paper.
struct Potential : Link {
  AccessPath lock;   // in this method's terms
  AccessPath other;  // of the variant: the lock of the first place; else unknown
  NodeId origin;     // the method whose history it is from
  std::uint32_t twice = 0;
  std::uint16_t depth = 0;  // calls in between
};

// A context for a potential witness. `at` is the call under it. It is invalid in the origin itself: then the callee is
// that method, and `in_callee` which of its locks taken twice.
struct Confirmation : Link {
  NodeId node;  // where the context is held
  HeldSection context;
  absl::InlinedVector<AccessPath, 1> names_in_callee = {};  // what the callee can call the context
};

// A witness with all its contexts: one warning.
struct Witness {
  NodeId origin;
  std::uint32_t twice = 0;
  std::vector<Confirmation> contexts;  // the nearest first
  std::uint16_t depth = 0;             // calls between the nearest and the origin
};

class Witnesses {
 public:
  static constexpr std::size_t kMaximumTaken = 64;
  static constexpr std::size_t kMaximumPotential = 32;
  static constexpr std::size_t kMaximumContexts = 64;  // that one method has for its callees' witnesses
  static constexpr std::size_t kMaximumTwice = 256;    // second places of one method, each with each lock

  struct Options {
    unsigned lock_depth = 5;
    bool relaxed = false;
    unsigned jobs = 0;
  };
  Witnesses(sections::Analysis& analysis, const CallGraph* graph, const Options& options);

  // LOCKSHELD, A(m)_T with P, FINAL_T and FINAL_P of the paper.
  const std::vector<TakenLock>& taken(NodeId node) const { return taken_[node.value]; }
  const std::vector<Twice>& twice(NodeId node) const { return facts_[node.value].twice; }
  const Twice& twice(const Witness& witness) const { return twice(witness.origin)[witness.twice]; }
  const std::vector<AccessPath>& locks(NodeId node) const { return facts_[node.value].locks; }
  const AccessPath& lock(const Witness& witness) const { return locks(witness.origin)[twice(witness).second.lock]; }
  const std::vector<Section>& sections(NodeId node) const { return facts_[node.value].sections; }
  const std::vector<Potential>& potential(NodeId node) const { return facts_[node.value].potential; }
  const std::vector<Confirmation>& confirmations(NodeId node) const { return facts_[node.value].confirmed; }

  // Follows the calls from a place of a method to where a lock is taken, or taken twice: `list(callee)` has what the
  // callee does. Calls `visit(node, link)` for each call, and returns the last method with its place.
  template <class List, class Visit>
  static std::pair<NodeId, Link> follow(NodeId node, Link link, List list, Visit visit) {
    while (link.callee.valid()) {
      visit(node, link);
      node = std::exchange(link, list(link.callee)[link.in_callee]).callee;
    }
    return {node, link};
  }
  // What a mark of a method takes in the end, by whichever calls.
  struct Taker {
    NodeId node;  // the method that takes it
    const Section& section;
  };
  Taker taker_of(NodeId node, const Mark& mark) const;
  const Section& section_of(NodeId node, const Mark& mark) const { return taker_of(node, mark).section; }
  const Callees& callees() const { return callees_; }
  // Calls between the method and where a mark's lock is taken.
  std::uint16_t depth(const Mark& mark) const;
  // What it takes to look at a method again.
  MethodLocks::Inputs inputs() const { return {analysis_, callees_, touched_, options_.lock_depth, matters_}; }

  // FINAL_P of all methods, by place: by node, then by second place.
  std::vector<Witness> all() const;

  struct Counts {
    std::uint64_t takers = 0, potential = 0, left_out = 0, given_up = 0;
  };
  const Counts& counts() const { return counts_; }

 private:
  struct Facts {
    std::vector<Section> sections;
    std::vector<AccessPath> locks;  // that `twice` names
    std::vector<Twice> twice;
    std::vector<Potential> potential;
    std::vector<Confirmation> confirmed;  // first those of its own witnesses
    std::uint32_t confirmed_here = 0;     // how many these are
    std::uint32_t left_out = 0;
    bool gave_up = false;
  };

  void visit(std::span<const std::uint32_t> component);
  TakenLock translated(const Invocation& call, std::uint32_t in_callee) const;
  void begin_taken(const MethodLocks& method, const std::function<bool(const Invocation&)>& later);
  bool add_taken(NodeId node, TakenLock lock);
  void add_history(MethodLocks& method);
  bool pass_on(const MethodLocks& method, const Invocation& call, std::uint32_t in_callee);

  sections::Analysis& analysis_;
  const Options options_;
  const Callees callees_;
  std::vector<std::vector<TakenLock>> taken_;  // by node
  std::vector<Facts> facts_;                   // by node
  std::vector<Touches> touched_;               // by node: by its own instructions
  std::vector<std::uint8_t> matters_;          // by node
  Counts counts_;
};

}  // namespace snag::reacquired
