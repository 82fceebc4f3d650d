// Which locks have been taken and given back so far: sections 4.2 and 4.3 of the paper, and 4.6 for two different
// locks.
//
//     synchronized (a) {                     R of the block: {}
//         b.get();                           R: {b}
//         synchronized (b) { … }             b is in R already: twice, and a is held all the time: b witnesses
//         b = other;                         R: {}, because what `b` means has changed
//     }
//
// The paper keeps for every synchronized block and for the method itself a set R of the locks that were taken and given
// back in it, T of those that were so twice, and P of those in T that are behind another lock. Here R is a set of
// *marks*, a mark being a lock and the place where it is taken, so that findings can tell the first place; T and P
// follow from R and are read off at the end. Blocks nest, and what is in an inner block's R is in the outer ones' as
// well, so one number for each mark says it all: its *level* is the number of blocks, the method being the outermost,
// that it counts for. Unlike the paper's syntax, locks of java.util.concurrent need not nest: when one is given back,
// the levels above it go down by one.
//
// Where paths meet, the higher level counts (R is a union); the locks that are held are those held on all paths. Ends
// because levels only rise. Exception edges carry what was at their block's start, and what the calls of the block have
// taken.
//
// An assignment takes away all marks whose lock depends on it (DEPENDS). In SSA form a variable is assigned where its
// value is made: a phi at a loop's head makes `points[i]` another lock in each round. Fields and elements that are
// stored, here or, according to its summary, by a callee, end the marks of all locks whose names begin with them.
// Unlike in the paper an assignment inside a block also counts for the blocks around it.
//
// Budget: methods with more marks times blocks than kMaximumCells, or more work than kMaximumWork says, are given
// up, and counted.
#pragma once

#include <cstdint>
#include <vector>

#include "checks/reacquired-lock/method_locks.h"

namespace snag::reacquired {

// A place of a method, which is where it calls another method, if what is meant happens there.
struct Link {
  ir::ValueId at;               // the call, or where a lock is taken
  NodeId callee;                // invalid: it happens in the method itself
  std::uint32_t in_callee = 0;  // which of the callee's taken locks (potential witnesses); without one, which section
};

// A lock that a call or a block takes and gives back.
struct Mark : Link {
  std::uint32_t lock = 0;   // index into the history's locks
  bool in_context = false;  // of a first place: under a context of the second, on some path
};

// LOCKSHELD of the paper: what callers have to know.
struct TakenLock : Link {
  AccessPath lock;
  std::uint16_t depth = 0;  // calls in between
};

// One mark that was set again.
struct Twice {
  Mark second;
  std::vector<Mark> firsts;           // the kMaximumFirsts nearest, in the order of instructions
  std::vector<HeldSection> contexts;  // held since before a first place; empty: none in this method
  bool without_context = false;       // some first place is outside of them: callers may have one (T of the method)
  bool two_locks = false;             // of the variant: firsts are other locks, or another one of that name
};

class LockHistory {
 public:
  using Level = std::uint8_t;
  // What the flow knows at one place.
  struct State {
    std::vector<Level> levels;   // by mark; 0: not in any R
    std::vector<Level> forever;  // the same without DEPENDS; only for the variant

    // Of two paths the higher level counts. Returns whether anything has changed.
    bool raise(const State& by);
    friend bool operator==(const State&, const State&) = default;
  };

  static constexpr std::size_t kMaximumCells = 16'000'000;
  // Marks looked at: so many, and as many again for each instruction, so that time is bounded by the program's size.
  static constexpr std::size_t kMaximumWork = 10'000'000, kMaximumWorkForInstruction = 4'000;
  static constexpr std::size_t kMaximumFirsts = 8;      // of one second place, the nearest
  static constexpr std::size_t kMaximumExamined = 256;  // marks of one lock, the nearest

  // `taken`: by node, of all that it calls. `relaxed`: also pairs of different locks.
  LockHistory(MethodLocks& method, const std::vector<std::vector<TakenLock>>& taken, unsigned lock_depth, bool relaxed);

  const std::vector<AccessPath>& locks() const { return locks_; }
  const std::vector<Mark>& marks() const { return marks_; }
  const std::vector<Twice>& twice() const { return twice_; }  // by second place, then by lock
  bool gave_up() const { return gave_up_; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  struct Hash {
    std::size_t operator()(const AccessPath& path) const { return absl::Hash<std::size_t>()(path.hash()); }
  };

  std::uint32_t lock_index(const AccessPath& lock);
  void find_marks(const std::vector<std::vector<TakenLock>>& taken, unsigned lock_depth);
  bool can_repeat() const;
  void find_unmarking();
  void solve();
  struct Domain;
  void pass(ir::BlockId block, State& state, sections::HeldLocks& held, State* thrown, bool collecting);
  void give_back(sections::LockId released, State& state, const sections::HeldLocks& held, bool collecting);
  void note(std::uint32_t mark, State& state, const sections::HeldLocks& held);
  void collect_pairs(std::uint32_t mark, const State& state, const sections::HeldLocks& held, std::size_t up_to);
  void collect(std::uint32_t first, std::uint32_t second, Level level, const sections::HeldLocks& held, bool two_locks);
  static void add_first(Twice& twice, const Mark& first);
  bool is_held(std::uint32_t lock, const sections::HeldLocks& held) const;
  void finish();

  MethodLocks& method_locks_;
  const ir::MethodIr& method_;
  const bool relaxed_;
  const std::size_t maximum_work_;
  std::vector<AccessPath> locks_;
  absl::flat_hash_map<AccessPath, std::uint32_t, Hash> index_of_;  // in locks_
  std::vector<Mark> marks_;                                        // by place
  std::vector<std::vector<std::uint32_t>> marks_of_lock_;
  absl::flat_hash_map<ir::ValueId, std::vector<std::uint32_t>> marks_at_;  // of calls
  absl::flat_hash_map<ir::ValueId, std::vector<std::uint32_t>> unmarks_;   // by instruction: what it makes another lock
  std::vector<std::uint32_t> lock_of_;                                     // by LockId of the effects; kNone: `*`
  std::vector<Twice> twice_;
  std::vector<std::uint32_t> twice_of_mark_[2];  // by second mark: in twice_, or kNone; of the variant the other
  std::size_t work_ = 0;
  bool gave_up_ = false;
};

}  // namespace snag::reacquired
