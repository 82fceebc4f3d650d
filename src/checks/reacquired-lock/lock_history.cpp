#include "checks/reacquired-lock/lock_history.h"

#include <algorithm>
#include <tuple>

namespace snag::reacquired {

using ir::BlockId;
using ir::Op;
using ir::ValueId;
using sections::HeldLock;
using sections::HeldLocks;
using sections::LockId;

namespace {

constexpr std::size_t kWorkOfPair = 16;  // to note a pair, in marks looked at

}  // namespace

LockHistory::LockHistory(MethodLocks& method, const std::vector<std::vector<TakenLock>>& taken, unsigned lock_depth,
                         bool relaxed)
    : method_locks_(method),
      method_(method.effects().method()),
      relaxed_(relaxed),
      maximum_work_(kMaximumWork + kMaximumWorkForInstruction * method_.instructions.size()) {
  find_marks(taken, lock_depth);
  if (!can_repeat()) return;
  if (marks_.size() * method_.blocks.size() > kMaximumCells) {
    gave_up_ = true;
    return;
  }
  find_unmarking();
  gave_up_ = work_ > maximum_work_;
  if (!gave_up_) solve();
}

std::uint32_t LockHistory::lock_index(const AccessPath& lock) {
  auto [it, is_new] = index_of_.try_emplace(lock, static_cast<std::uint32_t>(locks_.size()));
  if (is_new) locks_.push_back(lock);
  return it->second;
}

void LockHistory::find_marks(const std::vector<std::vector<TakenLock>>& taken, unsigned lock_depth) {
  const std::vector<Section>& sections = method_locks_.sections();
  for (std::uint32_t n = 0; n < sections.size(); ++n) {
    if (sections[n].lock.known()) marks_.push_back({{sections[n].at, NodeId(), n}, lock_index(sections[n].lock)});
  }
  // Of several ways to one lock at one call the shortest.
  std::vector<Mark> here;
  auto depth = [&](const Mark& mark) { return taken[mark.callee.value][mark.in_callee].depth; };
  const std::vector<Invocation>& calls = method_locks_.invocations();
  for (std::size_t n = 0; n < calls.size(); ++n) {
    const std::vector<TakenLock>& of_callee = taken[calls[n].callee.value];
    for (std::uint32_t t = 0; t < of_callee.size(); ++t) {
      AccessPath lock = calls[n].translate(of_callee[t].lock, lock_depth);
      if (!lock.known()) continue;
      Mark mark{{calls[n].at, calls[n].callee, t}, lock_index(lock)};
      auto same = std::find_if(here.begin(), here.end(), [&](const Mark& m) { return m.lock == mark.lock; });
      if (same == here.end()) {
        here.push_back(mark);
      } else if (depth(mark) < depth(*same)) {
        *same = mark;
      }
    }
    if (n + 1 < calls.size() && calls[n + 1].at == calls[n].at) continue;
    marks_.insert(marks_.end(), here.begin(), here.end());
    here.clear();
  }
  std::stable_sort(marks_.begin(), marks_.end(), [](const Mark& a, const Mark& b) { return a.at < b.at; });
  marks_of_lock_.resize(locks_.size());
  for (std::uint32_t m = 0; m < marks_.size(); ++m) marks_of_lock_[marks_[m].lock].push_back(m);
}

// Most methods take no lock in two places, and none in a loop.
bool LockHistory::can_repeat() const {
  if (marks_.empty()) return false;
  if (relaxed_ && marks_.size() > 1) return true;
  if (marks_.size() > locks_.size()) return true;
  for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
    for (BlockId to : method_.successors(BlockId(b))) {
      if (to.value <= b) return true;
    }
  }
  return false;
}

