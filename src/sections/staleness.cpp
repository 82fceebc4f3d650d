#include "sections/staleness.h"

#include <algorithm>

#include "ir/deciding_tests.h"

namespace snag::sections {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

namespace {

constexpr std::uint32_t kNoPair = 0xFFFF'FFFF;

bool contains(const LockSet& set, LockId lock) { return std::find(set.begin(), set.end(), lock) != set.end(); }
bool contains(const HeldLocks& held, LockId lock) { return find_held(held, lock) != nullptr; }

// Not those without a name, which stand for any lock that the callee takes.
bool is_named_by_values(const LockOfMethod& lock) {
  if (lock.own && lock.path.steps().empty()) return false;
  bool found = false;
  lock.path.for_each_value([&](ValueId) { found = true; });
  return found;
}

}  // namespace

bool State::raise(const State& by, bool is_flag) {
  if (by == *this) return false;  // nearly always
  State before = *this;
  bool nothing = freshness == Freshness::kNone, nothing_new = by.freshness == Freshness::kNone;
  handed_over = is_flag ? handed_over || by.handed_over
                        : (nothing || handed_over) && (nothing_new || by.handed_over) && !(nothing && nothing_new);
  auto order = std::pair(by.freshness, by.age) <=> std::pair(freshness, age);
  bool older = order > 0, same_age = order == 0;
  bool earlier = same_age && std::pair(by.released, by.entered) < std::pair(released, entered);
  renamed = older ? by.renamed : same_age ? renamed && by.renamed : renamed;
  if (older || earlier) {
    freshness = by.freshness;
    age = by.age;
    released = by.released;
    entered = by.entered;
  }
  block_left = block_left || by.block_left;
  claimed = claimed || by.claimed;
  return !(*this == before);
}

Staleness::Staleness(MethodEffects& effects) : effects_(effects), method_(effects.method()) {
  find_origins();
  find_value_flow();
  number_pairs();
  if (pair_count_ > 0) solve();
}

// ---- origins, and where they flow ----

void Staleness::find_origins() {
  made_by_.resize(effects_.effects().size());
  // Which locks are held at each effect: one walk through the blocks.
  std::size_t next = 0;
  for (std::uint32_t b = 0; b < method_.blocks.size() && next < effects_.effects().size(); ++b) {
    const ir::Block& block = method_.blocks[b];
    HeldLocks held = effects_.held_at_start(BlockId(b));
    for (; next < effects_.effects().size() && effects_.effects()[next].at.value < block.end; ++next) {
      const Effect& effect = effects_.effects()[next];
      for (const Access& access : effect.accesses) {
        if (access.kind != AccessKind::kRead) continue;
        ReadOrigin origin{.read = effect.at, .access = &access};
        for (const HeldLock& h : held) {
          if (!effects_.lock(h.lock).covers(access.location)) continue;
          origin.locks.push_back(h.lock);
          origin.outlived.push_back(h.lock);
          origin.block = h.lock;
          origin.block_site = h.site;
        }
        for (LockId own : access.own) {
          if (contains(origin.locks, own)) continue;
          origin.locks.push_back(own);
          origin.block = own;
          origin.block_site = effect.at;
        }
        // Such a read is in no section, and it means nothing to callers either.
        if (origin.locks.empty() && !access.location.portable()) continue;
        made_by_[next].push_back(OriginId(static_cast<std::uint32_t>(origins_.size())));
        origins_.push_back(std::move(origin));
      }
      effects_.step(effect.at, held);
    }
  }
}

// Calls `use` for each operand whose origins a value inherits.
template <class Use>
void Staleness::for_each_source(ValueId value, Use&& use) const {
  const ir::Instruction& i = method_[value];
  switch (i.op) {
    case Op::kPhi:
    case Op::kUnary:
    case Op::kBinary:
    case Op::kCompare:
    case Op::kCast:
    case Op::kArrayLength:
    case Op::kInstanceOf:
    case Op::kConcat:
      for (ValueId operand : method_.operands(i)) use(operand);
      break;
    case Op::kInvoke:
    case Op::kGetField:
      for (ValueId operand : effects_.derived_from(value)) use(operand);
      break;
    default:
      break;
  }
}

bool Staleness::add_flow(ValueId to, const OriginSet& origins, std::uint64_t parameters) {
  OriginSet& known = origins_of_[to.value];
  bool changed = (parameters & ~parameters_of_[to.value]) != 0;
  parameters_of_[to.value] |= parameters;
  for (OriginId origin : origins) {
    auto place = std::lower_bound(known.begin(), known.end(), origin);
    if (place != known.end() && *place == origin) continue;
    if (known.size() >= kMaximumOriginsOfValue) break;
    known.insert(place, origin);
    changed = true;
  }
  return changed;
}

bool Staleness::flow_into(ValueId value) {
  bool changed = false;
  for_each_source(value, [&](ValueId source) {
    if (source != value) changed |= add_flow(value, OriginSet(origins_of_[source.value]), parameters_of_[source.value]);
  });
  return changed;
}

// The same for a method that reads nothing shared, which most are.
void Staleness::find_parameter_flow() {
  // Who would ask? Neither is anything returned nor written.
  bool returns = !effects_.calls().text(method_.descriptor).ends_with(")V");
  if (!returns && effects_.effects().empty()) return;
  std::size_t work = 0;
  for (bool again = true; again && work <= kMaximumFlow;) {
    work += method_.instructions.size();
    again = false;
    for (std::uint32_t n = 0; n < method_.instructions.size(); ++n) {
      const ir::Instruction& i = method_.instructions[n];
      std::uint64_t& known = parameters_of_[n];
      std::uint64_t found = known;
      if (i.op == Op::kParameter) {
        if (i.payload < 64) found |= std::uint64_t{1} << i.payload;
      } else {
        for_each_source(ValueId(n), [&](ValueId source) { found |= parameters_of_[source.value]; });
      }
      // Anything may be what a phi at the head of a loop takes, which comes earlier in the order of blocks.
      again = again || found != known;
      known = found;
    }
  }
}

void Staleness::find_value_flow() {
  parameters_of_.assign(method_.instructions.size(), 0);
  if (origins_.empty()) {
    find_parameter_flow();
    return;
  }
  origins_of_.resize(method_.instructions.size());
  is_choice_.assign(method_.instructions.size(), false);
  for (std::size_t e = 0; e < made_by_.size(); ++e) {
    for (OriginId origin : made_by_[e]) {
      add_flow(effects_.effects()[e].at, {origin}, 0);
    }
  }
  // `x == null ? 1 : 0`: constants that a test chooses between. The test is at the end of a block before, or of the one
  // before that.
  auto tested_in = [&](BlockId block, Choice& choice) {
    const ir::Instruction& end = method_.terminator(block);
    if (end.op != Op::kIf && end.op != Op::kSwitch) return false;
    for (ValueId operand : method_.operands(end)) choice.tested.push_back(operand);
    return true;
  };
  for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
    const ir::Block& block = method_.blocks[b];
    for (std::uint32_t n = block.begin; n < block.begin + block.phi_count; ++n) {
      std::span<const ValueId> operands = method_.operands(ValueId(n));
      bool constant = std::all_of(operands.begin(), operands.end(), [&](ValueId operand) {
        return method_[operand].op == Op::kConstant || method_[operand].op == Op::kPhi;
      });
      if (!constant || method_.instructions[n].type != ir::Type::kInt) continue;
      Choice choice{ValueId(n), {}};
      for (const ir::Edge& edge : method_.predecessors(BlockId(b))) {
        if (edge.exceptional || tested_in(edge.from, choice)) continue;
        std::span<const ir::Edge> before = method_.predecessors(edge.from);
        for (const ir::Edge& earlier : before) {
          if (!earlier.exceptional) tested_in(earlier.from, choice);
        }
      }
      is_choice_[n] = true;
      choices_.push_back(std::move(choice));
    }
  }
  std::size_t work = 0;
  for (bool again = true; again;) {
    work += method_.instructions.size();
    if (work > kMaximumFlow) {
      gave_up_ = true;
      return;
    }
    again = false;
    for (std::uint32_t n = 0; n < method_.instructions.size(); ++n) {
      const ir::Instruction& i = method_.instructions[n];
      if (i.op == Op::kParameter) {
        if (i.payload < 64) add_flow(ValueId(n), {}, std::uint64_t{1} << i.payload);
        continue;
      }
      // Anything may be what a phi at the head of a loop takes, which comes earlier in the order of blocks.
      if (flow_into(ValueId(n))) again = true;
    }
    for (const Choice& choice : choices_) {
      for (ValueId tested : choice.tested) {
        again |= add_flow(choice.phi, OriginSet(origins_of_[tested.value]), parameters_of_[tested.value]);
      }
    }
  }
}

