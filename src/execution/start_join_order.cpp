#include "execution/start_join_order.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <utility>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "execution/joining_loops.h"
#include "execution/operands.h"

namespace snag {

using library::MethodModel;
using library::Operand;

namespace {

// What can be the case for a thread, as bits.
using State = std::uint8_t;
constexpr State kFresh = 1;    // never started so far
constexpr State kRunning = 2;  // the one that was started last may run
constexpr State kSeveral = 4;  // others that were started before may run
constexpr State kIdle = 8;     // none runs; another may be started later
constexpr State kOver = 16;    // none runs, and none will be started
constexpr State kActive = kRunning | kSeveral;

constexpr Operand kReceiver{.base = Operand::Base::kThis};
constexpr Operand kCallResult{.base = Operand::Base::kResult};

}  // namespace

// How things stand with one thread T at each point of the thread that starts it.
class StartJoinOrder::Course {
 public:
  Course(const Threads& threads, const CallPlaces& places, const Latches& latches, const Stages& stages,
         ThreadId thread, ThreadId starter)
      : threads_(threads),
        points_to_(threads.points_to()),
        places_(places),
        thread_(threads[thread]),
        starter_(starter) {
    find_starts();
    find_joins(latches, stages, thread);
    find_effects();
  }
  // Of something that a thread does at some places, and that never ends.
  Course(const Threads& threads, const CallPlaces& places, const AbstractThread& beginning, ThreadId starter)
      : threads_(threads), points_to_(threads.points_to()), places_(places), thread_(beginning), starter_(starter) {
    find_starts();
    find_effects();
  }

  // Follows the starter. Without a join this finds only what comes before the start.
  void solve() {
    const std::uint32_t count = points_to_.instance_count();
    in_.assign(count, 0);
    queued_.assign(count, false);
    for (MethodInstanceId entry : threads_[starter_].entries) enter(entry, kFresh);
    while (!work_.empty()) {
      const MethodInstanceId instance = work_.front();
      work_.pop_front();
      queued_[instance.value] = false;
      if (points_to_[instance].body != BodyKind::kCode) continue;
      if (effectful_.contains(instance)) {
        follow(instance);
        continue;
      }
      const State in = in_[instance.value];
      ever_active_ |= (in & kActive) != 0;
      for (const PointsTo::InstanceCall& call : points_to_.calls(instance)) {
        if (call.kind != CalleeKind::kStart) enter(call.callee, in);
      }
    }
  }

  bool has_joins() const { return has_joins_; }
  // Whether what a call starts, or its result, comes after the end of T.
  bool comes_after(const CallPlaces::Place& place, const Stages& stages) const {
    const std::vector<std::vector<ObjectId>> all = stages.objects_before(place.first, place.second);
    return std::any_of(all.begin(), all.end(), [&](const std::vector<ObjectId>& one) { return is_handle(one); });
  }

  ThreadId starter() const { return starter_; }
  // Whether the starter does anything but wait while T runs.
  bool ever_active() const { return ever_active_; }
  // Whether T is started again while it runs, or several times at once.
  bool overlaps_itself() const { return overlaps_itself_; }
  // What can be the case before an instruction; nothing where the starter never comes.
  State before(MethodInstanceId instance, ir::ValueId instruction) const {
    auto it = followed_.find(instance);
    if (it == followed_.end()) return in_[instance.value];
    const ir::MethodIr& ir = ir_of(instance);
    const std::uint32_t block = loops_of(instance).block_of[instruction.value].value;
    State state = it->second.blocks[block];
    for (std::uint32_t v = ir.blocks[block].begin; v < instruction.value; ++v) {
      state = settle(instance, block, v, after(instance, ir::ValueId(v), state));
    }
    return state;
  }

 private:
  enum class JoinKind : std::uint8_t {
    kLast,    // ends the one that was started last
    kAll,     // ends all
    kInLoop,  // one of all; they have ended where the loop ends
  };
  // An instance that starts or joins T, or calls one that does.
  struct Followed {
    State out = 0, inside = 0;       // after it has returned; anywhere in it
    std::vector<State> blocks = {};  // at the beginning of each block
  };

