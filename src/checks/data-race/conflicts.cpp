#include "checks/data-race/conflicts.h"

#include <algorithm>
#include <map>
#include <set>

namespace snag::races {

using ir::Op;
using ir::ValueId;

Conflicts::Conflicts(const Parts& parts)
    : program_(parts.program),
      execution_(parts.program.execution()),
      heap_(parts.program.heap()),
      threads_(parts.program.threads()),
      sections_(parts.sections),
      arrays_(parts.arrays),
      locks_(execution_, parts.program.concurrency(), sections_),
      own_(heap_, threads_, parts.program.ownership(), sections_.calls()),
      ownership_(threads_, parts.program.ownership(), sections_.calls()),
      handed_over_(heap_, sections_.calls()),
      messages_(execution_, sections_.calls(), parts.chains),
      chains_(parts.chains) {
  for (std::uint32_t t = 0; t < threads_.size(); ++t) {
    if (Concurrency::is_own(threads_[ThreadId(t)].kind)) own_threads_.insert(ThreadId(t));
    const std::vector<ThreadStart>& starts = threads_[ThreadId(t)].starts;
    const bool later =
        std::any_of(starts.begin(), starts.end(), [&](const auto& each) { return starts_after_task(each); });
    if (later) runs_later_.insert(ThreadId(t));
  }
}

bool Conflicts::is_candidate(const snag::Location& location) {
  const ObjectId object = location.object;
  // Clients are no threads to which an object could belong.
  bool started = true;
  execution_.threads_of(object).for_each(
      [&](ThreadId thread) { started = started && Concurrency::is_own(threads_[thread].kind); });
  if (started && heap_.has(object, ObjectProperty::kThreadSpecific)) return false;
  if (handed_over_.is_handed_over(object)) return false;
  const Program& program = program_.points_to().program();
  switch (location.kind) {
    case LocationKind::kField: {
      const Field& field = program[location.field];
      return !field.is_final() && !field.is_volatile() && (field.access & classfile::kAccSynthetic) == 0 &&
             program[field.owner].origin == Origin::kApplication;
    }
    case LocationKind::kElements:
    case LocationKind::kContents:
      return true;
  }
  return false;
}

// Whether the object of a call is made for one thread at a time: a plain collection, or one of `unsafe-objects`.
bool Conflicts::is_unsafe(const Event& event) {
  if (event.location.kind != LocationKind::kContents) return true;
  Program& program = program_.points_to().program();
  ClassId type = heap_.class_of(event.location.object);
  if (!type.valid()) return false;
  const library::Policy& policy = program_.points_to().models().policy();
  if (program[type].is_interface()) return policy.unsafe_objects.matches(program.name(type));
  while (type.valid() && program[type].origin != Origin::kJdk) type = program.superclass(type);
  if (!type.valid()) return false;
  const std::string_view name = program.name(type);
  if (policy.concurrent.matches(name)) return false;
  if (policy.unsafe_objects.matches(name)) return true;
  // Of a collection that the application has written, the fields are seen.
  return policy.collections.matches(name) && !program[type].is_abstract();
}

Location Conflicts::location_of(const snag::Location& location) const {
  if (location.kind == LocationKind::kField) return {location.kind, location.field, {}};
  FieldId only;
  bool several = false;
  const Program& program = program_.points_to().program();
  for (const HeapShapeGraph::IncomingField& in : heap_.incoming(location.object)) {
    if (!in.field.field.valid() || (program[in.field.field].access & classfile::kAccSynthetic) != 0) continue;
    several = several || (only.valid() && only != in.field.field);
    only = in.field.field;
  }
  if (only.valid() && !several) return {location.kind, only, {}};
  if (location.object.value >= program_.points_to().object_count()) return {location.kind, {}, {}};
  return {location.kind, {}, program_.points_to().allocation(location.object)};
}

// Whether a call locks the object by itself: all methods of a synchronized collection do, but for those that return an
// iterator.
bool Conflicts::locks_itself(const Event& event) {
  if (event.location.kind != LocationKind::kContents) return false;
  Program& program = program_.points_to().program();
  ClassId type = heap_.class_of(event.location.object);
  while (type.valid() && program[type].origin != Origin::kJdk) type = program.superclass(type);
  const library::Policy& policy = program_.points_to().models().policy();
  if (!type.valid() || !policy.synchronized_classes.matches(program.name(type))) return false;
  const ir::MethodIr& ir = *program_.points_to().store().get(program_.points_to()[event.instance].method);
  const ir::Instruction& call = ir[event.at];
  return !call.type_name.valid() || !policy.unsafe_objects.matches(program.text(call.type_name));
}

// What a constructor does to its object comes before all else that others do to it, unless the constructor has started
// a thread by then. Objects that leak out of it in other ways, to a listener say, are as a rule not used at once.
bool Conflicts::is_construction(const Event& event) {
  const NodeId node = sections_.calls().node_of(program_.points_to()[event.instance].method);
  if (!node.valid() || !is_through_this(event)) return false;
  if (!sections_.calls().is_constructor(node) && !sections_.only_constructs(node)) return false;
  // Here, and at the calls on all ways from the constructor.
  std::set<std::pair<MethodInstanceId, ValueId>> seen = {{event.instance, event.at}};
  std::vector<std::pair<MethodInstanceId, ValueId>> work(seen.begin(), seen.end());
  while (!work.empty()) {
    const MethodInstanceId instance = work.back().first;
    const ValueId at = work.back().second;
    work.pop_back();
    const MethodId method = program_.points_to()[instance].method;
    const ir::MethodIr& ir = *program_.points_to().store().get(method);
    const std::span<const Threads::Started> starts = threads_.started_in(instance);
    const bool started = std::any_of(starts.begin(), starts.end(),
                                     [&](const Threads::Started& each) { return ir.may_follow(each.start.site, at); });
    if (started) return false;
    const NodeId caller = sections_.calls().node_of(method);
    if (!caller.valid() || sections_.calls().is_constructor(caller)) continue;
    for (const Caller& call : threads_.callers().waiting(instance)) {
      if (seen.emplace(call.caller, call.site).second) work.emplace_back(call.caller, call.site);
    }
  }
  return true;
}

std::vector<Race> Conflicts::find() {
  std::map<Location, Race> races;
  const std::span<const Event> events = execution_.events();
  for (std::size_t begin = 0, end = 0; begin < events.size(); begin = end) {
    bool writes = false;
    for (end = begin; end < events.size() && events[end].location == events[begin].location; ++end) {
      writes = writes || events[end].write;
    }
    if (!writes || !is_candidate(events[begin].location)) continue;
    std::vector<Event> here(events.begin() + static_cast<std::ptrdiff_t>(begin),
                            events.begin() + static_cast<std::ptrdiff_t>(end));
    std::erase_if(here, [&](const Event& event) { return !is_unsafe(event) || is_construction(event); });
    auto look = [&](std::vector<Event> accesses, std::uint32_t index) {
      Race found;
      look_at(std::move(accesses), found);
      if (found.conflicts.empty()) return;
      Location location = location_of(events[begin].location);
      location.index = index;
      Race& race = races[location];
      std::move(found.conflicts.begin(), found.conflicts.end(), std::back_inserter(race.conflicts));
      std::move(found.accesses.begin(), found.accesses.end(), std::back_inserter(race.accesses));
    };
    if (arrays_ || events[begin].location.kind != LocationKind::kElements) {
      look(std::move(here), 0);
      continue;
    }
    // Elements with a constant index are as good as fields.
    std::map<std::uint32_t, std::vector<Event>> by_index;
    for (const Event& event : here) {
      const ir::MethodIr& ir = *program_.points_to().store().get(program_.points_to()[event.instance].method);
      if (ir.operands(event.at).size() < 2) continue;
      const ir::Instruction& index = ir[ir.operands(event.at)[1]];
      const bool constant = index.op == Op::kConstant && index.as<ir::ConstantKind>() == ir::ConstantKind::kInt;
      if (constant) by_index[index.payload].push_back(event);
    }
    for (auto& [index, accesses] : by_index) look(std::move(accesses), index);
  }
  std::vector<Race> result;
  for (auto& [location, race] : races) {
    race.location = location;
    result.push_back(std::move(race));
  }
  return result;
}

bool Conflicts::is_through_this(const Event& event) {
  const PointsTo& points_to = program_.points_to();
  const sections::AccessPath path = execution_.naming(event).base_path;
  if (points_to.program()[points_to[event.instance].method].is_static()) return false;
  if (path.root() != sections::AccessPath::Root::kParameter || path.detail() != 0) return false;
  if (path.steps().empty()) return event.location.kind == LocationKind::kField;
  // `this.part.field`, if the part is in no other object's hands.
  const std::vector<ObjectId> own = points_to.objects(event.instance, ValueId(0));
  ObjectId host = event.location.object;
  for (std::size_t n = 0; n < path.steps().size() && host.valid(); ++n) {
    host = heap_.host(host);
    if (std::find(own.begin(), own.end(), host) != own.end()) return true;
  }
  return false;
}

// Whether the thread means this object at the access, and not one of several: the variable stands for nothing else,
// here and where callers pass it on.
bool Conflicts::is_certain(const Access& access, ThreadId thread) {
  const PointsTo& points_to = program_.points_to();
  ValueId value = execution_.naming(access.event).base;
  if (!value.valid()) return true;  // a static field
  const std::optional<std::vector<CallChains::Link>> chain = chains_.to(thread, access.event.instance);
  MethodInstanceId instance = access.event.instance;
  for (std::size_t left = chain ? chain->size() : 0;; --left) {
    if (points_to.objects(instance, value).size() > 1) return false;
    const ir::MethodIr& method = *points_to.store().get(points_to[instance].method);
    const ir::Instruction& origin = method[method.without_casts(value)];
    if (origin.op != Op::kParameter || left == 0) return true;
    const CallChains::Link& link = (*chain)[left - 1];
    const ir::MethodIr& caller = *points_to.store().get(points_to[link.caller].method);
    if (caller[link.site].op != Op::kInvoke || caller.operands(link.site).size() <= origin.payload) return true;
    const bool direct = std::any_of(
        calls_at(points_to, link.caller, link.site).begin(), calls_at(points_to, link.caller, link.site).end(),
        [&](const auto& call) { return call.callee == instance && call.kind == CalleeKind::kCall; });
    if (!direct) return true;
    value = caller.operands(link.site)[origin.payload];
    instance = link.caller;
  }
}

void Conflicts::look_at(std::vector<Event> events, Race& race) {
  const bool writes = std::any_of(events.begin(), events.end(), [](const Event& event) { return event.write; });
  const bool overlap = std::any_of(events.begin(), events.end(), [&](const Event& event) {
    return execution_.overlap(execution_.threads_of(event), execution_.threads_of(event.location.object));
  });
  if (!writes || !overlap) return;
  // Classes of accesses that differ in nothing but their place.
  struct Key {
    bool write, own, atomic;
    std::vector<ObjectLocks> at_entry;
    EventLocks locks;
    std::vector<std::uint32_t> threads;
    auto operator<=>(const Key&) const = default;
  };
  std::map<Key, std::vector<Access>> classes;
  for (const Event& event : events) {
    const std::span<const ObjectLocks> entry = execution_.entry_locks(event);
    Key key{event.write, is_through_this(event), event.atomic, {entry.begin(), entry.end()}, locks_.of(event), {}};
    if (locks_itself(event)) {
      key.locks.related.insert(key.locks.related.begin(), EventLocks::Related{});
      key.locks.any = true;
    }
    execution_.threads_of(event).for_each([&](ThreadId thread) { key.threads.push_back(thread.value); });
    Access access{event, key.locks, false, key.own};
    access.unlocked = !key.locks.any && !event.atomic &&
                      std::any_of(entry.begin(), entry.end(), [](const ObjectLocks& locks) { return locks.empty(); });
    race.accesses.push_back(access);
    classes[std::move(key)].push_back(std::move(access));
  }
  std::vector<const std::vector<Access>*> all;
  for (const auto& [key, accesses] : classes) {
    if (all.size() < kMaximumClasses) all.push_back(&accesses);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i; j < all.size(); ++j) {
      const bool write = all[i]->front().event.write || all[j]->front().event.write;
      if (!write) continue;
      const bool first_writes = all[i]->front().event.write;
      if (std::optional<Conflict> found = first_writes ? conflict(*all[i], *all[j]) : conflict(*all[j], *all[i])) {
        race.conflicts.push_back(std::move(*found));
      }
    }
  }
}

