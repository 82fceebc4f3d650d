#include "execution/execution.h"

#include <algorithm>
#include <deque>

#include "base/parallel.h"
#include "classfile/language_names.h"

namespace snag {

using ir::Op;
using ir::ValueId;
using library::LockMode;
using sections::AccessPath;

namespace {

// The locks that are in both sets, in the weaker mode.
ObjectLocks common_locks(const ObjectLocks& a, const ObjectLocks& b) {
  ObjectLocks result;
  for (const LockOfObject& x : a) {
    auto it = std::find_if(b.begin(), b.end(), [&](const LockOfObject& y) { return y.lock == x.lock; });
    if (it != b.end()) result.push_back({x.lock, sections::weaker(x.mode, it->mode)});
  }
  return result;
}

void add_to(ObjectLocks& locks, LockOfObject lock) {
  auto it = std::lower_bound(locks.begin(), locks.end(), lock,
                             [](const LockOfObject& a, const LockOfObject& b) { return a.lock < b.lock; });
  if (it != locks.end() && it->lock == lock.lock) {
    it->mode = sections::stronger(it->mode, lock.mode);
  } else {
    locks.insert(it, lock);
  }
}

// Whether whoever holds `larger` holds everything in `smaller`.
bool includes(const ObjectLocks& larger, const ObjectLocks& smaller) {
  return common_locks(smaller, larger) == smaller;
}

}  // namespace

Execution::Execution(HeapShapeGraph& heap, const Threads& threads, sections::Analysis& analysis,
                     const Ownership& ownership, bool use_ownership)
    : heap_(heap),
      points_to_(heap.points_to()),
      threads_(threads),
      sections_(analysis),
      ownership_(ownership),
      use_ownership_(use_ownership),
      construction_(threads, ownership, analysis.calls()),
      paths_(heap) {
  nodes_.resize(points_to_.instance_count());
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    nodes_[i] = sections_.calls().node_of(points_to_[MethodInstanceId(i)].method);
  }
  used_by_.resize(heap.object_count());
  created_by_.resize(heap.object_count());
  look_at_methods();
  entry_ = execute(/*clients=*/true);
  const Counts counted = counts_;
  seen_entry_ = execute(/*clients=*/false);
  counts_ = counted;
  find_published_to();
  find_creators();
  find_sharing();
  collect_events();
  find_thread_specific();
}

// ---- what each method does ----

void Execution::look_at_methods() {
  Calls& calls = sections_.calls();
  methods_.resize(calls.node_count());
  std::vector<bool> reached(calls.node_count(), false);
  for (NodeId node : nodes_) {
    if (node.valid()) reached[node.value] = true;
  }
  parallel_ranges(methods_.size(), sections_.jobs(), /*grain=*/64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      if (reached[n]) methods_[n] = look_at(NodeId(static_cast<std::uint32_t>(n)));
    }
  });
}

namespace {

// `list.forEach(step)`, `map.values()`, `list.stream()`: what the receiver holds goes somewhere.
bool hands_out_contents(const library::MethodModel& model) {
  using library::Operand;
  auto is_content = [](const Operand& operand) {
    return operand.base == Operand::Base::kThis && operand.part != Operand::Part::kSelf;
  };
  for (const library::Flow& flow : model.flows) {
    if (is_content(flow.from)) return true;
  }
  for (const library::Callback& callback : model.calls) {
    if (is_content(callback.object)) return true;
    for (const std::vector<Operand>& alternatives : callback.arguments) {
      if (std::any_of(alternatives.begin(), alternatives.end(), is_content)) return true;
    }
  }
  return false;
}

// `new ArrayList<>(list)`, `all.addAll(list)`: what an argument holds goes somewhere.
std::vector<ValueId> arguments_read(const library::MethodModel& model, std::span<const ValueId> arguments) {
  std::vector<ValueId> result;
  for (const library::Flow& flow : model.flows) {
    const library::Operand& from = flow.from;
    const bool contents = from.part == library::Operand::Part::kElements || from.part == library::Operand::Part::kField;
    if (!contents || from.base != library::Operand::Base::kArgument || from.index >= arguments.size()) continue;
    const ValueId argument = arguments[from.index];
    if (std::find(result.begin(), result.end(), argument) == result.end()) result.push_back(argument);
  }
  return result;
}

}  // namespace

bool Execution::is_collection(const Binding& binding) const {
  if (!binding.static_type.valid()) return false;
  Program& program = sections_.calls().program();
  auto is = [&](std::string_view name) {
    const ClassId type = program.find_class(name);
    return type.valid() && program.is_subtype(binding.static_type, type);
  };
  return is("java/util/Collection") || is("java/util/Map");
}

