#include "sections/method_effects.h"

#include <algorithm>

namespace snag::sections {

using ir::Op;
using ir::ValueId;
using library::AtomicKind;
using library::MethodModel;
using library::Operand;

namespace {

constexpr std::uint32_t kNoEffect = 0xFFFF'FFFF;
// Casts, boxes, fields, views and accessors that are looked through, together: also what bounds the recursion through
// accessors (`a.self().self()…`, 9,000 times in a method of 64 KB).
constexpr int kMaximumHops = 16;
// Locks that have a linear search; beyond, an index.
constexpr std::size_t kFewLocks = 16;

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

// The values and paths that a callee's parameters stand for: a call's operands, or a lambda's captured values.
struct MethodEffects::Arguments {
  std::span<const ValueId> values;
  MethodEffects& caller;
  int hops = kMaximumHops;
  // Paths that were asked for already: a summary asks for `this` again and again.
  mutable absl::InlinedVector<std::pair<std::uint32_t, AccessPath>, 3> known = {};

  AccessPath path(std::uint32_t parameter) const {
    for (const auto& [number, path] : known) {
      if (number == parameter) return path;
    }
    known.emplace_back(parameter, parameter < values.size() ? caller.path(values[parameter], hops) : AccessPath());
    return known.back().second;
  }
  AccessPath translate(const AccessPath& path_in_callee) const {
    return path_in_callee.in_caller([&](std::uint32_t parameter) { return path(parameter); });
  }
};

MethodEffects::MethodEffects(const Surroundings& rest, NodeId node, const Locks& held_at_entry, bool only_constructs)
    : rest_(rest), node_(node), method_(rest.members.ir(node)) {
  in_constructor_ = rest.members.is_constructor(node) || rest.members.is_class_initializer(node) || only_constructs;
  find_effects();
  find_held(held_at_entry);
}

const Effect* MethodEffects::effect(ValueId instruction) const {
  if (effect_of_.empty()) return nullptr;
  std::uint32_t index = effect_of_[instruction.value];
  return index == kNoEffect ? nullptr : &effects_[index];
}

// ---- what instructions do ----

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
    enters_sections_ = enters_sections_ || locks;
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
  FieldId field = rest_.members.field(i);
  if (!field.valid() || !rest_.fields.can_change(field)) return;
  bool is_static = i.op == Op::kGetStatic || i.op == Op::kPutStatic;
  std::span<const ValueId> operands = method_.operands(i);
  Access access;
  if (is_static) {
    bool initialiser = in_constructor_ && rest_.members.program()[field].owner ==
                                              rest_.members.program()[rest_.members.method(node_)].owner;
    if (initialiser && rest_.members.is_class_initializer(node_)) return;
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
  if (rest_.members.program()[field].is_volatile()) {
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
  const ir::Instruction& index = method_[operands[1]];
  AccessPath::Step step = AccessPath::kElementBit | operands[1].value;
  bool constant = index.op == Op::kConstant && index.as<ir::ConstantKind>() == ir::ConstantKind::kInt;
  if (constant && index.payload < AccessPath::kConstantLimit) step = AccessPath::kConstantElement + index.payload;
  Access access;
  access.location = array.then(step);
  if (!access.location.known()) return;
  bool write = i.op == Op::kArrayStore;
  access.kind = write ? AccessKind::kWrite : AccessKind::kRead;
  access.checks = !write;
  access.acts = write;
  if (write) access.inputs.push_back(operands[2]);
  effect.accesses.push_back(std::move(access));
}

void MethodEffects::add_call(ValueId at, Effect& effect) {
  const ir::Instruction& call = method_[at];
  const Binding& binding = rest_.members.binding(call);
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
    for (NodeId target : binding.targets) add_context(target, at, {{}, *this}, {});  // holding nothing that is known
    return;
  }
  Arguments arguments{method_.operands(call), *this};
  for (NodeId target : binding.targets) add_context(target, at, arguments, {});
  MethodSummary several;  // what is common to all targets, where there are several
  const MethodSummary& summary = summary_of(binding, several);
  if (summary.empty()) return;
  Place place{rest_.members.method(binding.targets[0]), 0};
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
      if (what.mode == library::LockMode::kOptimistic) continue;
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
    bool monitor = rest_.members.program()[binding.resolved].owner == rest_.members.program().object_class();
    effect.waits.push_back(lock_id(waited, /*own=*/false, /*library=*/!monitor));
    return true;
  }
  // Broken code may call an instance method as a static one, without a receiver.
  bool has_contents = model->atomic != AtomicKind::kNone || model->contents != AtomicKind::kNone;
  if (has_contents && !operands.empty()) {
    FieldId holder = path(operands[0]).last_field();
    bool direct = holder.valid() && !path(operands[0]).ends_in_contents();
    ClassId held = direct ? rest_.fields.held_class(holder) : ClassId();
    const MethodModel* exact = rest_.members.model_for(binding, held);
    add_collection_call(at, exact == nullptr ? *model : *exact, effect);
  }
  add_functions(at, *model, effect);
  return model->replaces_body();
}

// `made.lock`, where made is an object whose constructor kept its argument in that field: the argument.
AccessPath MethodEffects::through_constructor(const AccessPath& path) {
  if (path.root() != AccessPath::Root::kLocal || path.steps().empty()) return path;
  ValueId object(path.detail());
  if (method_[object].op != Op::kNew) return path;
  ValueId call = constructor_call(object);
  if (!call.valid()) return path;
  const ir::Instruction& i = method_[call];
  const Binding& binding = rest_.members.binding(i);
  if (!binding.complete || (path.steps()[0] & AccessPath::kElementBit) != 0) return path;
  std::optional<std::uint32_t> kept = rest_.members.kept_parameter(binding.targets[0], FieldId(path.steps()[0]));
  if (!kept || *kept >= i.operand_count) return path;
  AccessPath result = this->path(method_.operands(i)[*kept]);
  for (std::size_t n = 1; n < path.steps().size(); ++n) result = result.then(path.steps()[n]);
  return result;
}

// The first invokespecial on an object that is made here.
ValueId MethodEffects::constructor_call(ValueId object) {
  if (constructor_calls_.empty()) {
    for (std::uint32_t n = 0; n < method_.instructions.size(); ++n) {
      const ir::Instruction& i = method_.instructions[n];
      if (i.op != Op::kInvoke || i.as<ir::InvokeKind>() != ir::InvokeKind::kSpecial) continue;
      constructor_calls_.try_emplace(method_.operands(i)[0], ValueId(n));
    }
  }
  auto it = constructor_calls_.find(object);
  return it == constructor_calls_.end() ? ValueId() : it->second;
}

void MethodEffects::add_collection_call(ValueId at, const MethodModel& model, Effect& effect) {
  std::span<const ValueId> operands = method_.operands(at);
  if (operands.empty() || is_confined(operands[0])) return;
  bool atomic = model.atomic != AtomicKind::kNone;
  AtomicKind kind = atomic ? model.atomic : model.contents;
  if (kind == AtomicKind::kNone) return;
  Access access;
  access.location = path(operands[0]).then(AccessPath::kContents);
  if (!access.location.known()) return;
  bool single = rest_.members.text(rest_.members.references()[method_[at].reference()].owner)
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
    access.removes = takes_out(rest_.members.text(rest_.members.references()[method_[at].reference()].name));
    if (kind == AtomicKind::kWrite) {
      for (std::size_t n = 1; n < operands.size(); ++n) access.inputs.push_back(operands[n]);
    }
    effect.accesses.push_back(std::move(access));
  }
}