// ---- which tests decide about a block ----

void Staleness::find_deciding() const {
  auto count = static_cast<std::uint32_t>(method_.blocks.size());
  ir::DecidingTests tests(method_);
  deciding_.resize(count);
  // Blocks are in reverse post-order, so the one above has its list already.
  for (std::uint32_t b = 1; b < count; ++b) {
    if (!tests.above(BlockId(b)).valid()) continue;
    deciding_[b] = deciding_[tests.above(BlockId(b)).value];
    BlockId test = tests.own_test(BlockId(b));
    if (!test.valid()) continue;
    constexpr std::size_t kMaximumTests = 32;
    for (ValueId operand : method_.operands(method_.terminator(test))) {
      if (deciding_[b].size() < kMaximumTests && !origins_of_[operand.value].empty()) deciding_[b].push_back(operand);
    }
  }
}

const std::vector<ValueId>& Staleness::deciding(BlockId block) const {
  static const std::vector<ValueId> kNone;
  if (origins_.empty()) return kNone;
  if (deciding_.empty()) find_deciding();
  return deciding_[block.value];
}

bool Staleness::rechecked(const Access& write, BlockId block, const Moment& moment) const {
  // On some path is enough: `while (!ready) { wait(); }` reads again only when it had to wait.
  for (std::uint32_t p : tested_) {
    bool fresh = moment.states_[p].freshness == Freshness::kHeld;
    if (fresh && same_memory(*(*this)[pairs_[p].second].access, write)) return true;
  }
  // Neither is locked here: perhaps the caller's lock covers both.
  if (!moment.held().empty() || !write.own.empty()) return false;
  for (ValueId tested : deciding(block)) {
    for (OriginId id : origins_of(tested)) {
      const ReadOrigin& origin = (*this)[id];
      if (origin.locks.empty() && same_memory(*origin.access, write)) return true;
    }
  }
  return false;
}