// A formatter, a builder, an iterator: its methods use it up, or keep what they work on in it. A constructor makes it.
bool Execution::is_unsafe_object(const Binding& binding) const {
  if (!binding.resolved.valid()) return false;
  const Program& program = points_to_.program();
  const Method& method = program[binding.resolved];
  return program[method.owner].origin == Origin::kJdk && program.text(method.name) != classfile::kConstructorName &&
         points_to_.models().policy().unsafe_objects.matches(program.name(method.owner));
}

Execution::OfMethod Execution::look_at(NodeId node) {
  OfMethod result;
  Calls& calls = sections_.calls();
  const Program& program = points_to_.program();
  sections::MethodEffects effects = sections_.effects(node);
  const ir::MethodIr& method = effects.method();
  // kOwnedIfParameters: if `this` is.
  auto state_of = [&](ValueId at, ValueId value) {
    if (!use_ownership_ || !value.valid()) return Ownership::State::kShared;
    const Ownership::Answer answer = ownership_.at(node, at, value);
    if (ownership_.is_owned(node, answer)) return Ownership::State::kOwned;
    const bool is_this = !method.is_static() && method.without_casts(value) == ValueId(0);
    return is_this && ownership_.is_owned_with(node, answer, 0) ? Ownership::State::kOwnedIfParameters
                                                                : Ownership::State::kShared;
  };
  auto add = [&](ValueId at, LocationKind kind, FieldId field, ValueId base, bool write, bool inside_library = false,
                 bool atomic = false) {
    const Ownership::State state = state_of(at, base);
    result.accesses.push_back({.at = at,
                               .kind = kind,
                               .field = field,
                               .base = base,
                               .base_path = base.valid() ? effects.path(base) : AccessPath(),
                               .write = write,
                               .owned = state == Ownership::State::kOwned,
                               .atomic = atomic,
                               .with_this = state == Ownership::State::kOwnedIfParameters,
                               .inside_library = inside_library});
  };
  effects.for_each_instruction([&](ir::BlockId, ValueId at, const sections::HeldLocks& held) {
    const ir::Instruction& i = method[at];
    std::span<const ValueId> operands = method.operands(i);
    switch (i.op) {
      case Op::kGetField:
      case Op::kPutField:
        if (FieldId field = calls.field(i); field.valid()) {
          add(at, LocationKind::kField, field, operands[0], i.op == Op::kPutField);
        }
        break;
      case Op::kGetStatic:
      case Op::kPutStatic:
        if (FieldId field = calls.field(i); field.valid()) {
          add(at, LocationKind::kField, field, {}, i.op == Op::kPutStatic);
        }
        break;
      case Op::kArrayLoad:
      case Op::kArrayStore:
        add(at, LocationKind::kElements, {}, operands[0], i.op == Op::kArrayStore);
        break;
      case Op::kInvoke: {
        const Binding& binding = calls.binding(i);
        const library::MethodModel* model = binding.model;
        const bool has_object = i.as<ir::InvokeKind>() != ir::InvokeKind::kStatic;
        if (const auto access = sections_.handles().access(method, at)) {
          for (const bool write : {false, true}) {
            if (!(write ? access->writes : access->reads)) continue;
            add(at, LocationKind::kField, access->field, access->object, write, /*inside_library=*/false,
                access->atomic);
          }
        }
        if (model != nullptr) {
          for (ValueId argument : arguments_read(*model, has_object ? operands.subspan(1) : operands)) {
            add(at, LocationKind::kContents, {}, argument, /*write=*/false);
          }
        }
        if (!has_object) break;
        Ownership::State state = state_of(at, operands[0]);
        if (use_ownership_ && construction_.is_under_way(node, at, operands[0])) state = Ownership::State::kOwned;
        if (state != Ownership::State::kShared) result.calls_on_own.emplace_back(at, state);
        if (model != nullptr && model->contents != library::AtomicKind::kNone) {
          add(at, LocationKind::kContents, {}, operands[0], model->contents != library::AtomicKind::kRead);
        } else if (model != nullptr && hands_out_contents(*model) && is_collection(binding)) {
          add(at, LocationKind::kContents, {}, operands[0], /*write=*/false);
        } else if (is_unsafe_object(binding)) {
          const std::string_view owner = program.name(program[binding.resolved].owner);
          const bool reads =
              calls.models().policy().unsafe_object_reads.matches(owner, program.text(program[binding.resolved].name));
          add(at, LocationKind::kContents, {}, operands[0], !reads);
        } else if (binding.resolved.valid() && program[program[binding.resolved].owner].origin == Origin::kJdk) {
          add(at, LocationKind::kContents, {}, operands[0], /*write=*/false, /*inside_library=*/true);
        }
        break;
      }
      case Op::kMonitorEnter:
        break;
      default:
        return;
    }
    std::vector<NamedLock> locks;
    for (const sections::HeldLock& lock : held) {
      if (!effects.lock(lock.lock).path.known()) continue;
      locks.push_back({effects.lock(lock.lock).path, lock.mode, false, !lock.site.valid()});
    }
    if (const sections::Effect* effect = effects.effect(at)) {
      for (const sections::Acquisition& taken : effect->acquires) {
        if (!effects.lock(taken.lock).path.known()) continue;
        locks.push_back({effects.lock(taken.lock).path, taken.mode, true, false});
      }
    }
    if (!locks.empty()) result.held.emplace_back(at, std::move(locks));
  });
  std::sort(result.held.begin(), result.held.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::sort(result.calls_on_own.begin(), result.calls_on_own.end());
  add_optimistic(effects, result);
  return result;
}

// What is read between `stamp = lock.tryOptimisticRead()` and a call that is passed the stamp is read as if the lock
// was held: the call says whether somebody else held it to write.
void Execution::add_optimistic(sections::MethodEffects& effects, OfMethod& result) {
  const ir::MethodIr& method = effects.method();
  for (const sections::Effect& effect : effects.effects()) {
    if (!effect.optimistic.valid() || !effects.lock(effect.optimistic).path.known()) continue;
    const AccessPath& lock = effects.lock(effect.optimistic).path;
    // `for (;; stamp = lock.readLock())` around the reads: the stamp may also be that of a lock.
    std::vector<bool> is_stamp(method.instructions.size(), false);
    is_stamp[effect.at.value] = true;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t n = 0; n < method.instructions.size(); ++n) {
        const ir::Instruction& phi = method.instructions[n];
        if (phi.op != Op::kPhi || is_stamp[n]) continue;
        std::span<const ValueId> from = method.operands(phi);
        is_stamp[n] = std::any_of(from.begin(), from.end(), [&](ValueId v) { return is_stamp[v.value]; });
        changed = changed || is_stamp[n];
      }
    }
    for (const Access& access : result.accesses) {
      if (access.write || access.kind == LocationKind::kContents || !method.may_follow(effect.at, access.at)) continue;
      bool validated = false;
      for (std::uint32_t n = 0; n < method.instructions.size() && !validated; ++n) {
        const ir::Instruction& call = method.instructions[n];
        std::span<const ValueId> operands = method.operands(call);
        validated = call.op == Op::kInvoke && operands.size() > 1 &&
                    std::any_of(operands.begin() + 1, operands.end(), [&](ValueId v) { return is_stamp[v.value]; }) &&
                    method.may_follow(access.at, ValueId(n));
      }
      if (!validated) continue;
      auto it = std::lower_bound(result.held.begin(), result.held.end(), access.at,
                                 [](const auto& entry, ValueId value) { return entry.first < value; });
      if (it == result.held.end() || it->first != access.at) {
        it = result.held.insert(it, {access.at, std::vector<NamedLock>()});
      }
      it->second.push_back({lock, LockMode::kOptimistic, false, false});
    }
  }
}