  const ir::MethodIr& ir_of(MethodInstanceId instance) const {
    return *points_to_.store().get(points_to_[instance].method);
  }
  const MethodLoops& loops_of(MethodInstanceId instance) const {
    return threads_.multiplicity().loops(points_to_[instance].method);
  }

  // The one object that is the same operand of every start, if it is allocated once; and what comes after it.
  void find_handles(const Stages& stages) {
    auto add = [&](const Operand& operand) {
      std::vector<ObjectId> all;
      for (const ThreadStart& start : thread_.starts) {
        const std::vector<ObjectId> objects = CallOperands(points_to_, start.caller, start.site).objects(operand);
        if (objects.size() != 1) return;
        all.push_back(objects[0]);
      }
      if (!std::all_of(all.begin(), all.end(), [&](ObjectId object) { return object == all[0]; })) return;
      if (threads_.multiplicity().allocated_once(all[0])) handles_.push_back(all[0]);
    };
    add(kReceiver);
    add(kCallResult);
    add({.base = Operand::Base::kArgument, .index = 0});
    stages.add_later(handles_);
  }

  bool is_handle(const std::vector<ObjectId>& objects) const {
    return objects.size() == 1 && std::find(handles_.begin(), handles_.end(), objects[0]) != handles_.end();
  }

  std::optional<JoinKind> join_at(MethodInstanceId instance, ir::ValueId site, const Stages& stages) {
    const std::vector<Operand> joined = joined_operands(points_to_, instance, site);
    if (joined.empty()) return std::nullopt;
    const ir::MethodIr& ir = ir_of(instance);
    const CallOperands call(points_to_, instance, site);
    std::optional<JoinKind> result;
    for (const Operand& operand : joined) {
      if (operand.part != Operand::Part::kSelf) continue;
      const std::optional<ir::ValueId> value = call.value(operand);
      if (!value) continue;
      if (is_handle(call.objects(operand))) return JoinKind::kAll;
      const std::vector<ir::ValueId> joined_values = stages.values_before(instance, *value);
      for (const ThreadStart& start : thread_.starts) {
        if (start.caller != instance) continue;
        const CallOperands started(points_to_, instance, start.site);
        for (const Operand& handle : {kReceiver, kCallResult, Operand{.base = Operand::Base::kArgument, .index = 0}}) {
          const std::optional<ir::ValueId> same = started.value(handle);
          if (!same) continue;
          const auto end = joined_values.end();
          if (std::find(joined_values.begin(), end, ir.without_casts(*same)) != end) return JoinKind::kLast;
        }
      }
      if (thread_.starts[0].caller != instance) continue;
      if (auto end = end_of_joining_loop(threads_, thread_, instance, site, *value)) {
        loop_ends_.emplace(instance, *end);
        result = JoinKind::kInLoop;
      }
    }
    return result;
  }

  bool starts_several(MethodInstanceId instance, ir::ValueId site) const {
    const MethodModel* model = starting_model(points_to_, instance, site);
    return thread_.entries.size() > 1 || model == nullptr || starts_elements(*model);
  }

  // Whether a call waits for the end of what it starts.
  bool joins_what_it_starts(const ThreadStart& start) const {
    const std::vector<Operand> joined = joined_operands(points_to_, start.caller, start.site);
    const MethodModel* model = starting_model(points_to_, start.caller, start.site);
    return model != nullptr && !joined.empty() &&
           std::all_of(model->starts.begin(), model->starts.end(), [&](const library::Callback& callback) {
             return std::find(joined.begin(), joined.end(), callback.object) != joined.end();
           });
  }

  void find_starts() {
    for (const ThreadStart& start : thread_.starts) {
      const bool joined = joins_what_it_starts(start);
      has_joins_ |= joined;
      starts_.emplace(std::pair(start.caller, start.site), joined);
      effectful_.insert(start.caller);
    }
  }

