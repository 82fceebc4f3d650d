#include "checks/dismissed_uses.h"

#include <algorithm>

#include "checks/section_evidence.h"
#include "classfile/language_names.h"
#include "ir/deciding_tests.h"
#include "sections/constant_writes.h"
#include "sections/side_effects.h"

namespace snag {

using namespace sections;

Dismissals DismissedUses::of(const StaleUse& use) const {
  const Access& read = *staleness_[use.origin].access;
  const bool direct = read.depth == 0 && (use.act == nullptr || use.act->depth == 0);
  Dismissals reasons;
  reasons.add(Dismissal::kSyntheticAccessor, (method_.access & classfile::kAccSynthetic) != 0 &&
                                                 program_.text(method_.name).starts_with(classfile::kAccessorPrefix));
  switch (use.kind) {
    case UseKind::kUseAfter:
      reasons.add(Dismissal::kNoLaterEffect);
      break;
    case UseKind::kStaleUse:
      // As in the paper: the method's own sections, and those of synchronized methods of the same object.
      reasons.add(Dismissal::kManyCallsApart, !direct && !is_of_same_abstraction(staleness_[use.origin]));
      reasons.add(Dismissal::kFlagOnly, staleness_.is_choice(use.value));
      break;
    case UseKind::kCheckThenAct:
      // The further away the test and the act are, the more likely it is that the callee knows better.
      reasons.add(Dismissal::kManyCallsApart, read.depth > 1 || use.act->depth > 1);
      reasons.add(Dismissal::kManyCallsApart, use.act->removes && use.act->keyed && !direct);
      reasons.add(Dismissal::kOnlyRead, use.act->only_reads && !may_find_less(use));
      reasons.add(Dismissal::kTestedAgain, use.act->depth > 0 && use.act->tested);
      // `if (!started) started = true` on a volatile flag is how lifecycles are written that one thread drives.
      reasons.add(Dismissal::kVolatileLifecycle, read.flavor == Flavor::kVolatile && !decides_more(use));
      reasons.add(Dismissal::kConfined, is_about_own_entry(use));
      reasons.add(Dismissal::kHandedOver, read.flavor == Flavor::kAtomic && is_claimed(use));
      add_for_flavor(read, *use.act, direct, reasons);
      break;
    case UseKind::kLostUpdate:
      if (read.flavor != Flavor::kVolatile) break;
      reasons.add(Dismissal::kVolatileLifecycle, !is_counter(read.location.last_field()));
      reasons.add(Dismissal::kOneWriter, is_only_writer(read.location.last_field()));
      reasons.add(Dismissal::kHandedOver, is_claimed(use));
      break;
  }
  return reasons;
}

void DismissedUses::add_for_flavor(const Access& read, const Access& act, bool direct, Dismissals& reasons) const {
  // A local's object, which may be a local that a lambda has captured.
  bool is_lambda = (method_.access & classfile::kAccSynthetic) != 0;
  AccessPath::Root root = read.location.root();
  bool is_local = !read.location.last_field().valid() &&
                  (root == AccessPath::Root::kLocal || (is_lambda && root == AccessPath::Root::kParameter));
  reasons.add(Dismissal::kConfined, protects_itself(read.flavor) && is_local);
  reasons.add(Dismissal::kOneConsumer, protects_itself(read.flavor) && has_one_consumer(act));
  switch (read.flavor) {
    case Flavor::kAtomic:
      reasons.add(Dismissal::kManyCallsApart, !direct);
      break;
    case Flavor::kCollection:
      reasons.add(Dismissal::kPerhapsUnshared, !direct && !is_own(read.location));
      break;
    case Flavor::kLegacy:
      reasons.add(Dismissal::kManyCallsApart, !direct);
      reasons.add(Dismissal::kPerhapsUnshared,
                  !is_own(read.location) || !analysis_.sharing().signs().may_be_shared(owner()));
      break;
    default:
      break;
  }
}

// `states.get(Thread.currentThread())`, or by the thread's id: the entry of the thread itself. Other objects that a
// thread has, such as its class loader, it shares with others.
bool DismissedUses::is_about_own_entry(const StaleUse& use) const {
  if (use.act->depth > 0 || !use.act->keyed || method_[use.at].operand_count < 2) return false;
  constexpr int kMaximumSteps = 4;  // boxing, getId(), a cast
  Calls& calls = staleness_.effects().calls();
  ir::ValueId key = method_.without_casts(method_.operands(use.at)[1]);
  for (int n = 0; n < kMaximumSteps && method_[key].op == ir::Op::kInvoke; ++n) {
    const ir::Reference& called = calls.references()[method_[key].reference()];
    const bool of_thread = program_.text(called.owner) == classfile::kThreadClass;
    if (of_thread && program_.text(called.name) == classfile::kCurrentThread) return true;
    const library::MethodModel* model = calls.binding(method_[key]).model;
    const bool is_number = method_[key].type != ir::Type::kReference || (model != nullptr && model->derives);
    if (!is_number || method_[key].operand_count != 1) return false;
    key = method_.without_casts(method_.operands(key)[0]);
  }
  return false;
}

// `if (UPDATER.compareAndSet(this, size, -1)) try { … } finally { size = old; }`: the field is a lock, which is
// released with the value that it had.
bool DismissedUses::is_claimed(const StaleUse& use) const {
  Calls& calls = staleness_.effects().calls();
  const AccessPath owner = use.act->location.owner_of_last_field();
  auto updates = [&](const ir::MethodIr& method, const ir::Instruction& i) {
    const library::MethodModel* model = i.op == ir::Op::kInvoke ? calls.binding(i).model : nullptr;
    return model != nullptr && i.type == ir::Type::kInt && method.operands(i).size() > 2 &&
           std::any_of(model->orders.begin(), model->orders.end(), [](const library::OrderEffect& effect) {
             return effect.kind == library::OrderKind::kUpdate &&
                    effect.object.base == library::Operand::Base::kArgument;
           });
  };
  // Of a field updater the object is the key.
  auto has_owner = [&](const ir::Instruction& i) {
    std::span<const ir::ValueId> operands = method_.operands(i);
    return std::any_of(operands.begin(), operands.end(), [&](ir::ValueId operand) {
      const AccessPath path = staleness_.effects().path(operand);
      return path == owner || (use.act->keyed && path == use.act->key);
    });
  };
  const std::vector<ir::BlockId> block_of = method_.block_of_instructions();
  const std::vector<ir::ValueId>& deciding = staleness_.deciding(block_of[use.at.value]);
  return std::any_of(deciding.begin(), deciding.end(), [&](ir::ValueId test) {
    const ir::Instruction& i = method_[test];
    if (i.op != ir::Op::kInvoke || !has_owner(i)) return false;
    if (updates(method_, i)) return true;
    const Binding& binding = calls.binding(i);
    if (binding.targets.size() != 1 || i.type != ir::Type::kInt) return false;
    const ir::MethodIr& callee = calls.ir(binding.targets[0]);
    return std::any_of(callee.instructions.begin(), callee.instructions.end(),
                       [&](const ir::Instruction& j) { return updates(callee, j); });
  });
}

// `isEmpty()` and then `get(0)`, or `toArray(new String[size()])`, where elements are removed elsewhere.
bool DismissedUses::may_find_less(const StaleUse& use) const {
  std::span<const ir::ValueId> operands = method_.operands(use.at);
  if (use.act->depth > 0) return false;
  if (operands.size() == 1) return true;  // `getFirst()`
  const ir::Instruction& given = method_[method_.without_casts(operands[1])];
  if (given.op != ir::Op::kConstant && given.op != ir::Op::kNewArray) return false;
  std::span<const Writer> writers = analysis_.writers(use.act->location.last_field());
  const MethodId self = staleness_.effects().calls().method(staleness_.effects().node());
  return std::any_of(writers.begin(), writers.end(),
                     [&](const Writer& writer) { return writer.removes && writer.place.method != self; });
}

// `if (closed) return; closed = true; users.decrementAndGet();`: what the test decides must not happen twice, and the
// flag is never cleared.
bool DismissedUses::decides_more(const StaleUse& use) const {
  const FieldId field = use.act->location.last_field();
  if (use.act->depth > 0 || !field.valid() || program_.text(program_[field].descriptor) != "Z" ||
      !analysis_.sharing().signs().thinks_of_threads(program_[field].owner)) {
    return false;
  }
  if (method_[use.at].op == ir::Op::kInvoke ||
      !all_write_same_constant(analysis_, field, /*contents=*/false, method_, use.at)) {
    return false;
  }
  if (method_.may_follow(use.at, use.value)) return false;  // `while (!stopped)`: the loop decides each time anew
  // What else is tested between the two may well belong to one thread.
  const std::vector<ir::BlockId> block_of = method_.block_of_instructions();
  const ir::DecidingTests tests(method_);
  ir::BlockId nearest;
  tests.any_of(block_of[use.at.value], [&](ir::BlockId test, ir::BlockId) {
    nearest = test;
    return true;
  });
  if (!nearest.valid() || method_.operands(method_.terminator(nearest))[0] != use.value) return false;
  const SideEffects effects(analysis_);
  for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
    const std::vector<ir::ValueId>& deciding = staleness_.deciding(ir::BlockId(b));
    if (std::find(deciding.begin(), deciding.end(), use.value) == deciding.end()) continue;
    for (std::uint32_t n = method_.blocks[b].begin; n < method_.blocks[b].end; ++n) {
      if (effects.must_not_repeat(method_, ir::ValueId(n))) return true;
    }
  }
  return false;
}

