#include "execution/event_locks.h"

#include <algorithm>

namespace snag {

using sections::AccessPath;

namespace {

bool is_variable_element(AccessPath::Step step) {
  return step != AccessPath::kContents && (step & AccessPath::kElementBit) != 0 && step < AccessPath::kParameterElement;
}

bool is_element(AccessPath::Step step) {
  return step != AccessPath::kContents && (step & AccessPath::kElementBit) != 0;
}

std::size_t common_steps(const AccessPath& a, const AccessPath& b) {
  std::size_t n = 0;
  while (n < a.steps().size() && n < b.steps().size() && a.steps()[n] == b.steps()[n]) ++n;
  return n;
}

bool excludes(library::LockMode a, library::LockMode b) { return !(sections::is_shared(a) && sections::is_shared(b)); }

// Whether both have an equal lock, of which one is taken to write. Both are ascending and short.
template <class Lock, class Same>
bool have_common(const std::vector<Lock>& a, const std::vector<Lock>& b, Same&& same) {
  return std::any_of(a.begin(), a.end(), [&](const Lock& x) {
    return std::any_of(b.begin(), b.end(), [&](const Lock& y) { return excludes(x.mode, y.mode) && same(x, y); });
  });
}

}  // namespace

// What a lock may be; where the name of the lock begins as that of the object does, only of those that lead to the
// object.
std::vector<ObjectId> LocksOfEvents::objects(const Event& event, const Execution::Naming& naming,
                                             const AccessPath& lock) {
  std::vector<ObjectId> result = paths_.objects(event.instance, lock);
  const AccessPath& base = naming.base_path;
  const bool comparable = base.known() && base.root() == lock.root() && base.detail() == lock.detail();
  if (result.size() <= 1 || !comparable) return result;
  const std::size_t common = common_steps(base, lock);
  AccessPath beginning(lock.root(), lock.detail());
  for (std::size_t n = 0; n < common; ++n) beginning = beginning.then(lock.steps()[n]);
  std::vector<ObjectId> from = paths_.objects(event.instance, beginning);
  std::erase_if(from, [&](ObjectId object) {
    const std::vector<ObjectId> there = paths_.follow({object}, base, common);
    return !std::binary_search(there.begin(), there.end(), event.location.object);
  });
  return from.empty() ? result : paths_.follow(std::move(from), lock, common);
}

void LocksOfEvents::add_related(const Execution::Naming& naming, const Execution::NamedLock& lock,
                                EventLocks& locks) const {
  const AccessPath& base = naming.base_path;
  if (!base.known() || base.root() != lock.path.root() || base.detail() != lock.path.detail()) return;
  const std::size_t common = common_steps(base, lock.path);
  EventLocks::Related related;
  related.mode = lock.mode;
  AccessPath::Step index = 0;  // that leads to the object
  for (std::size_t n = common; n < base.steps().size(); ++n) {
    const AccessPath::Step step = base.steps()[n];
    if (is_element(step)) index = step;
    related.up.push_back(is_element(step) ? AccessPath::kElementBit : step);
  }
  for (std::size_t n = common; n < lock.path.steps().size(); ++n) {
    const AccessPath::Step step = lock.path.steps()[n];
    if (is_element(step)) {
      if (step != index && is_variable_element(step)) return;
      related.down.push_back(step == index ? AccessPath::kElementBit : step);
      continue;
    }
    related.down.push_back(step);
    if (step == AccessPath::kContents) continue;
    const bool claim = n + 1 < lock.path.steps().size() && lock.path.steps()[n + 1] == AccessPath::kContents;
    if (!claim && sections_.fields().can_change(FieldId(step))) return;
  }
  locks.related.push_back(std::move(related));
}

void LocksOfEvents::add_global(const Execution::NamedLock& lock, EventLocks& locks) const {
  if (lock.path.root() != AccessPath::Root::kStatic || sections_.fields().can_change(FieldId(lock.path.detail())))
    return;
  const bool settled = std::all_of(lock.path.steps().begin(), lock.path.steps().end(), [&](AccessPath::Step step) {
    return (step & AccessPath::kElementBit) == 0 && !sections_.fields().can_change(FieldId(step));
  });
  if (!settled) return;
  locks.globals.push_back({lock.path.detail(), {lock.path.steps().begin(), lock.path.steps().end()}, lock.mode});
}

// The workers of a parallel stream do not hold the locks of the thread that waits for them. They begin with the
// function, or with the object that the compiler made for a lambda.
void LocksOfEvents::find_beginnings() {
  const Threads& threads = execution_.threads();
  const PointsTo& points_to = threads.points_to();
  const Program& program = points_to.program();
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    if (threads[ThreadId(t)].kind != ThreadKind::kStream) continue;
    for (MethodInstanceId entry : threads[ThreadId(t)].entries) {
      begins_stream_.insert(entry);
      if (!program[program[points_to[entry].method].owner].synthetic) continue;
      for (const PointsTo::InstanceCall& call : points_to.calls(entry)) begins_stream_.insert(call.callee);
    }
  }
}

