#include "checks/deadlock/waits.h"

#include <algorithm>
#include <iterator>

#include "checks/deadlock/lock_order_evidence.h"
#include "checks/deadlock/wait_conditions.h"
#include "checks/section_evidence.h"
#include "execution/operands.h"

namespace snag::deadlock {

using ir::ValueId;
using sections::AccessPath;

Waits::Waits(const Analyses& analyses, const LockUsage& usage, NamesOfLocks& names, const Communication& communication,
             ThreadStory& story)
    : analyses_(analyses),
      whole_(*analyses.whole_program()),
      execution_(whole_.execution()),
      concurrency_(whole_.concurrency()),
      usage_(usage),
      names_(names),
      communication_(communication),
      story_(story) {
  // Whatever is started as itself: `thread.start()`.
  for (std::uint32_t n = 0; n < whole_.threads().size(); ++n) {
    for (const ThreadStart& start : whole_.threads()[ThreadId(n)].starts) {
      const library::MethodModel* model = starting_model(whole_.points_to(), start.caller, start.site);
      if (model == nullptr) continue;
      for (const library::Callback& callback : model->starts) {
        if (callback.object.base != library::Operand::Base::kThis) continue;
        for (ObjectId object : CallOperands(whole_.points_to(), start.caller, start.site).objects(callback.object)) {
          threads_.push_back(object);
        }
      }
    }
  }
  std::sort(threads_.begin(), threads_.end());
}

bool Waits::is_seen(Kind kind, const Point& point) {
  const std::tuple key(kind, whole_.points_to()[point.instance].method, point.at);
  if (std::find(seen_.begin(), seen_.end(), key) != seen_.end()) return true;
  seen_.push_back(key);
  return false;
}

std::vector<Weighed> Waits::find() {
  for (const Point& wait : communication_.waits()) {
    if (wait.has_time_limit || wait.objects.empty()) continue;
    const std::vector<const Point*> notifiers = notifiers_of(wait);
    if (notifiers.empty()) {
      if (find_indefinite(wait)) continue;
    } else {
      find_critical(wait, notifiers);
    }
    find_unlooped(wait);
  }
  for (const Point& notify : communication_.notifies()) find_idle_notification(notify);
  return std::move(found_);
}

std::vector<const CommunicationPoint*> Waits::notifiers_of(const Point& wait) const {
  std::vector<const Point*> result;
  for (const Point& notify : communication_.notifies()) {
    if (have_common(notify.objects, wait.objects)) result.push_back(&notify);
  }
  return result;
}

bool Waits::needs(const Point& point, ObjectId lock) const {
  auto has = [&](const ObjectLocks& locks) {
    return std::any_of(locks.begin(), locks.end(), [&](const LockOfObject& held) { return held.lock == lock; });
  };
  if (has(execution_.locks_at_call(point.instance, point.at))) return true;
  const std::span<const ObjectLocks> entry = execution_.entry_locks(point.instance);
  return !entry.empty() && std::all_of(entry.begin(), entry.end(), has);
}

ThreadId Waits::thread_at(const Point& point) const {
  ThreadId result;
  bool own = false;
  whole_.threads().threads_of(point.instance).for_each([&](ThreadId thread) {
    const bool is_own = Concurrency::is_own(whole_.threads()[thread].kind);
    if (result.valid() && (own || !is_own)) return;
    result = thread;
    own = is_own;
  });
  return result;
}

std::string Waits::lock_name(const Point& point) {
  const sections::MethodEffects* effects = names_.effects(point.instance);
  sections::AccessPath path;
  if (effects != nullptr) {
    path = names_.effects(point.instance)->path(effects->method().operands(point.at)[0]);
  }
  return known_name(story_, names_, point.instance, point.objects.empty() ? ObjectId() : point.objects[0],
                    point.objects.size(), path);
}

Defect Waits::defect_at(Kind kind, const Point& point, Role role) {
  const std::string lock = lock_name(point);
  const Step step = story_.step(role, {point.instance, point.at}, {}, lock);
  Defect defect{evidence_at(step)};
  defect.what = kind;
  defect.lock = lock;
  defect.subject.locks = {lock};
  const ThreadId thread = thread_at(point);
  std::vector<Step> steps = thread.valid() ? story_.way_to(thread, point.instance) : std::vector<Step>();
  steps.push_back(step);
  defect.threads.push_back({thread.valid() ? story_.title(1, thread) : "T1", std::move(steps)});
  return defect;
}

// ---- critical waits

void Waits::find_critical(const Point& wait, const std::vector<const Point*>& notifiers) {
  // The locks that stay held: those of the method itself, and of its callers.
  const std::vector<LockGroupId> released = usage_.groups_of(wait.locks);
  std::vector<LockGroupId> held = usage_.may_hold(wait.instance);
  if (const LockUsage::Site* site = usage_.site(wait.instance, wait.at)) {
    for (const LockUsage::Use& use : site->held) held.insert(held.end(), use.groups.begin(), use.groups.end());
  }
  std::sort(held.begin(), held.end());
  held.erase(std::unique(held.begin(), held.end()), held.end());
  constexpr std::size_t kMaximumLocks = 16;  // looked at for one wait
  std::size_t looked_at = 0;
  for (LockGroupId group : held) {
    if (std::binary_search(released.begin(), released.end(), group) || ++looked_at > kMaximumLocks) continue;
    const LockUsage::Target target{wait.instance, wait.at, nullptr};
    for (const LockUsage::Nesting& nesting : usage_.nestings(group, std::span(&target, 1))) {
      if (add_critical(wait, nesting, notifiers)) return;  // one lock is enough
    }
  }
}

bool Waits::add_critical(const Point& wait, const LockUsage::Nesting& nesting,
                         const std::vector<const Point*>& notifiers) {
  // The lock that is held may be the one that is released, by another name.
  std::vector<ObjectId> objects;
  for (const LockOfObject& lock : nesting.held->objects) objects.push_back(lock.lock);
  if (have_common(objects, wait.locks) || names_.is_released_on_the_way(nesting)) return false;
  if (is_seen(Kind::kCriticalWait, wait)) return true;
  const bool one = objects.size() == 1;
  const auto needing = std::count_if(notifiers.begin(), notifiers.end(),
                                     [&](const Point* notifier) { return one && needs(*notifier, objects[0]); });
  const bool all = needing == static_cast<std::ptrdiff_t>(notifiers.size());
  const Point* shown = notifiers[0];
  for (const Point* notifier : notifiers) {
    if (one && needs(*notifier, objects[0]) && !needs(*shown, objects[0])) shown = notifier;
  }
  Defect defect = defect_at(Kind::kCriticalWait, wait, Role::kWait);
  defect.held = known_name(story_, names_, nesting.holder, *nesting.held);
  defect.on_all_ways = all;
  const ThreadId thread = thread_at(wait);
  std::vector<Step> steps = story_.way_to(thread, nesting.holder);
  const ValueId outer = names_.acquired_at(nesting.holder, nesting.held->name.path, nesting.in_holder());
  if (outer.valid()) steps.push_back(story_.step(Role::kAcquire, {nesting.holder, outer}, {}, defect.held));
  for (Step& call : story_.calls(nesting.calls, wait.instance)) {
    call.locks = {defect.held};
    steps.push_back(std::move(call));
  }
  steps.push_back(story_.step(Role::kWait, {wait.instance, wait.at}, {defect.held}, defect.lock));
  defect.threads[0].steps = std::move(steps);
  const ThreadId other = thread_at(*shown);
  if (other.valid()) {
    std::vector<Step> of_other = story_.way_to(other, shown->instance);
    const Step last =
        story_.step(Role::kUse, {shown->instance, shown->at},
                    all ? std::vector<std::string>{defect.held} : std::vector<std::string>(), defect.lock);
    defect.other = last.method;
    of_other.push_back(last);
    defect.threads.push_back({story_.title(2, other), std::move(of_other)});
  }
  interleave(defect, defect.threads[0].steps.size());
  const bool own = other.valid() && thread.valid() &&
                   Concurrency::are_own(whole_.threads()[thread].kind, whole_.threads()[other].kind);
  const bool unique = one && whole_.heap().has(objects[0], ObjectProperty::kUnique);
  const Severity severity = all && own && unique ? Severity::kHigh : needing > 0 ? Severity::kMedium : Severity::kLow;
  // A lock of the callers that whoever notifies does without: threads that need it wait a little longer.
  defect.dismissals.add(Dismissal::kManyCallsApart, needing == 0 && nesting.calls.size() > 1);
  found_.push_back({std::move(defect), severity});
  return true;
}

// ---- indefinite waits

bool Waits::find_indefinite(const Point& wait) {
  // Of a library that the program uses, only what the program reaches is known.
  const sections::MethodEffects* effects = names_.effects(wait.instance);
  if (effects == nullptr || !analyses_.sections().calls().is_application(effects->node())) return false;
  // Code outside of the program may notify what it has, and a thread notifies who waits for its end.
  const std::vector<ObjectId> escaped = whole_.points_to().escaped();
  const bool is_known = std::all_of(wait.objects.begin(), wait.objects.end(), [&](ObjectId object) {
    if (whole_.heap().represented_class(object).valid()) return true;
    return object.value < whole_.points_to().object_count() && whole_.points_to().allocation(object).method.valid() &&
           !std::binary_search(escaped.begin(), escaped.end(), object) &&
           !std::binary_search(threads_.begin(), threads_.end(), object);
  });
  if (!is_known || communication_.notifies_unreached()) return false;
  if (is_seen(Kind::kIndefiniteWait, wait)) return true;
  Defect defect = defect_at(Kind::kIndefiniteWait, wait, Role::kWait);
  interleave(defect, defect.threads[0].steps.size());
  const ThreadId thread = thread_at(wait);
  const bool own = thread.valid() && Concurrency::is_own(whole_.threads()[thread].kind);
  found_.push_back({std::move(defect), own ? Severity::kMedium : Severity::kLow});
  return true;
}

// ---- waits without a loop

bool Waits::is_called_in_loops(MethodInstanceId instance) const {
  const std::span<const Caller> callers = usage_.callers(instance);
  return !callers.empty() && std::all_of(callers.begin(), callers.end(), [&](const Caller& caller) {
    return whole_.threads().multiplicity().is_in_loop(whole_.points_to()[caller.caller].method, caller.site);
  });
}

// `static void await(Object o) { synchronized (o) { o.wait(); } }`: the condition is the caller's affair.
bool Waits::waits_for_argument(sections::MethodEffects& method, ValueId wait) {
  const ir::MethodIr& ir = method.method();
  const std::span<const ValueId> operands = ir.operands(wait);
  if (operands.empty()) return false;
  const AccessPath path = method.path(operands[0]);
  const bool own = path.root() == AccessPath::Root::kParameter && path.detail() == 0 && !ir.is_static();
  return (path.root() == AccessPath::Root::kParameter && !own) || path.root() == AccessPath::Root::kLocal;
}

void Waits::find_unlooped(const Point& wait) {
  sections::MethodEffects* effects = names_.effects(wait.instance);
  if (effects == nullptr || !analyses_.sections().calls().is_application(effects->node())) return;
  const std::optional<WaitFlaw> flaw =
      flaw_of_wait(*effects, whole_.threads().multiplicity().loops(whole_.points_to()[wait.instance].method), wait.at);
  if (!flaw) return;
  if (*flaw != WaitFlaw::kTestedBefore && is_called_in_loops(wait.instance)) return;
  if (waits_for_itself(wait)) return;
  if (is_seen(Kind::kWaitNotInLoop, wait)) return;
  Defect defect = defect_at(Kind::kWaitNotInLoop, wait, Role::kWait);
  defect.flaw = *flaw;
  interleave(defect, defect.threads[0].steps.size());
  // Whoever is started under the lock cannot notify before the wait has given it back. And of several threads that are
  // woken only one finds what it has waited for; but that matters only to those that take it.
  const bool hardly =
      (*flaw == WaitFlaw::kOnce && !changes_after(effects->method(), wait.at)) ||
      (*flaw == WaitFlaw::kNoCondition && (starts_before(wait) || waits_for_argument(*effects, wait.at)));
  const Severity severity = hardly ? Severity::kLow : Severity::kMedium;
  found_.push_back({std::move(defect), severity});
}

// Whether the method writes something behind an instruction.
bool Waits::changes_after(const ir::MethodIr& method, ValueId at) const {
  for (std::uint32_t n = 0; n < method.instructions.size(); ++n) {
    const ir::Instruction& i = method.instructions[n];
    bool changes = i.op == ir::Op::kPutField || i.op == ir::Op::kPutStatic || i.op == ir::Op::kArrayStore;
    if (i.op == ir::Op::kInvoke && ValueId(n) != at) {
      const Binding& binding = analyses_.sections().calls().binding(i);
      changes = binding.model == nullptr ? !binding.targets.empty()
                                         : binding.model->action() == library::AtomicKind::kWrite ||
                                               binding.model->action() == library::AtomicKind::kUpdate;
    }
    if (changes && method.may_follow(at, ValueId(n))) return true;
  }
  return false;
}

// A Condition that the program implements loops by itself, or leaves it to its callers.
bool Waits::waits_for_itself(const Point& wait) const {
  Program& program = whole_.points_to().program();
  const ir::MethodIr& ir = *whole_.points_to().store().get(whole_.points_to()[wait.instance].method);
  const Binding& binding = analyses_.sections().calls().binding(ir[wait.at]);
  if (!binding.resolved.valid() || program[binding.resolved].owner == program.object_class()) return false;
  return std::any_of(wait.objects.begin(), wait.objects.end(), [&](ObjectId object) {
    const ClassId type = whole_.heap().class_of(object);
    return type.valid() && program[type].origin != Origin::kJdk;
  });
}

bool Waits::starts_before(const Point& wait) const {
  const ir::MethodIr& ir = *whole_.points_to().store().get(whole_.points_to()[wait.instance].method);
  const Threads& threads = whole_.threads();
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    for (const ThreadStart& start : threads[ThreadId(t)].starts) {
      if (start.caller != wait.instance || !ir.may_follow(start.site, wait.at)) continue;
      const ObjectLocks held = execution_.locks_at_call(start.caller, start.site);
      if (std::any_of(held.begin(), held.end(), [&](const LockOfObject& lock) {
            return std::find(wait.locks.begin(), wait.locks.end(), lock.lock) != wait.locks.end();
          })) {
        return true;
      }
    }
  }
  return false;
}