bool Staleness::tested_before(const Access& write, BlockId block) const {
  for (ValueId tested : deciding(block)) {
    for (OriginId id : origins_of(tested)) {
      if (same_memory(*(*this)[id].access, write)) return true;
    }
  }
  return false;
}

// ---- the data flow ----

void Staleness::number_pairs() {
  bool any = std::any_of(origins_.begin(), origins_.end(), [](const ReadOrigin& o) { return !o.locks.empty(); });
  if (!any || gave_up_) return;
  first_pair_.assign(method_.instructions.size() + 1, 0);
  for (std::uint32_t n = 0; n < method_.instructions.size(); ++n) {
    first_pair_[n] = pair_count_;
    for (OriginId origin : origins_of_[n]) {
      if (!origins_[origin.value].locks.empty()) pairs_.emplace_back(ValueId(n), origin);
    }
    pair_count_ = static_cast<std::uint32_t>(pairs_.size());
  }
  first_pair_[method_.instructions.size()] = pair_count_;
  // Each of these goes through all pairs.
  std::size_t passes = 0;
  for (const Effect& effect : effects_.effects()) {
    passes += effect.sections.size() + effect.acquires.size() + effect.releases.size() + effect.waits.size();
    for (const Access& access : effect.accesses) passes += access.kind == AccessKind::kWrite ? 1 : 0;
  }
  for (std::uint32_t n = 0; n < effects_.locks().size(); ++n) {
    if (!is_named_by_values(effects_.locks()[n])) continue;
    effects_.locks()[n].path.for_each_value([&](ValueId value) { named_by_[value].push_back(LockId(n)); });
  }
  passes += named_by_.size();
  if (pair_count_ * std::max(method_.blocks.size(), passes) > kMaximumCells) {
    give_up();
    return;
  }
  for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
    const ir::Instruction& end = method_.terminator(BlockId(b));
    if (end.op != Op::kIf && end.op != Op::kSwitch) continue;
    for (ValueId operand : method_.operands(end)) {
      for (std::uint32_t q = first_pair_[operand.value]; q < first_pair_[operand.value + 1]; ++q) tested_.push_back(q);
    }
  }
  std::sort(tested_.begin(), tested_.end());
  tested_.erase(std::unique(tested_.begin(), tested_.end()), tested_.end());
}

void Staleness::give_up() {
  gave_up_ = true;
  pair_count_ = 0;
  at_start_.clear();
  tested_.clear();
  enters_again_ = leaves_blocks_ = false;
}

std::uint32_t Staleness::pair(ValueId value, OriginId origin) const {
  if (pair_count_ == 0) return kNoPair;
  for (std::uint32_t p = first_pair_[value.value]; p < first_pair_[value.value + 1]; ++p) {
    if (pairs_[p].second == origin) return p;
  }
  return kNoPair;
}

State Staleness::state_in(const std::vector<State>& states, ValueId value, OriginId origin) const {
  std::uint32_t p = pair(value, origin);
  return p == kNoPair ? State() : states[p];
}