std::optional<Conflict> Conflicts::conflict(const std::vector<Access>& first, const std::vector<Access>& second) {
  ++compared_;
  if (first[0].event.atomic && second[0].event.atomic) return std::nullopt;
  // The locks and threads of all are those of the first.
  if (locks_.exclude(first[0].event, first[0].locks, second[0].event, second[0].locks)) return std::nullopt;
  if (!execution_.overlap(execution_.threads_of(first[0].event), execution_.threads_of(second[0].event))) {
    return std::nullopt;
  }
  std::size_t tries = 0;
  auto key = [](const Conflict& conflict) { return std::pair(conflict.believed, conflict.sharing); };
  std::optional<Conflict> best;
  for (const Access& a : first) {
    for (const Access& b : second) {
      if (++tries > kMaximumTries || (best && tries > kEnoughTries)) return best;
      std::optional<Conflict> found = conflict(a, b);
      if (found && (!best || key(*found) > key(*best))) best = std::move(found);
      if (best && best->believed && best->sharing >= Sharing::kInHolder) return best;
    }
  }
  return best;
}

std::optional<Conflict> Conflicts::between(const Access& a, const Access& b) {
  const bool apart = (a.event.atomic && b.event.atomic) || locks_.exclude(a.event, a.locks, b.event, b.locks);
  return apart ? std::nullopt : conflict(a, b);
}