  void find_joins(const Latches& latches, const Stages& stages, ThreadId thread) {
    find_handles(stages);
    for (const CallPlaces::Place& place : places_.joins()) {
      if (!threads_.threads_of(place.first).contains(starter_) || starts_.contains(place)) continue;
      std::optional<JoinKind> join = join_at(place.first, place.second, stages);
      const std::optional<Latches::Wait> wait = latches.wait_at(place.first, place.second);
      if (wait && !wait->has_time_limit && latches.opens_after_end_of(thread, wait->latch)) join = JoinKind::kAll;
      if (!join) continue;
      joins_.emplace(place, *join);
      effectful_.insert(place.first);
      has_joins_ = true;
    }
    for (const CallPlaces::Place& place : places_.later()) {
      if (!threads_.threads_of(place.first).contains(starter_) || !comes_after(place, stages)) continue;
      calls_back_later_.insert(place);
      effectful_.insert(place.first);
    }
  }

  // The instances that start or join T, or call one that does.
  void find_effects() {
    std::vector<MethodInstanceId> work(effectful_.begin(), effectful_.end());
    while (!work.empty()) {
      const MethodInstanceId callee = work.back();
      work.pop_back();
      for (const Caller& call : threads_.callers().all(callee)) {
        if (!threads_.threads_of(call.caller).contains(starter_)) continue;
        if (effectful_.insert(call.caller).second) work.push_back(call.caller);
      }
    }
    // Where no start can follow, nothing will be started any more: asked inside the one instance that starts T.
    const MethodInstanceId only = thread_.starts[0].caller;
    const bool in_one = std::all_of(thread_.starts.begin(), thread_.starts.end(),
                                    [&](const ThreadStart& start) { return start.caller == only; });
    if (!in_one || !threads_.multiplicity().runs_once(only)) return;
    last_ = only;
    const ir::MethodIr& ir = ir_of(only);
    start_follows_.assign(ir.blocks.size(), false);
    // Blocks from which a start can be reached, their own instructions included.
    std::vector<std::uint32_t> blocks;
    auto add = [&](std::uint32_t block) {
      if (start_follows_[block]) return;
      start_follows_[block] = true;
      blocks.push_back(block);
    };
    for (const ThreadStart& start : thread_.starts) add(loops_of(only).block_of[start.site.value].value);
    while (!blocks.empty()) {
      const std::uint32_t block = blocks.back();
      blocks.pop_back();
      for (const ir::Edge& edge : ir.predecessors(ir::BlockId(block))) add(edge.from.value);
    }
  }

  // After an instruction of the one instance that starts T: perhaps no start can follow.
  State settle(MethodInstanceId instance, std::uint32_t block, std::uint32_t instruction, State state) const {
    if (instance != last_ || (state & (kFresh | kIdle)) == 0) return state;
    const ir::MethodIr& ir = ir_of(instance);
    auto leads_to_start = [&](ir::BlockId to) { return static_cast<bool>(start_follows_[to.value]); };
    const auto next = ir.successors(ir::BlockId(block));
    const auto pads = ir.pads(ir::BlockId(block));
    const bool later = std::any_of(next.begin(), next.end(), leads_to_start) ||
                       std::any_of(pads.begin(), pads.end(), leads_to_start) ||
                       std::any_of(thread_.starts.begin(), thread_.starts.end(), [&](const ThreadStart& start) {
                         return start.site.value > instruction && start.site.value < ir.blocks[block].end;
                       });
    return later ? state : static_cast<State>((state & kActive) | kOver);
  }

  static State joined(State state, JoinKind kind) {
    if (kind == JoinKind::kInLoop) return state;
    const State ended = kind == JoinKind::kAll ? kActive : kRunning;
    if ((state & ended) == 0) return state;
    return static_cast<State>((state & ~ended) | kIdle);
  }

