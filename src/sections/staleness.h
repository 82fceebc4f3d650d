// How old the values of a method are (Burrows & Leino 2002; Artho, Havelund & Biere 2004).
//
//     synchronized (lock) { old = count; }     old: from a critical section (J1), fresh while the lock is held
//     int next = old + 1;                      next is derived from it: the same; the section has been left
//     synchronized (lock) { count = next; }    entering it again made both stale (J0), of age 1 (J2)
//
// Idea. A read of shared memory under a lock is an *origin*. Copies and operations carry origins from value to value;
// that does not depend on the path, so it is computed once (`origins_of`). What depends on the path is how fresh a
// value is with regard to an origin: held, released, or stale with an age. That is a forward data flow over pairs of
// value and origin, the paper's ghost variables; each value has its own state, since a loop may carry an older copy of
// the same read.
//   * leaving the last section that protected the read: held becomes released. In the strict sense of Artho et al. the
//     *block* of the read is left as soon as the innermost lock taken for it is.
//   * entering a section of one of these locks: released becomes stale with age 1, stale one older. Beyond the paper:
//     other locks change nothing.
//   * waiting is leaving and entering. A call that takes the lock enters it before its arguments are used, and a read
//     in it is released when the call returns.
//   * `for (Account a : all) synchronized (a) { … }`: when the value that names a lock is made anew, the name means
//     another lock; entering that makes nothing stale.
//   * writing the location in the section of the read hands the old value over: it is now this thread's alone.
// A boolean that a branch makes of a value (`count == 0`) is derived from it although only constants flow.
//
// Ends because states only rise (none < held < released < stale, ages up to kOldest). Methods are given up, and
// counted, whose pairs times blocks (memory) or pairs times instructions that lock or write (time of one pass) exceed
// kMaximumCells, or whose flow has not settled after kMaximumWork; nothing is found in them. Without the second limit a
// method of 64 KB that adds up one volatile field took 10 s, and one that calls another 8,000 times, which reads eight,
// many minutes.
//
// Cannot see: values kept in fields of local objects; the same object under two names.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "ir/forward_flow.h"
#include "sections/method_effects.h"

namespace snag::sections {

struct OriginTag;
using OriginId = Id<OriginTag>;

struct ReadOrigin {
  ir::ValueId read;
  const Access* access = nullptr;
  LockSet locks;           // that protected the read; none: it was not in a section
  LockSet outlived;        // of these, those that are held on after the instruction
  LockId block;            // the innermost
  ir::ValueId block_site;  // where that was taken: the block's id
};

enum class Freshness : std::uint8_t { kNone, kHeld, kReleased, kStale };

struct State {
  static constexpr std::uint8_t kOldest = 9;

  Freshness freshness = Freshness::kNone;
  std::uint8_t age = 0;
  bool block_left = false;
  bool handed_over = false;       // on all paths, the location was written in the section of the read
  bool claimed = false;           // on some path
  bool renamed = false;           // a lock of the read had the name of a value that has been made anew since
  ir::ValueId released, entered;  // where it was left, and entered again for the first time

  // The join of two paths: the older one counts, among equals the earlier places. Handed over is what is so on all
  // paths; of a flag that is computed from the value, on any: `if (!busy) { busy = true; mine = true; }` claims it on
  // the very path on which `mine` is true. Returns whether anything has changed.
  bool raise(const State& by, bool is_flag = false);

  friend bool operator==(const State&, const State&) = default;
};

class Staleness {
 public:
  static constexpr std::size_t kMaximumOriginsOfValue = 8;
  static constexpr std::size_t kMaximumCells = 8'000'000;
  static constexpr std::size_t kMaximumWork = 100'000'000;  // states looked at until the flow has settled
  // Instructions looked at for the flow of values. A round is needed for each loop around a value, and for each flag
  // that is computed from another; 64 KB of code have some 300 rounds.
  static constexpr std::size_t kMaximumFlow = 20'000'000;

  explicit Staleness(MethodEffects& effects);

  MethodEffects& effects() const { return effects_; }
  const ReadOrigin& operator[](OriginId id) const { return origins_[id.value]; }
  std::span<const ReadOrigin> origins() const { return origins_; }
  using OriginSet = absl::InlinedVector<OriginId, 2>;  // sorted
  const OriginSet& origins_of(ir::ValueId value) const {
    static const OriginSet kNone;
    return origins_of_.empty() ? kNone : origins_of_[value.value];
  }
  std::uint64_t parameters_of(ir::ValueId value) const { return parameters_of_[value.value]; }
  // Constants that tests chose between: `count == 0` as a value.
  bool is_choice(ir::ValueId value) const { return !is_choice_.empty() && is_choice_[value.value]; }
  bool gave_up() const { return gave_up_; }
  bool tracks_nothing() const { return pair_count_ == 0; }
  // Whether any value ever becomes stale, or is outside its block: in most methods none does.
  bool enters_again() const { return enters_again_; }
  bool leaves_blocks() const { return leaves_blocks_; }

