#include "execution/latches.h"

#include <algorithm>
#include <set>
#include <utility>

#include "execution/counted_loops.h"
#include "execution/operands.h"
#include "program/resolution.h"

namespace snag {

using ir::BlockId;
using ir::Op;
using ir::ValueId;
using library::MethodModel;
using library::Operand;

namespace {

constexpr std::uint32_t kUnbounded = 0xFFFF'FFFF;

std::uint32_t add(std::uint32_t a, std::uint32_t b) { return a > kUnbounded - b ? kUnbounded : a + b; }

bool is_int_constant(const ir::Instruction& value) {
  return value.op == Op::kConstant && value.as<ir::ConstantKind>() == ir::ConstantKind::kInt;
}

// Whether each thing that a call starts is started once: an object, beside what was registered with it, such as a
// thread's handler of exceptions.
bool starts_one(const MethodModel& model) {
  const auto selves = std::count_if(model.starts.begin(), model.starts.end(), [](const library::Callback& started) {
    return started.object.part == Operand::Part::kSelf;
  });
  const auto registered = std::count_if(model.starts.begin(), model.starts.end(), [](const library::Callback& started) {
    return started.object.part == Operand::Part::kField;
  });
  return selves == 1 && selves + registered == std::ssize(model.starts);
}

bool is_call(const ir::Instruction& instruction) {
  return instruction.op == Op::kInvoke || instruction.op == Op::kDynamic;
}

}  // namespace

struct Latches::Latch {
  MethodInstanceId made_by;
  ValueId count;                           // of the method that makes it: the signals that it needs
  std::vector<CallPlaces::Place> signals;  // ascending
  ThreadSet signalled_by;
  bool needs_a_signal = false;
  std::optional<bool> needs_all;
  absl::flat_hash_set<MethodInstanceId> reaching;  // instances that count it down, or call one that does
  absl::flat_hash_map<MethodInstanceId, std::uint32_t> signals_in;
};

Latches::Latches(const Threads& threads, const CallPlaces& places)
    : threads_(threads),
      points_to_(threads.points_to()),
      places_(places),
      escaped_(points_to_.escaped()),
      awaited_first_(threads.size()) {
  std::sort(escaped_.begin(), escaped_.end());
}

Latches::~Latches() = default;

const ir::MethodIr& Latches::ir_of(MethodInstanceId instance) const {
  return *points_to_.store().get(points_to_[instance].method);
}

Latches::Latch* Latches::find(ObjectId object) const {
  auto [it, added] = latches_.try_emplace(object);
  if (!added) return it->second.get();
  if (places_.signals_unknown() || !threads_.multiplicity().allocated_once(object)) return nullptr;
  const MethodInstanceId made_by = threads_.multiplicity().allocated_by(object);
  if (!made_by.valid() || std::binary_search(escaped_.begin(), escaped_.end(), object)) return nullptr;
  const ir::MethodIr& ir = ir_of(made_by);
  const std::optional<ValueId> constructor = constructor_call(ir, points_to_.allocation(object).instruction);
  const MethodModel* model = constructor ? model_of_call(points_to_, ir, *constructor) : nullptr;
  if (model == nullptr || model->signals_needed.size() != 1) return nullptr;
  const std::optional<ValueId> count = CallOperands(points_to_, made_by, *constructor).value(model->signals_needed[0]);
  if (!count) return nullptr;
  auto latch = std::make_unique<Latch>();
  latch->made_by = made_by;
  latch->count = *count;
  latch->needs_a_signal = is_int_constant(ir[*count]) && static_cast<std::int32_t>(ir[*count].payload) > 0;
  for (std::size_t i = 0; i < places_.signals().size(); ++i) {
    const std::vector<ObjectId>& signalled = places_.signalled(i);
    if (!std::binary_search(signalled.begin(), signalled.end(), object)) continue;
    latch->signals.push_back(places_.signals()[i]);
    latch->signalled_by.insert(threads_.threads_of(places_.signals()[i].first));
  }
  std::vector<MethodInstanceId> work;
  auto reach = [&](MethodInstanceId instance) {
    if (latch->reaching.insert(instance).second) work.push_back(instance);
  };
  for (const CallPlaces::Place& signal : latch->signals) reach(signal.first);
  while (!work.empty()) {
    const MethodInstanceId callee = work.back();
    work.pop_back();
    for (const Caller& call : threads_.callers().all(callee)) reach(call.caller);
  }
  return (latches_[object] = std::move(latch)).get();
}

std::optional<Latches::Wait> Latches::wait_at(MethodInstanceId instance, ValueId site) const {
  if (joined_operands(points_to_, instance, site) != std::vector<Operand>{{.base = Operand::Base::kThis}}) return {};
  const std::vector<ObjectId> objects =
      CallOperands(points_to_, instance, site).objects({.base = Operand::Base::kThis});
  if (objects.size() != 1 || find(objects[0]) == nullptr) return {};
  return Wait{objects[0], has_time_limit(points_to_, ir_of(instance), site)};
}

const std::vector<CallPlaces::Place>& Latches::signals_of(ObjectId latch) const {
  static const std::vector<CallPlaces::Place> none;
  const Latch* known = find(latch);
  return known == nullptr ? none : known->signals;
}

bool Latches::is_closed_until_signal_of(ThreadId thread, ObjectId object) const {
  Latch* latch = find(object);
  return latch != nullptr && latch->needs_a_signal && latch->signalled_by.size() == 1 &&
         latch->signalled_by.contains(thread);
}

// ---- what nobody notices ----

// Final, or assigned by constructors to their own object alone.
bool Latches::is_settled_field(const ir::Instruction& access) const {
  Resolver resolver(points_to_.program());
  auto field_of = [&](const ir::Instruction& i) {
    const auto& reference = points_to_.store().references()[i.reference()];
    return resolver.resolve_field(reference.owner, reference.name, reference.descriptor);
  };
  const ResolvedField field = field_of(access);
  if (!field) return false;
  const Program& program = points_to_.program();
  if (program[*field].is_final() || program[program[*field].owner].synthetic) return true;
  if (access.op == Op::kGetStatic) return false;
  if (!assigned_) {
    assigned_.emplace();
    absl::flat_hash_set<MethodId> seen;
    for (std::uint32_t n = 0; n < points_to_.instance_count(); ++n) {
      const MethodInstance& instance = points_to_[MethodInstanceId(n)];
      if (instance.body != BodyKind::kCode || !seen.insert(instance.method).second) continue;
      const ir::MethodIr& ir = ir_of(instance.id);
      const bool constructor = program.text(ir.name) == "<init>";
      for (const ir::Instruction& i : ir.instructions) {
        if (i.op != Op::kPutField || (constructor && ir.operands(i)[0] == ValueId(0))) continue;
        if (const ResolvedField put = field_of(i)) assigned_->insert(*put);
      }
    }
  }
  return !assigned_->contains(*field);
}

bool Latches::calls_latches_only(MethodInstanceId instance, ValueId v) const {
  const auto calls = calls_at(points_to_, instance, v);
  return !calls.empty() && std::all_of(calls.begin(), calls.end(), [&](const PointsTo::InstanceCall& call) {
    const MethodModel* model = points_to_[call.callee].model;
    return call.kind == CalleeKind::kCall && points_to_[call.callee].body != BodyKind::kCode && model != nullptr &&
           (!model->signals.empty() || !model->joins.empty()) && model->starts.empty() && model->calls.empty();
  });
}

bool Latches::is_noticed(MethodInstanceId instance, ValueId v) const {
  const ir::MethodIr& ir = ir_of(instance);
  const ir::Instruction& i = ir[v];
  switch (i.op) {
    case Op::kParameter:
    case Op::kPhi:
    case Op::kCatch:
    case Op::kConstant:
    case Op::kUnary:
    case Op::kBinary:
    case Op::kCompare:
    case Op::kCast:
    case Op::kInstanceOf:
    case Op::kMonitorExit:
    case Op::kGoto:
    case Op::kIf:
    case Op::kSwitch:
    case Op::kReturn:
    case Op::kThrow:
      return false;
    case Op::kGetField:
      return ir.is_static() || ir.operands(i)[0] != ValueId(0) || !is_settled_field(i);
    case Op::kGetStatic:
      return !is_settled_field(i);
    case Op::kInvoke:
      return !calls_latches_only(instance, v);
    default:
      return true;
  }
}

// A field of `this` can be read; a wait for a latch is not interrupted; what counts one down does not throw.
bool Latches::may_throw_unnoticed(MethodInstanceId instance, ValueId v) const {
  const ir::Instruction& i = ir_of(instance)[v];
  if (!is_call(i)) return ir::may_throw(i) && i.op != Op::kGetField;
  const std::optional<Wait> wait = wait_at(instance, v);
  return !(wait && !wait->has_time_limit) &&
         (!calls_latches_only(instance, v) || !joined_operands(points_to_, instance, v).empty());
}

// ---- the beginning of a thread ----

Latches::Beginning Latches::beginning_of_call(MethodInstanceId instance, ValueId site, ObjectId latch,
                                              std::map<MethodInstanceId, Beginning>& known) const {
  const std::optional<Wait> wait = wait_at(instance, site);
  if (wait && wait->latch == latch && !wait->has_time_limit) return Beginning::kAwaits;
  if (calls_latches_only(instance, site)) return Beginning::kDoesNothing;
  const auto calls = calls_at(points_to_, instance, site);
  std::optional<Beginning> result;
  for (const PointsTo::InstanceCall& call : calls) {
    if (call.kind != CalleeKind::kCall || points_to_[call.callee].body != BodyKind::kCode) return Beginning::kActs;
    const Beginning callee = beginning(call.callee, latch, known);
    if (callee == Beginning::kActs) return callee;
    result = !result || *result == callee ? callee : Beginning::kDoesNothing;
  }
  return result.value_or(Beginning::kActs);
}

Latches::Beginning Latches::beginning(MethodInstanceId instance, ObjectId latch,
                                      std::map<MethodInstanceId, Beginning>& known) const {
  // Recursion is answered with kActs.
  auto [it, added] = known.try_emplace(instance, Beginning::kActs);
  if (!added) return it->second;
  const ir::MethodIr& ir = ir_of(instance);
  std::vector<bool> seen(ir.blocks.size(), false);
  std::vector<BlockId> work = {BlockId(0)};
  seen[0] = true;
  bool returns = false;
  auto go = [&](BlockId to) {
    if (seen[to.value]) return;
    seen[to.value] = true;
    work.push_back(to);
  };
  while (!work.empty()) {
    const BlockId block = work.back();
    work.pop_back();
    bool awaits = false;
    for (std::uint32_t n = ir[block].begin; n < ir[block].end && !awaits; ++n) {
      const ValueId v(n);
      const bool calls = is_call(ir[v]);
      const Beginning does = calls                     ? beginning_of_call(instance, v, latch, known)
                             : is_noticed(instance, v) ? Beginning::kActs
                                                       : Beginning::kDoesNothing;
      if (does == Beginning::kActs) return Beginning::kActs;
      awaits = does == Beginning::kAwaits;
      if (may_throw_unnoticed(instance, v)) {
        for (BlockId pad : ir.pads(block)) go(pad);
      }
    }
    if (awaits) continue;
    returns |= ir.terminator(block).op == Op::kReturn;
    for (BlockId to : ir.successors(block)) go(to);
  }
  return known[instance] = returns ? Beginning::kDoesNothing : Beginning::kAwaits;
}

const std::vector<ObjectId>& Latches::awaited_first_by(ThreadId thread) const {
  std::optional<std::vector<ObjectId>>& result = awaited_first_[thread.value];
  if (result) return *result;
  std::set<ObjectId> candidates;
  for (const CallPlaces::Place& place : places_.joins()) {
    if (!threads_.threads_of(place.first).contains(thread)) continue;
    const std::optional<Wait> wait = wait_at(place.first, place.second);
    if (wait && !wait->has_time_limit) candidates.insert(wait->latch);
  }
  result.emplace();
  const std::vector<MethodInstanceId>& entries = threads_[thread].entries;
  for (ObjectId latch : candidates) {
    std::map<MethodInstanceId, Beginning> known;
    const bool first = std::all_of(entries.begin(), entries.end(), [&](MethodInstanceId entry) {
      return beginning(entry, latch, known) != Beginning::kActs;
    });
    if (first) result->push_back(latch);
  }
  return *result;
}

// ---- the end of a thread ----

bool Latches::ends_after(ThreadId thread, const CallPlaces::Place& signal) const {
  // Instructions behind which the thread goes on.
  std::set<CallPlaces::Place> seen = {signal};
  std::vector<CallPlaces::Place> work = {signal};
  std::set<std::pair<MethodInstanceId, BlockId>> blocks;
  std::vector<std::pair<MethodInstanceId, BlockId>> entered;
  auto enter = [&](MethodInstanceId instance, BlockId block) {
    if (blocks.emplace(instance, block).second) entered.emplace_back(instance, block);
  };
  auto leave = [&](MethodInstanceId instance) {
    for (const Caller& call : threads_.callers().all(instance)) {
      if (!threads_.threads_of(call.caller).contains(thread)) continue;
      const BlockId block = threads_.multiplicity().loops(points_to_[call.caller].method).block_of[call.site.value];
      for (BlockId pad : ir_of(call.caller).pads(block)) enter(call.caller, pad);
      if (seen.emplace(call.caller, call.site).second) work.emplace_back(call.caller, call.site);
    }
  };
  auto scan = [&](MethodInstanceId instance, BlockId block, std::uint32_t from) {
    const ir::MethodIr& ir = ir_of(instance);
    bool throws = false;
    for (std::uint32_t n = from; n < ir[block].end; ++n) {
      if (is_noticed(instance, ValueId(n))) return false;
      throws |= may_throw_unnoticed(instance, ValueId(n));
    }
    const Op last = ir.terminator(block).op;
    if (last == Op::kReturn || last == Op::kThrow) leave(instance);
    for (BlockId to : ir.successors(block)) enter(instance, to);
    if (throws) {
      for (BlockId pad : ir.pads(block)) enter(instance, pad);
    }
    return true;
  };
  while (!work.empty() || !entered.empty()) {
    if (!entered.empty()) {
      const auto [instance, block] = entered.back();
      entered.pop_back();
      if (!scan(instance, block, ir_of(instance)[block].begin)) return false;
      continue;
    }
    const auto [instance, site] = work.back();
    work.pop_back();
    const BlockId block = threads_.multiplicity().loops(points_to_[instance].method).block_of[site.value];
    if (!scan(instance, block, site.value + 1)) return false;
  }
  return true;
}

bool Latches::opens_after_end_of(ThreadId thread, ObjectId object) const {
  Latch* latch = find(object);
  if (latch == nullptr || !latch->signalled_by.contains(thread)) return false;
  if (!needs_all_signals(*latch)) return false;
  // A run that gives no signal at all is not waited for.
  const std::vector<MethodInstanceId>& entries = threads_[thread].entries;
  if (!std::all_of(entries.begin(), entries.end(),
                   [&](MethodInstanceId entry) { return signals_in(*latch, entry) == 1; })) {
    return false;
  }
  return std::all_of(latch->signals.begin(), latch->signals.end(), [&](const CallPlaces::Place& signal) {
    return !threads_.threads_of(signal.first).contains(thread) || ends_after(thread, signal);
  });
}

// ---- how many signals there can be ----

// The most signals that one execution of an instance gives, what it calls included.
std::uint32_t Latches::signals_in(Latch& latch, MethodInstanceId instance) const {
  if (!latch.reaching.contains(instance)) return 0;
  auto [it, added] = latch.signals_in.try_emplace(instance, kUnbounded);  // the answer to recursion
  if (!added) return it->second;
  const std::uint32_t result = longest_way(latch, instance);
  return latch.signals_in[instance] = result;
}

std::uint32_t Latches::signals_at(Latch& latch, MethodInstanceId instance, ValueId v) const {
  std::uint32_t result = 0;
  for (const PointsTo::InstanceCall& call : calls_at(points_to_, instance, v)) {
    if (call.kind == CalleeKind::kStart) continue;
    const std::uint32_t of_callee = signals_in(latch, call.callee);
    // The library may call back as often as it likes.
    result = std::max(result, call.kind == CalleeKind::kCall || of_callee == 0 ? of_callee : kUnbounded);
  }
  return result;
}

std::uint32_t Latches::longest_way(Latch& latch, MethodInstanceId instance) const {
  const ir::MethodIr& ir = ir_of(instance);
  const MethodLoops& loops = threads_.multiplicity().loops(points_to_[instance].method);
  struct Weight {
    std::uint32_t through = 0, to_pads = 0;
  };
  std::vector<Weight> weights(ir.blocks.size());
  for (std::uint32_t b = 0; b < ir.blocks.size(); ++b) {
    for (std::uint32_t n = ir.blocks[b].begin; n < ir.blocks[b].end; ++n) {
      const ValueId v(n);
      const bool is_signal =
          std::binary_search(latch.signals.begin(), latch.signals.end(), CallPlaces::Place(instance, v));
      const std::uint32_t by_callees = is_call(ir[v]) ? signals_at(latch, instance, v) : 0;
      // A signal that throws has not been given; a callee may throw after it has given some.
      if (ir::may_throw(ir[v])) weights[b].to_pads = std::max(weights[b].to_pads, add(weights[b].through, by_callees));
      weights[b].through = add(weights[b].through, is_signal ? std::max(1U, by_callees) : by_callees);
    }
    if (loops.cyclic[b] && weights[b].through > 0) return kUnbounded;
  }
  // Only blocks outside of cycles have a weight, so that this ends.
  std::vector<std::uint32_t> before(ir.blocks.size(), 0);
  std::uint32_t result = 0;
  for (bool changed = true; changed;) {
    changed = false;
    auto flow = [&](BlockId to, std::uint32_t signals) {
      if (signals <= before[to.value]) return;
      before[to.value] = signals;
      changed = true;
    };
    for (std::uint32_t b = 0; b < ir.blocks.size(); ++b) {
      const std::uint32_t after = add(before[b], weights[b].through);
      result = std::max(result, after);
      for (BlockId to : ir.successors(BlockId(b))) flow(to, after);
      for (BlockId to : ir.pads(BlockId(b))) flow(to, add(before[b], weights[b].to_pads));
    }
  }
  return result;
}

// Whether there cannot be more signals than a latch needs.
bool Latches::needs_all_signals(Latch& latch) const {
  if (!latch.needs_all) latch.needs_all = find_needs_all_signals(latch);
  return *latch.needs_all;
}

bool Latches::find_needs_all_signals(Latch& latch) const {
  const ir::MethodIr& ir = ir_of(latch.made_by);
  std::uint32_t total = 0;
  std::uint32_t as_often_as_needed = 0;  // threads that give one signal for each round of a loop of as many rounds
  latch.signalled_by.for_each([&](ThreadId id) {
    const AbstractThread& thread = threads_[id];
    std::uint32_t in_one_run = 0;
    for (MethodInstanceId entry : thread.entries) in_one_run = std::max(in_one_run, signals_in(latch, entry));
    auto add_runs = [&](std::uint32_t runs) {
      for (std::uint32_t i = 0; i < in_one_run && total != kUnbounded; ++i) total = add(total, runs);
    };
    const bool begins_once = thread.kind == ThreadKind::kMain || thread.kind == ThreadKind::kInitializer;
    // A periodic task is one thread, which gives its signals again in each run.
    const bool repeated = std::any_of(thread.starts.begin(), thread.starts.end(), [&](const ThreadStart& start) {
      return repeats_task(starting_model(points_to_, start.caller, start.site));
    });
    if (in_one_run == kUnbounded || repeated || (thread.starts.empty() && !begins_once)) {
      total = kUnbounded;
    } else if (thread.one) {
      add_runs(1);
    } else {
      for (const ThreadStart& start : thread.starts) {
        const MethodModel* model = starting_model(points_to_, start.caller, start.site);
        const bool one_at_a_time = model != nullptr && starts_one(*model);
        const MethodId method = points_to_[start.caller].method;
        const std::optional<ValueId> rounds =
            threads_.multiplicity().is_in_loop(method, start.site)
                ? limit_of_rounds(ir_of(start.caller), threads_.multiplicity().loops(method), start.site)
                : std::nullopt;
        const bool known = one_at_a_time && threads_.multiplicity().runs_once(start.caller);
        const bool in_loop = threads_.multiplicity().is_in_loop(method, start.site);
        const bool number_known = rounds && is_int_constant(ir_of(start.caller)[*rounds]);
        if (known && !in_loop) {
          add_runs(1);
        } else if (known && number_known) {
          const auto number = static_cast<std::int32_t>(ir_of(start.caller)[*rounds].payload);
          add_runs(static_cast<std::uint32_t>(std::max(0, number)));
        } else if (known && rounds && start.caller == latch.made_by && in_one_run == 1 &&
                   same_number(ir, *rounds, latch.count)) {
          ++as_often_as_needed;
        } else {
          total = kUnbounded;
        }
      }
    }
  });
  if (as_often_as_needed > 0) return as_often_as_needed == 1 && total == 0;
  const ir::Instruction& count = ir[latch.count];
  return is_int_constant(count) && static_cast<std::int32_t>(count.payload) >= 0 && total <= count.payload;
}

}  // namespace snag