bool Staleness::Moment::holds(LockId lock) const { return contains(held_, lock); }

void Staleness::rename_locks(ValueId value, std::vector<State>& states) const {
  if (named_by_.empty()) return;
  auto it = named_by_.find(value);
  if (it == named_by_.end()) return;
  for (std::uint32_t p = 0; p < pair_count_; ++p) {
    if (states[p].freshness == Freshness::kNone) continue;
    const LockSet& locks = (*this)[pairs_[p].second].locks;
    bool one = std::any_of(locks.begin(), locks.end(), [&](LockId lock) { return contains(it->second, lock); });
    states[p].renamed = states[p].renamed || one;
  }
}

void Staleness::leave(LockId lock, ValueId at, Moment& moment) const {
  for (std::uint32_t p = 0; p < pair_count_; ++p) {
    State& state = moment.states_[p];
    if (state.freshness == Freshness::kNone) continue;
    const ReadOrigin& origin = (*this)[pairs_[p].second];
    if (lock == origin.block) state.block_left = leaves_blocks_ = true;
    if (state.freshness != Freshness::kHeld || !contains(origin.outlived, lock)) continue;
    bool covered = std::any_of(origin.outlived.begin(), origin.outlived.end(),
                               [&](LockId other) { return other != lock && moment.holds(other); });
    if (covered) continue;
    state.freshness = Freshness::kReleased;
    state.released = at;
  }
}

void Staleness::enter(LockId lock, ValueId at, std::vector<State>& states) const {
  for (std::uint32_t p = 0; p < pair_count_; ++p) {
    State& state = states[p];
    if (state.freshness < Freshness::kReleased || !contains((*this)[pairs_[p].second].locks, lock)) continue;
    if (state.renamed && is_named_by_values(effects_.lock(lock))) continue;
    if (state.freshness == Freshness::kReleased) state.entered = at;
    state.freshness = Freshness::kStale;
    enters_again_ = true;
    if (state.age < State::kOldest) ++state.age;
  }
}

// Everything that happens to locks before the instruction uses its operands.
void Staleness::before(ValueId instruction, Moment& moment) const {
  const Effect* effect = effects_.effect(instruction);
  if (effect == nullptr) return;
  HeldLocks held_before = moment.held_;
  effects_.step(instruction, moment.held_);
  for (LockId lock : effect->releases) {
    if (contains(held_before, lock) && !moment.holds(lock)) leave(lock, instruction, moment);
  }
  for (const Acquisition& taken : effect->acquires) {
    if (!contains(held_before, taken.lock)) enter(taken.lock, instruction, moment.states_);
  }
  for (const EnteredSection& section : effect->sections) {
    if (!moment.holds(section.lock)) enter(section.lock, instruction, moment.states_);
  }
}

void Staleness::wait(const Effect& effect, Moment& moment) const {
  for (LockId lock : effect.waits) {
    // A condition's lock may have no name here: then it is the innermost lock of java.util.concurrent, or one that
    // the callers hold, of whatever kind.
    if (!moment.holds(lock) && effects_.lock(lock).library) {
      auto it = std::find_if(moment.held_.rbegin(), moment.held_.rend(),
                             [&](const HeldLock& h) { return effects_.lock(h.lock).library || !h.site.valid(); });
      if (it != moment.held_.rend()) lock = it->lock;
    }
    if (!moment.holds(lock)) continue;
    leave(lock, effect.at, moment);
    enter(lock, effect.at, moment.states_);
  }
}

void Staleness::after(ValueId instruction, Moment& moment) const {
  const Effect* effect = effects_.effect(instruction);
  if (effect != nullptr) wait(*effect, moment);
  // What is overwritten in the section in which it was read belongs to this thread alone from now on.
  if (effect != nullptr) {
    for (const Access& access : effect->accesses) {
      if (access.kind != AccessKind::kWrite) continue;
      for (std::uint32_t p = 0; p < pair_count_; ++p) {
        State& state = moment.states_[p];
        const Access& read = *(*this)[pairs_[p].second].access;
        if (state.freshness == Freshness::kHeld && same_array_or_memory(read, access)) {
          state.handed_over = state.claimed = true;
        }
        // `if (!busy.get() && busy.compareAndSet(false, true))`: the claim decides, not the test before.
        bool is_claim = effect->if_true.lock.valid() && effects_.lock(effect->if_true.lock).is_claim();
        if (is_claim && state.freshness != Freshness::kNone && same_memory(read, access)) state.claimed = true;
      }
    }
  }
  rename_locks(instruction, moment.states_);
  // What the instruction defines.
  std::uint32_t begin = first_pair_[instruction.value], end = first_pair_[instruction.value + 1];
  if (begin == end || method_[instruction].op == Op::kPhi) return;
  for (std::uint32_t p = begin; p < end; ++p) {
    OriginId id = pairs_[p].second;
    const ReadOrigin& origin = (*this)[id];
    State state;
    if (origin.read == instruction && !origin.locks.empty()) {
      bool left = origin.outlived.empty();
      state.freshness = left ? Freshness::kReleased : Freshness::kHeld;
      state.block_left = origin.block_site == instruction;
      leaves_blocks_ = leaves_blocks_ || state.block_left;
      state.handed_over = origin.access->handed_over;
      state.claimed = origin.access->claimed;
      if (left) state.released = instruction;
    } else {
      for_each_source(instruction, [&](ValueId source) { state.raise(moment.state(source, id)); });
    }
    moment.states_[p] = state;
  }
}

