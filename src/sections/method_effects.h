// What each instruction of a method does to locks and to shared memory, callees included, and which locks are held
// where.
//
// A critical section is an acquisition of a lock up to its release, whoever takes it: `synchronized`, a lock of
// java.util.concurrent by its model, a method of the application that leaves holding it. A call that takes and gives
// back a lock is a section by itself; so is every call on an object that protects itself (AtomicInteger,
// ConcurrentHashMap), and every access to a volatile field: the lock is then the object's own. Taking a lock that is
// held already is no section.
//
// Which locks are held is a forward data flow; where paths meet, what is held on all of them stays. It ends because the
// sets only shrink. Exception edges carry what was held at their block's start (see ir/method_ir.h).
//
// Budgets, for hostile code: of more than kMaximumHeld locks at once the innermost are not seen; when the flow needs
// more than kMaximumWork steps, no lock is held anywhere. The method then counts as given up.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/inlined_vector.h>

#include "callgraph/calls.h"
#include "sections/field_facts.h"
#include "sections/summary.h"

namespace snag::sections {

struct LockTag;
using LockId = Id<LockTag>;  // within one method
using LockSet = absl::InlinedVector<LockId, 4>;

struct LockOfMethod {
  AccessPath path;
  bool own = false;      // belongs to an object that protects itself, or is one that cannot be named
  bool library = false;  // of java.util.concurrent
};

enum class AccessKind : std::uint8_t { kRead, kWrite };

struct Access : AccessFacts {
  AccessKind kind = AccessKind::kRead;
  LockSet own;                                 // taken and given back by this very instruction around the access
  absl::InlinedVector<ir::ValueId, 2> inputs;  // writes: what flows into what is written
};

struct Effect {
  ir::ValueId at;
  LockSet sections;  // entered and left by the instruction
  LockSet acquires, releases, waits;
  LockId if_true;  // acquired when the result is true (not zero)
  std::vector<Access> accesses;
  absl::InlinedVector<Place, 1> section_places;  // by `sections`: where the callee enters it
};

struct HeldLock {
  LockId lock;
  ir::ValueId site;         // where it was taken; invalid: before the method was entered
  std::uint32_t count = 1;  // re-entrant acquisitions
  friend bool operator==(const HeldLock&, const HeldLock&) = default;
};
using HeldLocks = absl::InlinedVector<HeldLock, 4>;  // outermost first

// How the locks that are held at a call look to a callee: for methods that may be called only with locks held, and for
// all functions that a call is given and runs.
struct CallContext {
  NodeId callee;
  ir::ValueId site;
  Locks extra;                                   // of the method through which a lambda is called
  absl::InlinedVector<AccessPath, 4> arguments;  // by the callee's parameter; unknown where there is none
};

class MethodEffects {
 public:
  struct Surroundings {  // what is known of the rest
    Calls& calls;
    const FieldFacts& fields;
    std::span<const MethodSummary> summaries;  // by node; of methods that are not yet done, empty
    bool unknown_is_shared = false;  // what a method without code answers was read in a critical section of its own
  };

  static constexpr std::size_t kMaximumHeld = 32;
  static constexpr std::size_t kMaximumWork = 8'000'000;  // instructions and edges passed; most methods: once each

  // `only_constructs`: nobody but constructors calls it, so that `this` is not shared yet.
  MethodEffects(const Surroundings& rest, NodeId node, const Locks& held_at_entry, bool only_constructs);

  const ir::MethodIr& method() const { return method_; }
  NodeId node() const { return node_; }
  Calls& calls() const { return rest_.calls; }
  std::span<const LockOfMethod> locks() const { return locks_; }
  const LockOfMethod& lock(LockId id) const { return locks_[id.value]; }
  std::span<const Effect> effects() const { return effects_; }
  const Effect* effect(ir::ValueId instruction) const;
  const std::vector<CallContext>& contexts() const { return contexts_; }  // in the order of instructions
  std::span<const CallContext> contexts_at(ir::ValueId site) const;
  bool gave_up() const { return gave_up_; }

  const HeldLocks& held_at_start(ir::BlockId block) const {
    return at_start_.empty() ? at_entry_ : at_start_[block.value];
  }
  void step(ir::ValueId instruction, HeldLocks& held) const;
  // The lock that a successful tryLock has taken when control goes from one block to the other; mostly none.
  LockId acquired_between(ir::BlockId from, ir::BlockId to) const;