std::vector<Weighed> find_unlooped_waits_in_unreached_code(const Analyses& analyses) {
  std::vector<Weighed> found;
  sections::Analysis& analysis = analyses.sections();
  Calls& calls = analysis.calls();
  for (std::uint32_t n = 0; n < calls.node_count(); ++n) {
    const NodeId node(n);
    if (!calls.is_application(node)) continue;
    if (analyses.whole_program() != nullptr && analyses.whole_program()->reaches(calls.method(node))) continue;
    const ir::MethodIr& method = calls.ir(node);
    std::vector<ValueId> waits;
    for (std::uint32_t at = 0; at < method.instructions.size(); ++at) {
      const ir::Instruction& i = method.instructions[at];
      const library::MethodModel* model = i.op == ir::Op::kInvoke ? calls.binding(i).model : nullptr;
      if (model != nullptr && !model->waits.empty() && i.operand_count == 1) waits.push_back(ValueId(at));
    }
    if (waits.empty()) continue;
    sections::MethodEffects effects = analysis.effects(node);
    const SectionEvidence about(analysis, effects);
    const MethodLoops loops(method);
    for (ValueId wait : waits) {
      const std::optional<WaitFlaw> flaw = flaw_of_wait(effects, loops, wait);
      // Callers may test what the method does not.
      if (!flaw || *flaw == WaitFlaw::kNoCondition) continue;
      Defect defect{about.at(wait)};
      defect.what = Kind::kWaitNotInLoop;
      defect.flaw = *flaw;
      defect.lock = about.lock_name(effects.path(method.operands(wait)[0]));
      defect.subject.locks = {defect.lock};
      defect.threads = {{"T1", {about.step(Role::kWait, wait, {}, defect.lock)}}};
      interleave(defect, 1);
      found.push_back({std::move(defect), Severity::kLow});
    }
  }
  return found;
}