std::optional<Conflict> Conflicts::conflict(const Access& a, const Access& b) {
  // Threads of the program itself say most.
  std::optional<Conflict> result = conflict(a, b, /*own=*/true);
  return result ? result : conflict(a, b, /*own=*/false);
}

std::optional<Conflict> Conflicts::conflict(const Access& a, const Access& b, bool own) {
  const RunPoint at_a{a.event.instance, a.event.at}, at_b{b.event.instance, b.event.at};
  std::optional<Conflict> result;
  const bool both_own = a.through_this && b.through_this;
  std::size_t tries = 0;
  ThreadSet of_a = common(execution_.threads_of(a.event), threads_.threads_of(a.event.instance));
  ThreadSet of_b = common(execution_.threads_of(b.event), threads_.threads_of(b.event.instance));
  if (own) {
    of_a = common(of_a, own_threads_);
    of_b = common(of_b, own_threads_);
  }
  program_.concurrency().any_overlap(at_a, of_a, at_b, of_b, [&](ThreadId x, ThreadId y) {
    if (Concurrency::are_own(threads_[x].kind, threads_[y].kind) != own) return false;
    if (++tries > kMaximumThreads) return true;
    // Each of two threads that run on an object of their own has another one.
    if (both_own && own_.is_own(x, a.event.instance) && own_.is_own(y, b.event.instance)) return false;
    // Who has joined a task has its object to himself.
    if ((a.through_this && own_.is_own(x, a.event.instance) && is_joined(b, y)) ||
        (b.through_this && own_.is_own(y, b.event.instance) && is_joined(a, x))) {
      return false;
    }
    if (comes_after(b, y, a, x) || comes_after(a, x, b, y)) return false;
    if (waits_for_stream(x, at_b, y) || waits_for_stream(y, at_a, x)) return false;
    // What asks for more comes last: only a pair that says more than the one that was found is looked at closely.
    const bool believed = program_.concurrency().are_evidently_two(x, y) &&
                          chains_.is_believed(x, a.event.instance, a.event.at) &&
                          chains_.is_believed(y, b.event.instance, b.event.at);
    if (result && result->believed && !believed) return false;
    const Sharing shared = sharing(a, x, b, y);
    if (result && std::pair(result->believed, result->sharing) >= std::pair(believed, shared)) return false;
    if (is_owned(a, x) || is_owned(b, y)) return false;
    // any_overlap asks for starts and joins after this, so it is asked for here, too: the pair must really overlap.
    const StartJoinOrder& order = program_.concurrency().order();
    if (x != y &&
        (!order.may_overlap(x, at_a.instance, at_a.at, y) || !order.may_overlap(y, at_b.instance, at_b.at, x))) {
      return false;
    }
    if (locks_.exclude(a.event, a.locks, x, b.event, b.locks, y)) return false;
    if (messages_.are_ordered(at_a, x, !a.event.write, at_b, y, !b.event.write)) return false;
    result = Conflict{a, b, x, y, shared, believed, locks_.exclude_as_seen(a.event, a.locks, b.event, b.locks)};
    return believed && shared == Sharing::kOne;
  });
  return result;
}