  // The object that a value is, and the key that a value is: boxes do not count.
  AccessPath path(ir::ValueId value);
  AccessPath key_path(ir::ValueId value);
  AccessPath::Step element(ir::ValueId index) const;  // the step from an array
  // The lock that a value is: the object itself, or what it is a view or a condition of.
  AccessPath lock_path(ir::ValueId value);
  // Whether no other thread can have the object: this method made it and does not give it away.
  bool is_confined(const AccessPath& path);
  // The operands from which alone a call's result, or a field that cannot change, is computed. Empty for all others.
  absl::InlinedVector<ir::ValueId, 4> derived_from(ir::ValueId value);
  bool in_constructor() const { return in_constructor_; }

 private:
  // Casts, boxes, fields, views and accessors that are looked through, together: also what bounds the recursion through
  // accessors (`a.self().self()…`, 9,000 times in a method of 64 KB).
  static constexpr int kMaximumHops = 16;

  void find_effects();
  void add_monitor(const ir::Instruction& i, Effect& effect);
  void add_field_access(ir::ValueId at, Effect& effect);
  void add_array_access(ir::ValueId at, Effect& effect);
  bool is_immutable(const AccessPath& contents) const;
  void add_call(ir::ValueId at, Effect& effect);
  bool add_model(ir::ValueId at, const Binding& binding, Effect& effect);
  void add_collection_call(ir::ValueId at, const library::MethodModel& model, Effect& effect);
  bool is_legacy(ir::ValueId call, ir::ValueId receiver);
  void add_functions(ir::ValueId at, const library::MethodModel& model, Effect& effect);
  struct Arguments;
  void add_summary(ir::ValueId at, const MethodSummary& summary, const Arguments& arguments, const Locks& around,
                   bool result_counts, Place place, Effect& effect);
  void add_lambda(ir::ValueId at, ir::ValueId lambda, const Locks& around, bool returned, Effect& effect);
  void add_call_context(NodeId callee, ir::ValueId site, const Arguments& arguments);
  void add_context(NodeId callee, ir::ValueId site, const Arguments& arguments, const Locks& around);
  const MethodSummary& summary_of(const Binding& binding, MethodSummary& several) const;

  LockId lock_id(const AccessPath& path, bool own, bool library);
  std::optional<ir::ValueId> lock_of_views(const ir::Instruction& phi);
  AccessPath path(ir::ValueId value, int hops);
  AccessPath through_constructor(const AccessPath& path);
  ir::ValueId constructor_call(ir::ValueId object);
  bool is_confined(ir::ValueId object);
  bool escapes(ir::ValueId object);
  void find_held(const Locks& held_at_entry);
  void take_on_edge(ir::BlockId from, ir::BlockId to, HeldLocks& held) const;

  Surroundings rest_;
  NodeId node_;
  const ir::MethodIr& method_;
  bool in_constructor_ = false, gave_up_ = false;
  std::vector<LockOfMethod> locks_;
  std::unordered_multimap<std::size_t, LockId> locks_by_hash_;       // empty while there are few
  absl::flat_hash_map<ir::ValueId, ir::ValueId> constructor_calls_;  // by the object; made when first asked for
  std::vector<Effect> effects_;                                      // in the order of instructions
  std::vector<std::uint32_t> effect_of_;                             // by instruction
  HeldLocks at_entry_;
  std::vector<HeldLocks> at_start_;  // by block; empty when nothing is taken or given back
  std::vector<CallContext> contexts_;
  std::vector<std::uint8_t> escape_known_;  // by instruction: 0 not asked, 1 no, 2 yes
};

// The values and paths that a callee's parameters stand for: a call's operands, or a lambda's captured values.
struct MethodEffects::Arguments {
  std::span<const ir::ValueId> values;
  MethodEffects& caller;
  int hops = kMaximumHops;
  // Paths that were asked for already: a summary asks for `this` again and again.
  mutable absl::InlinedVector<std::pair<std::uint32_t, AccessPath>, 3> known = {};

  AccessPath path(std::uint32_t parameter) const {
    for (const auto& [number, path] : known) {
      if (number == parameter) return path;
    }
    known.emplace_back(parameter, parameter < values.size() ? caller.path(values[parameter], hops) : AccessPath());
    return known.back().second;
  }
  AccessPath translate(const AccessPath& path_in_callee) const {
    return path_in_callee.in_caller([&](std::uint32_t parameter) { return path(parameter); },
                                    [&](std::uint32_t parameter) -> std::optional<AccessPath::Step> {
                                      if (parameter >= values.size()) return std::nullopt;
                                      return caller.element(values[parameter]);
                                    });
  }
};

}  // namespace snag::sections
