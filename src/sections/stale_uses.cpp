#include "sections/stale_uses.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <optional>

#include "sections/object_tests.h"

namespace snag::sections {

using ir::Op;
using ir::ValueId;

namespace {

using Moment = Staleness::Moment;

bool counts_as_use(const ir::Instruction& i) {
  switch (i.op) {
    case Op::kPhi:
    case Op::kCast:
    case Op::kReturn:
    case Op::kGoto:
    case Op::kMonitorEnter:
    case Op::kMonitorExit:
      return false;
    default:
      return true;
  }
}

// What is held at an instruction, or taken by it around an access.
std::vector<AccessPath> locks_at(const MethodEffects& effects, const Access* access, const Moment& moment) {
  std::vector<AccessPath> result;
  for (const HeldLock& h : moment.held()) result.push_back(effects.lock(h.lock).path);
  if (access == nullptr) return result;
  for (LockId lock : access->own) {
    if (!effects.lock(lock).own && !moment.holds(lock)) result.push_back(effects.lock(lock).path);
  }
  return result;
}

class StaleUses {
 public:
  explicit StaleUses(const Staleness& staleness)
      : staleness_(staleness),
        effects_(staleness.effects()),
        method_(effects_.method()),
        block_of_(method_.block_of_instructions()),
        best_(staleness.origins().size()) {}

  std::vector<StaleUse> run() {
    staleness_.walk([this](ValueId at, ir::BlockId block, const Moment& moment) { look_at(at, block, moment); });
    std::vector<StaleUse> result;
    for (std::optional<StaleUse>& use : best_) {
      if (use) result.push_back(std::move(*use));
    }
    return result;
  }

 private:
  void look_at(ValueId at, ir::BlockId block, const Moment& moment) {
    if (const Effect* effect = effects_.effect(at)) {
      for (const Access& access : effect->accesses) {
        if (access.acts) look_at_act(at, access, block, moment);
      }
    }
    if (!counts_as_use(method_[at])) return;
    for (ValueId operand : method_.operands(at)) {
      for (OriginId id : staleness_.origins_of(operand)) look_at_use(at, operand, id, block, moment);
    }
  }

  // Is one of the locks that protected the read held now, or taken by this instruction?
  template <class Takes>
  static bool inside_again(const ReadOrigin& origin, const Moment& moment, const Takes& takes) {
    return std::any_of(origin.locks.begin(), origin.locks.end(),
                       [&](LockId lock) { return moment.holds(lock) || takes(lock); });
  }

  bool is_stale(ValueId value, OriginId id, const Moment& moment, State& state) const {
    state = moment.state(value, id);
    return state.freshness == Freshness::kStale && !state.handed_over;
  }

  void look_at_act(ValueId at, const Access& act, ir::BlockId block, const Moment& moment) {
    if (act.rechecked || staleness_.rechecked(act, block, moment)) return;
    if (act.location.ends_in_contents() && !act.keyed && failure_is_caught(block)) return;
    auto takes = [&](LockId lock) { return std::find(act.own.begin(), act.own.end(), lock) != act.own.end(); };
    auto consider = [&](ValueId value, bool by_data) {
      std::optional<bool> anyway;
      for (OriginId id : staleness_.origins_of(value)) {
        const ReadOrigin& origin = staleness_[id];
        State state;
        // Both in one callee: that is the callee's affair.
        if (origin.read == at) continue;
        if (!origin.access->checks || !same_memory(*origin.access, act) || !is_stale(value, id, moment, state) ||
            !inside_again(origin, moment, takes)) {
          continue;
        }
        // `if (!busy) busy = true;` in the section of the test: what comes later is the claim's end.
        if (!by_data && state.claimed) continue;
        if (!by_data && !anyway) anyway = happens_anyway(at, act, value);
        if (!by_data && *anyway) return;
        bool whole_object = act.flavor >= Flavor::kAtomic;
        UseKind kind = by_data && !whole_object && !act.only_reads ? UseKind::kLostUpdate : UseKind::kCheckThenAct;
        keep({kind, id, value, at, &act, state, locks_at(effects_, &act, moment)});
      }
    };
    if (act.removes && act.keyed) {
      if (!is_used(at)) look_at_removal(at, act, block, moment);
      return;
    }
    for (ValueId input : act.inputs) consider(input, /*by_data=*/true);
    for (ValueId tested : staleness_.deciding(block)) consider(tested, /*by_data=*/false);
  }