// Vector, Hashtable and their subclasses: what protects itself in java.util, apart from the wrappers.
bool MethodEffects::is_legacy(ValueId call, ValueId receiver) {
  Program& program = rest_.members.program();
  ClassId type = rest_.fields.held_class(path(receiver).last_field());
  const Binding& binding = rest_.members.binding(method_[call]);
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
  NodeId body = rest_.members.body_of(method_.lambdas[made.payload]);
  if (!body.valid()) return;
  Arguments arguments{method_.operands(made), *this};
  add_context(body, at, arguments, around);
  add_summary(at, rest_.summaries[body.value], arguments, around, returned, {rest_.members.method(body), 0}, effect);
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

void MethodEffects::add_context(NodeId callee, ValueId site, const Arguments& arguments, const Locks& around) {
  // Only methods of which all callers are known can rely on their callers' locks (analysis.cpp).
  if (!rest_.members.callers_are_known(callee)) return;
  CallContext context{.callee = callee, .site = site, .extra = around};
  for (std::uint32_t p = 0; p < arguments.values.size(); ++p) context.arguments.push_back(arguments.path(p));
  contexts_.push_back(std::move(context));
}

// ---- names of objects ----

LockId MethodEffects::lock_id(const AccessPath& path, bool own, bool library) {
  auto is_it = [&](const LockOfMethod& lock) {
    return lock.own == own && (lock.path == path || (!path.known() && !lock.path.known()));
  };
  LockId found;
  if (locks_.size() <= kFewLocks) {
    auto it = std::find_if(locks_.begin(), locks_.end(), is_it);
    if (it != locks_.end()) found = LockId(static_cast<std::uint32_t>(it - locks_.begin()));
  } else {
    auto [begin, end] = locks_by_hash_.equal_range(path.hash());
    auto it = std::find_if(begin, end, [&](const auto& entry) { return is_it(locks_[entry.second.value]); });
    if (it != end) found = it->second;
  }
  if (found.valid()) {
    locks_[found.value].library = locks_[found.value].library || library;
    return found;
  }
  found = LockId(static_cast<std::uint32_t>(locks_.size()));
  locks_.push_back({path, own, library});
  if (locks_.size() == kFewLocks + 1) {
    for (std::uint32_t n = 0; n < locks_.size(); ++n) locks_by_hash_.emplace(locks_[n].path.hash(), LockId(n));
  } else if (locks_.size() > kFewLocks) {
    locks_by_hash_.emplace(path.hash(), found);
  }
  return found;
}

AccessPath MethodEffects::lock_path(ValueId value) {
  // `both.readLock()`, and `lock.newCondition()` kept in a local, stand for the lock they come from.
  for (int hop = 0; hop < kMaximumHops; ++hop) {
    const ir::Instruction& i = method_[value];
    if (i.op != Op::kInvoke || i.operand_count == 0) break;
    const MethodModel* model = rest_.members.binding(i).model;
    if (model == nullptr || !model->view) break;
    value = method_.operands(i)[0];
  }
  AccessPath found = path(value);
  if (found.root() == AccessPath::Root::kStatic && found.steps().empty()) {
    return AccessPath(AccessPath::Root::kStatic, rest_.fields.lock_behind(FieldId(found.detail())).value);
  }
  FieldId last = found.last_field();
  bool ends_in_field = !found.steps().empty() && found.steps().back() == last.value;
  if (!ends_in_field) return found;
  FieldId behind = rest_.fields.lock_behind(last);
  if (behind == last) return found;
  if (rest_.members.program()[behind].is_static()) return AccessPath(AccessPath::Root::kStatic, behind.value);
  AccessPath result(found.root(), found.detail());
  for (std::size_t n = 0; n + 1 < found.steps().size(); ++n) result = result.then(found.steps()[n]);
  return result.then(behind.value);
}

AccessPath MethodEffects::path(ValueId value) { return path(value, kMaximumHops); }

AccessPath MethodEffects::path(ValueId value, int hops) {
  // Back to the root, then forwards over what was passed.
  absl::InlinedVector<AccessPath::Step, 4> steps;
  AccessPath root;
  for (; !root.known(); --hops) {
    const ir::Instruction& i = method_[value];
    if (hops <= 0 || steps.size() > AccessPath::kMaximumSteps) return {};
    switch (i.op) {
      case Op::kCast:
        value = method_.operands(i)[0];
        break;
      case Op::kGetField: {
        FieldId field = rest_.members.field(i);
        if (!field.valid()) return AccessPath(AccessPath::Root::kLocal, value.value);
        steps.push_back(field.value);
        value = method_.operands(i)[0];
        break;
      }
      case Op::kArrayLoad: {
        ValueId index = method_.operands(i)[1];
        const ir::Instruction& number = method_[index];
        bool constant = number.op == Op::kConstant && number.as<ir::ConstantKind>() == ir::ConstantKind::kInt &&
                        number.payload < AccessPath::kConstantLimit;
        steps.push_back(constant ? AccessPath::kConstantElement + number.payload
                                 : AccessPath::kElementBit | index.value);
        value = method_.operands(i)[0];
        break;
      }
      case Op::kParameter:
        root = AccessPath(AccessPath::Root::kParameter, i.payload);
        break;
      case Op::kGetStatic: {
        FieldId field = rest_.members.field(i);
        root = field.valid() ? AccessPath(AccessPath::Root::kStatic, field.value)
                             : AccessPath(AccessPath::Root::kLocal, value.value);
        break;
      }
      case Op::kConstant:
        if (i.as<ir::ConstantKind>() == ir::ConstantKind::kClass) {
          root = AccessPath(AccessPath::Root::kClass, i.payload);
        } else if (i.as<ir::ConstantKind>() == ir::ConstantKind::kString) {
          root = AccessPath(AccessPath::Root::kString, i.payload);
        } else {
          root = AccessPath(AccessPath::Root::kLocal, value.value);
        }
        break;
      case Op::kInvoke: {  // an accessor: what it returns has a name here as well
        root = AccessPath(AccessPath::Root::kLocal, value.value);
        const Binding& binding = rest_.members.binding(i);
        if (!binding.complete || binding.targets.size() != 1) break;
        const AccessPath& result = rest_.summaries[binding.targets[0].value].result;
        if (!result.known()) break;
        Arguments arguments{method_.operands(i), *this, hops - 1};
        AccessPath named = arguments.translate(result);
        if (named.known()) root = named;
        break;
      }
      default:
        root = AccessPath(AccessPath::Root::kLocal, value.value);
        break;
    }
  }
  for (std::size_t n = steps.size(); n-- > 0;) root = root.then(steps[n]);
  return root;
}

AccessPath MethodEffects::key_path(ValueId value) {
  for (int hop = 0; hop < kMaximumHops; ++hop) {
    const ir::Instruction& i = method_[value];
    if (i.op == Op::kUnary && i.operand_count == 1) {
      value = method_.operands(i)[0];
      continue;
    }
    if (i.op != Op::kInvoke || i.operand_count != 1) break;
    const MethodModel* model = rest_.members.binding(i).model;
    if (model == nullptr || !model->derives) break;
    value = method_.operands(i)[0];  // Integer.valueOf, intValue
  }
  const ir::Instruction& i = method_[value];
  if (i.op == Op::kConstant && i.as<ir::ConstantKind>() == ir::ConstantKind::kInt) {
    AccessPath zero(AccessPath::Root::kString, 0);
    return i.payload < AccessPath::kConstantLimit ? zero.then(AccessPath::kConstantElement + i.payload) : AccessPath();
  }
  return path(value);
}

absl::InlinedVector<ValueId, 4> MethodEffects::derived_from(ValueId value) {
  absl::InlinedVector<ValueId, 4> result;
  const ir::Instruction& call = method_[value];
  if (call.op == Op::kGetField) {
    FieldId field = rest_.members.field(call);
    if (field.valid() && !rest_.fields.can_change(field)) result.push_back(method_.operands(call)[0]);
    return result;
  }
  const Binding& binding = rest_.members.binding(call);
  std::span<const ValueId> operands = method_.operands(call);
  if (binding.model != nullptr && binding.model->derives) result.assign(operands.begin(), operands.end());
  if (!binding.complete) return result;
  std::uint64_t parameters = ~std::uint64_t{0};
  for (NodeId target : binding.targets) parameters &= rest_.summaries[target.value].result_parameters;
  for (std::size_t p = 0; p < operands.size() && p < 64; ++p) {
    if ((parameters >> p & 1) != 0) result.push_back(operands[p]);
  }
  return result;
}

// ---- objects that no other thread has ----

bool MethodEffects::is_confined(ValueId object) {
  for (int hop = 0; hop < kMaximumHops; ++hop) {
    Op op = method_[object].op;
    if (op != Op::kCast && !(op == Op::kGetField && in_constructor_)) break;
    object = method_.operands(object)[0];
  }
  const ir::Instruction& i = method_[object];
  if (i.op == Op::kParameter) return in_constructor_ && !method_.is_static() && i.payload == 0;
  if (i.op != Op::kNew && i.op != Op::kNewArray) return false;
  return !escapes(object);
}

bool MethodEffects::is_confined(const AccessPath& path) {
  if (path.root() == AccessPath::Root::kParameter) {
    return in_constructor_ && !method_.is_static() && path.detail() == 0;
  }
  return path.root() == AccessPath::Root::kLocal && is_confined(ValueId(path.detail()));
}

bool MethodEffects::escapes(ValueId object) {
  if (escape_known_.empty()) {
    // One pass for all objects made here: 1 for those that stay.
    escape_known_.assign(method_.instructions.size(), 1);
    for (const ir::Instruction& i : method_.instructions) {
      std::span<const ValueId> operands = method_.operands(i);
      for (std::size_t n = 0; n < operands.size(); ++n) {
        bool stays = false;
        switch (i.op) {
          case Op::kGetField:
          case Op::kArrayLoad:
          case Op::kArrayLength:
          case Op::kMonitorEnter:
          case Op::kMonitorExit:
          case Op::kReturn:
          case Op::kIf:
          case Op::kInstanceOf:
            stays = true;
            break;
          case Op::kPutField:
          case Op::kArrayStore:
            stays = n == 0;
            break;
          case Op::kInvoke: {
            const Binding& binding = rest_.members.binding(i);
            bool constructs = i.as<ir::InvokeKind>() == ir::InvokeKind::kSpecial;
            bool on_collection = binding.model != nullptr && (binding.model->contents != AtomicKind::kNone ||
                                                              binding.model->atomic != AtomicKind::kNone);
            // A method of the application is trusted not to give away its own object.
            bool own_method = binding.complete && binding.model == nullptr;
            stays = n == 0 && i.as<ir::InvokeKind>() != ir::InvokeKind::kStatic &&
                    (constructs || on_collection || own_method);
            break;
          }
          default:
            break;
        }
        if (!stays) escape_known_[operands[n].value] = 2;
      }
    }
  }
  return escape_known_[object.value] == 2;
}

// ---- held locks ----

void MethodEffects::step(ValueId instruction, HeldLocks& held) const {
  const Effect* what = effect(instruction);
  if (what == nullptr) return;
  auto find = [&](LockId lock) {
    return std::find_if(held.begin(), held.end(), [&](const HeldLock& h) { return h.lock == lock; });
  };
  for (LockId lock : what->releases) {
    auto it = find(lock);
    if (it == held.end()) continue;
    if (--it->count == 0) held.erase(it);
  }
  for (LockId lock : what->acquires) {
    auto it = find(lock);
    if (it != held.end()) {
      ++it->count;
    } else if (held.size() < kMaximumHeld) {
      held.push_back({lock, instruction});
    }
  }
}

// tryLock: taken where the result is not zero.
LockId MethodEffects::acquired_between(ir::BlockId from, ir::BlockId to) const {
  const ir::Instruction& end = method_.terminator(from);
  if (end.op != Op::kIf || effects_.empty()) return {};
  std::span<const ValueId> operands = method_.operands(end);
  ValueId tested = operands[0];
  if (method_[tested].op == Op::kCompare && is_null_or_zero(method_, method_.operands(tested)[1])) {
    tested = method_.operands(tested)[0];
  }
  const Effect* what = effect(tested);
  if (what == nullptr || !what->if_true.valid() || !is_null_or_zero(method_, operands[1])) return {};
  auto condition = end.as<ir::Condition>();
  bool taken_if_zero = condition == ir::Condition::kEqual;
  if (!taken_if_zero && condition != ir::Condition::kNotEqual) return {};
  bool is_taken = method_.successors(from)[0] == to;
  return is_taken != taken_if_zero ? what->if_true : LockId();
}

void MethodEffects::take_on_edge(ir::BlockId from, ir::BlockId to, HeldLocks& held) const {
  LockId taken = acquired_between(from, to);
  if (!taken.valid()) return;
  auto same = std::find_if(held.begin(), held.end(), [&](const HeldLock& h) { return h.lock == taken; });
  if (same != held.end()) {
    ++same->count;
  } else if (held.size() < kMaximumHeld) {
    held.push_back({taken, ValueId(method_[from].end - 1)});
  }
}

void MethodEffects::find_held(const Locks& held_at_entry) {
  for (const AccessPath& path : held_at_entry) at_entry_.push_back({lock_id(path, false, false), ValueId()});
  bool changes = std::any_of(effects_.begin(), effects_.end(), [](const Effect& e) {
    return !e.acquires.empty() || !e.releases.empty() || e.if_true.valid();
  });
  if (!changes) return;  // the same everywhere
  at_start_.assign(method_.blocks.size(), {});
  at_start_[0] = at_entry_;
  std::vector<bool> reached(method_.blocks.size(), false), dirty(method_.blocks.size(), false);
  reached[0] = dirty[0] = true;
  std::size_t work = 0;
  auto meet = [](HeldLocks& known, const HeldLocks& other) {
    bool changed = false;
    for (auto it = known.begin(); it != known.end();) {
      auto same = std::find_if(other.begin(), other.end(), [&](const HeldLock& h) { return h.lock == it->lock; });
      if (same == other.end()) {
        it = known.erase(it);
        changed = true;
        continue;
      }
      if (same->count < it->count) {
        it->count = same->count;
        changed = true;
      }
      ++it;
    }
    return changed;
  };
  for (bool again = true; again;) {
    again = false;
    for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
      if (!dirty[b]) continue;
      dirty[b] = false;
      ir::BlockId block(b);
      auto flow = [&](ir::BlockId to, const HeldLocks& held) {
        bool changed = true;
        if (!reached[to.value]) {
          reached[to.value] = true;
          at_start_[to.value] = held;
        } else {
          changed = meet(at_start_[to.value], held);
        }
        if (!changed || dirty[to.value]) return;
        dirty[to.value] = true;
        again = again || to.value <= b;
      };
      HeldLocks held = at_start_[b];
      for (ir::BlockId to : method_.pads(block)) flow(to, held);
      for (std::uint32_t n = method_[block].begin; n < method_[block].end; ++n) {
        step(ValueId(n), held);
        gave_up_ = gave_up_ || held.size() >= kMaximumHeld;
      }
      for (ir::BlockId to : method_.successors(block)) {
        if (acquired_between(block, to).valid()) {
          HeldLocks after = held;
          take_on_edge(block, to, after);
          flow(to, after);
        } else {
          flow(to, held);
        }
      }
      work += 1 + method_[block].end - method_[block].begin + method_[block].successor_count + method_[block].pad_count;
      if (work > kMaximumWork) {
        // What is held is then not known anywhere but at the entry.
        gave_up_ = true;
        at_start_.assign(method_.blocks.size(), {});
        return;
      }
    }
  }
}

}  // namespace snag::sections
