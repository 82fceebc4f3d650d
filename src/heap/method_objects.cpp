#include "heap/method_objects.h"

#include <algorithm>
#include <utility>

#include "heap/library_calls.h"

namespace snag::ownership {

using ir::Op;
using ir::ValueId;

namespace {

bool insert(Objects& set, ObjectId object) {
  auto at = std::lower_bound(set.begin(), set.end(), object);
  if (at != set.end() && *at == object) return false;
  set.insert(at, object);
  return true;
}

}  // namespace

MethodObjects::MethodObjects(const OwnershipContext& context, NodeId node, Conditions conditions)
    : context_(context),
      node_(node),
      method_(context.calls.ir(node)),
      fresh_receiver_(context.calls.is_constructor(node)),
      conditions_known_(conditions == Conditions::kKnown),
      conditions_(context.summaries[node.value].conditions),
      pointees_(method_.instructions.size()),
      overflowed_(method_.instructions.size(), false) {
  objects_.emplace_back();
  // What an earlier analysis depended on keeps its bit.
  for (const Path& path : std::vector<Path>(conditions_)) path_object(path);
  const auto count = static_cast<std::uint32_t>(method_.instructions.size());
  for (int round = 0; round == 0 || changed_; ++round) {
    changed_ = false;
    if (round == kMaximumRounds) gave_up_ = true;
    for (std::uint32_t n = 0; n < count && !gave_up_; ++n) visit(ValueId(n));
    if (gave_up_) return;
  }
  emitting_ = true;
  emitted_.assign(edges_.size() * 4 + objects_.size() * 2, 0);
  first_action_.reserve(count + 1);
  for (std::uint32_t n = 0; n < count; ++n) {
    first_action_.push_back(static_cast<std::uint32_t>(actions_.size()));
    ++emission_;
    has_allocated_ = false;
    visit(ValueId(n));
  }
  first_action_.push_back(static_cast<std::uint32_t>(actions_.size()));
}

std::span<const Action> MethodObjects::actions(ValueId instruction) const {
  return std::span(actions_).subspan(first_action_[instruction.value],
                                     first_action_[instruction.value + 1] - first_action_[instruction.value]);
}

bool MethodObjects::runs_lambda(ValueId instruction, ValueId lambda) const {
  return std::binary_search(run_lambdas_.begin(), run_lambdas_.end(), std::pair(instruction, lambda));
}

bool MethodObjects::is_direct(ValueId value) const {
  value = method_.without_casts(value);
  const Objects& objects = pointees(value);
  return objects.size() == 1 && objects_[objects[0]].kind == Object::Kind::kMade && objects_[objects[0]].site == value;
}

bool MethodObjects::has_state(ValueId value) const {
  const ir::Instruction& i = method_[value];
  return i.type == ir::Type::kReference && !context_.holders.is_value(i.type_name);
}

// ---- objects ----

ObjectId MethodObjects::add_object(Object object) {
  if (object.kind == Object::Kind::kMade && objects_.size() >= kMaximumObjects) return kSharedObject;
  objects_.push_back(std::move(object));
  changed_ = true;
  ++version_;
  return static_cast<ObjectId>(objects_.size() - 1);
}

std::uint64_t MethodObjects::key_of(const Path& path) {
  return std::uint64_t{path.parameter} << 34 | std::uint64_t{path.deep} << 33 | std::uint64_t{path.through_slot} << 32 |
         path.slot.value;
}

ObjectId MethodObjects::path_object(Path path) {
  if (path.through_slot && path.slot.value == Slot::kAny) path = {.parameter = path.parameter, .deep = true};
  const std::uint64_t key = key_of(path);
  if (auto known = path_objects_.find(key); known != path_objects_.end()) return known->second;
  if (emitting_) return kSharedObject;  // not reached: all paths have been met before
  const bool is_lost = path.parameter >= kMaximumParameters;
  const bool fresh = fresh_receiver_ && path.parameter == 0;
  const auto condition = std::find(conditions_.begin(), conditions_.end(), path);
  const bool unasked = conditions_known_ && condition == conditions_.end();
  if (path.through_slot && (slot_paths_ >= kMaximumSlotPaths || is_lost || unasked)) {
    const ObjectId rest = path_object({.parameter = path.parameter, .deep = true});
    path_objects_.emplace(key, rest);
    return rest;
  }
  Object object{.kind = Object::Kind::kPath, .path = path, .lost = is_lost};
  ObjectId parent = kSharedObject;
  if (!path.is_parameter()) {
    Path of_parent = path;
    of_parent.deep = false;
    of_parent.through_slot = path.through_slot && path.deep;
    of_parent.slot = of_parent.through_slot ? path.slot : Slot();
    parent = path_object(of_parent);
    object.at_entry = objects_[parent].at_entry;
  }
  if (!is_lost && !fresh) {
    // By value: the parent's bit may be new, too.
    const auto bit = std::find(conditions_.begin(), conditions_.end(), path) - conditions_.begin();
    if (!unasked && bit == std::ssize(conditions_)) conditions_.push_back(path);
    object.at_entry |= unasked ? kUnaskedBit : Mask{1} << bit;
  }
  if (path.through_slot) ++slot_paths_;
  const ObjectId id = add_object(std::move(object));
  path_objects_.emplace(key, id);
  if (path.is_parameter() || gave_up_) return id;
  add_edge(parent, path.slot, id, /*at_entry=*/true);
  // What was reached by any way may be the same object.
  const ObjectId rest = path.through_slot ? kSharedObject : id;
  for (ObjectId other = 1; other < objects_.size(); ++other) {
    const Path& of_other = objects_[other].path;
    if (objects_[other].kind != Object::Kind::kPath || of_other.parameter != path.parameter || other == id) continue;
    const bool linked = rest == id ? of_other.through_slot : of_other.deep && !of_other.through_slot;
    if (!linked) continue;
    add_edge(id, {}, other, /*at_entry=*/true);
    add_edge(other, {}, id, /*at_entry=*/true);
  }
  return id;
}

ObjectId MethodObjects::made_by(ValueId site) {
  auto [it, added] = made_.try_emplace(site.value, kSharedObject);
  if (added) it->second = add_object({.kind = Object::Kind::kMade, .site = site});
  return it->second;
}

ObjectId MethodObjects::left_behind(ValueId site) {
  if (auto known = behind_.find(site.value); known != behind_.end()) return known->second;
  // Its site is no value that refers to it: no reference to it is direct.
  const ObjectId id = add_object({.kind = Object::Kind::kMade});
  behind_.emplace(site.value, id);
  if (id != kSharedObject) add_edge(id, {}, id, /*at_entry=*/false);
  return id;
}

ObjectId MethodObjects::put_by_others(ObjectId holder) {
  if (auto known = by_others_.find(holder); known != by_others_.end()) return known->second;
  if (emitting_) return kSharedObject;  // not reached: all loads have been met before
  const ObjectId id = add_object({.kind = Object::Kind::kMade, .by_others = true});
  by_others_.emplace(holder, id);
  if (id == kSharedObject) return id;
  add_edge(holder, {}, id, /*at_entry=*/true);
  add_edge(id, {}, id, /*at_entry=*/true);
  return id;
}

// ---- sets of them ----

void MethodObjects::lose(const Objects& objects) {
  for (ObjectId object : objects) {
    if (object == kSharedObject || objects_[object].lost) continue;
    objects_[object].lost = changed_ = true;
    ++version_;
  }
}

void MethodObjects::unite(Objects& into, const Objects& more) {
  for (ObjectId object : more) insert(into, object);
}

void MethodObjects::add_pointees(ValueId value, const Objects& objects) {
  if (overflowed_[value.value]) return lose(objects);
  Objects& known = pointees_[value.value];
  const std::size_t before = known.size();
  unite(known, objects);
  changed_ = changed_ || known.size() != before;
  if (known.size() <= kMaximumPointees) return;
  overflowed_[value.value] = true;
  lose(known);
  known = {kSharedObject};
}

template <class Found>
void MethodObjects::load_each(ObjectId holder, Slot slot, Found&& found) {
  if (holder == kSharedObject) return found(kSharedObject);
  if (objects_[holder].lost) found(kSharedObject);
  if (objects_[holder].kind == Object::Kind::kPath) {
    const Path path = objects_[holder].path;
    if (path.deep) {
      found(holder);
    } else if (path.through_slot) {
      found(path_object({.parameter = path.parameter, .through_slot = true, .deep = true, .slot = path.slot}));
    } else if (!fresh_receiver_ || path.parameter != 0) {
      found(path_object({.parameter = path.parameter, .through_slot = true, .deep = false, .slot = slot}));
    } else {
      found(put_by_others(holder));
    }
  } else if (objects_[holder].site.valid()) {
    found(put_by_others(holder));
  }
  for (std::uint32_t edge : objects_[holder].edges) {
    if (edges_[edge].slot.may_be(slot)) found(edges_[edge].what);
  }
}

bool MethodObjects::mark(ObjectId object) {
  if (object >= reached_at_.size()) reached_at_.resize(object + std::size_t{64}, 0);
  return std::exchange(reached_at_[object], reached_) != reached_;
}

Objects MethodObjects::load(const Objects& holders, Slot slot) {
  Objects result;
  ++reached_;
  for (ObjectId holder : holders) {
    load_each(holder, slot, [&](ObjectId object) {
      if (mark(object)) result.push_back(object);
    });
  }
  std::sort(result.begin(), result.end());
  return result;
}

// All that can be reached from these, and they themselves. Marks instead of sorted insertion: most of the time goes
// here (ownership of Derby: 12.3 CPU s before, 7.4 with marks).
Objects MethodObjects::reach(Objects from) {
  ++reached_;
  for (ObjectId object : from) mark(object);
  for (std::size_t n = 0; n < from.size() && !gave_up_; ++n) {
    load_each(from[n], {}, [&](ObjectId object) {
      if (mark(object)) from.push_back(object);
    });
  }
  std::sort(from.begin(), from.end());
  return from;
}

Objects MethodObjects::with_held(Objects from) const {
  Objects work = from;
  while (!work.empty()) {
    const ObjectId next = work.back();
    work.pop_back();
    for (std::uint32_t edge : objects_[next].edges) {
      if (insert(from, edges_[edge].what)) work.push_back(edges_[edge].what);
    }
  }
  return from;
}

Objects MethodObjects::objects_of(const Path& path, const Objects& argument) {
  if (path.is_parameter()) return argument;
  if (!path.through_slot) return reach(load(argument, {}));
  Objects held = load(argument, path.slot);
  return path.deep ? reach(load(held, {})) : held;
}

// ---- what instructions do ----

std::uint32_t MethodObjects::add_edge(ObjectId holder, Slot slot, ObjectId what, bool at_entry) {
  const std::pair key(std::uint64_t{holder} << 32 | what, slot.value);
  auto [it, added] = edge_of_.try_emplace(key, static_cast<std::uint32_t>(edges_.size()));
  if (!added) return it->second;
  objects_[holder].edges.push_back(it->second);
  edges_.push_back({holder, slot, what, at_entry});
  changed_ = true;
  ++version_;
  return it->second;
}

// Once for each instruction, which makes at most one object: the second allocation would take for new what the first
// callee of a call has stored somewhere. What was done before the allocation was done to older objects, and is repeated
// if it is done to the new one.
void MethodObjects::allocate(ObjectId object) {
  if (!emitting_ || object == kSharedObject || has_allocated_) return;
  has_allocated_ = true;
  ++emission_;
  actions_.push_back({ActionKind::kAllocate, object});
}

// Once: a call whose callees store the same in the same objects by many names had up to 2,000 actions, most of them
// repeated.
void MethodObjects::emit(const Action& action) {
  std::size_t key = edges_.size() * 4 + action.id * std::size_t{2};
  if (action.kind == ActionKind::kStore) key = action.id * std::size_t{4} + (action.holder_direct ? 2 : 0);
  std::uint32_t& last = emitted_[key + (action.direct ? 1 : 0)];
  if (last == emission_) return;
  last = emission_;
  actions_.push_back(action);
}

void MethodObjects::publish(const Objects& objects, bool direct) {
  if (!emitting_) return;
  for (ObjectId object : objects) {
    if (object != kSharedObject) emit({ActionKind::kPublish, object, direct});
  }
}

void MethodObjects::store(const Objects& holders, bool holder_direct, Slot slot, const Objects& what, bool direct) {
  for (ObjectId holder : holders) {
    if (holder == kSharedObject) {
      publish(what, direct);
      continue;
    }
    for (ObjectId object : what) {
      const std::pair key(std::uint64_t{holder} << 32 | object, slot.value);
      const auto known = edge_of_.find(key);
      if (known == edge_of_.end() && (emitting_ || edges_.size() >= kMaximumEdges)) {
        // Too many: what is stored is shared by any name, and that is what the holder then holds. While actions are
        // emitted no edge is new.
        lose({object});
        if (!emitting_) add_edge(holder, {}, kSharedObject, /*at_entry=*/false);
        continue;
      }
      const std::uint32_t edge = known != edge_of_.end() ? known->second : add_edge(holder, slot, object, false);
      if (emitting_) emit({ActionKind::kStore, edge, direct, holder_direct});
    }
  }
}

void MethodObjects::visit(ValueId at) {
  const ir::Instruction& i = method_[at];
  std::span<const ValueId> operands = method_.operands(i);
  auto store_into = [&](Slot slot, ValueId what) {
    if (has_state(what)) {
      store(pointees(operands[0]), is_direct(operands[0]), slot, pointees(what), is_direct(what));
    }
  };
  switch (i.op) {
    case Op::kParameter:
      if (has_state(at)) add_pointees(at, {path_object({.parameter = i.payload})});
      return;
    case Op::kPhi:
    case Op::kCast:
      if (i.type != ir::Type::kReference) return;
      for (ValueId operand : operands) add_pointees(at, pointees(operand));
      return;
    case Op::kCatch:
    case Op::kGetStatic:
      if (has_state(at)) add_pointees(at, {kSharedObject});
      return;
    case Op::kConstant:
      // Strings and boxes have no state; class objects and constants of other kinds belong to everyone.
      if (has_state(at)) add_pointees(at, {kSharedObject});
      return;
    case Op::kNew:
    case Op::kNewArray:
    case Op::kMultiNewArray:
      add_pointees(at, {made_by(at)});
      return allocate(made_by(at));
    case Op::kLambda: {
      const ObjectId function = made_by(at);
      add_pointees(at, {function});
      allocate(function);
      for (ValueId captured : operands) {
        if (has_state(captured)) store({function}, /*holder_direct=*/true, {}, pointees(captured), is_direct(captured));
      }
      return;
    }
    case Op::kGetField:
      if (has_state(at)) add_pointees(at, load(pointees(operands[0]), Slot::of(context_.calls.field(i))));
      return;
    case Op::kArrayLoad:
      if (has_state(at)) add_pointees(at, load(pointees(operands[0]), {Slot::kElements}));
      return;
    case Op::kPutField:
      return store_into(Slot::of(context_.calls.field(i)), operands[1]);
    case Op::kArrayStore:
      return store_into({Slot::kElements}, operands[2]);
    case Op::kPutStatic:
    case Op::kThrow:
      if (has_state(operands[0])) publish(pointees(operands[0]), is_direct(operands[0]));
      return;
    case Op::kInvoke:
      return visit_call(at);
    case Op::kDynamic:
      return call_unknown(at);
    default:
      return;
  }
}

void MethodObjects::call_unknown(ValueId at) {
  for (ValueId operand : method_.operands(at)) {
    if (has_state(operand)) publish(pointees(operand), is_direct(operand));
  }
  if (has_state(at)) add_pointees(at, {kSharedObject});
}

void MethodObjects::visit_call(ValueId at) {
  const ir::Instruction& i = method_[at];
  const Binding& binding = context_.calls.binding(i);
  const bool by_model = binding.model != nullptr && binding.model->replaces_body();
  std::span<const NodeId> targets;
  if (!by_model) targets = context_.callees.at(node_, at);
  // Where a call graph has decided, its callees are all there are.
  const bool complete =
      binding.complete || !std::equal(targets.begin(), targets.end(), binding.targets.begin(), binding.targets.end());
  if (!targets.empty() && targets.size() <= Calls::kMaximumTargets && complete) {
    Arguments arguments;
    for (ValueId operand : method_.operands(i)) arguments.push_back(argument(operand));
    OfCall& call = of_calls_[at.value];
    call.set_arguments(std::move(arguments));
    if (!emitting_ && call.done == version_) return;
    const std::uint32_t version = version_;
    Objects results;
    for (NodeId target : targets) apply(at, target, call, results);
    if (has_state(at)) add_pointees(at, results);
    if (version_ == version) call.done = version;
    return;
  }
  if (emitting_) {
    // They are called with something that other threads may have, as far as is known.
    for (NodeId target : targets) known_calls_.push_back({at, target, {}});
  }
  const Program& program = context_.calls.program();
  const bool of_jdk = binding.resolved.valid() && program[program[binding.resolved].owner].origin == Origin::kJdk;
  if (targets.empty() && (of_jdk || by_model)) {
    LibraryCalls(*this, at, binding).apply();
  } else {
    call_unknown(at);
  }
}

void MethodObjects::OfCall::set_arguments(Arguments now) {
  auto same = [](const KnownCall::Argument& a, const KnownCall::Argument& b) { return a.objects == b.objects; };
  if (!std::equal(now.begin(), now.end(), arguments.begin(), arguments.end(), same)) *this = {};
  arguments = std::move(now);
}

Objects MethodObjects::objects_at(const Path& path, OfCall& call) {
  if (path.parameter >= call.arguments.size()) return {};
  const Objects& argument = call.arguments[path.parameter].objects;
  if (path.is_parameter()) return argument;
  const std::uint64_t key = key_of(path);
  const auto index =
      static_cast<std::size_t>(std::find(call.paths.begin(), call.paths.end(), key) - call.paths.begin());
  if (index == call.paths.size()) {
    call.paths.push_back(key);
    call.meanings.push_back({~version_, {}});
  }
  OfCall::Meaning& known = call.meanings[index];
  if (known.version == version_) return known.objects;
  // If the search itself has added something, another one might find more.
  known.version = version_;
  known.objects = objects_of(path, argument);
  return known.objects;
}

void MethodObjects::apply(ValueId at, NodeId callee, OfCall& call, Objects& results) {
  const Summary& summary = context_.summaries[callee.value];
  const Arguments& arguments = call.arguments;
  if (emitting_) known_calls_.push_back({at, callee, {arguments.begin(), arguments.end()}});
  if (summary.gave_up) {
    for (const KnownCall::Argument& argument : arguments) publish(argument.objects, argument.direct);
    insert(results, kSharedObject);
    return;
  }
  auto is_result = [](const Place& place) { return place.role == Role::kResult; };
  if (std::any_of(summary.results.begin(), summary.results.end(), is_result)) allocate(made_by(at));
  auto is_direct_at = [&](const Place& place) {
    if (place.role == Role::kResult) return true;
    return place.role == Role::kPath && place.path.is_parameter() && place.path.parameter < arguments.size() &&
           arguments[place.path.parameter].direct;
  };
  auto objects_in = [&](const Place& place) -> Objects {
    switch (place.role) {
      case Role::kFresh:
        return {left_behind(at)};
      case Role::kResult:
        return {made_by(at)};
      case Role::kPath:
        return objects_at(place.path, call);
      default:
        return {kSharedObject};
    }
  };
  if (!emitting_) {
    for (const Path& path : summary.conditions) objects_at(path, call);  // which this method then depends on, too
  }
  for (const Store& s : summary.stores) {
    store(objects_in(s.holder), is_direct_at(s.holder), s.slot, objects_in(s.what), is_direct_at(s.what));
  }
  for (const Path& path : summary.publishes) publish(objects_at(path, call), is_direct_at({Role::kPath, path}));
  for (const Place& place : summary.results) unite(results, objects_in(place));
}

}  // namespace snag::ownership
