// Stale values (Burrows & Leino 2002): a value that was read in one critical section takes effect in or after a later
// one, when what it was read from may have changed.
//
//     synchronized (this) { before = balance; }
//     long interest = before * percent / 100;         // fine: a snapshot
//     synchronized (this) { balance = before + interest; }   // lost update
//
// The analysis is in sections/: which reads are from critical sections, how old each value is (J0 to J2 of the paper),
// and which uses that makes wrong. Here its results become evidence, from which story.cpp writes the sentences.
//
// Beyond the paper: only the same lock makes a value stale; a value that the thread took away from the others, or that
// is tested again under the lock, does not count; and the kind of use ranks the finding.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include "checks/section_evidence.h"
#include "checks/stale-value/benign_uses.h"
#include "checks/stale-value/descriptor.h"
#include "checks/stale-value/story.h"
#include "classfile/language_names.h"
#include "ir/deciding_tests.h"
#include "sections/constant_writes.h"
#include "sections/stale_uses.h"

namespace snag {

namespace {

using namespace sections;

// Why a reviewer need not read a use.
class DismissedUses {
 public:
  DismissedUses(Analysis& analysis, const Staleness& staleness)
      : analysis_(analysis),
        program_(analysis.calls().program()),
        staleness_(staleness),
        method_(staleness.effects().method()) {}

