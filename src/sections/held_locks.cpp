// MethodEffects: which locks are held where.
#include <algorithm>

#include "sections/method_effects.h"

namespace snag::sections {

using ir::Op;
using ir::ValueId;

namespace {

bool is_null_or_zero(const ir::MethodIr& method, ValueId value) {
  const ir::Instruction& i = method[value];
  if (i.op != Op::kConstant) return false;
  switch (i.as<ir::ConstantKind>()) {
    case ir::ConstantKind::kNull:
      return true;
    case ir::ConstantKind::kInt:
      return i.payload == 0;
    case ir::ConstantKind::kLong:
      return method.wide_constants[i.payload] == 0;
    default:
      return false;
  }
}

}  // namespace

void MethodEffects::step(ValueId instruction, HeldLocks& held) const {
  const Effect* what = effect(instruction);
  if (what == nullptr) return;
  auto find = [&](LockId lock) {
    return std::find_if(held.begin(), held.end(), [&](const HeldLock& h) { return h.lock == lock; });
  };
  for (LockId lock : what->releases) {
    auto it = find(lock);
    if (it == held.end()) continue;
    if (--it->count == 0) held.erase(it);
  }
  for (LockId lock : what->acquires) {
    auto it = find(lock);
    if (it != held.end()) {
      ++it->count;
    } else if (held.size() < kMaximumHeld) {
      held.push_back({lock, instruction});
    }
  }
}

// tryLock: taken where the result is not zero.
LockId MethodEffects::acquired_between(ir::BlockId from, ir::BlockId to) const {
  const ir::Instruction& end = method_.terminator(from);
  if (end.op != Op::kIf || effects_.empty()) return {};
  std::span<const ValueId> operands = method_.operands(end);
  ValueId tested = operands[0];
  if (method_[tested].op == Op::kCompare && is_null_or_zero(method_, method_.operands(tested)[1])) {
    tested = method_.operands(tested)[0];
  }
  const Effect* what = effect(tested);
  if (what == nullptr || !what->if_true.valid() || !is_null_or_zero(method_, operands[1])) return {};
  auto condition = end.as<ir::Condition>();
  bool taken_if_zero = condition == ir::Condition::kEqual;
  if (!taken_if_zero && condition != ir::Condition::kNotEqual) return {};
  bool is_taken = method_.successors(from)[0] == to;
  return is_taken != taken_if_zero ? what->if_true : LockId();
}

void MethodEffects::take_on_edge(ir::BlockId from, ir::BlockId to, HeldLocks& held) const {
  LockId taken = acquired_between(from, to);
  if (!taken.valid()) return;
  auto same = std::find_if(held.begin(), held.end(), [&](const HeldLock& h) { return h.lock == taken; });
  if (same != held.end()) {
    ++same->count;
  } else if (held.size() < kMaximumHeld) {
    held.push_back({taken, ValueId(method_[from].end - 1)});
  }
}

void MethodEffects::find_held(const Locks& held_at_entry) {
  for (const AccessPath& path : held_at_entry) at_entry_.push_back({lock_id(path, false, false), ValueId()});
  bool changes = std::any_of(effects_.begin(), effects_.end(), [](const Effect& e) {
    return !e.acquires.empty() || !e.releases.empty() || e.if_true.valid();
  });
  if (!changes) return;  // the same everywhere
  at_start_.assign(method_.blocks.size(), {});
  at_start_[0] = at_entry_;
  std::vector<bool> reached(method_.blocks.size(), false), dirty(method_.blocks.size(), false);
  reached[0] = dirty[0] = true;
  std::size_t work = 0;
  auto meet = [](HeldLocks& known, const HeldLocks& other) {
    bool changed = false;
    for (auto it = known.begin(); it != known.end();) {
      auto same = std::find_if(other.begin(), other.end(), [&](const HeldLock& h) { return h.lock == it->lock; });
      if (same == other.end()) {
        it = known.erase(it);
        changed = true;
        continue;
      }
      if (same->count < it->count) {
        it->count = same->count;
        changed = true;
      }
      ++it;
    }
    return changed;
  };
  for (bool again = true; again;) {
    again = false;
    for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
      if (!dirty[b]) continue;
      dirty[b] = false;
      ir::BlockId block(b);
      auto flow = [&](ir::BlockId to, const HeldLocks& held) {
        bool changed = true;
        if (!reached[to.value]) {
          reached[to.value] = true;
          at_start_[to.value] = held;
        } else {
          changed = meet(at_start_[to.value], held);
        }
        if (!changed || dirty[to.value]) return;
        dirty[to.value] = true;
        again = again || to.value <= b;
      };
      HeldLocks held = at_start_[b];
      for (ir::BlockId to : method_.pads(block)) flow(to, held);
      for (std::uint32_t n = method_[block].begin; n < method_[block].end; ++n) {
        step(ValueId(n), held);
        gave_up_ = gave_up_ || held.size() >= kMaximumHeld;
      }
      for (ir::BlockId to : method_.successors(block)) {
        if (acquired_between(block, to).valid()) {
          HeldLocks after = held;
          take_on_edge(block, to, after);
          flow(to, after);
        } else {
          flow(to, held);
        }
      }
      work += 1 + method_[block].end - method_[block].begin + method_[block].successor_count + method_[block].pad_count;
      if (work > kMaximumWork) {
        // What is held is then not known anywhere but at the entry.
        gave_up_ = true;
        at_start_.assign(method_.blocks.size(), {});
        return;
      }
    }
  }
}

}  // namespace snag::sections