const Execution::OfMethod* Execution::of(MethodInstanceId instance) const {
  const NodeId node = nodes_[instance.value];
  return node.valid() ? &methods_[node.value] : nullptr;
}

std::span<const Execution::NamedLock> Execution::held_at(const OfMethod& method, ValueId at) const {
  auto it = std::lower_bound(method.held.begin(), method.held.end(), at,
                             [](const auto& entry, ValueId value) { return entry.first < value; });
  if (it == method.held.end() || it->first != at) return {};
  return it->second;
}

std::span<const Execution::LocksAt> Execution::named_locks(MethodInstanceId instance) const {
  const OfMethod* method = of(instance);
  return method == nullptr ? std::span<const LocksAt>() : method->held;
}

std::vector<LockOfObject> Execution::objects_of_lock(MethodInstanceId instance, const NamedLock& lock) {
  std::vector<LockOfObject> result;
  for (ObjectId object : paths_.objects(instance, lock.path)) result.push_back(lock_of(object, lock.mode));
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

LockOfObject Execution::lock_of(ObjectId lock, LockMode mode) const {
  const LockView* view = lock.value < points_to_.object_count() ? points_to_.view(lock) : nullptr;
  return view == nullptr ? LockOfObject{lock, mode} : LockOfObject{view->lock, view->mode};
}

void Execution::add_single(MethodInstanceId instance, const NamedLock& lock, ObjectLocks& locks,
                           bool first_of_several) {
  const std::vector<ObjectId> objects = paths_.objects(instance, lock.path);
  if (objects.size() == 1 || (first_of_several && heap_.are_of_one_class(objects))) {
    add_to(locks, lock_of(objects[0], lock.mode));
  }
}

// ---- threads and locks ----

ObjectLocks Execution::locks_at_call(MethodInstanceId caller, ValueId site) {
  return locks_held_at(caller, site, /*first_of_several=*/false);
}

ObjectLocks Execution::locks_held_at(MethodInstanceId caller, ValueId site, bool first_of_several) {
  ObjectLocks locks;
  const OfMethod* method = of(caller);
  if (method == nullptr) return locks;
  for (const NamedLock& lock : held_at(*method, site)) {
    if (!lock.acquired_here) add_single(caller, lock, locks, first_of_several);
  }
  return locks;
}

// Adds a set of locks with which an instance is entered, unless a smaller one is known.
void Execution::enter(MethodInstanceId instance, const ObjectLocks& locks, LockSets& entry,
                      std::vector<MethodInstanceId>& work) {
  std::vector<ObjectLocks>& known = entry[instance.value];
  if (std::any_of(known.begin(), known.end(), [&](const ObjectLocks& other) { return includes(locks, other); })) return;
  std::erase_if(known, [&](const ObjectLocks& other) { return includes(other, locks); });
  known.push_back(locks);
  if (known.size() > kMaximumLockSets) {
    ObjectLocks common = known[0];
    for (const ObjectLocks& other : known) common = common_locks(common, other);
    known = {common};
    ++counts_.widened;
  }
  std::sort(known.begin(), known.end());
  work.push_back(instance);
}

// The callee is entered with what its caller was entered with, and what the caller itself holds at the call.
void Execution::enter_by_call(MethodInstanceId caller, const PointsTo::InstanceCall& call,
                              const std::vector<ObjectLocks>& entered_with, const ObjectLocks& local, LockSets& entry,
                              std::vector<MethodInstanceId>& work) {
  for (const ObjectLocks& before : entered_with) {
    ObjectLocks held = before;
    for (const LockOfObject& lock : local) add_to(held, lock);
    if (call.kind == CalleeKind::kCallback) add_atomic_update(caller, call.site, held);
    enter(call.callee, held, entry, work);
  }
}

Execution::EntryLocks Execution::execute(bool clients) {
  EntryLocks result{.all = LockSets(points_to_.instance_count()), .published = {}, .begins = {}};
  LockSets& entry = result.all;
  absl::flat_hash_set<MethodId> called;
  for (std::uint32_t n = 0; n < points_to_.instance_count() && !clients; ++n) {
    for (const PointsTo::InstanceCall& call : points_to_.calls(MethodInstanceId(n))) {
      if (call.kind == CalleeKind::kCall) called.insert(points_to_[call.callee].method);
    }
  }
  std::vector<MethodInstanceId> work, left_out;
  for (std::uint32_t t = 0; t < threads_.size(); ++t) {
    const AbstractThread& thread = threads_[ThreadId(t)];
    for (MethodInstanceId begin : thread.entries) {
      const bool seen = !is_client(thread.kind) || !called.contains(points_to_[begin].method);
      if (seen) {
        result.begins.push_back(begin);
        enter(begin, {}, entry, work);
      } else {
        left_out.push_back(begin);
      }
    }
  }
  follow_calls(entry, work, /*first_of_several=*/!clients);
  // Methods that only call each other begin somewhere, too.
  for (MethodInstanceId begin : left_out) {
    const std::span<const MethodInstanceId> instances = points_to_.instances_of(points_to_[begin].method);
    if (std::any_of(instances.begin(), instances.end(), [&](MethodInstanceId i) { return !entry[i.value].empty(); })) {
      continue;
    }
    result.begins.push_back(begin);
    enter(begin, {}, entry, work);
    follow_calls(entry, work, /*first_of_several=*/!clients);
  }
  find_published(result, /*first_of_several=*/!clients);
  return result;
}

Ownership::State Execution::state_of_receiver(MethodInstanceId caller, const PointsTo::InstanceCall& call) const {
  const OfMethod* method = of(caller);
  if (method == nullptr || call.kind != CalleeKind::kCall ||
      points_to_.program()[points_to_[call.callee].method].is_static())
    return Ownership::State::kShared;
  const auto it = std::lower_bound(method->calls_on_own.begin(), method->calls_on_own.end(), call.site,
                                   [](const auto& entry, ValueId site) { return entry.first < site; });
  return it == method->calls_on_own.end() || it->first != call.site ? Ownership::State::kShared : it->second;
}

// What others may have when it is called, and what is called on `this` from there.
void Execution::find_published(EntryLocks& entry, bool first_of_several, ThreadId thread) {
  entry.published.resize(points_to_.instance_count());
  std::vector<MethodInstanceId> work;
  for (MethodInstanceId begin : entry.begins) enter(begin, {}, entry.published, work);
  auto follow = [&](MethodInstanceId caller, Ownership::State followed, const std::vector<ObjectLocks>& entered_with) {
    ValueId last_site;
    ObjectLocks local;
    for (const PointsTo::InstanceCall& call : points_to_.calls(caller)) {
      if (call.kind == CalleeKind::kStart || points_to_[call.callee].body != BodyKind::kCode) continue;
      if (thread.valid() && !runs(thread, caller, call)) continue;
      if (state_of_receiver(caller, call) != followed) continue;
      if (call.kind == CalleeKind::kLibraryCallback) {
        enter(call.callee, {}, entry.published, work);
        continue;
      }
      if (call.site != last_site) {
        last_site = call.site;
        local = locks_held_at(caller, call.site, first_of_several);
      }
      enter_by_call(caller, call, entered_with, local, entry.published, work);
    }
  };
  for (std::uint32_t n = 0; n < points_to_.instance_count(); ++n) {
    if (!entry.all[n].empty()) follow(MethodInstanceId(n), Ownership::State::kShared, entry.all[n]);
  }
  while (!work.empty()) {
    const MethodInstanceId caller = work.back();
    work.pop_back();
    const std::vector<ObjectLocks> entered_with = entry.published[caller.value];
    follow(caller, Ownership::State::kOwnedIfParameters, entered_with);
  }
}

void Execution::find_published_to() {
  published_to_.resize(points_to_.instance_count());
  std::vector<MethodInstanceId> work;
  auto add = [&](MethodInstanceId callee, const ThreadSet& threads) {
    if (published_to_[callee.value].insert(threads)) work.push_back(callee);
  };
  for (std::uint32_t t = 0; t < threads_.size(); ++t) {
    ThreadSet one;
    one.insert(ThreadId(t));
    for (MethodInstanceId begin : threads_[ThreadId(t)].entries) add(begin, one);
  }
  auto follow = [&](MethodInstanceId caller, Ownership::State followed, const ThreadSet& threads) {
    for (const PointsTo::InstanceCall& call : points_to_.calls(caller)) {
      if (call.kind == CalleeKind::kStart || state_of_receiver(caller, call) != followed) continue;
      ThreadSet here;
      threads.for_each([&](ThreadId t) {
        if (threads_.threads_of(call.callee).contains(t)) here.insert(t);
      });
      add(call.callee, here);
    }
  };
  for (std::uint32_t n = 0; n < points_to_.instance_count(); ++n) {
    follow(MethodInstanceId(n), Ownership::State::kShared, threads_.threads_of(MethodInstanceId(n)));
  }
  while (!work.empty()) {
    const MethodInstanceId caller = work.back();
    work.pop_back();
    follow(caller, Ownership::State::kOwnedIfParameters, ThreadSet(published_to_[caller.value]));
  }
}

bool Execution::runs(ThreadId thread, MethodInstanceId caller, const PointsTo::InstanceCall& call) const {
  return threads_.may_run(thread, caller, call.site) && threads_.threads_of(call.callee).contains(thread);
}

std::span<const ObjectLocks> Execution::entry_locks(const Event& event, ThreadId thread) {
  auto it = entry_of_thread_.find(thread);
  if (it == entry_of_thread_.end()) {
    EntryLocks entry;
    if (states_of_threads_ < kMaximumStatesOfThreads) {
      const Counts counted = counts_;
      entry.all.resize(points_to_.instance_count());
      entry.begins = threads_[thread].entries;
      std::vector<MethodInstanceId> work;
      for (MethodInstanceId begin : entry.begins) enter(begin, {}, entry.all, work);
      follow_calls(entry.all, work, /*first_of_several=*/false, thread);
      find_published(entry, /*first_of_several=*/false, thread);
      states_of_threads_ += counts_.states - counted.states;
      counts_ = counted;
    }
    it = entry_of_thread_.emplace(thread, std::move(entry)).first;
  }
  const LockSets& sets = event.with_this ? it->second.published : it->second.all;
  return sets.empty() ? std::span<const ObjectLocks>() : sets[event.instance.value];
}

void Execution::follow_calls(LockSets& entry, std::vector<MethodInstanceId>& work, bool first_of_several,
                             ThreadId thread) {
  while (!work.empty()) {
    const MethodInstanceId caller = work.back();
    work.pop_back();
    ++counts_.states;
    const std::vector<ObjectLocks> entered_with = entry[caller.value];
    ValueId last_site;
    ObjectLocks local;
    for (const PointsTo::InstanceCall& call : points_to_.calls(caller)) {
      if (call.kind == CalleeKind::kStart || points_to_[call.callee].body != BodyKind::kCode) continue;
      if (thread.valid() && !runs(thread, caller, call)) continue;
      // What the library may call back at any time is not called under the locks of this place.
      if (call.kind == CalleeKind::kLibraryCallback) {
        enter(call.callee, {}, entry, work);
        continue;
      }
      if (call.site != last_site) {
        last_site = call.site;
        local = locks_held_at(caller, call.site, first_of_several);
      }
      enter_by_call(caller, call, entered_with, local, entry, work);
    }
  }
}

// ConcurrentMap.compute runs one function at a time for a key, as if the map was locked.
void Execution::add_atomic_update(MethodInstanceId caller, ValueId site, ObjectLocks& locks) {
  const ir::MethodIr* ir = nodes_[caller.value].valid() ? points_to_.store().get(points_to_[caller].method) : nullptr;
  if (ir == nullptr || (*ir)[site].op != Op::kInvoke || ir->operands(site).empty()) return;
  const Binding& binding = sections_.calls().binding((*ir)[site]);
  if (binding.model == nullptr || binding.model->action() != library::AtomicKind::kUpdate ||
      !binding.resolved.valid()) {
    return;
  }
  const std::vector<ObjectId>& objects = paths_.of_value(caller, ir->operands(site)[0]);
  if (objects.size() != 1 || !heap_.class_of(objects[0]).valid()) return;
  const library::MethodModel* model = sections_.calls().model_for(binding, heap_.class_of(objects[0]));
  if (model != nullptr && model->atomic == library::AtomicKind::kUpdate) {
    add_to(locks, {objects[0], LockMode::kExclusive});
    updated_atomically_.insert(objects[0]);
  }
}

// May-held locks spread from callers to callees; where a lock is acquired, each of them comes before it.
std::vector<Execution::LockOrder> Execution::find_lock_orders() {
  absl::flat_hash_map<ObjectId, std::uint32_t> index;
  std::vector<ObjectId> locks;
  auto number = [&](ObjectId lock) {
    auto [it, added] = index.try_emplace(lock, static_cast<std::uint32_t>(locks.size()));
    if (added) locks.push_back(lock);
    return ThreadId(it->second);  // sets of small numbers, as of threads
  };
  struct AtSite {
    ValueId at;
    ThreadSet held, acquired;
  };
  std::vector<std::vector<AtSite>> sites(points_to_.instance_count());
  for (std::uint32_t n = 0; n < points_to_.instance_count(); ++n) {
    const MethodInstanceId instance(n);
    const OfMethod* method = of(instance);
    if (method == nullptr || entry_.all[n].empty()) continue;
    for (const auto& [at, named] : method->held) {
      AtSite site{.at = at, .held = {}, .acquired = {}};
      for (const NamedLock& lock : named) {
        for (ObjectId object : paths_.objects(instance, lock.path)) {
          (lock.acquired_here ? site.acquired : site.held).insert(number(lock_of(object, lock.mode).lock));
        }
      }
      if (!site.held.empty() || !site.acquired.empty()) sites[n].push_back(std::move(site));
    }
  }
  if (locks.empty()) return {};
  std::vector<ThreadSet> at_entry(points_to_.instance_count());
  std::vector<bool> queued(points_to_.instance_count(), false);
  std::deque<MethodInstanceId> work;
  for (std::uint32_t n = 0; n < points_to_.instance_count(); ++n) {
    if (!sites[n].empty()) queued[n] = true, work.push_back(MethodInstanceId(n));
  }
  while (!work.empty()) {
    const MethodInstanceId caller = work.front();
    work.pop_front();
    queued[caller.value] = false;
    for (const PointsTo::InstanceCall& call : points_to_.calls(caller)) {
      const bool runs_here = call.kind == CalleeKind::kCall || call.kind == CalleeKind::kCallback;
      if (!runs_here || points_to_[call.callee].body != BodyKind::kCode) continue;
      ThreadSet& callee = at_entry[call.callee.value];
      bool grown = callee.insert(at_entry[caller.value]);
      auto it = std::lower_bound(sites[caller.value].begin(), sites[caller.value].end(), call.site,
                                 [](const AtSite& site, ValueId value) { return site.at < value; });
      if (it != sites[caller.value].end() && it->at == call.site) grown |= callee.insert(it->held);
      if (grown && !queued[call.callee.value]) {
        queued[call.callee.value] = true;
        work.push_back(call.callee);
      }
    }
  }
  absl::flat_hash_map<std::pair<ObjectId, ObjectId>, LockOrder> first;
  for (std::uint32_t n = 0; n < points_to_.instance_count(); ++n) {
    for (const AtSite& site : sites[n]) {
      if (site.acquired.empty()) continue;
      ThreadSet before = at_entry[n];
      before.insert(site.held);
      site.acquired.for_each([&](ThreadId acquired) {
        before.for_each([&](ThreadId held) {
          const ObjectId a = locks[held.value], b = locks[acquired.value];
          if (a == b && threads_.multiplicity().allocated_once(a)) return;  // taken again by its holder
          first.try_emplace({a, b}, LockOrder{a, b, MethodInstanceId(n), site.at});
        });
      });
    }
  }
  std::vector<LockOrder> orders;
  orders.reserve(first.size());
  for (const auto& [pair, order] : first) orders.push_back(order);
  std::sort(orders.begin(), orders.end(), [](const LockOrder& a, const LockOrder& b) {
    return std::pair(a.held, a.acquired) < std::pair(b.held, b.acquired);
  });
  return orders;
}

// ---- objects ----

// Calls `visit(instance, access, objects)` for each access of each instance that a thread runs.
template <class Visit>
void Execution::for_each_access(Visit&& visit) {
  std::vector<ObjectId> of_class;
  for (std::uint32_t n = 0; n < points_to_.instance_count(); ++n) {
    const MethodInstanceId instance(n);
    const OfMethod* method = of(instance);
    if (method == nullptr || entry_.all[n].empty()) continue;
    for (const Access& access : method->accesses) {
      if (access.base.valid()) {
        visit(instance, access, paths_.of_value(instance, access.base));
        continue;
      }
      const ObjectId node = heap_.class_object(points_to_.program()[access.field].owner);
      of_class.clear();
      if (node.valid()) of_class.push_back(node);
      visit(instance, access, of_class);
    }
  }
}

bool Execution::overlap(const ThreadSet& a, const ThreadSet& b) const {
  bool found = false;
  a.for_each([&](ThreadId thread) { found = found || threads_.parallel_with(thread).intersects(b); });
  return found;
}

void Execution::find_creators() {
  for (std::uint32_t n = 0; n < points_to_.object_count(); ++n) {
    const MethodInstanceId by = threads_.multiplicity().allocated_by(ObjectId(n));
    if (by.valid()) created_by_[n] = threads_.threads_of(by);
  }
  touched_by_ = created_by_;
}

// The JVM orders what a class initializer does to its class before all other uses of the class (JLS 12.4.2), and what
// the initializer makes is found through the class.
bool Execution::is_initialization(MethodInstanceId instance, ObjectId object) const {
  const ThreadSet& threads = threads_.threads_of(instance);
  if (threads.size() != 1) return false;
  bool result = false;
  threads.for_each([&](ThreadId thread) {
    if (threads_[thread].kind != ThreadKind::kInitializer) return;
    const ClassId of = heap_.represented_class(object);
    result =
        of.valid() ? of == points_to_.program()[threads_[thread].entry].owner : created_by_[object.value] == threads;
  });
  return result;
}

// What a collection holds is asked of objects; and what the library does inside of its methods, of its own objects: of
// an object of a class of the application, fields are seen.
bool Execution::concerns(const Access& access, ObjectId object) const {
  if (access.kind != LocationKind::kContents) return true;
  const Program& program = points_to_.program();
  const ClassId of = heap_.represented_class(object).valid() ? ClassId() : heap_.class_of(object);
  if (!of.valid()) return false;
  return !access.inside_library || (program[of].origin == Origin::kJdk && !program[of].synthetic);
}

void Execution::find_sharing() {
  for_each_access([&](MethodInstanceId instance, const Access& access, const std::vector<ObjectId>& objects) {
    if (!access.inside_library) ++counts_.accesses;
    if (!access.inside_library && access.owned) ++counts_.owned;
    const ThreadSet& by = threads_.threads_of(instance);
    const ThreadSet& published = access.with_this ? published_to_[instance.value] : by;
    for (ObjectId object : objects) {
      if (!concerns(access, object)) continue;
      touched_by_[object.value].insert(by);
      if (!access.owned) used_by_[object.value].insert(published);
    }
  });
  for (std::uint32_t n = 0; n < heap_.object_count(); ++n) {
    const ObjectId object(n);
    heap_.set(object, ObjectProperty::kShared, heap_.can_be_shared(object) && overlap(used_by_[n], used_by_[n]));
    heap_.set(object, ObjectProperty::kUnique,
              heap_.represented_class(object).valid() ||
                  (n < points_to_.object_count() && threads_.multiplicity().allocated_once(object)));
  }
}

void Execution::collect_events() {
  for_each_access([&](MethodInstanceId instance, const Access& access, const std::vector<ObjectId>& objects) {
    if (access.owned || access.inside_library) return;
    if (access.with_this && entry_.published[instance.value].empty()) return;
    bool shared = false;
    for (ObjectId object : objects) {
      if (!is_shared(object) || is_initialization(instance, object)) continue;
      if (!concerns(access, object)) continue;
      shared = true;
      events_.push_back(
          {{object, access.kind, access.field}, instance, access.at, access.write, access.with_this, access.atomic});
    }
    if (!shared) ++counts_.unshared;
  });
  std::sort(events_.begin(), events_.end());
  events_.erase(std::unique(events_.begin(), events_.end()), events_.end());
}

// Von Praun 3.4.3: an object that one kind of thread alone uses, that this thread or the constructor of its root has
// made, and that is reachable only from the roots of these threads or from other such objects, belongs to the thread
// instance, be there many of them.
void Execution::find_thread_specific() {
  std::vector<ThreadSet> root_of(heap_.object_count());
  for (std::uint32_t t = 0; t < threads_.size(); ++t) {
    for (MethodInstanceId entry : threads_[ThreadId(t)].entries) {
      for (ObjectId root : paths_.of_parameter(entry, 0)) {
        if (heap_.has(root, ObjectProperty::kThread)) root_of[root.value].insert(ThreadId(t));
      }
    }
  }
  std::vector<bool> candidate(heap_.object_count(), false);
  auto made_with_root = [&](ObjectId object) {
    const MethodInstanceId by = threads_.multiplicity().allocated_by(object);
    if (!by.valid() || !nodes_[by.value].valid() || !sections_.calls().is_constructor(nodes_[by.value])) return false;
    const std::vector<ObjectId>& made = paths_.of_parameter(by, 0);
    return !made.empty() && std::all_of(made.begin(), made.end(),
                                        [&](ObjectId root) { return root_of[root.value] == used_by_[object.value]; });
  };
  for (std::uint32_t n = 0; n < points_to_.object_count(); ++n) {
    const ObjectId object(n);
    candidate[n] = heap_.occurs(object) && used_by_[n].size() == 1 && !heap_.has(object, ObjectProperty::kThread) &&
                   !heap_.represented_class(object).valid() &&
                   (touched_by_[n] == used_by_[n] || made_with_root(object));
  }
  // A root is confining if nothing but its starter's own objects refers to it: no field of an object that its threads
  // use, and no class.
  auto confining = [&](ObjectId root) {
    return heap_.all_incoming(root, [&](const HeapShapeGraph::IncomingField& in) {
      return in.from == root || (!heap_.represented_class(in.from).valid() && !is_shared(in.from));
    });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t n = 0; n < heap_.object_count(); ++n) {
      if (!candidate[n]) continue;
      const bool fits = heap_.all_incoming(ObjectId(n), [&](const HeapShapeGraph::IncomingField& in) {
        return (candidate[in.from.value] && used_by_[in.from.value] == used_by_[n]) ||
               (root_of[in.from.value] == used_by_[n] && confining(in.from));
      });
      if (fits) continue;
      candidate[n] = false;
      changed = true;
    }
  }
  for (std::uint32_t n = 0; n < heap_.object_count(); ++n) {
    const ObjectId object(n);
    heap_.set(object, ObjectProperty::kThreadSpecific, candidate[n] && heap_.has_incoming(object));
  }
}

