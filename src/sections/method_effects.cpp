#include "sections/method_effects.h"

#include <algorithm>

#include "classfile/descriptor.h"
#include "ir/deciding_tests.h"

namespace snag::sections {

using ir::Op;
using ir::ValueId;
using library::AtomicKind;
using library::MethodModel;
using library::Operand;

namespace {

constexpr std::uint32_t kNoEffect = 0xFFFF'FFFF;

bool may_have_effect(Op op) {
  switch (op) {
    case Op::kMonitorEnter:
    case Op::kMonitorExit:
    case Op::kGetField:
    case Op::kPutField:
    case Op::kGetStatic:
    case Op::kPutStatic:
    case Op::kArrayLoad:
    case Op::kArrayStore:
    case Op::kInvoke:
      return true;
    default:
      return false;
  }
}

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

MethodEffects::MethodEffects(const WholeProgram& program, NodeId node, const Locks& held_at_entry, bool only_constructs)
    : program_(program),
      node_(node),
      method_(program.calls.ir(node)),
      in_constructor_(program.calls.is_constructor(node) || program.calls.is_class_initializer(node) ||
                      only_constructs),
      names_(program_, method_),
      locks_(names_),
      uses_(program.calls, method_, in_constructor_) {
  find_effects();
  if (!effects_.empty()) {
    add_claims_by_waiting();
    drop_open_claims();
  }
  find_held(held_at_entry);
}

const Effect* MethodEffects::effect(ValueId instruction) const {
  if (effect_of_.empty()) return nullptr;
  std::uint32_t index = effect_of_[instruction.value];
  return index == kNoEffect ? nullptr : &effects_[index];
}

std::span<const CallContext> MethodEffects::contexts_at(ValueId site) const {
  auto earlier = [](const CallContext& a, const CallContext& b) { return a.site < b.site; };
  auto [begin, end] = std::equal_range(contexts_.begin(), contexts_.end(), CallContext{.site = site}, earlier);
  return {begin, end};
}

void MethodEffects::find_effects() {
  for (std::uint32_t n = 0; n < method_.instructions.size(); ++n) {
    const ir::Instruction& i = method_.instructions[n];
    if (!may_have_effect(i.op)) continue;  // most; making an Effect is not free
    Effect effect{.at = ValueId(n)};
    switch (i.op) {
      case Op::kMonitorEnter:
      case Op::kMonitorExit:
        add_monitor(i, effect);
        break;
      case Op::kGetField:
      case Op::kPutField:
      case Op::kGetStatic:
      case Op::kPutStatic:
        add_field_access(ValueId(n), effect);
        break;
      case Op::kArrayLoad:
      case Op::kArrayStore:
        add_array_access(ValueId(n), effect);
        break;
      case Op::kInvoke:
        add_call(ValueId(n), effect);
        break;
      default:
        break;
    }
    bool locks = !effect.sections.empty() || !effect.acquires.empty() || !effect.releases.empty() ||
                 !effect.waits.empty() || effect.if_true.lock.valid() || effect.optimistic.valid();
    if (!locks && effect.accesses.empty()) continue;
    if (effect_of_.empty()) effect_of_.assign(method_.instructions.size(), kNoEffect);
    effect_of_[n] = static_cast<std::uint32_t>(effects_.size());
    effects_.push_back(std::move(effect));
  }
}

void MethodEffects::add_monitor(const ir::Instruction& i, Effect& effect) {
  ValueId object = method_.operands(i)[0];
  AccessPath path = locks_.name_of(object).path;
  // Too long for a name: two of these are not the same lock, but javac uses one value for enter and exit.
  if (!path.known()) path = AccessPath(AccessPath::Root::kLocal, object.value);
  LockId lock = locks_.intern(path, /*own=*/false, /*library=*/false);
  if (i.op == Op::kMonitorEnter) {
    effect.acquires.push_back({lock});
  } else {
    effect.releases.push_back(lock);
  }
}

void MethodEffects::add_field_access(ValueId at, Effect& effect) {
  const ir::Instruction& i = method_[at];
  FieldId field = program_.calls.field(i);
  if (!field.valid() || !program_.fields.can_change(field)) return;
  bool is_static = i.op == Op::kGetStatic || i.op == Op::kPutStatic;
  std::span<const ValueId> operands = method_.operands(i);
  Access access;
  if (is_static) {
    bool initialiser = in_constructor_ && program_.calls.program()[field].owner ==
                                              program_.calls.program()[program_.calls.method(node_)].owner;
    if (initialiser && program_.calls.is_class_initializer(node_)) return;
    access.location = AccessPath(AccessPath::Root::kStatic, field.value);
  } else {
    if (uses_.is_confined(operands[0])) return;
    access.location = path(operands[0]).then(field.value);
  }
  if (!access.location.known()) return;
  bool write = i.op == Op::kPutField || i.op == Op::kPutStatic;
  access.kind = write ? AccessKind::kWrite : AccessKind::kRead;
  access.checks = !write;
  access.acts = write;
  if (write) access.inputs.push_back(operands.back());
  if (program_.calls.program()[field].is_volatile()) {
    access.flavor = Flavor::kVolatile;
    add_own_lock(access.location, access, effect);
  }
  effect.accesses.push_back(std::move(access));
}

void MethodEffects::add_array_access(ValueId at, Effect& effect) {
  const ir::Instruction& i = method_[at];
  std::span<const ValueId> operands = method_.operands(i);
  AccessPath array = path(operands[0]);
  // An array that no field holds is most likely a local one.
  if (array.steps().empty() && array.root() != AccessPath::Root::kStatic) return;
  Access access;
  access.location = array.then(element(operands[1]));
  if (!access.location.known() || is_immutable(access.location)) return;
  bool write = i.op == Op::kArrayStore;
  access.kind = write ? AccessKind::kWrite : AccessKind::kRead;
  access.checks = !write;
  access.acts = write;
  if (write) access.inputs.push_back(operands[2]);
  effect.accesses.push_back(std::move(access));
}

// Elements and contents of what a field holds: they belong to the object that has the field, or to one of the field's
// type, and change as little as these.
bool MethodEffects::is_immutable(const AccessPath& contents) const {
  FieldId holder = contents.last_field();
  if (!holder.valid()) return false;
  Program& program = program_.calls.program();
  const Field& field = program[holder];
  if (program_.sharing.is_immutable(field.owner)) return true;
  std::string_view type = classfile::class_of_descriptor(program.text(field.descriptor));
  ClassId held = type.empty() || type[0] == '[' ? ClassId() : program.find_class(type);
  return held.valid() && program_.sharing.is_immutable(held);
}

// The access is a critical section by itself.
void MethodEffects::add_own_lock(const AccessPath& lock, Access& access, Effect& effect) {
  access.own.push_back(locks_.intern(lock, /*own=*/true, /*library=*/false));
  effect.sections.push_back({access.own[0], {}});
}

void MethodEffects::add_call(ValueId at, Effect& effect) {
  const ir::Instruction& call = method_[at];
  const Binding& binding = program_.calls.binding(call);
  if (add_model(at, binding, effect)) return;
  if (binding.runs_functions) {
    for (ValueId operand : method_.operands(call)) add_lambda(at, operand, {}, /*returned=*/false, effect);
  }
  if (binding.unknown && program_.unknown_is_shared && call.type != ir::Type::kVoid) {
    Access access;
    add_own_lock(AccessPath(AccessPath::Root::kLocal, at.value), access, effect);
    effect.accesses.push_back(std::move(access));
  }
  if (!binding.complete) {
    for (NodeId target : binding.targets)
      add_call_context(target, at, Arguments(names_, {}));  // holding nothing that is known
    return;
  }
  Arguments arguments(names_, method_.operands(call));
  absl::InlinedVector<NodeId, 4> targets(binding.targets.begin(), binding.targets.end());
  targets.erase(std::remove_if(targets.begin(), targets.end(), [&](NodeId t) { return is_ruled_out(at, t); }),
                targets.end());
  if (targets.empty()) return;
  for (NodeId target : targets) add_call_context(target, at, arguments);
  MethodSummary several;  // what is common to all targets, where there are several
  const MethodSummary& summary = summary_of(targets, several);
  if (summary.empty()) return;
  Place place{.method = program_.calls.method(targets[0])};
  add_summary(at, summary, arguments, {}, /*result_counts=*/true, place, effect);
  for (const FunctionCall& function : summary.functions) {
    if (function.parameter >= arguments.values().size()) continue;
    Locks around;
    for (const NamedLock& lock : function.locks) around.push_back({arguments.translate(lock.path), lock.mode});
    add_lambda(at, arguments.values()[function.parameter], around, function.returned, effect);
  }
}

const MethodSummary& MethodEffects::summary_of(std::span<const NodeId> targets, MethodSummary& several) const {
  const MethodSummary& first = program_.summaries[targets[0].value];
  if (targets.size() == 1 || first.empty()) return first;
  several = first;
  for (std::size_t n = 1; n < targets.size() && !several.empty(); ++n) {
    several = common(several, program_.summaries[targets[n].value]);
  }
  return several;
}

// `if (!(map instanceof Locked)) map.put(key, value);` does not run the method of Locked.
bool MethodEffects::is_ruled_out(ValueId call, NodeId target) {
  if (tests_of_types_.empty()) {
    tests_of_types_.emplace_back();  // so that they are looked for once
    for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
      const ir::Instruction& end = method_.terminator(ir::BlockId(b));
      if (end.op != Op::kIf || !is_null_or_zero(method_, method_.operands(end)[1])) continue;
      const ir::Instruction& test = method_[method_.operands(end)[0]];
      if (test.op == Op::kInstanceOf) tests_of_types_.push_back(ir::BlockId(b));
    }
  }
  if (tests_of_types_.size() == 1 || method_[call].as<ir::InvokeKind>() == ir::InvokeKind::kStatic) return false;
  const AccessPath receiver = path(method_.operands(call)[0]);
  Program& program = program_.calls.program();
  ClassId owner = program[program_.calls.method(target)].owner;
  return ir::DecidingTests(method_).any_of(block_of(call), [&](ir::BlockId at, ir::BlockId to) {
    if (std::find(tests_of_types_.begin() + 1, tests_of_types_.end(), at) == tests_of_types_.end()) return false;
    const ir::Instruction& end = method_.terminator(at);
    const ir::Instruction& test = method_[method_.operands(end)[0]];
    bool if_zero = end.as<ir::Condition>() == ir::Condition::kEqual;
    bool is_not = if_zero == (method_.successors(at)[0] == to);
    ClassId type =
        is_not && path(method_.operands(test)[0]) == receiver ? program.find_class(test.payload_name()) : ClassId();
    return type.valid() && program.is_subtype(owner, type);
  });
}

// Returns whether the model says all there is to know.
bool MethodEffects::add_model(ValueId at, const Binding& binding, Effect& effect) {
  const ir::Instruction& call = method_[at];
  std::span<const ValueId> operands = method_.operands(call);
  const MethodModel* model = binding.model;
  if (model == nullptr) return false;
  if (!operands.empty() && !model->locks.empty()) {
    add_lock_operation(at, *model, effect);
    return true;
  }
  if (!model->waits.empty() && !operands.empty()) {
    AccessPath waited = locks_.name_of(operands[0]).path;
    bool monitor = program_.calls.program()[binding.resolved].owner == program_.calls.program().object_class();
    effect.waits.push_back(locks_.intern(waited, /*own=*/false, /*library=*/!monitor));
    return true;
  }
  // Broken code may call an instance method as a static one, without a receiver.
  if (model->action() != AtomicKind::kNone && !operands.empty()) {
    FieldId holder = path(operands[0]).last_field();
    bool direct = holder.valid() && !path(operands[0]).ends_in_contents();
    ClassId held = direct ? program_.fields.held_class(holder) : ClassId();
    const MethodModel* exact = program_.calls.model_for(binding, held);
    add_collection_call(at, exact == nullptr ? *model : *exact, effect);
    add_claim(at, *model, effect);
  }
  add_functions(at, *model, effect);
  return model->replaces_body() && binding.targets.empty();
}

void MethodEffects::add_lock_operation(ValueId at, const MethodModel& model, Effect& effect) {
  // StampedLock.tryConvertToWriteLock gives back one mode and takes the other in one step.
  auto takes = [](const library::LockEffect& e) {
    return e.action == library::LockAction::kAcquire && e.mode != LockMode::kOptimistic;
  };
  const bool converts = model.locks.size() > 1 && std::any_of(model.locks.begin(), model.locks.end(), takes);
  const NamedByView named = locks_.name_of(method_.operands(at)[0]);
  LockId lock = locks_.intern(named.path, /*own=*/false, /*library=*/true);
  for (const library::LockEffect& what : model.locks) {
    if (what.lock.base != Operand::Base::kThis || (converts && !takes(what))) continue;
    const Acquisition taken{lock, named.mode.value_or(what.mode), converts};
    if (taken.mode == LockMode::kOptimistic) {
      effect.optimistic = lock;
    } else if (what.action == library::LockAction::kRelease) {
      effect.releases.push_back(lock);
    } else if (what.only_if_true) {
      effect.if_true = taken;
    } else {
      effect.acquires.push_back(taken);
    }
  }
}

void MethodEffects::add_collection_call(ValueId at, const MethodModel& model, Effect& effect) {
  std::span<const ValueId> operands = method_.operands(at);
  if (operands.empty() || uses_.is_confined(operands[0])) return;
  bool atomic = model.atomic != AtomicKind::kNone;
  AtomicKind kind = model.action();
  if (kind == AtomicKind::kNone) return;
  Access access;
  access.location = path(operands[0]).then(AccessPath::kContents);
  if (!access.location.known() || is_immutable(access.location)) return;
  bool single = program_.calls.models().policy().atomic_values.matches(
      program_.calls.text(program_.calls.references()[method_[at].reference()].owner));
  access.flavor = !atomic                      ? Flavor::kContents
                  : single                     ? Flavor::kAtomic
                  : is_legacy(at, operands[0]) ? Flavor::kLegacy
                                               : Flavor::kCollection;
  const std::optional<Operand>& about = model.checks ? model.checks : model.acts;
  if (about && about->base == Operand::Base::kArgument && about->index + 1 < operands.size()) {
    access.keyed = true;
    access.key = names_.key_path(operands[about->index + 1]);
  }
  if (atomic) {
    add_own_lock(access.location, access, effect);
  }
  bool has_result = method_[at].type != ir::Type::kVoid;
  if (has_result) {
    Access read = access;
    read.kind = AccessKind::kRead;
    read.checks = model.checks.has_value();
    read.handed_over = kind == AtomicKind::kUpdate;
    if (read.checks || read.handed_over || kind == AtomicKind::kRead) effect.accesses.push_back(std::move(read));
  }
  // A read that fails when the check no longer holds (get(index) behind size()) acts as well.
  if (kind != AtomicKind::kRead || model.acts) {
    access.kind = AccessKind::kWrite;
    access.acts = model.acts.has_value();
    access.only_reads = kind == AtomicKind::kRead;
    access.removes = model.removes;
    for (std::size_t n = 1; n < operands.size(); ++n) {
      const ir::Instruction& given = method_[method_.without_casts(operands[n])];
      if (kind == AtomicKind::kWrite) access.inputs.push_back(operands[n]);
      // `toArray(new String[size()])`: the array is as long as the collection was.
      if (access.only_reads && given.op == Op::kNewArray) access.inputs.push_back(method_.operands(given)[0]);
    }
    effect.accesses.push_back(std::move(access));
  }
}

// `if (busy.compareAndSet(false, true))` takes a lock, and `busy.set(false)` gives it back.
void MethodEffects::add_claim(ValueId at, const MethodModel& model, Effect& effect) {
  std::span<const ValueId> operands = method_.operands(at);
  AccessPath claim = path(operands[0]).then(AccessPath::kContents);
  if (!claim.known() || uses_.is_confined(operands[0])) return;
  bool takes = model.claims && operands.size() == 3 && is_null_or_zero(method_, operands[1]) &&
               !is_null_or_zero(method_, operands[2]);
  bool gives_back = model.atomic == AtomicKind::kWrite && operands.size() == 2 && model.acts &&
                    model.acts->base == Operand::Base::kThis && is_null_or_zero(method_, operands[1]);
  if (takes) effect.if_true = {locks_.intern(claim, /*own=*/false, /*library=*/false)};
  if (gives_back) effect.releases.push_back(locks_.intern(claim, /*own=*/false, /*library=*/false));
}

// A field that is set once it is not set, after waiting for that, and cleared when others are woken:
//     synchronized void enter() { while (taken) wait(); taken = true; }
//     synchronized void leave() { taken = false; notify(); }
void MethodEffects::add_claims_by_waiting() {
  bool waits = std::any_of(effects_.begin(), effects_.end(), [](const Effect& e) { return !e.waits.empty(); });
  bool wakes = std::any_of(method_.instructions.begin(), method_.instructions.end(), [&](const ir::Instruction& i) {
    const MethodModel* model = i.op == Op::kInvoke ? program_.calls.binding(i).model : nullptr;
    return model != nullptr && !model->notifies.empty();
  });
  if (!waits && !wakes) return;
  const ir::DecidingTests tests(method_);
  const std::vector<ir::BlockId> block_of = method_.block_of_instructions();
  for (Effect& effect : effects_) {
    const ir::Instruction& store = method_[effect.at];
    if ((store.op != Op::kPutField && store.op != Op::kPutStatic) || effect.accesses.empty()) continue;
    const AccessPath location = effect.accesses.front().location;
    bool clears = is_null_or_zero(method_, method_.operands(store).back());
    bool takes = !clears && waits && tests.any_of(block_of[effect.at.value], [&](ir::BlockId test, ir::BlockId to) {
      const ir::Instruction& end = method_.terminator(test);
      if (end.op != Op::kIf) return false;
      std::span<const ValueId> operands = method_.operands(end);
      const Effect* read = this->effect(operands[0]);
      bool same = read != nullptr && is_null_or_zero(method_, operands[1]) && !read->accesses.empty() &&
                  method_[operands[0]].op != Op::kInvoke && read->accesses.front().location == location;
      bool if_zero = end.as<ir::Condition>() == ir::Condition::kEqual;
      return same && if_zero == (method_.successors(test)[0] == to);
    });
    if (!takes && !(clears && wakes)) continue;
    LockId claim = locks_.intern(location.then(AccessPath::kContents), /*own=*/false, /*library=*/false);
    if (takes) {
      effect.acquires.push_back({claim});
    } else {
      effect.releases.push_back(claim);
    }
  }
}

// What a callee leaves claimed counts only where it is also given back: `start()`, which throws if it is called twice,
// is no lock.
void MethodEffects::drop_open_claims() {
  auto is_given_back = [&](LockId claim) {
    return std::any_of(effects_.begin(), effects_.end(), [&](const Effect& effect) {
      return std::find(effect.releases.begin(), effect.releases.end(), claim) != effect.releases.end();
    });
  };
  for (Effect& effect : effects_) {
    if (method_[effect.at].op != Op::kInvoke) continue;
    auto is_open = [&](const Acquisition& taken) {
      return locks_[taken.lock].is_claim() && !is_given_back(taken.lock);
    };
    effect.acquires.erase(std::remove_if(effect.acquires.begin(), effect.acquires.end(), is_open),
                          effect.acquires.end());
  }
}

// Vector, Hashtable and their subclasses: old collections that lock themselves, apart from the wrappers.
bool MethodEffects::is_legacy(ValueId call, ValueId receiver) {
  Program& program = program_.calls.program();
  ClassId type = program_.fields.held_class(path(receiver).last_field());
  if (!type.valid()) type = program.find_class(program_.calls.references()[method_[call].reference()].owner);
  while (type.valid() && program[type].origin != Origin::kJdk) type = program.superclass(type);
  if (!type.valid() || program[type].is_interface()) return false;
  std::string_view name = program.name(type);
  return program_.calls.models().policy().collections.matches(name) && name.find('$') == name.npos;
}

void MethodEffects::add_functions(ValueId at, const MethodModel& model, Effect& effect) {
  for (const library::Callback& callback : model.calls) {
    bool all = callback.object.base == Operand::Base::kFunctions;
    for (ValueId operand : method_.operands(at)) {
      if (all && method_[operand].op == Op::kLambda) add_lambda(at, operand, {}, /*returned=*/false, effect);
    }
    const bool has_receiver = method_[at].as<ir::InvokeKind>() != ir::InvokeKind::kStatic;
    const std::size_t index = callback.object.index + (has_receiver ? 1 : 0);
    if (callback.object.base != Operand::Base::kArgument || callback.object.part != Operand::Part::kSelf) continue;
    if (index >= method_.operands(at).size()) continue;
    const ValueId function = method_.operands(at)[index];
    // `arg0: java.lang.Object.hashCode` does not run a lambda.
    const bool runs =
        method_[function].op == Op::kLambda &&
        (!callback.method.valid() || method_.lambdas[method_[function].payload].method_name == callback.method);
    if (runs) add_lambda(at, function, {}, /*returned=*/false, effect);
  }
}

void MethodEffects::add_lambda(ValueId at, ValueId lambda, const Locks& around, bool returned, Effect& effect) {
  const ir::Instruction& made = method_[lambda];
  if (made.op != Op::kLambda) return;
  NodeId body = program_.calls.body_of(method_.lambdas[made.payload]);
  if (!body.valid()) return;
  Arguments arguments(names_, method_.operands(made));
  add_context(body, at, arguments, around);
  add_summary(at, program_.summaries[body.value], arguments, around, returned, {program_.calls.method(body), 0},
              effect);
}

void MethodEffects::add_summary(ValueId at, const MethodSummary& summary, const Arguments& arguments,
                                const Locks& around, bool result_counts, Place place, Effect& effect) {
  auto enter = [&](LockId lock, Place where) {
    auto is_it = [&](const EnteredSection& section) { return section.lock == lock; };
    if (std::none_of(effect.sections.begin(), effect.sections.end(), is_it)) effect.sections.push_back({lock, where});
  };
  auto unnamed = [&] {
    return locks_.intern(AccessPath(AccessPath::Root::kLocal, at.value), /*own=*/true, /*library=*/false);
  };
  auto named = [&](const AccessPath& in_callee) {
    AccessPath path = arguments.translate(in_callee);
    return path.known() ? locks_.intern(path, /*own=*/false, /*library=*/false) : unnamed();
  };
  LockSet outer;
  for (const NamedLock& lock : around) {
    outer.push_back(lock.path.known() ? locks_.intern(lock.path, /*own=*/false, /*library=*/false) : unnamed());
  }
  for (LockId lock : outer) enter(lock, place);
  for (const SummarySection& section : summary.sections) enter(named(section.lock), section.place);
  if (summary.unnamed_section) enter(unnamed(), place);
  auto add_access = [&](const SummaryAccess& from, AccessKind kind) {
    Access access{from};
    access.kind = kind;
    access.depth = static_cast<std::uint8_t>(std::min(from.depth + 1, 255));
    access.location = arguments.translate(from.location);
    access.key = arguments.translate(from.key);
    if (is_confined(access.location)) return;
    access.own = outer;
    for (const AccessPath& lock : from.locks) access.own.push_back(named(lock));
    if (from.unnamed_lock) access.own.push_back(unnamed());
    if (protects_itself(from.flavor) && access.location.known()) {
      access.own.push_back(locks_.intern(access.location, /*own=*/true, /*library=*/false));
      enter(access.own.back(), from.place);
    }
    if (!access.place.method.valid()) access.place.method = place.method;
    for (std::uint32_t p = 0; p < arguments.values().size() && p < 64; ++p) {
      if ((from.parameters >> p & 1) != 0) access.inputs.push_back(arguments.values()[p]);
    }
    bool nameless = !access.location.known();
    if (nameless && (kind == AccessKind::kWrite || access.own.empty())) return;
    effect.accesses.push_back(std::move(access));
  };
  for (const SummaryAccess& write : summary.writes) add_access(write, AccessKind::kWrite);
  if (result_counts && method_[at].type != ir::Type::kVoid) {
    for (const SummaryAccess& read : summary.returns) add_access(read, AccessKind::kRead);
  }
  for (const NamedLock& lock : summary.acquires) {
    AccessPath here = names_.through_constructor(arguments.translate(lock.path));
    if (here.known()) effect.acquires.push_back({locks_.intern(here, /*own=*/false, /*library=*/true), lock.mode});
  }
  for (const AccessPath& path : summary.releases) {
    AccessPath here = names_.through_constructor(arguments.translate(path));
    if (here.known()) effect.releases.push_back(locks_.intern(here, /*own=*/false, /*library=*/true));
  }
  for (const AccessPath& path : summary.waits) {
    AccessPath here = arguments.translate(path);
    effect.waits.push_back(here.known() ? locks_.intern(here, /*own=*/false, /*library=*/false)
                                        : locks_.intern(AccessPath(), /*own=*/false, /*library=*/true));
  }
}

// Only methods of which all callers are known can rely on their callers' locks (analysis.cpp).
void MethodEffects::add_call_context(NodeId callee, ValueId site, const Arguments& arguments) {
  if (program_.all_contexts || program_.calls.callers_are_known(callee)) add_context(callee, site, arguments, {});
}

void MethodEffects::add_context(NodeId callee, ValueId site, const Arguments& arguments, const Locks& around) {
  CallContext context{.callee = callee, .site = site, .extra = around};
  for (std::uint32_t p = 0; p < arguments.values().size(); ++p) context.arguments.push_back(arguments.path(p));
  contexts_.push_back(std::move(context));
}

absl::InlinedVector<ValueId, 4> MethodEffects::derived_from(ValueId value) const {
  absl::InlinedVector<ValueId, 4> result;
  const ir::Instruction& call = method_[value];
  if (call.op == Op::kGetField) {
    FieldId field = program_.calls.field(call);
    if (field.valid() && !program_.fields.can_change(field)) result.push_back(method_.operands(call)[0]);
    return result;
  }
  const Binding& binding = program_.calls.binding(call);
  std::span<const ValueId> operands = method_.operands(call);
  if (binding.model != nullptr && binding.model->derives) result.assign(operands.begin(), operands.end());
  if (!binding.complete) return result;
  std::uint64_t parameters = ~std::uint64_t{0};
  for (NodeId target : binding.targets) parameters &= program_.summaries[target.value].result_parameters;
  for (std::size_t p = 0; p < operands.size() && p < 64; ++p) {
    if ((parameters >> p & 1) != 0) result.push_back(operands[p]);
  }
  return result;
}

// ---- objects that no other thread has ----

bool MethodEffects::is_confined(const AccessPath& path) {
  if (path.root() == AccessPath::Root::kParameter) {
    return in_constructor_ && !method_.is_static() && path.detail() == 0;
  }
  return path.root() == AccessPath::Root::kLocal && uses_.is_confined(ValueId(path.detail()));
}

// ---- which locks are held where ----

void MethodEffects::step(ValueId instruction, HeldLocks& held) const {
  const Effect* what = effect(instruction);
  if (what == nullptr) return;
  for (LockId lock : what->releases) release(held, lock);
  for (const Acquisition& taken : what->acquires) acquire(held, taken, instruction);
}

// tryLock: taken where the result is not zero.
Acquisition MethodEffects::acquired_between(ir::BlockId from, ir::BlockId to) const {
  const ir::Instruction& end = method_.terminator(from);
  if (end.op != Op::kIf || effects_.empty()) return {};
  std::span<const ValueId> operands = method_.operands(end);
  ValueId tested = operands[0];
  if (method_[tested].op == Op::kCompare && is_null_or_zero(method_, method_.operands(tested)[1])) {
    tested = method_.operands(tested)[0];
  }
  const Effect* what = effect(tested);
  if (what == nullptr || !what->if_true.lock.valid() || !is_null_or_zero(method_, operands[1])) return {};
  auto condition = end.as<ir::Condition>();
  bool taken_if_zero = condition == ir::Condition::kEqual;
  if (!taken_if_zero && condition != ir::Condition::kNotEqual) return {};
  bool is_taken = method_.successors(from)[0] == to;
  return is_taken != taken_if_zero ? what->if_true : Acquisition();
}

struct MethodEffects::HeldLocksDomain {
  using State = HeldLocks;