bool Conflicts::is_owned(const Access& access, ThreadId thread) {
  return ownership_.is_owned(thread, access.event.instance, access.event.at, execution_.naming(access.event).base);
}

// In the method of the access, or in one that has called it for the joined object.
bool Conflicts::is_joined(const Access& access, ThreadId thread) {
  if (own_.is_joined(access.event.instance, access.event.at, execution_.naming(access.event).base)) return true;
  if (!access.through_this) return false;
  const auto chain = chains_.to(thread, access.event.instance);
  if (!chain) return false;
  for (auto link = chain->rbegin(); link != chain->rend(); ++link) {
    const ir::MethodIr* ir = program_.points_to().store().get(program_.points_to()[link->caller].method);
    if (ir == nullptr || (*ir)[link->site].op != Op::kInvoke || ir->operands(link->site).empty()) return false;
    const ValueId receiver = ir->without_casts(ir->operands(link->site)[0]);
    if (own_.is_joined(link->caller, link->site, receiver)) return true;
    if (ir->is_static() || (*ir)[receiver].op != Op::kParameter || (*ir)[receiver].payload != 0) return false;
  }
  return false;
}

// Whether what is started comes after the task of the object that starts it.
bool Conflicts::starts_after_task(const ThreadStart& start) const {
  const library::MethodModel* model = starting_model(program_.points_to(), start.caller, start.site);
  return model != nullptr && model->after == std::vector<library::Operand>{{.base = library::Operand::Base::kThis}};
}