  // What is the case after an instruction. Nothing, for a call that never returns as far as is known.
  State after(MethodInstanceId instance, ir::ValueId v, State state) const {
    if (state == 0) return 0;
    const ir::MethodIr& ir = ir_of(instance);
    if (ir[v].op != ir::Op::kInvoke && ir[v].op != ir::Op::kDynamic) return state;
    if (auto it = starts_.find({instance, v}); it != starts_.end()) {
      if (it->second) return static_cast<State>((state & ~kFresh) | kIdle);
      return static_cast<State>(kRunning | ((state & kActive) != 0 ? kSeveral : 0));
    }
    if (auto it = joins_.find({instance, v}); it != joins_.end()) return joined(state, it->second);
    State result = 0;
    bool called = false;
    for (const PointsTo::InstanceCall& call : calls_at(points_to_, instance, v)) {
      if (call.kind == CalleeKind::kStart) continue;
      const bool effectful = effectful_.contains(call.callee);
      // What a library method calls back it may also not call.
      if (!effectful || call.kind != CalleeKind::kCall) result |= state;
      if (auto it = followed_.find(call.callee); it != followed_.end()) result |= it->second.out;
      called = true;
    }
    return called ? result : state;
  }

  // What can be the case when an instruction throws.
  State thrown(MethodInstanceId instance, ir::ValueId v, State before, State after) const {
    // It was not interrupted.
    if (auto it = joins_.find({instance, v}); it != joins_.end()) {
      return it->second == JoinKind::kInLoop ? joined(before, JoinKind::kAll) : after;
    }
    if (starts_.contains({instance, v})) return before;
    State result = before;
    for (const PointsTo::InstanceCall& call : calls_at(points_to_, instance, v)) {
      if (call.kind == CalleeKind::kStart) continue;
      if (auto it = followed_.find(call.callee); it != followed_.end()) result |= it->second.inside;
    }
    return result;
  }

  void enqueue(MethodInstanceId instance) {
    if (queued_[instance.value]) return;
    queued_[instance.value] = true;
    work_.push_back(instance);
  }

  void enter(MethodInstanceId instance, State state) {
    if ((in_[instance.value] | state) == in_[instance.value]) return;
    in_[instance.value] |= state;
    enqueue(instance);
  }

  void return_from(MethodInstanceId instance, State out, State inside) {
    Followed& known = followed_[instance];
    if ((known.out | out) == known.out && (known.inside | inside) == known.inside) return;
    known.out |= out;
    known.inside |= inside;
    for (const Caller& call : threads_.callers().all(instance)) {
      if (effectful_.contains(call.caller) && in_[call.caller.value] != 0) enqueue(call.caller);
    }
    // A client that calls again and again continues where it stopped.
    const AbstractThread& starter = threads_[starter_];
    const bool repeated = starter.entries.size() > 1 || !threads_.multiplicity().runs_once(starter.entries[0]);
    if (!repeated || std::find(starter.entries.begin(), starter.entries.end(), instance) == starter.entries.end())
      return;
    for (MethodInstanceId entry : starter.entries) enter(entry, static_cast<State>(out | inside));
  }