  MethodEffects& effects;
  std::size_t work = 0;

  HeldLocks at_entry() const { return effects.at_entry_; }
  void pass(ir::BlockId id, HeldLocks& held, HeldLocks* /*thrown*/) {
    const ir::Block& block = effects.method_[id];
    for (std::uint32_t n = block.begin; n < block.end; ++n) {
      effects.step(ValueId(n), held);
      effects.gave_up_ = effects.gave_up_ || held.size() >= kMaximumHeld;
    }
    work += 1 + block.end - block.begin + block.successor_count + block.pad_count;
  }
  const HeldLocks& cross(const ir::FlowEdge& edge, const HeldLocks& out, HeldLocks& scratch) const {
    const Acquisition taken = edge.exceptional ? Acquisition() : effects.acquired_between(edge.from, edge.to);
    if (!taken.lock.valid()) return out;
    scratch = out;
    acquire(scratch, taken, ValueId(effects.method_[edge.from].end - 1));
    return scratch;
  }
  static bool join(ir::BlockId /*at*/, HeldLocks& known, const HeldLocks& arriving) { return meet(known, arriving); }
  bool within_budget() const { return work <= kMaximumWork; }
};

void MethodEffects::find_held(const Locks& held_at_entry) {
  for (const NamedLock& lock : held_at_entry) {
    at_entry_.push_back({locks_.intern(lock.path, /*own=*/false, /*library=*/false), ValueId(), 1, lock.mode});
  }
  bool changes = std::any_of(effects_.begin(), effects_.end(), [](const Effect& e) {
    return !e.acquires.empty() || !e.releases.empty() || e.if_true.lock.valid();
  });
  if (!changes) return;  // the same everywhere
  solve_held();
  if (add_locks_in_some_order()) solve_held();
}

void MethodEffects::solve_held() {
  HeldLocksDomain domain{*this};
  ir::FlowResult<HeldLocks> found = ir::solve_forward(method_, domain);
  at_start_ = std::move(found.at_start);
  if (found.complete) return;
  // What is held is then not known anywhere but at the entry.
  gave_up_ = true;
  at_start_.assign(method_.blocks.size(), {});
}

// The two objects that a lock is one of, by a choice of its object: `id < other.id ? this : other`.
std::optional<MethodEffects::OneOfTwo> MethodEffects::one_of_two(LockId lock) {
  const AccessPath& name = locks_[lock].path;
  if (name.root() != AccessPath::Root::kLocal) return std::nullopt;
  const ValueId phi(name.detail());
  if (method_[phi].op != Op::kPhi) return std::nullopt;
  OneOfTwo result{.lock = lock, .chosen = phi, .first = {}, .second = {}};
  for (ValueId operand : method_.operands(phi)) {
    AccessPath object = path(operand);
    for (AccessPath::Step step : name.steps()) object = object.then(step);
    if (!object.known()) return std::nullopt;
    if (!result.first.known() || object == result.first) {
      result.first = object;
    } else if (!result.second.known() || object == result.second) {
      result.second = object;
    } else {
      return std::nullopt;
    }
  }
  return result.second.known() ? std::optional(result) : std::nullopt;
}

// `first = a.id < b.id ? a : b; second = first == a ? b : a; synchronized (first) { synchronized (second) { … } }`: in
// whatever order, both are held inside. Returns whether there are such locks.
bool MethodEffects::add_locks_in_some_order() {
  auto is_other = [&](const OneOfTwo& outer, const OneOfTwo& inner) {
    bool same = (outer.first == inner.first && outer.second == inner.second) ||
                (outer.first == inner.second && outer.second == inner.first);
    if (!same || outer.chosen == inner.chosen) return false;
    // Chosen at one place: on each way one of them is the one, and one the other.
    if (block_of(outer.chosen) != block_of(inner.chosen)) return true;
    std::span<const ValueId> a = method_.operands(outer.chosen), b = method_.operands(inner.chosen);
    for (std::size_t n = 0; n < a.size(); ++n) {
      if (path(a[n]) == path(b[n])) return false;
    }
    return true;
  };
  struct Both {
    OneOfTwo locks;
    ValueId at;
    LockMode mode;
  };
  std::vector<Both> found;
  for_each_instruction([&](ir::BlockId, ValueId at, const HeldLocks& held) {
    const Effect* effect = this->effect(at);
    if (effect == nullptr || held.empty() || held.size() > kMaximumHeld / 2) return;
    for (const Acquisition& taken : effect->acquires) {
      std::optional<OneOfTwo> inner = one_of_two(taken.lock);
      if (!inner) continue;
      for (const HeldLock& h : held) {
        std::optional<OneOfTwo> outer = one_of_two(h.lock);
        if (outer && is_other(*outer, *inner)) found.push_back({*inner, at, weaker(h.mode, taken.mode)});
      }
    }
  });
  for (const Both& both : found) {
    const bool library = locks_[both.locks.lock].library;
    const LockId locks[] = {locks_.intern(both.locks.first, /*own=*/false, library),
                            locks_.intern(both.locks.second, /*own=*/false, library)};
    for (Effect& effect : effects_) {
      bool gives_back =
          std::find(effect.releases.begin(), effect.releases.end(), both.locks.lock) != effect.releases.end();
      for (LockId lock : locks) {
        if (effect.at == both.at) effect.acquires.push_back({lock, both.mode});
        if (gives_back) effect.releases.push_back(lock);
      }
    }
  }
  return !found.empty();
}

ir::BlockId MethodEffects::block_of(ValueId value) const {
  auto after = std::upper_bound(method_.blocks.begin(), method_.blocks.end(), value.value,
                                [](std::uint32_t n, const ir::Block& block) { return n < block.begin; });
  return ir::BlockId(static_cast<std::uint32_t>(after - method_.blocks.begin()) - 1);
}

}  // namespace snag::sections