// What arrives at the start of a block: phis take the state of the operand that the edge brings.
void Staleness::enter_block(const ir::FlowEdge& edge, const std::vector<State>& out, std::vector<State>& in) {
  in = out;
  const ir::Block& block = method_[edge.to];
  if (block.phi_count == 0) return;
  std::span<const ir::Edge> edges = method_.predecessors(edge.to);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (edges[e].from != edge.from || edges[e].exceptional != edge.exceptional) continue;
    for (std::uint32_t n = block.begin; n < block.begin + block.phi_count; ++n) {
      ValueId operand = method_.operands(ValueId(n))[e];
      for (std::uint32_t p = first_pair_[n]; p < first_pair_[n + 1]; ++p) {
        State state = state_in(out, operand, pairs_[p].second);
        // Constants that a test chose between: as old as what was tested.
        if (state.freshness == Freshness::kNone && method_[operand].op == Op::kConstant && is_choice(ValueId(n))) {
          auto choice = std::lower_bound(choices_.begin(), choices_.end(), ValueId(n),
                                         [](const Choice& c, ValueId phi) { return c.phi < phi; });
          work_ += choice->tested.size();
          for (ValueId tested : choice->tested) {
            state.raise(state_in(out, tested, pairs_[p].second), /*is_flag=*/true);
          }
        }
        in[p] = state;
      }
    }
    // Only now: the phis' own states are about locks of the time before, too.
    for (std::uint32_t n = block.begin; n < block.begin + block.phi_count; ++n) rename_locks(ValueId(n), in);
    return;  // a branch with both targets equal is a goto, so there is one such edge
  }
}

struct Staleness::Domain {
  using State = std::vector<sections::State>;  // by pair

  Staleness& staleness;
  Moment moment = {};  // after the block that was passed last

  State at_entry() const { return State(staleness.pair_count_); }

  void pass(BlockId id, State& states, State* /*thrown*/) {
    const ir::Block& block = staleness.method_[id];
    std::size_t effects = 0;
    moment.staleness_ = &staleness;
    moment.states_.swap(states);
    moment.held_ = staleness.effects_.held_at_start(id);
    for (std::uint32_t n = block.begin; n < block.end; ++n) {
      effects += staleness.effects_.effect(ValueId(n)) != nullptr ? 1 : 0;
      staleness.before(ValueId(n), moment);
      staleness.after(ValueId(n), moment);
    }
    moment.states_.swap(states);
    staleness.work_ += staleness.pair_count_ * (1 + effects + block.successor_count + block.pad_count);
  }

  const State& cross(const ir::FlowEdge& edge, const State& out, State& scratch) const {
    staleness.enter_block(edge, out, scratch);
    LockId taken = edge.exceptional ? LockId() : staleness.effects_.acquired_between(edge.from, edge.to).lock;
    if (taken.valid() && !moment.holds(taken)) {
      staleness.enter(taken, ValueId(staleness.method_[edge.from].end - 1), scratch);
    }
    return scratch;
  }

  bool join(BlockId /*at*/, State& known, const State& arriving) const {
    bool changed = false;
    for (std::uint32_t p = 0; p < staleness.pair_count_; ++p) {
      changed |= known[p].raise(arriving[p], staleness.is_choice(staleness.pairs_[p].first));
    }
    return changed;
  }

  bool within_budget() const { return staleness.work_ <= kMaximumWork; }
};

void Staleness::solve() {
  Domain domain{*this};
  ir::FlowResult<std::vector<State>> found = ir::solve_forward(method_, domain);
  at_start_ = std::move(found.at_start);
  if (!found.complete) give_up();
}

}  // namespace snag::sections
