#include "sections/summarize.h"

#include <algorithm>

#include "classfile/made_names.h"

namespace snag::sections {

using ir::Op;
using ir::ValueId;

namespace {

class Summarizer {
 public:
  explicit Summarizer(const Staleness& staleness)
      : staleness_(staleness), effects_(staleness.effects()), method_(effects_.method()) {}

  MethodSummary run() {
    staleness_.walk(
        [this](ValueId at, ir::BlockId block, const Staleness::Moment& moment) { look_at(at, block, moment); });
    summary_.acquires = held_at_returns_;
    // Given back and taken again: like a wait.
    for (const AccessPath& lock : std::vector<AccessPath>(summary_.releases)) {
      const NamedLock* taken = find_lock(summary_.acquires, lock);
      if (taken == nullptr) continue;
      summary_.acquires.erase(summary_.acquires.begin() + (taken - summary_.acquires.data()));
      std::erase(summary_.releases, lock);
      summary_.waits.push_back(lock);
    }
    if (!same_result_) summary_.result = {};
    return std::move(summary_);
  }

 private:
  void look_at(ValueId at, ir::BlockId block, const Staleness::Moment& moment) {
    const ir::Instruction& i = method_[at];
    if (const Effect* effect = effects_.effect(at)) add_effect(*effect, block, moment);
    if (i.op == Op::kInvoke) add_function_call(at, moment);
    if (i.op == Op::kReturn) add_return(at, block, moment);
  }

  void add_effect(const Effect& effect, ir::BlockId block, const Staleness::Moment& moment) {
    const Place here{{}, method_.line(effect.at), method_[effect.at].pc};
    for (const Acquisition& taken : effect.acquires) {
      // Taken just now, not held before.
      const HeldLock* held = find_held(moment.held(), taken.lock);
      if (held != nullptr && held->site == effect.at) add_section(taken.lock, here);
    }
    if (effect.if_true.lock.valid()) add_section(effect.if_true.lock, here);
    for (const auto& [lock, place] : effect.sections) {
      if (!moment.holds(lock)) add_section(lock, place.method.valid() ? place : here);
    }
    for (LockId lock : effect.releases) {
      if (is_callers(lock, effect.at)) add_path(summary_.releases, effects_.lock(lock).path);
    }
    for (LockId lock : effect.waits) {
      const LockOfMethod& waited = effects_.lock(lock);
      bool own = moment.holds(lock) || std::any_of(moment.held().begin(), moment.held().end(), [&](const HeldLock& h) {
                   return waited.library && effects_.lock(h.lock).library;
                 });
      if (own || summary_.waits.size() >= MethodSummary::kMaximumEntries) continue;
      summary_.waits.push_back(waited.path.portable() && !waited.library ? waited.path : AccessPath());
    }
    for (const Access& access : effect.accesses) {
      if (access.kind == AccessKind::kWrite) add_write(effect, access, block, moment);
    }
  }

  // Whether a release gives back a lock that the method has not taken: nothing before it in the code takes it. (Looking
  // at what is held is not enough: behind `try { lock.lock(); … } finally { lock.unlock(); }` it may not be.)
  bool is_callers(LockId lock, ValueId release) {
    if (first_taken_.empty()) {
      first_taken_.assign(effects_.locks().size(), ValueId());
      for (const Effect& effect : effects_.effects()) {  // in the order of the code; an invalid id is after all others
        auto take = [&](LockId taken) { first_taken_[taken.value] = std::min(first_taken_[taken.value], effect.at); };
        if (effect.if_true.lock.valid()) take(effect.if_true.lock);
        for (const Acquisition& taken : effect.acquires) take(taken.lock);
      }
    }
    return release < first_taken_[lock.value];
  }

  void add_section(LockId id, Place place) {
    const LockOfMethod& lock = effects_.lock(id);
    if (lock.own && lock.path.root() != AccessPath::Root::kLocal) return;  // goes with its access
    if (!lock.path.portable()) {
      summary_.unnamed_section = true;
      return;
    }
    for (const SummarySection& known : summary_.sections) {
      if (known.lock == lock.path) return;
    }
    if (summary_.sections.size() < MethodSummary::kMaximumEntries) {
      if (!place.method.valid()) place.method = effects_.calls().method(effects_.node());
      summary_.sections.push_back({lock.path, place});
    }
  }

  static void add_path(std::vector<AccessPath>& to, const AccessPath& path) {
    bool fits = path.portable() && to.size() < MethodSummary::kMaximumEntries;
    if (fits && std::find(to.begin(), to.end(), path) == to.end()) to.push_back(path);
  }

  template <class Held>
  void add_locks(SummaryAccess& to, const Held& locks) const {
    for (LockId id : locks) {
      const LockOfMethod& lock = effects_.lock(id);
      if (lock.own && lock.path.root() != AccessPath::Root::kLocal) continue;  // follows from the flavor
      if (!lock.path.portable()) {
        to.unnamed_lock = true;
      } else if (std::find(to.locks.begin(), to.locks.end(), lock.path) == to.locks.end()) {
        to.locks.push_back(lock.path);
      }
    }
  }

  SummaryAccess access_of(const Access& access, ValueId at) const {
    SummaryAccess result{access};
    if (!result.location.portable()) result.location = {};
    if (!result.key.portable()) result.key = {};
    // What an accessor does, its caller does: accessors are not in the source.
    const bool by_accessor = result.place.method.valid() && is_accessor(result.place.method);
    if (result.place.line == 0 || !result.place.method.valid() || by_accessor) {
      result.place = {effects_.calls().method(effects_.node()), method_.line(at), method_[at].pc};
    }
    return result;
  }