void LockHistory::find_unmarking() {
  auto unmark = [&](ValueId at, std::uint32_t lock) {
    std::vector<std::uint32_t>& list = unmarks_[at];
    list.insert(list.end(), marks_of_lock_[lock].begin(), marks_of_lock_[lock].end());
  };
  for (std::uint32_t l = 0; l < locks_.size(); ++l) {
    locks_[l].for_each_value([&](ValueId value) { unmark(value, l); });
  }
  bool has_steps = std::any_of(locks_.begin(), locks_.end(), [](const AccessPath& lock) {
    return !lock.steps().empty() || lock.root() == AccessPath::Root::kStatic;
  });
  if (!has_steps) return;
  // Locks by the hash of everything that their names begin with: there may be thousands of locks and of stores.
  absl::flat_hash_map<std::size_t, std::vector<std::uint32_t>> beginning_with;
  for (std::uint32_t l = 0; l < locks_.size(); ++l) {
    AccessPath prefix(locks_[l].root(), locks_[l].detail());
    beginning_with[prefix.hash()].push_back(l);
    for (AccessPath::Step step : locks_[l].steps()) {
      prefix = prefix.then(step);
      beginning_with[prefix.hash()].push_back(l);
    }
  }
  auto stored = [&](ValueId at, const AccessPath& location) {
    auto found = beginning_with.find(location.hash());
    if (found == beginning_with.end()) return;
    for (std::uint32_t l : found->second) {
      work_ += marks_of_lock_[l].size() + 1;
      if (work_ > maximum_work_) return;
      if (locks_[l].starts_with(location)) unmark(at, l);
    }
  };
  sections::MethodEffects& effects = method_locks_.effects();
  Calls& calls = effects.calls();
  for (std::uint32_t n = 0; n < method_.instructions.size(); ++n) {
    const ir::Instruction& i = method_.instructions[n];
    ValueId at(n);
    std::span<const ValueId> operands = method_.operands(i);
    if (i.op == Op::kPutField || i.op == Op::kPutStatic) {
      FieldId field = calls.field(i);
      if (!field.valid()) continue;
      stored(at, i.op == Op::kPutStatic ? AccessPath(AccessPath::Root::kStatic, field.value)
                                        : effects.path(operands[0]).then(field.value));
    } else if (i.op == Op::kArrayStore) {
      stored(at, effects.path(operands[0]).then(effects.element(operands[1])));
    } else if (const sections::Effect* effect = i.op == Op::kInvoke ? effects.effect(at) : nullptr) {
      for (const sections::Access& access : effect->accesses) {
        bool writes = access.kind == sections::AccessKind::kWrite && !access.location.ends_in_contents();
        if (writes) stored(at, access.location);
      }
    }
  }
}

bool LockHistory::is_held(std::uint32_t lock, const HeldLocks& held) const {
  return std::any_of(held.begin(), held.end(), [&](const HeldLock& h) { return lock_of_[h.lock.value] == lock; });
}

// The lock of this mark is taken and given back now. `up_to`: marks of a higher level are from inside that section.
void LockHistory::collect_pairs(std::uint32_t mark, const State& state, const HeldLocks& held, std::size_t up_to) {
  // Backwards from the place, then the rest: a loop may lead from there.
  const std::vector<std::uint32_t>& marks = marks_of_lock_[marks_[mark].lock];
  auto here = static_cast<std::size_t>(std::upper_bound(marks.begin(), marks.end(), mark) - marks.begin());
  std::size_t examined = std::min(marks.size(), kMaximumExamined);
  for (std::size_t n = 0; n < examined; ++n) {
    std::uint32_t first = marks[(here + marks.size() - 1 - n) % marks.size()];
    Level level = state.levels[first];
    if (level > 0 && level <= up_to) collect(first, mark, level, held, /*two_locks=*/false);
  }
  work_ += examined;
  if (!relaxed_) return;
  work_ += marks_.size();
  for (auto first = static_cast<std::uint32_t>(marks_.size()); first-- > 0;) {  // the nearest are the last, mostly
    Level level = state.forever[first];
    bool same = marks_[first].lock == marks_[mark].lock && state.levels[first] > 0;
    if (level == 0 || level > up_to || same || is_held(marks_[first].lock, held)) continue;
    collect(first, mark, level, held, /*two_locks=*/true);
    work_ += kMaximumFirsts;
  }
}

void LockHistory::note(std::uint32_t mark, State& state, const HeldLocks& held) {
  auto level = static_cast<Level>(held.size() + 1);
  state.levels[mark] = std::max(state.levels[mark], level);
  if (relaxed_) state.forever[mark] = std::max(state.forever[mark], level);
}

void LockHistory::collect(std::uint32_t first, std::uint32_t second, Level level, const HeldLocks& held,
                          bool two_locks) {
  work_ += kWorkOfPair;
  std::uint32_t& index = twice_of_mark_[two_locks ? 1 : 0][second];
  if (index == kNone) {
    index = static_cast<std::uint32_t>(twice_.size());
    twice_.push_back({.second = marks_[second], .two_locks = two_locks});
  }
  Twice* it = &twice_[index];
  Mark mark = marks_[first];
  mark.in_context = level > 1;
  add_first(*it, mark);
  // Level 1 is the method itself, 2 the outermost lock that is held, and so on.
  for (std::size_t n = 0; n + 1 < level && n < held.size(); ++n) {
    if (method_locks_.effects().lock(held[n].lock).is_claim()) continue;
    HeldSection context{method_locks_.name(held[n].lock), held[n].site, held[n].mode};
    bool there = std::any_of(it->contexts.begin(), it->contexts.end(), [&](const HeldSection& c) {
      return c.at == context.at && (c.lock == context.lock || !context.lock.known());
    });
    if (!there) it->contexts.push_back(context);
  }
  if (level == 1 || it->contexts.empty()) it->without_context = true;
}