// State of the object itself or of a class: a parameter's or a local's object may well be the thread's own.
bool DismissedUses::is_own(const AccessPath& location) const {
  return location.root() == AccessPath::Root::kStatic ||
         (location.root() == AccessPath::Root::kParameter && location.detail() == 0 && !method_.is_static());
}

bool DismissedUses::is_of_same_abstraction(const ReadOrigin& origin) const {
  if (origin.access->depth > 1 || method_.is_static()) return false;
  return std::any_of(origin.locks.begin(), origin.locks.end(), [&](LockId lock) {
    return !staleness_.effects().lock(lock).own && staleness_.effects().lock(lock).path.is_parameter(0);
  });
}

// A thread that alone removes elements from its own queue: no other thread can be faster.
bool DismissedUses::has_one_consumer(const Access& act) const {
  if (!act.removes || !is_own(act.location) || method_.is_static()) return false;
  ClassId thread = program_.find_class(classfile::kThreadClass);
  if (!thread.valid() || !program_.is_subtype(owner(), thread)) return false;
  std::span<const Writer> writers = analysis_.writers(act.location.last_field());
  return std::none_of(writers.begin(), writers.end(), [&](const Writer& writer) {
    return writer.removes && program_[writer.place.method].owner != owner();
  });
}

// The run() of a thread, which alone writes the field.
bool DismissedUses::is_only_writer(FieldId field) const {
  MethodId self = staleness_.effects().calls().method(staleness_.effects().node());
  ClassId thread = program_.find_class(classfile::kThreadClass);
  bool runs =
      program_.text(method_.name) == classfile::kThreadBody && thread.valid() && program_.is_subtype(owner(), thread);
  std::span<const Writer> writers = analysis_.writers(field);
  return runs && std::all_of(writers.begin(), writers.end(), [&](const Writer& w) { return w.place.method == self; });
}

// Only numbers: volatile references and flags usually have one writer. And only where the class has other signs of
// threads: volatile alone is often used just for visibility.
bool DismissedUses::is_counter(FieldId field) const {
  if (!field.valid()) return false;
  const Field& declaration = program_[field];
  if (!declaration.is_static() && !analysis_.sharing().signs().thinks_of_threads(declaration.owner)) return false;
  std::string_view type = program_.text(program_[field].descriptor);
  return type.size() == 1 && type != "Z";
}

ClassId DismissedUses::owner() const {
  return program_[staleness_.effects().calls().method(staleness_.effects().node())].owner;
}

}  // namespace snag