// A call may read what several of its operands hold.
const Execution::Access* Execution::access_of(const Event& event) {
  const OfMethod* method = of(event.instance);
  if (method == nullptr) return nullptr;
  auto access = std::find_if(method->accesses.begin(), method->accesses.end(), [&](const Access& a) {
    if (a.at != event.at || a.inside_library || a.kind != event.location.kind) return false;
    if (!a.base.valid()) return true;
    const std::vector<ObjectId>& objects = paths_.of_value(event.instance, a.base);
    return std::binary_search(objects.begin(), objects.end(), event.location.object);
  });
  return access == method->accesses.end() ? nullptr : &*access;
}

Execution::Naming Execution::naming(const Event& event) {
  const Access* access = access_of(event);
  if (access == nullptr) return {};
  return {access->base, access->base_path, held_at(*of(event.instance), event.at)};
}

ObjectLocks Execution::locks_at(const Event& event) {
  const std::span<const ObjectLocks> entered_with = entry_locks(event);
  ObjectLocks locks = entered_with.empty() ? ObjectLocks() : entered_with[0];
  for (const ObjectLocks& other : entered_with) locks = common_locks(locks, other);
  const OfMethod* method = of(event.instance);
  if (method == nullptr) return locks;
  const Access* access = access_of(event);
  for (const NamedLock& lock : held_at(*method, event.at)) {
    // An optimistic read holds nothing: whether it was one alone is asked afterwards.
    if (lock.acquired_here || lock.mode == LockMode::kOptimistic) continue;
    const ObjectId object = event.location.object;
    const bool has_base = access != nullptr && access->base_path.known();
    std::vector<ObjectId> objects;
    if (has_base && lock.path.starts_with(access->base_path)) {
      // `x.lock` around `x.f`.
      objects = paths_.follow({object}, lock.path, access->base_path.steps().size());
    } else {
      objects = paths_.objects(event.instance, lock.path);
      if (has_base && objects.size() > 1 && access->base_path.starts_with(lock.path)) {
        // `this` around `this.array[i]`: of the objects that it may be, the one that has this array.
        std::erase_if(objects, [&](ObjectId host) {
          const std::vector<ObjectId> there = paths_.follow({host}, access->base_path, lock.path.steps().size());
          return !std::binary_search(there.begin(), there.end(), object);
        });
      }
    }
    if (objects.size() == 1) add_to(locks, lock_of(objects[0], lock.mode));
  }
  return locks;
}

}  // namespace snag