// Of many the nearest: those that come before, the last first; then those of the round before. One that was dropped and
// turns out to be nearer, because it is under a context on another path, is added again.
void LockHistory::add_first(Twice& twice, const Mark& first) {
  auto distance = [&](const Mark& m) {
    bool before = m.at <= twice.second.at;
    return std::tuple(!m.in_context, !before, ~m.at.value, m.lock);
  };
  auto nearer = [&](const Mark& a, const Mark& b) { return distance(a) < distance(b); };
  // The nearest first until finish(): of thousands most are further than the last.
  std::vector<Mark>& firsts = twice.firsts;
  if (firsts.size() == kMaximumFirsts && !nearer(first, firsts.back())) return;
  auto known = std::find_if(firsts.begin(), firsts.end(),
                            [&](const Mark& m) { return m.at == first.at && m.lock == first.lock; });
  if (known != firsts.end()) {
    if (known->in_context || !first.in_context) return;
    firsts.erase(known);
  } else if (firsts.size() == kMaximumFirsts) {
    firsts.pop_back();
  }
  firsts.insert(std::upper_bound(firsts.begin(), firsts.end(), first, nearer), first);
}

void LockHistory::pass(BlockId block, State& state, HeldLocks& held, State* thrown, bool collecting) {
  const sections::MethodEffects& effects = method_locks_.effects();
  // Also within a block: 20,000 calls in a row that take 64 locks each are 26 billion pairs.
  const std::size_t budget = collecting ? 2 * maximum_work_ : maximum_work_;
  for (std::uint32_t n = method_[block].begin; n < method_[block].end; ++n) {
    ValueId at(n);
    if (work_ > budget) {
      gave_up_ = true;
      return;
    }
    if (auto it = marks_at_.find(at); it != marks_at_.end()) {
      // First all pairs, then the marks: two locks that one call acquires never form a pair.
      for (std::uint32_t mark : it->second) {
        if (collecting && !is_held(marks_[mark].lock, held)) collect_pairs(mark, state, held, held.size() + 1);
      }
      for (std::uint32_t mark : it->second) {
        if (is_held(marks_[mark].lock, held)) continue;
        note(mark, state, held);
        if (thrown != nullptr) note(mark, *thrown, held);
      }
    }
    if (const sections::Effect* effect = effects.effect(at)) {
      for (LockId released : effect->releases) give_back(released, state, held, collecting);
      // A thread that waits gives the lock back: what it took before was not taken under the same hold.
      for (LockId waits : effect->waits) {
        auto it = std::find_if(held.begin(), held.end(), [&](const HeldLock& h) { return h.lock == waits; });
        auto frame = static_cast<Level>(it - held.begin() + 1);
        for (Level& level : state.levels) level = std::min(level, frame);
        for (Level& level : state.forever) level = std::min(level, frame);
        work_ += state.levels.size();
      }
      effects.step(at, held);
    }
    if (auto it = unmarks_.find(at); it != unmarks_.end()) {
      for (std::uint32_t mark : it->second) state.levels[mark] = 0;
      work_ += it->second.size();
    }
  }
}

// Before the lock is taken out of `held`.
void LockHistory::give_back(LockId released, State& state, const HeldLocks& held, bool collecting) {
  auto it = std::find_if(held.begin(), held.end(), [&](const HeldLock& h) { return h.lock == released; });
  if (it == held.end() || it->count != 1) return;
  auto frame = static_cast<Level>(it - held.begin() + 1);
  HeldLocks rest = held;
  rest.erase(rest.begin() + (it - held.begin()));
  absl::InlinedVector<std::uint32_t, 1> given;
  std::uint32_t lock = lock_of_[released.value];
  if (lock != kNone) {
    for (std::uint32_t mark : marks_of_lock_[lock]) {
      if (marks_[mark].at == it->site && !marks_[mark].callee.valid()) given.push_back(mark);
    }
    work_ += marks_of_lock_[lock].size();
  }
  for (std::uint32_t mark : given) {
    if (collecting) collect_pairs(mark, state, rest, frame);
  }
  for (std::vector<Level>* levels : {&state.levels, &state.forever}) {
    for (Level& level : *levels) level = level > frame ? static_cast<Level>(level - 1) : level;
  }
  work_ += state.levels.size();
  for (std::uint32_t mark : given) note(mark, state, rest);
}