  // The state of the method just when an instruction uses its operands.
  class Moment {
   public:
    State state(ir::ValueId value, OriginId origin) const { return staleness_->state_in(states_, value, origin); }
    const HeldLocks& held() const { return held_; }
    bool holds(LockId lock) const;

   private:
    friend class Staleness;
    const Staleness* staleness_ = nullptr;
    std::vector<State> states_;  // by pair
    HeldLocks held_;
  };
  // Goes through all instructions, with the states at each; once the flow has settled.
  template <class Visit>
  void walk(Visit&& visit) const;

  // The values whose test decides whether a block runs.
  const std::vector<ir::ValueId>& deciding(ir::BlockId block) const;
  // Whether the very memory that is written was read again and tested in the section of the write.
  bool rechecked(const Access& write, ir::BlockId block, const Moment& moment) const;
  // Whether a test of that memory, however long ago, decides about the block.
  bool tested_before(const Access& write, ir::BlockId block) const;

 private:
  void find_origins();
  void find_value_flow();
  void find_parameter_flow();
  bool add_flow(ir::ValueId to, const OriginSet& origins, std::uint64_t parameters);
  bool flow_into(ir::ValueId value);
  void find_deciding() const;
  void number_pairs();
  void solve();
  std::uint32_t pair(ir::ValueId value, OriginId origin) const;  // kNoPair if it is not tracked
  void give_up();
  struct Domain;
  State state_in(const std::vector<State>& states, ir::ValueId value, OriginId origin) const;
  void enter_block(const ir::FlowEdge& edge, const std::vector<State>& out, std::vector<State>& in);
  void wait(const Effect& effect, Moment& moment) const;
  void before(ir::ValueId instruction, Moment& moment) const;
  void after(ir::ValueId instruction, Moment& moment) const;
  void rename_locks(ir::ValueId value, std::vector<State>& states) const;
  void leave(LockId lock, ir::ValueId at, Moment& moment) const;
  void enter(LockId lock, ir::ValueId at, std::vector<State>& states) const;
  template <class Use>
  void for_each_source(ir::ValueId value, Use&& use) const;

  MethodEffects& effects_;
  const ir::MethodIr& method_;
  std::vector<ReadOrigin> origins_;
  std::vector<absl::InlinedVector<OriginId, 1>> made_by_;  // origins by effect, in the order of effects
  std::vector<OriginSet> origins_of_;
  std::vector<std::uint64_t> parameters_of_;
  struct Choice {
    ir::ValueId phi;
    absl::InlinedVector<ir::ValueId, 4> tested;
  };
  std::vector<Choice> choices_;  // in the order of phis
  std::vector<bool> is_choice_;
  mutable std::vector<std::vector<ir::ValueId>> deciding_;  // by block; when first asked for
  std::vector<std::uint32_t> tested_;                       // pairs whose value some test is about
  std::vector<std::uint32_t> first_pair_;  // by value; pairs of a value are in the order of its origins
  std::vector<std::pair<ir::ValueId, OriginId>> pairs_;
  std::uint32_t pair_count_ = 0;
  absl::flat_hash_map<ir::ValueId, LockSet> named_by_;  // the locks whose paths are about a value
  std::size_t work_ = 0;
  std::vector<std::vector<State>> at_start_;  // by block, by pair; empty where nothing arrives
  bool gave_up_ = false;
  mutable bool enters_again_ = false, leaves_blocks_ = false;  // found out while solving
};

template <class Visit>
void Staleness::walk(Visit&& visit) const {
  Moment moment;
  moment.staleness_ = this;
  bool tracks = pair_count_ > 0;
  for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
    ir::BlockId block(b);
    if (tracks) {
      if (at_start_[b].empty()) continue;  // reached in no way that the flow knows
      moment.states_ = at_start_[b];
    }
    moment.held_ = effects_.held_at_start(block);
    for (std::uint32_t n = method_[block].begin; n < method_[block].end; ++n) {
      ir::ValueId instruction(n);
      if (tracks) {
        before(instruction, moment);
      } else {
        effects_.step(instruction, moment.held_);
      }
      visit(instruction, block, moment);
      if (tracks) after(instruction, moment);
    }
  }
}

}  // namespace snag::sections
