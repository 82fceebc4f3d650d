#include "sections/method_effects.h"

#include <algorithm>

#include "classfile/descriptor.h"

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

// The collections' words for taking elements out.
bool takes_out(std::string_view method_name) {
  for (std::string_view word : {"remove", "poll", "take", "pop", "drain", "clear"}) {
    if (method_name.starts_with(word)) return true;
  }
  return false;
}

}  // namespace

MethodEffects::MethodEffects(const Surroundings& rest, NodeId node, const Locks& held_at_entry, bool only_constructs)
    : rest_(rest), node_(node), method_(rest.calls.ir(node)) {
  in_constructor_ = rest.calls.is_constructor(node) || rest.calls.is_class_initializer(node) || only_constructs;
  find_effects();
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
                 !effect.waits.empty() || effect.if_true.valid();
    if (!locks && effect.accesses.empty()) continue;
    if (effect_of_.empty()) effect_of_.assign(method_.instructions.size(), kNoEffect);
    effect_of_[n] = static_cast<std::uint32_t>(effects_.size());
    effects_.push_back(std::move(effect));
  }
}

void MethodEffects::add_monitor(const ir::Instruction& i, Effect& effect) {
  ValueId object = method_.operands(i)[0];
  AccessPath path = lock_path(object);
  // Too long for a name: two of these are not the same lock, but javac uses one value for enter and exit.
  if (!path.known()) path = AccessPath(AccessPath::Root::kLocal, object.value);
  LockId lock = lock_id(path, /*own=*/false, /*library=*/false);
  (i.op == Op::kMonitorEnter ? effect.acquires : effect.releases).push_back(lock);
}

void MethodEffects::add_field_access(ValueId at, Effect& effect) {
  const ir::Instruction& i = method_[at];
  FieldId field = rest_.calls.field(i);
  if (!field.valid() || !rest_.fields.can_change(field)) return;
  bool is_static = i.op == Op::kGetStatic || i.op == Op::kPutStatic;
  std::span<const ValueId> operands = method_.operands(i);
  Access access;
  if (is_static) {
    bool initialiser =
        in_constructor_ && rest_.calls.program()[field].owner == rest_.calls.program()[rest_.calls.method(node_)].owner;
    if (initialiser && rest_.calls.is_class_initializer(node_)) return;
    access.location = AccessPath(AccessPath::Root::kStatic, field.value);
  } else {
    if (is_confined(operands[0])) return;
    access.location = path(operands[0]).then(field.value);
  }
  if (!access.location.known()) return;
  bool write = i.op == Op::kPutField || i.op == Op::kPutStatic;
  access.kind = write ? AccessKind::kWrite : AccessKind::kRead;
  access.checks = !write;
  access.acts = write;
  if (write) access.inputs.push_back(operands.back());
  if (rest_.calls.program()[field].is_volatile()) {
    access.flavor = Flavor::kVolatile;
    access.own.push_back(lock_id(access.location, /*own=*/true, /*library=*/false));
    effect.sections.push_back(access.own[0]);
    effect.section_places.push_back({});
  }
  effect.accesses.push_back(std::move(access));
}

void MethodEffects::add_array_access(ValueId at, Effect& effect) {
  const ir::Instruction& i = method_[at];
  std::span<const ValueId> operands = method_.operands(i);
  AccessPath array = path(operands[0]);
  // An array that is nobody's field: a local one, most likely.
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
  Program& program = rest_.calls.program();
  const Field& field = program[holder];
  if (rest_.calls.is_immutable(field.owner)) return true;
  std::string_view type = classfile::class_of_descriptor(program.text(field.descriptor));
  ClassId held = type.empty() || type[0] == '[' ? ClassId() : program.find_class(type);
  return held.valid() && rest_.calls.is_immutable(held);
}

void MethodEffects::add_call(ValueId at, Effect& effect) {
  const ir::Instruction& call = method_[at];
  const Binding& binding = rest_.calls.binding(call);
  if (add_model(at, binding, effect)) return;
  if (binding.runs_functions) {
    for (ValueId operand : method_.operands(call)) add_lambda(at, operand, {}, /*returned=*/false, effect);
  }
  if (binding.unknown && rest_.unknown_is_shared && call.type != ir::Type::kVoid) {
    Access access;
    access.own.push_back(lock_id(AccessPath(AccessPath::Root::kLocal, at.value), /*own=*/true, /*library=*/false));
    effect.sections.push_back(access.own[0]);
    effect.section_places.push_back({});
    effect.accesses.push_back(std::move(access));
  }
  if (!binding.complete) {
    for (NodeId target : binding.targets) add_call_context(target, at, {{}, *this});  // holding nothing that is known
    return;
  }
  Arguments arguments{method_.operands(call), *this};
  for (NodeId target : binding.targets) add_call_context(target, at, arguments);
  MethodSummary several;  // what is common to all targets, where there are several
  const MethodSummary& summary = summary_of(binding, several);
  if (summary.empty()) return;
  Place place{rest_.calls.method(binding.targets[0]), 0};
  add_summary(at, summary, arguments, {}, /*result_counts=*/true, place, effect);
  for (const FunctionCall& function : summary.functions) {
    if (function.parameter >= arguments.values.size()) continue;
    Locks around;
    for (const AccessPath& lock : function.locks) around.push_back(arguments.translate(lock));
    add_lambda(at, arguments.values[function.parameter], around, function.returned, effect);
  }
}