  bool is_used(ValueId result) const {
    return std::any_of(method_.instructions.begin(), method_.instructions.end(), [&](const ir::Instruction& i) {
      std::span<const ValueId> operands = method_.operands(i);
      return std::find(operands.begin(), operands.end(), result) != operands.end();
    });
  }

  // `session = open.get(id); if (session.isIdle()) open.remove(id);`: by then there may be another one. To remove what
  // was found to be there, whatever it is, does no harm; and if the result of the removal is looked at, only one of two
  // threads gets the object.
  void look_at_removal(ValueId at, const Access& act, ir::BlockId block, const Moment& moment) {
    if (!tests_) tests_.emplace(method_);
    for (std::uint32_t n = 0; n < staleness_.origins().size(); ++n) {
      const OriginId id(n);
      const ReadOrigin& origin = staleness_[id];
      bool found = origin.read != at && method_[origin.read].type == ir::Type::kReference && origin.access->checks &&
                   same_memory(*origin.access, act);
      State state;
      if (!found || !is_stale(origin.read, id, moment, state) || state.claimed) continue;
      auto takes = [&](LockId lock) { return std::find(act.own.begin(), act.own.end(), lock) != act.own.end(); };
      if (!inside_again(origin, moment, takes) || !tests_->decide(block, origin.read)) continue;
      keep({UseKind::kCheckThenAct, id, origin.read, at, &act, state, locks_at(effects_, &act, moment)});
    }
  }

  // `try { queue.remove() } catch (NoSuchElementException e)`: the code is ready for it.
  bool failure_is_caught(ir::BlockId block) const {
    for (ir::BlockId pad : method_.pads(block)) {
      for (std::uint32_t n = method_[pad].begin; n < method_[pad].end; ++n) {
        const ir::Instruction& i = method_.instructions[n];
        if (i.op != Op::kCatch || !i.type_name.valid()) continue;
        const Calls& calls = effects_.calls();
        if (calls.models().policy().element_missing.matches(calls.text(i.type_name))) return true;
      }
    }
    return false;
  }

  // A finally block is copied to every way out: what stands in it does not depend on the test that one way goes
  // through.
  bool happens_anyway(ValueId at, const Access& act, ValueId tested) {
    // Of more copies than any finally block has, only the first are looked at.
    constexpr std::size_t kMaximumCopies = 256;
    if (by_line_.empty()) {
      for (const Effect& effect : effects_.effects()) by_line_[method_.line(effect.at)].push_back(&effect);
    }
    const std::vector<const Effect*>& copies = by_line_[method_.line(at)];
    for (std::size_t n = 0; n < std::min(copies.size(), kMaximumCopies); ++n) {
      const Effect& other = *copies[n];
      if (other.at == at || method_[other.at].op != method_[at].op) continue;
      bool same = std::any_of(other.accesses.begin(), other.accesses.end(), [&](const Access& access) {
        return access.acts && access.kind == act.kind && same_memory(access, act);
      });
      if (!same) continue;
      const std::vector<ValueId>& decides = staleness_.deciding(block_of_[other.at.value]);
      if (std::find(decides.begin(), decides.end(), tested) == decides.end()) return true;
    }
    return false;
  }