struct LockHistory::Domain {
  using State = LockHistory::State;

  LockHistory& history;
  HeldLocks held_before = {}, held_after = {};  // around the block that was passed last

  const sections::MethodEffects& effects() const { return history.method_locks_.effects(); }

  State at_entry() const {
    const std::size_t marks = history.marks_.size();
    return {.levels = std::vector<Level>(marks), .forever = std::vector<Level>(history.relaxed_ ? marks : 0)};
  }

  void pass(BlockId block, State& state, State* thrown) {
    held_before = held_after = effects().held_at_start(block);
    history.pass(block, state, held_after, thrown, /*collecting=*/false);
  }

  // A level stays as high as the locks up to it are held at the other end, too.
  const State& cross(const ir::FlowEdge& edge, const State& out, State& scratch) {
    const HeldLocks& held = edge.exceptional ? held_before : held_after;
    std::vector<Level> level_there(held.size() + 2, 1);
    std::size_t lowest = 1;  // level that all of these count for
    for (const HeldLock& h : effects().held_at_start(edge.to)) {
      const HeldLock* here = find_held(held, h.lock);
      if (here == nullptr) break;
      lowest = std::max(lowest, static_cast<std::size_t>(here - held.data()) + 2);
      for (std::size_t level = lowest; level < level_there.size(); ++level) ++level_there[level];
    }
    auto project = [&](const std::vector<Level>& from, std::vector<Level>& into) {
      into.resize(from.size());
      std::transform(from.begin(), from.end(), into.begin(), [&](Level level) {
        return level == 0 ? Level{0} : level_there[std::min<std::size_t>(level, held.size() + 1)];
      });
    };
    project(out.levels, scratch.levels);
    project(out.forever, scratch.forever);
    history.work_ += history.marks_.size() + 1;
    return scratch;
  }

  static bool join(BlockId /*at*/, State& known, const State& arriving) { return known.raise(arriving); }
  bool within_budget() const { return !history.gave_up_ && history.work_ <= history.maximum_work_; }
};

bool LockHistory::State::raise(const State& by) {
  bool changed = false;
  auto raise_one = [&](std::vector<Level>& known, const std::vector<Level>& others) {
    for (std::size_t m = 0; m < known.size(); ++m) {
      if (others[m] <= known[m]) continue;
      known[m] = others[m];
      changed = true;
    }
  };
  raise_one(levels, by.levels);
  raise_one(forever, by.forever);
  return changed;
}

void LockHistory::solve() {
  const sections::MethodEffects& effects = method_locks_.effects();
  lock_of_.assign(effects.locks().size(), kNone);
  for (std::uint32_t n = 0; n < lock_of_.size(); ++n) {
    if (effects.lock(LockId(n)).own) continue;
    auto known = index_of_.find(method_locks_.name(LockId(n)));
    if (known != index_of_.end()) lock_of_[n] = known->second;
  }
  for (std::uint32_t m = 0; m < marks_.size(); ++m) {
    const Mark& mark = marks_[m];
    bool library = !mark.callee.valid() && method_locks_.sections()[mark.in_callee].library;
    if (mark.callee.valid() || library) marks_at_[mark.at].push_back(m);
  }
  for (std::vector<std::uint32_t>& index : twice_of_mark_) index.assign(marks_.size(), kNone);
  Domain domain{*this};
  ir::FlowResult<State> found = ir::solve_forward(method_, domain);
  if (!found.complete) {
    gave_up_ = true;
    return;
  }
  for (std::uint32_t b = 0; b < method_.blocks.size() && !gave_up_; ++b) {
    if (!found.reached[b]) continue;
    HeldLocks held = effects.held_at_start(BlockId(b));
    pass(BlockId(b), found.at_start[b], held, nullptr, /*collecting=*/true);
    gave_up_ = gave_up_ || work_ > 2 * maximum_work_;
  }
  finish();
}

void LockHistory::finish() {
  for (Twice& twice : twice_) {
    std::sort(twice.firsts.begin(), twice.firsts.end(),
              [](const Mark& a, const Mark& b) { return std::tuple(a.at, a.lock) < std::tuple(b.at, b.lock); });
    std::stable_sort(twice.contexts.begin(), twice.contexts.end(),
                     [](const HeldSection& a, const HeldSection& b) { return a.at < b.at; });
  }
  std::sort(twice_.begin(), twice_.end(), [](const Twice& a, const Twice& b) {
    return std::tuple(a.second.at, a.second.lock, a.two_locks) < std::tuple(b.second.at, b.second.lock, b.two_locks);
  });
}

}  // namespace snag::reacquired