  // The flow through one instance that starts or joins T.
  void follow(MethodInstanceId instance) {
    const ir::MethodIr& ir = ir_of(instance);
    std::vector<State> blocks = followed_[instance].blocks;
    blocks.resize(ir.blocks.size(), 0);
    blocks[0] |= in_[instance.value];
    State out = 0, inside = 0;
    std::set<std::uint32_t> work = {0};
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      if (blocks[b] != 0) work.insert(b);
    }
    auto flow = [&](ir::BlockId to, State state) {
      if (instance == last_ && !start_follows_[to.value] && (state & (kFresh | kIdle)) != 0) {
        state = static_cast<State>((state & kActive) | kOver);
      }
      if ((blocks[to.value] | state) == blocks[to.value]) return;
      blocks[to.value] |= state;
      work.insert(to.value);
    };
    while (!work.empty()) {
      const std::uint32_t block = *work.begin();
      work.erase(work.begin());
      State state = blocks[block], by_call = 0, by_other = 0;
      for (std::uint32_t v = ir.blocks[block].begin; v < ir.blocks[block].end; ++v) {
        const ir::ValueId value(v);
        const ir::Instruction& instruction = ir[value];
        const bool calls = instruction.op == ir::Op::kInvoke || instruction.op == ir::Op::kDynamic;
        if (calls) {
          for (const PointsTo::InstanceCall& call : calls_at(points_to_, instance, value)) {
            if (call.kind == CalleeKind::kStart) continue;
            const bool later = call.kind != CalleeKind::kCall && calls_back_later_.contains({instance, value});
            enter(call.callee, later ? joined(state, JoinKind::kAll) : state);
          }
        }
        inside |= state;
        if (starts_.contains({instance, value}))
          overlaps_itself_ |= (state & kActive) != 0 || starts_several(instance, value);
        const bool waits = joins_.contains({instance, value}) || starts_.contains({instance, value});
        const bool acts = calls || (ir::may_throw(instruction) && instruction.op != ir::Op::kThrow);
        if (acts && !waits && (state & kActive) != 0) ever_active_ = true;
        const State next = settle(instance, block, v, after(instance, value, state));
        if (ir::may_throw(instruction)) {
          const bool by_code = calls || instruction.op == ir::Op::kThrow;
          (by_code ? by_call : by_other) |= thrown(instance, value, state, next);
        }
        state = next;
      }
      inside |= state;
      const bool joins_all = loop_ends_.contains({instance, ir::BlockId(block)});
      for (ir::BlockId to : ir.successors(ir::BlockId(block))) {
        const std::vector<std::uint32_t>& component = loops_of(instance).component;
        const bool leaves = joins_all && component[to.value] != component[block];
        const State there = where_null(instance, ir::BlockId(block), to, state);
        flow(to, leaves ? joined(there, JoinKind::kAll) : there);
      }
      for (ir::BlockId pad : ir.pads(ir::BlockId(block))) {
        flow(pad, static_cast<State>(by_call | (catches_unchecked(ir, pad) ? by_other : 0)));
      }
      if (ir.terminator(ir::BlockId(block)).op == ir::Op::kReturn) out |= state;
    }
    followed_[instance].blocks = std::move(blocks);
    return_from(instance, out, inside);
  }

  // The compiler closes the resource of a try statement only if it is not null: `try (var pool = newPool()) { … }`.
  // Where it is null, nothing was started by it; and what the library or `new` makes never is.
  State where_null(MethodInstanceId instance, ir::BlockId from, ir::BlockId to, State state) const {
    const ir::MethodIr& ir = ir_of(instance);
    const ir::Instruction& test = ir.terminator(from);
    const auto condition = test.as<ir::Condition>();
    if (test.op != ir::Op::kIf || ir.successors(from)[0] == ir.successors(from)[1]) return state;
    if (condition != ir::Condition::kEqual && condition != ir::Condition::kNotEqual) return state;
    const ir::Instruction& null = ir[ir.operands(test)[1]];
    if (null.op != ir::Op::kConstant || null.as<ir::ConstantKind>() != ir::ConstantKind::kNull) return state;
    if ((ir.successors(from)[0] == to) != (condition == ir::Condition::kEqual)) return state;
    const ir::ValueId tested = ir.without_casts(ir.operands(test)[0]);
    if (ir[tested].op == ir::Op::kNew) return 0;
    if (ir[tested].op == ir::Op::kInvoke) {
      const MethodModel* model = model_of_call(points_to_, ir, tested);
      const bool made = model != nullptr && std::any_of(model->flows.begin(), model->flows.end(), [](const auto& flow) {
                          return flow.to == kCallResult && flow.from.base == Operand::Base::kNew;
                        });
      if (made) return 0;
    }
    const bool starts_all = std::all_of(thread_.starts.begin(), thread_.starts.end(), [&](const ThreadStart& start) {
      const std::optional<ir::ValueId> receiver = CallOperands(points_to_, start.caller, start.site).value(kReceiver);
      return start.caller == instance && receiver && ir.without_casts(*receiver) == tested;
    });
    return starts_all && !loops_of(instance).in_loop(tested) ? static_cast<State>(state & ~kActive) : state;
  }