  void look_at_use(ValueId at, ValueId operand, OriginId id, ir::BlockId block, const Moment& moment) {
    const ReadOrigin& origin = staleness_[id];
    State state;
    // The calls on an object that protects itself are related by their acts alone.
    if (protects_itself(origin.access->flavor) && origin.outlived.empty()) return;
    if (!origin.access->location.known() || is_lock(origin)) return;
    if (!is_stale(operand, id, moment, state) || state.claimed || is_deadline(operand)) return;
    const Effect* effect = effects_.effect(at);
    bool inside = inside_again(origin, moment, [&](LockId lock) {
      return effect != nullptr && std::any_of(effect->sections.begin(), effect->sections.end(),
                                              [&](const EnteredSection& section) { return section.lock == lock; });
    });
    if (!inside && staleness_.is_choice(operand)) return;
    // `value == shared.field`: that is how one finds out whether it is stale. So is a test of the field before.
    if (inside && (any_is_fresh(method_.operands(at), origin, moment) ||
                   any_is_fresh(staleness_.deciding(block), origin, moment))) {
      return;
    }
    keep({inside ? UseKind::kStaleUse : UseKind::kUseAfter, id, operand, at, nullptr, state,
          locks_at(effects_, nullptr, moment)});
  }

  // `end = now() + timeout`: how long to wait is decided once.
  bool is_deadline(ValueId value, int depth = 0) const {
    constexpr int kMaximumDepth = 4;
    constexpr std::size_t kMaximumChoices = 16;  // of a phi behind a switch there may be thousands, at each depth
    const ir::Instruction& i = method_[value];
    bool call = i.op == Op::kInvoke && i.as<ir::InvokeKind>() == ir::InvokeKind::kStatic && i.type == ir::Type::kLong;
    if (call && i.operand_count == 0) return true;
    bool looks_through = call || i.op == Op::kBinary || i.op == Op::kUnary || i.op == Op::kPhi || i.op == Op::kCompare;
    if (!looks_through || depth >= kMaximumDepth) return false;
    std::span<const ValueId> operands = method_.operands(i);
    operands = operands.first(std::min(operands.size(), kMaximumChoices));
    return std::any_of(operands.begin(), operands.end(), [&](ValueId o) { return is_deadline(o, depth + 1); });
  }

  // `synchronized (pool) { pool.wait(); pool.get(); }`, where pool is a field: which lock it is does not change.
  bool is_lock(const ReadOrigin& origin) const {
    return std::any_of(origin.locks.begin(), origin.locks.end(),
                       [&](LockId lock) { return effects_.lock(lock).path == origin.access->location; });
  }

  // Whether one of the values is a fresh copy of what the origin read.
  bool any_is_fresh(std::span<const ValueId> values, const ReadOrigin& origin, const Moment& moment) const {
    for (ValueId value : values) {
      for (OriginId id : staleness_.origins_of(value)) {
        bool same = same_memory(*staleness_[id].access, *origin.access);
        if (same && moment.state(value, id).freshness == Freshness::kHeld) return true;
      }
    }
    return false;
  }

  void keep(StaleUse use) {
    std::optional<StaleUse>& best = best_[use.origin.value];
    // A removal is worth less than whatever else goes wrong with the value.
    auto rank = [&](const StaleUse& u) {
      bool removal = u.kind == UseKind::kCheckThenAct && u.act->removes && u.act->keyed;
      return std::tuple(removal ? UseKind::kStaleUse : u.kind, removal, method_[u.at].pc, u.at);
    };
    if (!best || rank(use) < rank(*best)) best = std::move(use);
  }

  const Staleness& staleness_;
  MethodEffects& effects_;
  const ir::MethodIr& method_;
  std::vector<ir::BlockId> block_of_;
  std::vector<std::optional<StaleUse>> best_;                               // by origin
  std::optional<ObjectTests> tests_;                                        // made when first asked for
  absl::flat_hash_map<std::uint32_t, std::vector<const Effect*>> by_line_;  // made when first asked for
};

}  // namespace

std::vector<StaleUse> stale_uses(const Staleness& staleness) {
  if (!staleness.enters_again()) return {};
  return StaleUses(staleness).run();
}

namespace {

class BlockUses {
 public:
  explicit BlockUses(const Staleness& staleness)
      : staleness_(staleness),
        effects_(staleness.effects()),
        calls_(effects_.calls()),
        method_(effects_.method()),
        first_(staleness.origins().size()) {}