  bool is_accessor(MethodId id) const {
    const Method& method = effects_.calls().program()[id];
    return (method.access & classfile::kAccSynthetic) != 0 &&
           classfile::is_accessor(effects_.calls().text(method.name));
  }

  void add_write(const Effect& effect, const Access& access, ir::BlockId block, const Staleness::Moment& moment) {
    if (!access.location.portable() || summary_.writes.size() >= MethodSummary::kMaximumEntries) return;
    if (access.depth >= MethodSummary::kMaximumDepth) return;
    SummaryAccess write = access_of(access, effect.at);
    LockSet held;
    for (const HeldLock& h : moment.held()) held.push_back(h.lock);
    add_locks(write, held);
    add_locks(write, access.own);
    write.rechecked = access.rechecked || staleness_.rechecked(access, block, moment);
    write.tested = access.tested || staleness_.tested_before(access, block);
    for (ValueId input : access.inputs) write.parameters |= staleness_.parameters_of(input);
    for (SummaryAccess& known : summary_.writes) {
      if (same_memory(known, write) && known.locks == write.locks && known.acts == write.acts) {
        known.parameters |= write.parameters;
        known.rechecked = known.rechecked && write.rechecked;
        known.tested = known.tested && write.tested;
        return;
      }
    }
    summary_.writes.push_back(std::move(write));
  }

  // `function.get()` where function is a parameter.
  void add_function_call(ValueId at, const Staleness::Moment& moment) {
    const ir::Instruction& call = method_[at];
    if (call.as<ir::InvokeKind>() != ir::InvokeKind::kInterface) return;
    ValueId receiver = method_.without_casts(method_.operands(call)[0]);
    if (method_[receiver].op != Op::kParameter || summary_.functions.size() >= MethodSummary::kMaximumEntries) return;
    FunctionCall function{.parameter = method_[receiver].payload};
    for (const HeldLock& h : moment.held()) function.locks.push_back({effects_.lock(h.lock).path, h.mode});
    for (const ir::Instruction& i : method_.instructions) {
      if (i.op != Op::kReturn || i.operand_count == 0) continue;
      ValueId value = method_.without_casts(method_.operands(i)[0]);
      std::span<const ValueId> chosen = method_.operands(value);
      bool among = method_[value].op == Op::kPhi && std::find(chosen.begin(), chosen.end(), at) != chosen.end();
      function.returned = function.returned || value == at || among;
    }
    summary_.functions.push_back(std::move(function));
  }

  void add_return(ValueId at, ir::BlockId block, const Staleness::Moment& moment) {
    Locks held;
    for (const HeldLock& h : moment.held()) {
      const AccessPath& path = effects_.lock(h.lock).path;
      if (path.portable() && held.size() < MethodSummary::kMaximumEntries) add_lock(held, {path, h.mode});
    }
    if (first_return_) {
      held_at_returns_ = held;
    } else {
      intersect(held_at_returns_, held);
    }
    bool has_value = method_[at].operand_count > 0;
    if (has_value) {
      ValueId value = method_.operands(at)[0];
      AccessPath path = method_[value].type == ir::Type::kReference ? effects_.path(value) : AccessPath();
      if (!path.portable() || path.root() == AccessPath::Root::kString) path = {};
      same_result_ = same_result_ && path.known() && (first_return_ || path == summary_.result);
      summary_.result = path;
      std::uint64_t parameters = staleness_.parameters_of(value);
      summary_.result_parameters |= parameters;
      add_reads(value, moment);
      // `if (count == 0) return true; return false;`
      bool is_boolean = effects_.calls().text(method_.descriptor).ends_with(")Z");
      if (is_boolean && method_[value].op == Op::kConstant) {
        for (ValueId tested : staleness_.deciding(block)) add_reads(tested, moment);
      }
    }
    first_return_ = false;
  }

  void add_reads(ValueId value, const Staleness::Moment& moment) {
    for (OriginId id : staleness_.origins_of(value)) {
      const ReadOrigin& origin = staleness_[id];
      if (origin.access->depth >= MethodSummary::kMaximumDepth) continue;
      SummaryAccess read = access_of(*origin.access, origin.read);
      add_locks(read, origin.locks);
      if (!read.location.known() && read.locks.empty() && !read.unnamed_lock) continue;
      State state = moment.state(value, id);
      read.handed_over = origin.access->handed_over || state.handed_over;
      read.claimed = origin.access->claimed || state.claimed;
      if (summary_.returns.size() >= MethodSummary::kMaximumEntries) return;
      bool known = false;
      for (SummaryAccess& other : summary_.returns) {
        if (!same_memory(other, read) || other.locks != read.locks) continue;
        known = true;
        other.claimed = other.claimed || read.claimed;
      }
      if (!known) summary_.returns.push_back(std::move(read));
    }
  }

  const Staleness& staleness_;
  MethodEffects& effects_;
  const ir::MethodIr& method_;
  MethodSummary summary_;
  Locks held_at_returns_;
  std::vector<ValueId> first_taken_;  // by lock; made when first asked for
  bool first_return_ = true, same_result_ = true;
};

}  // namespace

MethodSummary summarize(const Staleness& staleness) { return Summarizer(staleness).run(); }

}  // namespace snag::sections