// SwingWorker: the event thread runs `done` of an object after the thread that runs the object's task has ended. Here
// for what several threads start, so that no order of starts is known (stages.h).
bool Conflicts::comes_after(const Access& later, ThreadId thread, const Access& earlier, ThreadId task) {
  if (!runs_later_.contains(thread) || thread == task || !earlier.through_this || !later.through_this) return false;
  auto entry_of = [&](ThreadId of, MethodInstanceId instance) {
    const auto chain = chains_.to(of, instance);
    return !chain ? MethodInstanceId() : chain->empty() ? instance : chain->front().caller;
  };
  const MethodInstanceId entry = entry_of(thread, later.event.instance);
  const MethodInstanceId begin = entry_of(task, earlier.event.instance);
  const PointsTo& points_to = program_.points_to();
  if (!entry.valid() || !begin.valid() ||
      points_to.objects(entry, ValueId(0)) != points_to.objects(begin, ValueId(0))) {
    return false;
  }
  const std::vector<ThreadStart>& starts = threads_[thread].starts;
  return std::any_of(starts.begin(), starts.end(), [&](const ThreadStart& start) {
    if (!starts_after_task(start)) return false;
    const auto calls = calls_at(points_to, start.caller, start.site);
    return std::any_of(calls.begin(), calls.end(), [&](const auto& call) { return call.callee == entry; });
  });
}

