#include "checks/deadlock/task_waits.h"

#include <algorithm>

#include "checks/deadlock/lock_order_evidence.h"
#include "classfile/modified_utf8.h"
#include "execution/operands.h"
#include "ir/deciding_tests.h"

namespace snag::deadlock {

using ir::Op;
using ir::ValueId;
using library::BlockKind;
using library::MethodModel;
using library::Operand;

namespace {

// What the instruction that makes an object calls: the constructor, or the factory.
std::optional<std::pair<const ir::MethodIr*, ValueId>> maker_of(const PointsTo& points_to, ObjectId object) {
  if (object.value >= points_to.object_count()) return std::nullopt;
  const CodePlace place = points_to.allocation(object);
  const ir::MethodIr* ir = place.method.valid() ? points_to.store().get(place.method) : nullptr;
  if (ir == nullptr || !place.instruction.valid()) return std::nullopt;
  if ((*ir)[place.instruction].op == Op::kInvoke) return std::pair(ir, place.instruction);
  const std::optional<ValueId> constructor = constructor_call(*ir, place.instruction);
  return constructor ? std::optional(std::pair(ir, *constructor)) : std::nullopt;
}

std::vector<ObjectId> objects_of(const LockUsage::Use& use) {
  std::vector<ObjectId> result;
  for (const LockOfObject& lock : use.objects) result.push_back(lock.lock);
  return result;
}

}  // namespace

TaskWaits::TaskWaits(const Analyses& analyses, const LockUsage& usage, NamesOfLocks& names,
                     const Communication& communication, ThreadStory& story)
    : analyses_(analyses),
      whole_(*analyses.whole_program()),
      execution_(whole_.execution()),
      concurrency_(whole_.concurrency()),
      usage_(usage),
      names_(names),
      communication_(communication),
      story_(story) {}

bool TaskWaits::is_seen(Kind kind, const Point& point) {
  const std::tuple key(kind, whole_.points_to()[point.instance].method, point.at);
  if (std::find(seen_.begin(), seen_.end(), key) != seen_.end()) return true;
  seen_.push_back(key);
  return false;
}

std::vector<Weighed> TaskWaits::find() {
  find_started();
  for (const Point& join : communication_.joins()) {
    if (join.has_time_limit || is_known_to_be_over(join)) continue;
    find_joins(join);
    find_starvation(join);
    find_signals(join, communication_.signals());
  }
  for (const Point& take : communication_.removes()) {
    if (!take.has_time_limit && take.model->blocks == BlockKind::kUntilAdded) find_signals(take, communication_.adds());
  }
  for (const Point& put : communication_.adds()) {
    if (put.has_time_limit || put.model->blocks != BlockKind::kUntilRemoved) continue;
    if (std::any_of(put.objects.begin(), put.objects.end(), [&](ObjectId queue) { return has_limit(queue); })) {
      find_signals(put, communication_.removes());
    }
  }
  return std::move(found_);
}

// `if (future.isDone()) future.get()`: it does not wait.
bool TaskWaits::is_known_to_be_over(const Point& join) {
  sections::MethodEffects* effects = names_.effects(join.instance);
  if (effects == nullptr) return false;
  const ir::MethodIr& method = effects->method();
  const sections::AccessPath joined = effects->path(method.operands(join.at)[0]);
  const std::vector<ir::BlockId> block_of = method.block_of_instructions();
  return ir::DecidingTests(method).any_of(block_of[join.at.value], [&](ir::BlockId test, ir::BlockId) {
    const ir::Instruction& end = method.terminator(test);
    if (end.op != Op::kIf) return false;
    const ir::Instruction& asked = method[method.operands(end)[0]];
    if (asked.op != Op::kInvoke || asked.operand_count != 1) return false;
    const MethodModel* model = effects->calls().binding(asked).model;
    const bool asks =
        model != nullptr && std::any_of(model->orders.begin(), model->orders.end(),
                                        [](const auto& order) { return order.kind == library::OrderKind::kJoin; });
    return asks && effects->path(method.operands(asked)[0]) == joined;
  });
}

// An executor with a number of threads that does not grow: those of which the models say when it is one.
bool TaskWaits::is_bounded(ObjectId executor) const {
  const auto maker = maker_of(whole_.points_to(), executor);
  if (!maker) return false;
  const MethodModel* model = model_of_call(whole_.points_to(), *maker->first, maker->second);
  return model != nullptr && model->serial == library::Serial::kResult;
}

// A queue whose constructor is given a number.
bool TaskWaits::has_limit(ObjectId queue) const {
  const auto maker = maker_of(whole_.points_to(), queue);
  if (!maker) return false;
  const std::span<const ValueId> operands = maker->first->operands(maker->second);
  return std::any_of(operands.begin(), operands.end(),
                     [&](ValueId operand) { return (*maker->first)[operand].type == ir::Type::kInt; });
}

void TaskWaits::find_started() {
  const PointsTo& points_to = whole_.points_to();
  for (std::uint32_t n = 0; n < whole_.threads().size(); ++n) {
    for (const ThreadStart& start : whole_.threads()[ThreadId(n)].starts) {
      const MethodModel* model = starting_model(points_to, start.caller, start.site);
      if (model == nullptr) continue;
      Started started{.thread = ThreadId(n), .start = start, .objects = {}, .executors = {}};
      const CallOperands call(points_to, start.caller, start.site);
      auto add = [](std::vector<ObjectId>& to, const std::vector<ObjectId>& objects) {
        to.insert(to.end(), objects.begin(), objects.end());
        std::sort(to.begin(), to.end());
        to.erase(std::unique(to.begin(), to.end()), to.end());
      };
      for (const library::Callback& callback : model->starts) add(started.objects, call.objects(callback.object));
      add(started.objects, call.objects({.base = Operand::Base::kResult}));
      if (whole_.threads()[ThreadId(n)].kind == ThreadKind::kExecutor ||
          whole_.threads()[ThreadId(n)].kind == ThreadKind::kStage) {
        std::vector<ObjectId> executors = call.objects({.base = Operand::Base::kThis});
        for (const library::Callback& callback : model->calls) {
          if (callback.object.base != Operand::Base::kArgumentOfType || !call.has(callback.object)) continue;
          if (points_to.models().policy().executors.matches(points_to.program().text(callback.object.type))) {
            executors = call.objects(callback.object);
          }
        }
        // A method to which several executors are given starts the tasks of all of them.
        if (executors.size() != 1 || !is_bounded(executors[0])) executors.clear();
        add(started.executors, executors);
      }
      started_.push_back(std::move(started));
    }
  }
}

std::vector<const TaskWaits::Started*> TaskWaits::joined_at(const Point& join) const {
  std::vector<const Started*> result;
  for (const Started& started : started_) {
    const bool here = started.start.caller == join.instance && started.start.site == join.at;
    if (here || have_common(started.objects, join.objects)) result.push_back(&started);
  }
  return result;
}

std::vector<LockUsage::Nesting> TaskWaits::held_at(const Point& point) const {
  std::vector<LockGroupId> held = usage_.may_hold(point.instance);
  if (const LockUsage::Site* site = usage_.site(point.instance, point.at)) {
    for (const LockUsage::Use& use : site->held) held.insert(held.end(), use.groups.begin(), use.groups.end());
  }
  std::sort(held.begin(), held.end());
  held.erase(std::unique(held.begin(), held.end()), held.end());
  constexpr std::size_t kMaximumLocks = 16;  // looked at for one wait
  if (held.size() > kMaximumLocks) held.resize(kMaximumLocks);
  const LockUsage::Target target{point.instance, point.at, nullptr};
  std::vector<LockUsage::Nesting> result;
  for (LockGroupId group : held) {
    for (LockUsage::Nesting& nesting : usage_.nestings(group, std::span(&target, 1))) {
      result.push_back(std::move(nesting));
    }
  }
  return result;
}

std::optional<RunPoint> TaskWaits::acquisition_by(ThreadId thread, const std::vector<LockGroupId>& groups,
                                                  const std::vector<ObjectId>& objects) {
  for (LockGroupId group : groups) {
    for (const LockUsage::Target& target : usage_.acquisitions(group)) {
      if (!whole_.threads().threads_of(target.instance).contains(thread)) continue;
      // One object, or one that is found as directly as the task itself.
      const bool one = objects.size() == 1 && target.acquired->objects.size() == 1;
      const std::optional<std::vector<CallChains::Link>> way = story_.chains().to(thread, target.instance);
      constexpr std::size_t kFewCalls = 2;
      if (!one && (!way || way->size() > kFewCalls || objects_of(*target.acquired) != objects)) continue;
      if (!is_believed(whole_.points_to(), story_.chains(), thread, target.instance)) continue;
      return RunPoint{target.instance, target.at};
    }
  }
  return std::nullopt;
}

void TaskWaits::find_joins(const Point& join) {
  const std::vector<const Started*> joined = joined_at(join);
  if (joined.empty()) return;
  for (const LockUsage::Nesting& nesting : held_at(join)) {
    if (!is_believed(whole_.points_to(), nesting.calls) || names_.is_released_on_the_way(nesting)) continue;
    const std::vector<ObjectId> objects = objects_of(*nesting.held);
    // It is not known which of them is waited for: all of them have to need the lock.
    if (!std::all_of(joined.begin(), joined.end(), [&](const Started* started) {
          return acquisition_by(started->thread, nesting.held->groups, objects).has_value();
        })) {
      continue;
    }
    for (const Started* started : joined) {
      const std::optional<RunPoint> at = acquisition_by(started->thread, nesting.held->groups, objects);
      if (!at) continue;
      bool waits = false;
      ThreadId waiting;
      whole_.threads().threads_of(nesting.holder).for_each([&](ThreadId thread) {
        if (waits || (thread == started->thread && whole_.threads()[thread].one)) return;
        waits = true;
        waiting = thread;
      });
      if (!waits) continue;
      if (is_seen(Kind::kWaitsForTask, join)) return;
      add(join, waiting, nesting, started->thread, *at, /*is_certain=*/true);
      return;
    }
  }
}

// Whether all ways to a signal acquire the lock: it is held there, or was acquired before.
bool TaskWaits::needs_on_its_way(const Point& signal, ObjectId lock) {
  auto has = [&](const ObjectLocks& locks) {
    return std::any_of(locks.begin(), locks.end(), [&](const LockOfObject& held) { return held.lock == lock; });
  };
  if (has(execution_.locks_at_call(signal.instance, signal.at))) return true;
  const std::span<const ObjectLocks> entry = execution_.entry_locks(signal.instance);
  if (!entry.empty() && std::all_of(entry.begin(), entry.end(), has)) return true;
  // An acquisition in the same method that comes first in any case.
  const ir::MethodIr* method = whole_.points_to().store().get(whole_.points_to()[signal.instance].method);
  if (method == nullptr) return false;
  const std::vector<ir::BlockId> block_of = method->block_of_instructions();
  const ir::DecidingTests tests(*method);
  for (const LockUsage::Site& site : usage_.sites(signal.instance)) {
    const bool acquires = std::any_of(site.acquired.begin(), site.acquired.end(), [&](const LockUsage::Use& use) {
      return use.objects.size() == 1 && use.objects[0].lock == lock;
    });
    if (!acquires) continue;
    const ir::BlockId wanted = block_of[site.at.value];
    for (ir::BlockId block = block_of[signal.at.value]; block.valid(); block = tests.above(block)) {
      if (block == wanted && (block != block_of[signal.at.value] || site.at < signal.at)) return true;
    }
  }
  return false;
}

void TaskWaits::find_signals(const Point& wait, const std::vector<Point>& signals) {
  if (wait.objects.empty()) return;
  const std::vector<LockUsage::Nesting> held = held_at(wait);
  if (held.empty()) return;
  std::vector<const Point*> others;
  for (const Point& signal : signals) {
    if (have_common(signal.objects, wait.objects)) others.push_back(&signal);
  }
  if (others.empty()) return;
  for (const LockUsage::Nesting& nesting : held) {
    const std::vector<ObjectId> objects = objects_of(*nesting.held);
    if (objects.size() != 1 || !is_believed(whole_.points_to(), nesting.calls)) continue;
    if (names_.is_released_on_the_way(nesting)) continue;
    if (!std::all_of(others.begin(), others.end(),
                     [&](const Point* other) { return needs_on_its_way(*other, objects[0]); })) {
      continue;
    }
    for (const Point* other : others) {
      ThreadId waiting, signalling;
      const bool overlap =
          concurrency_.any_overlap({wait.instance, wait.at}, {other->instance, other->at}, [&](ThreadId x, ThreadId y) {
            waiting = x;
            signalling = y;
            return true;
          });
      if (!overlap) continue;
      if (is_seen(Kind::kWaitsForTask, wait)) return;
      add(wait, waiting, nesting, signalling, {other->instance, other->at}, /*is_certain=*/false);
      return;
    }
  }
}

void TaskWaits::add(const Point& point, ThreadId waiting, const LockUsage::Nesting& nesting, ThreadId other,
                    const RunPoint& other_at, bool is_certain) {
  const ir::MethodIr& method = *whole_.points_to().store().get(whole_.points_to()[point.instance].method);
  const ir::References& references = whole_.points_to().store().references();
  const std::string call =
      classfile::to_utf8(whole_.points_to().program().text(references[method[point.at].reference()].name)) + "()";
  const std::string held = known_name(story_, names_, nesting.holder, *nesting.held);
  const Step step = story_.step(Role::kWait, {point.instance, point.at}, {held}, call);
  Defect defect{evidence_at(step)};
  defect.what = Kind::kWaitsForTask;
  defect.held = defect.lock = held;
  defect.call = call;
  defect.subject.locks = {held};
  defect.other = story_.thread_name(other);
  std::vector<Step> steps = story_.way_to(waiting, nesting.holder);
  const ValueId outer = names_.acquired_at(nesting.holder, nesting.held->name.path, nesting.in_holder());
  if (outer.valid()) steps.push_back(story_.step(Role::kAcquire, {nesting.holder, outer}, {}, held));
  for (Step& made : story_.calls(nesting.calls, point.instance)) {
    made.locks = {held};
    steps.push_back(std::move(made));
  }
  steps.push_back(step);
  defect.threads.push_back({story_.title(1, waiting), std::move(steps)});
  std::vector<Step> of_other = story_.way_to(other, other_at.instance);
  of_other.push_back(story_.step(Role::kAcquire, other_at, {}, held));
  defect.threads.push_back({story_.title(2, other), std::move(of_other)});
  interleave(defect, defect.threads[0].steps.size());
  const Threads& threads = whole_.threads();
  const bool own = Concurrency::are_own(threads[waiting].kind, threads[other].kind);
  const bool unique =
      nesting.held->objects.size() == 1 && whole_.heap().has(nesting.held->objects[0].lock, ObjectProperty::kUnique);
  found_.push_back({std::move(defect), own && unique ? Severity::kHigh : Severity::kMedium});
  static_cast<void>(is_certain);
}

void TaskWaits::find_starvation(const Point& join) {
  const Threads& threads = whole_.threads();
  for (const Started* joined : joined_at(join)) {
    if (joined->executors.empty()) continue;
    for (const Started& task : started_) {
      if (!have_common(task.executors, joined->executors)) continue;
      if (!threads.threads_of(join.instance).contains(task.thread)) continue;
      if (!is_believed(whole_.points_to(), story_.chains(), task.thread, join.instance)) continue;
      if (is_seen(Kind::kPoolStarvation, join)) return;
      const ir::MethodIr& method = *whole_.points_to().store().get(whole_.points_to()[join.instance].method);
      const ir::References& references = whole_.points_to().store().references();
      const std::string call =
          classfile::to_utf8(whole_.points_to().program().text(references[method[join.at].reference()].name)) + "()";
      const Step step = story_.step(Role::kWait, {join.instance, join.at}, {}, call);
      Defect defect{evidence_at(step)};
      defect.what = Kind::kPoolStarvation;
      defect.call = call;
      defect.lock = story_.object_name(joined->executors[0]);
      defect.subject.locks = {defect.lock};
      defect.other = story_.thread_name(joined->thread);
      std::vector<Step> steps = story_.way_to(task.thread, join.instance);
      steps.push_back(step);
      defect.threads.push_back({story_.title(1, task.thread), std::move(steps)});
      interleave(defect, defect.threads[0].steps.size());
      // Two pools that one method makes are one object here.
      const ObjectId pool = joined->executors[0];
      const bool unique = whole_.heap().has(pool, ObjectProperty::kUnique);
      const CodePlace made = whole_.points_to().allocation(pool);
      Calls& calls = analyses_.sections().calls();
      const NodeId maker = made.method.valid() ? calls.node_of(made.method) : NodeId();
      const bool own = maker.valid() && (calls.is_constructor(maker) || calls.is_class_initializer(maker));
      if (!unique && !own) return;
      found_.push_back({std::move(defect), unique ? Severity::kHigh : Severity::kMedium});
      return;
    }
  }
}

}  // namespace snag::deadlock