  // Whether a handler catches what instructions other than calls throw: not one for a checked exception.
  bool catches_unchecked(const ir::MethodIr& ir, ir::BlockId pad) const {
    const ir::Instruction& caught = ir.instructions[ir[pad].begin];
    if (caught.op != ir::Op::kCatch || !caught.type_name.valid()) return true;
    Program& program = points_to_.program();
    const ClassId type = program.find_class(caught.type_name);
    if (!type.valid()) return true;
    for (std::string_view unchecked : {"java/lang/RuntimeException", "java/lang/Error"}) {
      const ClassId id = program.find_class(unchecked);
      if (!id.valid() || program.is_subtype(type, id) || program.is_subtype(id, type)) return true;
    }
    return false;
  }

  const Threads& threads_;
  const PointsTo& points_to_;
  const CallPlaces& places_;
  const AbstractThread& thread_;
  const ThreadId starter_;
  std::vector<ObjectId> handles_;                        // to join one of them is to join T
  absl::flat_hash_map<CallPlaces::Place, bool> starts_;  // with: whether the call waits for the end of what it starts
  absl::flat_hash_map<CallPlaces::Place, JoinKind> joins_;
  absl::flat_hash_set<CallPlaces::Place> calls_back_later_;  // calls that run, if anything, what comes after T
  absl::flat_hash_set<std::pair<MethodInstanceId, ir::BlockId>> loop_ends_;
  bool has_joins_ = false;
  absl::flat_hash_set<MethodInstanceId> effectful_;  // that start or join T, or call one that does
  MethodInstanceId last_;                            // the one that starts T, if that is one, which runs once
  std::vector<bool> start_follows_;                  // by block of it
  std::vector<State> in_;                            // by instance: when the starter enters it
  absl::flat_hash_map<MethodInstanceId, Followed> followed_;
  std::deque<MethodInstanceId> work_;
  std::vector<bool> queued_;
  bool ever_active_ = false, overlaps_itself_ = false;
};

// The course of a thread that alone counts a latch down: whether it has.
struct StartJoinOrder::Gate {
  AbstractThread beginning;  // the signals as starts
  Course course;

  Gate(const Threads& threads, const CallPlaces& places, const std::vector<CallPlaces::Place>& signals, ThreadId by)
      : beginning(signals_as_starts(signals)), course(threads, places, beginning, by) {
    course.solve();
  }
  static AbstractThread signals_as_starts(const std::vector<CallPlaces::Place>& signals) {
    AbstractThread result;
    for (const auto& [caller, site] : signals) result.starts.push_back({caller, site});
    return result;
  }
};

StartJoinOrder::StartJoinOrder(const Threads& threads)
    : threads_(threads),
      places_(threads.points_to()),
      latches_(threads, places_),
      stages_(threads, places_),
      courses_(threads.size()),
      asked_(threads.size(), false) {}

StartJoinOrder::~StartJoinOrder() = default;

const StartJoinOrder::Course* StartJoinOrder::course(ThreadId id) const {
  if (asked_[id.value]) return courses_[id.value].get();
  asked_[id.value] = true;
  const AbstractThread& thread = threads_[id];
  const ThreadSet& starters = threads_.started_by(id);
  if (thread.starts.empty() || starters.size() != 1 || thread.kind == ThreadKind::kStream) return nullptr;
  ThreadId starter;
  starters.for_each([&](ThreadId only) { starter = only; });
  if (starter == id || !threads_[starter].one || threads_[starter].kind == ThreadKind::kInitializer) return nullptr;
  courses_[id.value] = std::make_unique<Course>(threads_, places_, latches_, stages_, id, starter);
  courses_[id.value]->solve();
  return courses_[id.value].get();
}

const StartJoinOrder::Course* StartJoinOrder::course_with_joins(ThreadId id) const {
  const Course* known = course(id);
  return known != nullptr && known->has_joins() ? known : nullptr;
}