const MethodSummary& MethodEffects::summary_of(const Binding& binding, MethodSummary& several) const {
  const MethodSummary& first = rest_.summaries[binding.targets[0].value];
  if (binding.targets.size() == 1 || first.empty()) return first;
  several = first;
  for (std::size_t n = 1; n < binding.targets.size() && !several.empty(); ++n) {
    several = common(several, rest_.summaries[binding.targets[n].value]);
  }
  return several;
}

// Answers whether the model says all there is to know.
bool MethodEffects::add_model(ValueId at, const Binding& binding, Effect& effect) {
  const ir::Instruction& call = method_[at];
  std::span<const ValueId> operands = method_.operands(call);
  const MethodModel* model = binding.model;
  if (model == nullptr) return false;
  if (!operands.empty() && !model->locks.empty()) {
    // StampedLock.tryConvertToWriteLock gives back and takes in one step.
    if (model->locks.size() > 1) return true;
    LockId lock = lock_id(lock_path(operands[0]), /*own=*/false, /*library=*/true);
    for (const library::LockEffect& what : model->locks) {
      if (what.mode == library::LockMode::kOptimistic || what.lock.base != Operand::Base::kThis) continue;
      if (what.action == library::LockAction::kRelease) {
        effect.releases.push_back(lock);
      } else if (what.only_if_true) {
        effect.if_true = lock;
      } else {
        effect.acquires.push_back(lock);
      }
    }
    return true;
  }
  if (!model->waits.empty() && !operands.empty()) {
    AccessPath waited = lock_path(operands[0]);
    bool monitor = rest_.calls.program()[binding.resolved].owner == rest_.calls.program().object_class();
    effect.waits.push_back(lock_id(waited, /*own=*/false, /*library=*/!monitor));
    return true;
  }
  // Broken code may call an instance method as a static one, without a receiver.
  if (model->action() != AtomicKind::kNone && !operands.empty()) {
    FieldId holder = path(operands[0]).last_field();
    bool direct = holder.valid() && !path(operands[0]).ends_in_contents();
    ClassId held = direct ? rest_.fields.held_class(holder) : ClassId();
    const MethodModel* exact = rest_.calls.model_for(binding, held);
    add_collection_call(at, exact == nullptr ? *model : *exact, effect);
  }
  add_functions(at, *model, effect);
  return model->replaces_body();
}

void MethodEffects::add_collection_call(ValueId at, const MethodModel& model, Effect& effect) {
  std::span<const ValueId> operands = method_.operands(at);
  if (operands.empty() || is_confined(operands[0])) return;
  bool atomic = model.atomic != AtomicKind::kNone;
  AtomicKind kind = model.action();
  if (kind == AtomicKind::kNone) return;
  Access access;
  access.location = path(operands[0]).then(AccessPath::kContents);
  if (!access.location.known() || is_immutable(access.location)) return;
  bool single = rest_.calls.text(rest_.calls.references()[method_[at].reference()].owner)
                    .starts_with("java/util/concurrent/atomic/");
  access.flavor = !atomic                      ? Flavor::kContents
                  : single                     ? Flavor::kAtomic
                  : is_legacy(at, operands[0]) ? Flavor::kLegacy
                                               : Flavor::kCollection;
  const std::optional<Operand>& about = model.checks ? model.checks : model.acts;
  if (about && about->base == Operand::Base::kArgument && about->index + 1 < operands.size()) {
    access.keyed = true;
    access.key = key_path(operands[about->index + 1]);
  }
  if (atomic) {
    access.own.push_back(lock_id(access.location, /*own=*/true, /*library=*/false));
    effect.sections.push_back(access.own[0]);
    effect.section_places.push_back({});
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
    access.only_reads = kind == AtomicKind::kRead && operands.size() > 1;
    access.removes = takes_out(rest_.calls.text(rest_.calls.references()[method_[at].reference()].name));
    if (kind == AtomicKind::kWrite) {
      for (std::size_t n = 1; n < operands.size(); ++n) access.inputs.push_back(operands[n]);
    }
    effect.accesses.push_back(std::move(access));
  }
}