// ---- notifications without a change

void Waits::find_idle_notification(const Point& notify) {
  sections::MethodEffects* effects = names_.effects(notify.instance);
  if (effects == nullptr || !analyses_.sections().calls().is_application(effects->node())) return;
  const Point* waiting = nullptr;
  for (const Point& wait : communication_.waits()) {
    if (!wait.has_time_limit && have_common(wait.objects, notify.objects)) {
      waiting = &wait;
      break;
    }
  }
  if (waiting == nullptr) return;
  if (changes_around(*effects, notify.at)) return;
  // Nor may callers have changed something before they call.
  const std::span<const Caller> callers = usage_.callers(notify.instance);
  for (const Caller& caller : callers) {
    sections::MethodEffects* of_caller = names_.effects(caller.caller);
    const Program& program = whole_.points_to().program();
    // What the compiler makes of a lambda does nothing else.
    if (program[program[whole_.points_to()[caller.caller].method].owner].synthetic) continue;
    if (of_caller == nullptr || caller.callback || changes_around(*of_caller, caller.site)) return;
  }
  // Only what a thread begins with is known to have changed nothing before; clients do as they like.
  constexpr int kMaximumDepth = 4;  // a lambda has a method and a class
  auto begins = [&](auto&& self, MethodInstanceId instance, int depth) -> bool {
    const std::span<const Caller> of = usage_.callers(instance);
    return depth < kMaximumDepth && std::all_of(of.begin(), of.end(), [&](const Caller& caller) {
             return self(self, caller.caller, depth + 1);
           });
  };
  const bool begins_thread = begins(begins, notify.instance, 0);
  const ThreadId thread = thread_at(notify);
  if (!thread.valid() || !Concurrency::is_own(whole_.threads()[thread].kind) || !begins_thread) return;
  if (is_seen(Kind::kNotifyWithoutChange, notify)) return;
  Defect defect = defect_at(Kind::kNotifyWithoutChange, notify, Role::kUse);
  interleave(defect, defect.threads[0].steps.size());
  found_.push_back({std::move(defect), Severity::kLow});
}

}  // namespace snag::deadlock
