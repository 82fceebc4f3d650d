// What each instruction of a method does to locks and to shared memory, callees included, and which locks are held
// where.
//
// A critical section is an acquisition of a lock up to its release, by whatever means it is taken: `synchronized`, a
// lock of java.util.concurrent by its model, a method of the application that leaves holding it. A call that takes and
// gives back a lock is a section by itself; so is every call on an object that protects itself (AtomicInteger,
// ConcurrentHashMap), and every access to a volatile field: the lock is then the object's own. Taking a lock that is
// held already does not open a section. A claim is a home-made lock: compareAndSet(false, true) takes it, set(false)
// gives it back; so do a field that is set after waiting until it is not set, and cleared before others are woken.
//
// The names of objects and locks are the business of object_names.h and lock_table.h, the flow of held locks that of
// held_locks.h, which objects no other thread can have that of heap/object_uses.h.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <absl/container/inlined_vector.h>

#include "heap/object_uses.h"
#include "sections/held_locks.h"

namespace snag::sections {

enum class AccessKind : std::uint8_t { kRead, kWrite };

struct Access : AccessFacts {
  AccessKind kind = AccessKind::kRead;
  LockSet own;                                 // taken and given back by this very instruction around the access
  absl::InlinedVector<ir::ValueId, 2> inputs;  // writes: what flows into what is written
};

struct EnteredSection {
  LockId lock;
  Place place;  // where the callee enters it
};

struct Effect {
  ir::ValueId at;
  absl::InlinedVector<EnteredSection, 1> sections;  // entered and left by the instruction
  absl::InlinedVector<Acquisition, 1> acquires;
  LockSet releases, waits;
  Acquisition if_true;  // acquired when the result is true (not zero)
  LockId optimistic;    // read without being held (StampedLock); it excludes nothing
  std::vector<Access> accesses;
};

// How the locks that are held at a call look to a callee: for methods that may be called only with locks held, and for
// all functions that a call is given and runs.
struct CallContext {
  NodeId callee;
  ir::ValueId site;
  Locks extra;                                   // of the method through which a lambda is called
  absl::InlinedVector<AccessPath, 4> arguments;  // by the callee's parameter; unknown where there is none
};

// Belongs to one thread.
class MethodEffects {
 public:
  static constexpr std::size_t kMaximumWork = 8'000'000;  // instructions and edges passed; most methods: once each

  // `only_constructs`: only constructors call it, so that `this` is not shared yet.
  MethodEffects(const WholeProgram& program, NodeId node, const Locks& held_at_entry, bool only_constructs);
  MethodEffects(const MethodEffects&) = delete;  // its parts refer to each other
  MethodEffects& operator=(const MethodEffects&) = delete;

  const ir::MethodIr& method() const { return method_; }
  NodeId node() const { return node_; }
  Calls& calls() const { return program_.calls; }
  const Sharing& sharing() const { return program_.sharing; }
  std::span<const LockOfMethod> locks() const { return locks_.all(); }
  const LockOfMethod& lock(LockId id) const { return locks_[id]; }
  std::span<const Effect> effects() const { return effects_; }
  const Effect* effect(ir::ValueId instruction) const;
  const std::vector<CallContext>& contexts() const { return contexts_; }  // in the order of instructions
  std::span<const CallContext> contexts_at(ir::ValueId site) const;
  bool gave_up() const { return gave_up_; }

  const HeldLocks& held_at_entry() const { return at_entry_; }
  const HeldLocks& held_at_start(ir::BlockId block) const {
    return at_start_.empty() ? at_entry_ : at_start_[block.value];
  }
  // Updates `held` by one instruction.
  void step(ir::ValueId instruction, HeldLocks& held) const;
  // Calls `visit(block, instruction, held)` for every instruction with the locks that are held before it.
  template <class Visit>
  void for_each_instruction(Visit&& visit) const {
    for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
      HeldLocks held = held_at_start(ir::BlockId(b));
      for (std::uint32_t n = method_.blocks[b].begin; n < method_.blocks[b].end; ++n) {
        visit(ir::BlockId(b), ir::ValueId(n), std::as_const(held));
        step(ir::ValueId(n), held);
      }
    }
  }
  // The lock that a successful tryLock has taken when control goes from one block to the other; mostly none.
  Acquisition acquired_between(ir::BlockId from, ir::BlockId to) const;