  Dismissals of(const StaleUse& use) const {
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

 private:
  void add_for_flavor(const Access& read, const Access& act, bool direct, Dismissals& reasons) const {
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
  bool is_about_own_entry(const StaleUse& use) const {
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
  bool is_claimed(const StaleUse& use) const {
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
  bool may_find_less(const StaleUse& use) const {
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
  bool decides_more(const StaleUse& use) const {
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
  bool is_own(const AccessPath& location) const {
    return location.root() == AccessPath::Root::kStatic ||
           (location.root() == AccessPath::Root::kParameter && location.detail() == 0 && !method_.is_static());
  }
  bool is_of_same_abstraction(const ReadOrigin& origin) const {
    if (origin.access->depth > 1 || method_.is_static()) return false;
    return std::any_of(origin.locks.begin(), origin.locks.end(), [&](LockId lock) {
      return !staleness_.effects().lock(lock).own && staleness_.effects().lock(lock).path.is_parameter(0);
    });
  }
  // A thread that alone removes elements from its own queue: no other thread can be faster.
  bool has_one_consumer(const Access& act) const {
    if (!act.removes || !is_own(act.location) || method_.is_static()) return false;
    ClassId thread = program_.find_class(classfile::kThreadClass);
    if (!thread.valid() || !program_.is_subtype(owner(), thread)) return false;
    std::span<const Writer> writers = analysis_.writers(act.location.last_field());
    return std::none_of(writers.begin(), writers.end(), [&](const Writer& writer) {
      return writer.removes && program_[writer.place.method].owner != owner();
    });
  }
  // The run() of a thread, which alone writes the field.
  bool is_only_writer(FieldId field) const {
    MethodId self = staleness_.effects().calls().method(staleness_.effects().node());
    ClassId thread = program_.find_class(classfile::kThreadClass);
    bool runs =
        program_.text(method_.name) == classfile::kThreadBody && thread.valid() && program_.is_subtype(owner(), thread);
    std::span<const Writer> writers = analysis_.writers(field);
    return runs && std::all_of(writers.begin(), writers.end(), [&](const Writer& w) { return w.place.method == self; });
  }
  // Only numbers: volatile references and flags usually have one writer. And only where the class has other signs of
  // threads: volatile alone is often used just for visibility.
  bool is_counter(FieldId field) const {
    if (!field.valid()) return false;
    const Field& declaration = program_[field];
    if (!declaration.is_static() && !analysis_.sharing().signs().thinks_of_threads(declaration.owner)) return false;
    std::string_view type = program_.text(program_[field].descriptor);
    return type.size() == 1 && type != "Z";
  }
  ClassId owner() const { return program_[staleness_.effects().calls().method(staleness_.effects().node())].owner; }

  Analysis& analysis_;
  Program& program_;
  const Staleness& staleness_;
  const ir::MethodIr& method_;
};

class Collector {
 public:
  Collector(Analysis& analysis, const Staleness& staleness)
      : staleness_(staleness), method_(staleness.effects().method()), about_(analysis, staleness.effects()) {}

  StaleValueEvidence evidence_of(const StaleUse& use) const {
    const ReadOrigin& origin = staleness_[use.origin];
    const Access& read = *origin.access;
    const KindDescriptor& kind = kStaleValueKinds[static_cast<std::size_t>(use.kind)];
    StaleValueEvidence evidence{about_.at(use.at)};
    evidence.check = kStaleValue.id;
    evidence.kind = kind.id;
    evidence.severity = kind.severity;
    evidence.rank = use.state.age;
    evidence.subject = about_.subject(origin);
    evidence.highlight = highlight(use);
    evidence.cause = cause(evidence, use, origin);
    if (use.act != nullptr && is_in_callee(read) && is_in_callee(*use.act)) {
      evidence.cause_in_callees = about_.cause_in_callees(read.place, use.act->place);
    }
    evidence.use = use.kind;
    evidence.flavor = read.flavor;
    evidence.what = about_.short_name(read);
    if (!evidence.subject.locks.empty()) evidence.lock = evidence.subject.locks.back();
    evidence.value = about_.value_name(use.value);
    if (evidence.value.empty()) evidence.value = about_.value_name(origin.read);
    if (evidence.value.empty()) evidence.value = "a value";
    if (method_[origin.read].local_name.valid()) evidence.read_into = about_.value_name(origin.read);
    evidence.read_call = about_.call_name(origin.read);
    if (is_in_callee(read)) evidence.read_through = evidence.read_call;
    evidence.act_call = about_.call_name(use.at);
    if (use.act != nullptr) {
      evidence.acted_on = about_.short_name(*use.act);
      if (is_in_callee(*use.act)) evidence.act_through = evidence.act_call;
      evidence.keyed = use.act->keyed;
    }
    evidence.waits = use.state.released == use.state.entered;
    evidence.threads = {{"T1", own_steps(use, origin, evidence)}};
    // A stale value is one for which no lock is held from the read to the use.
    about_.add_interference(origin, use.at, use.act, /*held=*/{}, evidence);
    const bool is_known = evidence.threads.size() > 1;  // a thread that would get in between
    if (!is_known && evidence.severity == Severity::kHigh) evidence.severity = Severity::kMedium;
    interleave(evidence, end_of_first_section(evidence.threads.front().steps));
    return evidence;
  }

 private:
  // All places that use one volatile field, atomic or concurrent collection in that way; in one method all updates of
  // one field, and all other uses of what one lock protects.
  static std::string cause(const Evidence& evidence, const StaleUse& use, const ReadOrigin& origin) {
    const Subject& subject = evidence.subject;
    bool whole = protects_itself(origin.access->flavor) && subject.locks.empty();
    if (whole && !subject.field.empty()) return subject.field;
    bool uses = use.kind == UseKind::kStaleUse || use.kind == UseKind::kUseAfter;
    std::string about = uses ? fmt::format("{}", fmt::join(subject.locks, ",")) : subject.field;
    return fmt::format("{}.{} {}", evidence.class_name, evidence.method, about);
  }

  // An accessor does not count: it is not in the source.
  bool is_in_callee(const Access& access) const {
    return access.place.method.valid() && (access.depth > 1 || !about_.is_made_for_access(access.place.method));
  }

  std::string highlight(const StaleUse& use) const {
    const ir::Instruction& value = method_[use.value];
    if (use.kind != UseKind::kCheckThenAct && value.local_name.valid()) return about_.value_name(use.value);
    std::string name = without_parentheses(about_.value_name(use.at));
    if (name.empty() && use.act != nullptr && use.act->location.last_field().valid()) {
      name = about_.field_name(use.act->location.last_field());
      name = name.substr(name.rfind('.') + 1);
    }
    return name;
  }

  // The first step that others can come before: after the release, or the read where nothing is released.
  static std::size_t end_of_first_section(std::span<const Step> steps) {
    for (Role last : {Role::kRelease, Role::kRead}) {
      auto it = std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.role == last; });
      if (it != steps.end()) return static_cast<std::size_t>(it - steps.begin()) + 1;
    }
    return steps.size();
  }

  std::vector<Step> own_steps(const StaleUse& use, const ReadOrigin& origin, const StaleValueEvidence& evidence) const {
    const std::vector<std::string>& locks = evidence.subject.locks;
    std::vector<Step> steps = about_.read(origin, locks, evidence.what);
    if (!locks.empty() && use.state.released.valid()) {
      steps.push_back(about_.step(Role::kRelease, use.state.released, {}, evidence.lock));
      if (use.state.entered.valid() && use.state.entered != use.at) {
        steps.push_back(about_.step(Role::kAcquire, use.state.entered, {evidence.lock}, evidence.lock));
      }
    }
    const std::vector<std::string> held = about_.lock_names(use.held);
    if (use.kind == UseKind::kStaleUse || use.kind == UseKind::kUseAfter) {
      steps.push_back(about_.step(Role::kUse, use.at, held, evidence.value));
    } else {
      for (Step& step : about_.write(use.at, *use.act, held, evidence.acted_on)) steps.push_back(std::move(step));
    }
    return steps;
  }

  const Staleness& staleness_;
  const ir::MethodIr& method_;
  SectionEvidence about_;
};

}  // namespace

// Whether the second thread that is shown runs another method than the first.
static bool is_elsewhere(const Evidence& evidence) {
  if (evidence.threads.size() < 2) return false;
  const Step& other = evidence.threads[1].steps.front();
  return other.class_name != evidence.class_name || other.method != evidence.method;
}

// A Vector; a volatile field, of which others may only be meant to see the latest; an AtomicInteger, which may be there
// only because a lambda cannot change a variable.
static bool says_little_about_sharing(const Program& program, const StaleValueEvidence& evidence) {
  const FieldId field = evidence.subject.id;
  const bool is_static = field.valid() && program[field].is_static();
  const bool of_value = evidence.flavor == Flavor::kAtomic || evidence.flavor == Flavor::kVolatile;
  return evidence.flavor == Flavor::kLegacy || (of_value && !is_static);
}

std::vector<Finding> check_stale_value(const Analyses& analyses) {
  const BenignUses benign(analyses.sections());
  return findings_of_uses<DismissedUses>(
      analyses, Analysis::WrongUse::kStale, stale_uses,
      [&benign](Analysis& analysis, const Staleness& staleness, const StaleUse& use) {
        StaleValueEvidence evidence = Collector(analysis, staleness).evidence_of(use);
        evidence.benign = benign.reason_for(staleness, use);
        if (evidence.benign != Benign::kNo) evidence.severity = Severity::kLow;
        weigh_threads(benign.harm_of(staleness, use, is_elsewhere(evidence)),
                      says_little_about_sharing(analysis.calls().program(), evidence), evidence);
        return evidence;
      });
}

}  // namespace snag