  std::vector<BlockUse> run() {
    staleness_.walk([this](ValueId at, ir::BlockId, const Moment& moment) { look_at(at, moment); });
    std::vector<BlockUse> result;
    std::vector<bool> reported(first_.size(), false);
    for (std::size_t n = 0; n < first_.size(); ++n) {
      if (!first_[n] || reported[n]) continue;
      // The other value of a mixed operation belongs to the same finding.
      OriginId other = first_[n]->mixed_with;
      if (other.valid() && first_[other.value] && first_[other.value]->at == first_[n]->at)
        reported[other.value] = true;
      result.push_back(std::move(*first_[n]));
    }
    return result;
  }

 private:
  struct Used {
    ValueId value;
    OriginId origin;
    State state;
  };

  void look_at(ValueId at, const Moment& moment) {
    if (!counts_as_use(method_[at])) return;
    std::vector<Used> used;
    std::span<const ValueId> operands = method_.operands(at);
    for (std::size_t n = 0; n < operands.size(); ++n) {
      if (staleness_.origins_of(operands[n]).empty() || staleness_.is_choice(operands[n])) continue;
      if (only_passes_on(at, n)) continue;
      for (OriginId id : staleness_.origins_of(operands[n])) {
        State state = moment.state(operands[n], id);
        bool counts = state.freshness != Freshness::kNone && !protects_itself(staleness_[id].access->flavor);
        if (counts) used.push_back({operands[n], id, state});
      }
    }
    bool outside = std::any_of(used.begin(), used.end(), [](const Used& u) { return u.state.block_left; });
    if (!outside) return;
    bool logged = is_logging(at);
    for (const Used& u : used) {
      std::optional<BlockUse>& first = first_[u.origin.value];
      if (!u.state.block_left) continue;
      const OriginId mixed = mixed_with(u, used);
      const bool says_more = !first || (first->logged && !logged) ||
                             (!first->mixed_with.valid() && mixed.valid() && first->logged == logged &&
                              !same_memory(*staleness_[mixed].access, *staleness_[u.origin].access));
      if (!says_more) continue;
      first = BlockUse{u.origin, u.value, at, mixed, logged, u.state, locks_at(effects_, nullptr, moment)};
    }
  }

  OriginId mixed_with(const Used& u, const std::vector<Used>& used) const {
    const ReadOrigin& origin = staleness_[u.origin];
    for (const Used& other : used) {
      const ReadOrigin& another = staleness_[other.origin];
      bool elsewhere = another.block != origin.block || another.block_site != origin.block_site;
      const std::optional<BlockUse>& known = first_[other.origin.value];
      if (elsewhere && other.value != u.value && !(known && known->mixed_with.valid())) return other.origin;
    }
    return {};
  }

  // `names.add(name)`, where name is a String.
  bool only_passes_on(ValueId at, std::size_t operand) const {
    const ir::Instruction& i = method_[at];
    const ir::Instruction& value = method_[method_.operands(i)[operand]];
    if (value.type != ir::Type::kReference || !value.type_name.valid() || !effects_.sharing().is_value(value.type_name))
      return false;
    switch (i.op) {
      case Op::kInvoke:
        return operand > 0 || i.as<ir::InvokeKind>() == ir::InvokeKind::kStatic;
      case Op::kPutField:
      case Op::kPutStatic:
      case Op::kArrayStore:
      case Op::kConcat:
      case Op::kLambda:
        return true;
      default:
        return false;
    }
  }

  bool is_logging(ValueId at) const {
    const ir::Instruction& i = method_[at];
    return i.op == Op::kInvoke &&
           calls_.models().policy().loggers.matches(calls_.text(calls_.references()[i.reference()].owner));
  }

  const Staleness& staleness_;
  MethodEffects& effects_;
  Calls& calls_;
  const ir::MethodIr& method_;
  std::vector<std::optional<BlockUse>> first_;  // by origin
};

}  // namespace

std::vector<BlockUse> block_uses(const Staleness& staleness) {
  if (!staleness.leaves_blocks()) return {};
  return BlockUses(staleness).run();
}

}  // namespace snag::sections