// Vector, Hashtable and their subclasses: what protects itself in java.util, apart from the wrappers.
bool MethodEffects::is_legacy(ValueId call, ValueId receiver) {
  Program& program = rest_.calls.program();
  ClassId type = rest_.fields.held_class(path(receiver).last_field());
  const Binding& binding = rest_.calls.binding(method_[call]);
  std::string_view name = program.name(type.valid() ? type : program[binding.resolved].owner);
  return name.starts_with("java/util/") && name.find('/', sizeof("java/util/") - 1) == name.npos &&
         name.find('$') == name.npos;
}

void MethodEffects::add_functions(ValueId at, const MethodModel& model, Effect& effect) {
  for (const library::Callback& callback : model.calls) {
    bool all = callback.object.base == Operand::Base::kFunctions;
    for (ValueId operand : method_.operands(at)) {
      if (all && method_[operand].op == Op::kLambda) add_lambda(at, operand, {}, /*returned=*/false, effect);
    }
    std::size_t index = callback.object.index + 1;
    if (callback.object.base == Operand::Base::kArgument && index < method_.operands(at).size()) {
      add_lambda(at, method_.operands(at)[index], {}, /*returned=*/false, effect);
    }
  }
}

void MethodEffects::add_lambda(ValueId at, ValueId lambda, const Locks& around, bool returned, Effect& effect) {
  const ir::Instruction& made = method_[lambda];
  if (made.op != Op::kLambda) return;
  NodeId body = rest_.calls.body_of(method_.lambdas[made.payload]);
  if (!body.valid()) return;
  Arguments arguments{method_.operands(made), *this};
  add_context(body, at, arguments, around);
  add_summary(at, rest_.summaries[body.value], arguments, around, returned, {rest_.calls.method(body), 0}, effect);
}

void MethodEffects::add_summary(ValueId at, const MethodSummary& summary, const Arguments& arguments,
                                const Locks& around, bool result_counts, Place place, Effect& effect) {
  auto enter = [&](LockId lock, Place where) {
    if (std::find(effect.sections.begin(), effect.sections.end(), lock) != effect.sections.end()) return;
    effect.sections.push_back(lock);
    effect.section_places.push_back(where);
  };
  auto unnamed = [&] {
    return lock_id(AccessPath(AccessPath::Root::kLocal, at.value), /*own=*/true, /*library=*/false);
  };
  auto named = [&](const AccessPath& in_callee) {
    AccessPath path = arguments.translate(in_callee);
    return path.known() ? lock_id(path, /*own=*/false, /*library=*/false) : unnamed();
  };
  LockSet outer;
  for (const AccessPath& lock : around) outer.push_back(lock.known() ? lock_id(lock, false, false) : unnamed());
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
      access.own.push_back(lock_id(access.location, /*own=*/true, /*library=*/false));
      enter(access.own.back(), from.place);
    }
    if (!access.place.method.valid()) access.place.method = place.method;
    for (std::uint32_t p = 0; p < arguments.values.size() && p < 64; ++p) {
      if ((from.parameters >> p & 1) != 0) access.inputs.push_back(arguments.values[p]);
    }
    bool nameless = !access.location.known();
    if (nameless && (kind == AccessKind::kWrite || access.own.empty())) return;
    effect.accesses.push_back(std::move(access));
  };
  for (const SummaryAccess& write : summary.writes) add_access(write, AccessKind::kWrite);
  if (result_counts && method_[at].type != ir::Type::kVoid) {
    for (const SummaryAccess& read : summary.returns) add_access(read, AccessKind::kRead);
  }
  for (const AccessPath& path : summary.acquires) {
    AccessPath here = through_constructor(arguments.translate(path));
    if (here.known()) effect.acquires.push_back(lock_id(here, false, /*library=*/true));
  }
  for (const AccessPath& path : summary.releases) {
    AccessPath here = through_constructor(arguments.translate(path));
    if (here.known()) effect.releases.push_back(lock_id(here, false, /*library=*/true));
  }
  for (const AccessPath& path : summary.waits) {
    AccessPath here = arguments.translate(path);
    effect.waits.push_back(here.known() ? lock_id(here, false, false) : lock_id(AccessPath(), false, /*library=*/true));
  }
}

// Only methods of which all callers are known can rely on their callers' locks (analysis.cpp).
void MethodEffects::add_call_context(NodeId callee, ValueId site, const Arguments& arguments) {
  if (rest_.calls.callers_are_known(callee)) add_context(callee, site, arguments, {});
}

void MethodEffects::add_context(NodeId callee, ValueId site, const Arguments& arguments, const Locks& around) {
  CallContext context{.callee = callee, .site = site, .extra = around};
  for (std::uint32_t p = 0; p < arguments.values.size(); ++p) context.arguments.push_back(arguments.path(p));
  contexts_.push_back(std::move(context));
}

}  // namespace snag::sections