// Whether a thread begins with waiting for a latch that is counted down only when another thread has ended.
bool StartJoinOrder::signalled_after(const Course& of_first, ThreadId second) const {
  if (!of_first.has_joins()) return false;
  const std::vector<ObjectId>& awaited = latches_.awaited_first_by(second);
  return std::any_of(awaited.begin(), awaited.end(), [&](ObjectId latch) {
    const std::vector<CallPlaces::Place>& signals = latches_.signals_of(latch);
    return latches_.is_closed_until_signal_of(of_first.starter(), latch) &&
           std::all_of(signals.begin(), signals.end(), [&](const CallPlaces::Place& signal) {
             return of_first.before(signal.first, signal.second) == kOver;
           });
  });
}

bool StartJoinOrder::ended_before(ThreadId first, ThreadId second) const {
  const Course* of_first = course(first);
  const AbstractThread& thread = threads_[second];
  if (of_first == nullptr || thread.starts.empty()) return false;
  // Threads that start each other in a circle are not known to come later.
  auto [known, added] = ended_before_.try_emplace(std::pair(first, second), false);
  if (!added) return known->second;
  const bool result =
      std::all_of(thread.starts.begin(), thread.starts.end(),
                  [&](const ThreadStart& start) {
                    if (of_first->comes_after({start.caller, start.site}, stages_)) return true;
                    bool ended = true;
                    threads_.threads_of(start.caller).for_each([&](ThreadId starter) {
                      if (!ended) return;
                      ended = starter == of_first->starter()
                                  ? of_first->has_joins() && of_first->before(start.caller, start.site) == kOver
                                  : starter != first && ended_before(first, starter);
                    });
                    return ended;
                  }) ||
      signalled_after(*of_first, second);
  return ended_before_[std::pair(first, second)] = result;
}

bool StartJoinOrder::never_overlap(ThreadId a, ThreadId b) const {
  if (a == b) {
    const Course* known = course_with_joins(a);
    return known != nullptr && !known->overlaps_itself();
  }
  if (ended_before(a, b) || ended_before(b, a)) return true;
  auto opens_later = [&](ThreadId first, ThreadId second) {
    const std::vector<ObjectId>& awaited = latches_.awaited_first_by(second);
    return std::any_of(awaited.begin(), awaited.end(),
                       [&](ObjectId latch) { return latches_.opens_after_end_of(first, latch); });
  };
  if (opens_later(a, b) || opens_later(b, a)) return true;
  auto waits = [&](ThreadId starter, ThreadId started) {
    const Course* known = course_with_joins(started);
    return known != nullptr && known->starter() == starter && !known->ever_active();
  };
  return waits(a, b) || waits(b, a);
}

// Whether `waiting` does nothing yet when this thread executes an instruction, because a latch is closed.
bool StartJoinOrder::waits_for_signal(ThreadId of_event, MethodInstanceId instance, ir::ValueId instruction,
                                      ThreadId waiting) const {
  if (!threads_[of_event].one || threads_[of_event].kind == ThreadKind::kInitializer) return false;
  const std::vector<ObjectId>& awaited = latches_.awaited_first_by(waiting);
  return std::any_of(awaited.begin(), awaited.end(), [&](ObjectId latch) {
    if (!latches_.is_closed_until_signal_of(of_event, latch)) return false;
    std::unique_ptr<Gate>& gate = gates_[latch];
    if (!gate) gate = std::make_unique<Gate>(threads_, places_, latches_.signals_of(latch), of_event);
    const State state = gate->course.before(instance, instruction);
    return state != 0 && (state & kActive) == 0;
  });
}

bool StartJoinOrder::may_overlap(ThreadId of_event, MethodInstanceId instance, ir::ValueId instruction,
                                 ThreadId other) const {
  if (!threads_.may_run_in_parallel(of_event, other)) return false;
  if (waits_for_signal(of_event, instance, instruction, other)) return false;
  const Course* known = course(other);
  if (known == nullptr) return true;
  if (known->starter() == of_event) {
    const State state = known->before(instance, instruction);
    return state == 0 || (state & kActive) != 0;
  }
  // What a thread starts that has not been started yet does not run either.
  const Course* of_starter = course(known->starter());
  if (of_starter == nullptr || of_starter->starter() != of_event) return true;
  return of_starter->before(instance, instruction) != kFresh;
}

}  // namespace snag