// The thread that uses a parallel stream does nothing else while the stream runs.
bool Conflicts::waits_for_stream(ThreadId stream, const RunPoint& point, ThreadId thread) {
  const AbstractThread& workers = threads_[stream];
  if (workers.kind != ThreadKind::kStream || !threads_[thread].one) return false;
  const ThreadSet& starters = threads_.started_by(stream);
  if (starters.size() != 1 || !starters.contains(thread)) return false;
  const auto chain = chains_.to(thread, point.instance);
  return chain && std::none_of(chain->begin(), chain->end(), [&](const CallChains::Link& link) {
           return std::any_of(workers.starts.begin(), workers.starts.end(), [&](const ThreadStart& start) {
             return start.caller == link.caller && start.site == link.site;
           });
         });
}

const std::vector<ObjectId>& Conflicts::only_holders(ObjectId object) {
  const auto [it, added] = only_holders_.try_emplace(object);
  if (added) {
    for (const HeapShapeGraph::IncomingField& in : heap_.incoming(object)) {
      if (heap_.has(in.from, ObjectProperty::kUnique)) it->second.push_back(in.from);
    }
    it->second.erase(std::unique(it->second.begin(), it->second.end()), it->second.end());
  }
  return it->second;
}

// Whether something refers to the object that is there for several threads: a volatile field, a concurrent collection.
bool Conflicts::is_made_for_sharing(ObjectId object) {
  const auto [it, added] = made_for_sharing_.try_emplace(object, false);
  if (added) {
    const Program& program = program_.points_to().program();
    const library::Policy& policy = program_.points_to().models().policy();
    for (const HeapShapeGraph::IncomingField& in : heap_.incoming(object)) {
      const ClassId holder = heap_.represented_class(in.from).valid() ? ClassId() : heap_.class_of(in.from);
      it->second =
          it->second || (in.field.field.valid() ? program[in.field.field].is_volatile()
                                                : holder.valid() && policy.concurrent.matches(program.name(holder)));
    }
  }
  return it->second;
}

Sharing Conflicts::sharing(const Access& a, ThreadId x, const Access& b, ThreadId y) {
  auto is_started = [&](ThreadId thread) {
    return Concurrency::is_own(threads_[thread].kind) && !threads_[thread].starts.empty();
  };
  if (!Concurrency::are_own(threads_[x].kind, threads_[y].kind)) {
    const bool client = is_client(threads_[x].kind) || is_client(threads_[y].kind);
    if (client && (is_started(x) || is_started(y))) return Sharing::kOwnAndClients;
    return is_made_for_sharing(a.event.location.object) ? Sharing::kPassedOn : Sharing::kClients;
  }
  const Concurrency& concurrency = program_.concurrency();
  if (concurrency.is_one_of_several_mains(x) || concurrency.is_one_of_several_mains(y)) return Sharing::kTool;
  const ObjectId object = a.event.location.object;
  if (heap_.has(object, ObjectProperty::kUnique)) {
    return is_certain(a, x) && is_certain(b, y) ? Sharing::kOne : Sharing::kInHolder;
  }
  // The object of a thread, which another one has found: the starter, say.
  const bool own_of_x = a.through_this && own_.is_own(x, a.event.instance);
  const bool own_of_y = b.through_this && own_.is_own(y, b.event.instance);
  if (own_of_x != own_of_y && x != y) return Sharing::kOne;
  for (ObjectId holder : only_holders(object)) {
    const ThreadSet& users = execution_.threads_of(holder);
    if (users.contains(x) && users.contains(y)) return Sharing::kInHolder;
  }
  return Sharing::kPerhaps;
}

}  // namespace snag::races