EventLocks LocksOfEvents::of(const Event& event) {
  EventLocks locks;
  const Execution::Naming naming = execution_.naming(event);
  const bool begins_thread = begins_stream_.contains(event.instance);
  for (const Execution::NamedLock& lock : naming.locks) {
    if (lock.acquired_here || (lock.by_callers && begins_thread)) continue;
    locks.any = true;
    add_related(naming, lock, locks);
    add_global(lock, locks);
    if (lock.path.ends_in_contents()) {
      const AccessPath owner = lock.path.owner_of_last_field();
      const std::size_t steps = owner.steps().size();
      const std::vector<ObjectId> owners =
          owner.known() ? paths_.objects(event.instance, owner) : std::vector<ObjectId>();
      if (owners.size() == 1 && heap_.has(owners[0], ObjectProperty::kUnique)) {
        locks.claims.push_back(
            {owners[0],
             {lock.path.steps().begin() + static_cast<std::ptrdiff_t>(steps), lock.path.steps().end()},
             lock.mode});
      }
      continue;
    }
    const std::vector<ObjectId> found = objects(event, naming, lock.path);
    for (ObjectId object : found) locks.perhaps.push_back(execution_.lock_of(object, lock.mode).lock);
    // `synchronized (this) { value = other.value; }`: of two objects of one kind, the one is locked and not the other.
    const bool other_one = found.size() == 1 && found[0] == event.location.object && naming.base_path.known() &&
                           !(naming.base_path == lock.path) && !heap_.has(found[0], ObjectProperty::kUnique);
    if (found.size() == 1 && !other_one) locks.held.push_back(execution_.lock_of(found[0], lock.mode));
  }
  auto sort = [](auto& all) {
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
  };
  sort(locks.held);
  sort(locks.related);
  sort(locks.claims);
  sort(locks.globals);
  sort(locks.perhaps);
  return locks;
}

bool LocksOfEvents::exclude(const Event& a, const EventLocks& locks_of_a, const Event& b,
                            const EventLocks& locks_of_b) const {
  if (have_common(locks_of_a.related, locks_of_b.related,
                  [](const auto& x, const auto& y) { return x.up == y.up && x.down == y.down; })) {
    return true;
  }
  if (have_common(locks_of_a.claims, locks_of_b.claims,
                  [](const auto& x, const auto& y) { return x.owner == y.owner && x.down == y.down; })) {
    return true;
  }
  if (have_common(locks_of_a.globals, locks_of_b.globals,
                  [](const auto& x, const auto& y) { return x.field == y.field && x.down == y.down; })) {
    return true;
  }
  const ObjectId object = a.location.object;
  return Concurrency::all_ways_exclude({locks_of_a.held, execution_.entry_locks(a)},
                                       {locks_of_b.held, execution_.entry_locks(b)},
                                       [&](ObjectId lock) { return protects(lock, object); });
}

bool LocksOfEvents::protects(ObjectId lock, ObjectId object) const {
  if (!concurrency_.protects(lock, object)) return false;
  // A map in whose compute() it happens excludes others for one key: it protects what it holds, and nothing else.
  const library::Policy& policy = heap_.points_to().models().policy();
  const ClassId type = heap_.represented_class(lock).valid() ? ClassId() : heap_.class_of(lock);
  const bool is_map = type.valid() && policy.concurrent.matches(heap_.points_to().program().name(type)) &&
                      execution_.runs_functions_atomically(lock);
  if (!is_map) return true;
  const std::span<const HeapShapeGraph::OutgoingField> fields = heap_.fields(lock);
  return std::any_of(fields.begin(), fields.end(), [&](const auto& field) {
    return std::binary_search(field.objects.begin(), field.objects.end(), object);
  });
}

bool LocksOfEvents::exclude(const Event& a, const EventLocks& locks_of_a, ThreadId x, const Event& b,
                            const EventLocks& locks_of_b, ThreadId y) const {
  // Where one thread alone enters both, nothing new is said.
  if (execution_.threads_of(a).size() == 1 && execution_.threads_of(b).size() == 1) return false;
  return Concurrency::all_ways_exclude({locks_of_a.held, execution_.entry_locks(a, x)},
                                       {locks_of_b.held, execution_.entry_locks(b, y)},
                                       [&](ObjectId lock) { return protects(lock, a.location.object); });
}

bool LocksOfEvents::exclude_as_seen(const Event& a, const EventLocks& locks_of_a, const Event& b,
                                    const EventLocks& locks_of_b) const {
  auto first_of_several = [&](const EventLocks& locks) {
    ObjectLocks result = locks.held;
    if (result.empty() && !locks.perhaps.empty() && heap_.are_of_one_class(locks.perhaps)) {
      result.push_back({locks.perhaps[0], library::LockMode::kExclusive});
    }
    return result;
  };
  const std::span<const ObjectLocks> ways = execution_.entry_locks_of_seen_callers(a);
  const std::span<const ObjectLocks> other_ways = execution_.entry_locks_of_seen_callers(b);
  const ObjectLocks held = first_of_several(locks_of_a), other_held = first_of_several(locks_of_b);
  return Concurrency::all_ways_exclude({held, ways}, {other_held, other_ways}, [&](ObjectId lock) {
    return heap_.has(lock, ObjectProperty::kGlobal) && !heap_.represented_class(a.location.object).valid();
  });
}

}  // namespace snag