  // The object that a value is, and the step from an array to its element: see ObjectNames.
  AccessPath path(ir::ValueId value) { return names_.path(value); }
  AccessPath::Step element(ir::ValueId index) const { return names_.element(index); }
  // The lock that a value is: see LockTable.
  AccessPath lock_path(ir::ValueId value) { return locks_.name_of(value).path; }
  // Whether no other thread can have the object: this method made it and does not give it away.
  bool is_confined(const AccessPath& path);
  // The operands from which alone a call's result, or a field that cannot change, is computed. Empty for all others.
  absl::InlinedVector<ir::ValueId, 4> derived_from(ir::ValueId value) const;
  bool in_constructor() const { return in_constructor_; }

 private:
  struct HeldLocksDomain;
  using Arguments = ObjectNames::Arguments;

  void find_effects();
  void add_monitor(const ir::Instruction& i, Effect& effect);
  void add_field_access(ir::ValueId at, Effect& effect);
  void add_array_access(ir::ValueId at, Effect& effect);
  bool is_immutable(const AccessPath& contents) const;
  void add_own_lock(const AccessPath& lock, Access& access, Effect& effect);
  void add_call(ir::ValueId at, Effect& effect);
  bool add_model(ir::ValueId at, const Binding& binding, Effect& effect);
  void add_lock_operation(ir::ValueId at, const library::MethodModel& model, Effect& effect);
  void add_collection_call(ir::ValueId at, const library::MethodModel& model, Effect& effect);
  void add_claim(ir::ValueId at, const library::MethodModel& model, Effect& effect);
  void add_claims_by_waiting();
  void drop_open_claims();
  bool is_legacy(ir::ValueId call, ir::ValueId receiver);
  void add_functions(ir::ValueId at, const library::MethodModel& model, Effect& effect);
  void add_summary(ir::ValueId at, const MethodSummary& summary, const Arguments& arguments, const Locks& around,
                   bool result_counts, Place place, Effect& effect);
  void add_lambda(ir::ValueId at, ir::ValueId lambda, const Locks& around, bool returned, Effect& effect);
  void add_call_context(NodeId callee, ir::ValueId site, const Arguments& arguments);
  void add_context(NodeId callee, ir::ValueId site, const Arguments& arguments, const Locks& around);
  const MethodSummary& summary_of(std::span<const NodeId> targets, MethodSummary& several) const;
  bool is_ruled_out(ir::ValueId call, NodeId target);
  void find_held(const Locks& held_at_entry);
  void solve_held();
  struct OneOfTwo {
    LockId lock;
    ir::ValueId chosen;
    AccessPath first, second;
  };
  std::optional<OneOfTwo> one_of_two(LockId lock);
  bool add_locks_in_some_order();
  ir::BlockId block_of(ir::ValueId value) const;

  WholeProgram program_;
  NodeId node_;
  const ir::MethodIr& method_;
  bool in_constructor_, gave_up_ = false;
  ObjectNames names_;
  LockTable locks_;
  ObjectUses uses_;
  std::vector<Effect> effects_;           // in the order of instructions
  std::vector<std::uint32_t> effect_of_;  // by instruction
  HeldLocks at_entry_;
  std::vector<HeldLocks> at_start_;  // by block; empty when nothing is taken or given back
  std::vector<CallContext> contexts_;
  std::vector<ir::BlockId>
      tests_of_types_;  // an invalid one, and the blocks that end in such tests; when first asked for
};

}  // namespace snag::sections
