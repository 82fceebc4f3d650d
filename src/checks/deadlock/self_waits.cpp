#include "checks/deadlock/self_waits.h"

#include <algorithm>
#include <set>

#include "checks/deadlock/lock_order_evidence.h"

namespace snag::deadlock {

using ir::ValueId;
using library::LockMode;

namespace {

// Whether the lock that is acquired is the one that is held: one object, or the same name where it is held.
bool is_same_lock(const WholeProgramAnalysis& whole, NamesOfLocks& names, const LockUsage::Nesting& nesting) {
  const std::vector<LockOfObject>&held = nesting.held->objects, &acquired = nesting.acquired->objects;
  if (held.size() == 1 && acquired.size() == 1 && held[0].lock == acquired[0].lock &&
      whole.heap().has(held[0].lock, ObjectProperty::kUnique)) {
    return true;
  }
  const sections::AccessPath inner = names.in_caller(nesting.calls, nesting.acquired->name.path);
  return inner.known() && inner == nesting.held->name.path;
}

}  // namespace

std::vector<Weighed> find_self_deadlocks(const Analyses& analyses, const LockUsage& usage, NamesOfLocks& names,
                                         ThreadStory& story) {
  const WholeProgramAnalysis& whole = *analyses.whole_program();
  const library::ClassPatterns& not_reentrant = analyses.input().models.policy().not_reentrant;
  std::vector<Weighed> found;
  std::set<std::pair<MethodId, ValueId>> seen;
  for (std::uint32_t n = 0; n < whole.points_to().instance_count(); ++n) {
    const MethodInstanceId instance(n);
    for (const LockUsage::Site& site : usage.sites(instance)) {
      if (site.acquired.empty()) continue;
      const LockUsage::Use& acquired = site.acquired[0];
      const LockMode wanted = acquired.objects[0].mode;
      const bool is_plain =
          not_reentrant.matches(whole.points_to().program().text(whole.heap().name(acquired.objects[0].lock)));
      if (!is_plain && wanted != LockMode::kWrite) continue;
      const LockUsage::Target target{instance, site.at, &acquired};
      for (LockGroupId group : acquired.groups) {
        for (const LockUsage::Nesting& nesting : usage.nestings(group, std::span(&target, 1))) {
          if (!is_same_lock(whole, names, nesting)) continue;
          const LockMode held = nesting.held->objects[0].mode;
          const bool both_read = held == LockMode::kRead && wanted == LockMode::kRead;
          const bool upgrade = held == LockMode::kRead && wanted == LockMode::kWrite;
          if (both_read || (!is_plain && !upgrade)) continue;
          if (!seen.insert({whole.points_to()[instance].method, site.at}).second) continue;
          const std::string name = known_name(story, names, instance, acquired);
          const Step step = story.step(Role::kWait, {instance, site.at}, {name}, name);
          Defect defect{evidence_at(step)};
          defect.what = Kind::kSelfDeadlock;
          defect.lock = name;
          defect.upgrade = upgrade;
          defect.subject.locks = {name};
          ThreadId thread;
          whole.threads().threads_of(nesting.holder).for_each([&](ThreadId one) {
            if (!thread.valid()) thread = one;
          });
          std::vector<Step> steps = thread.valid() ? story.way_to(thread, nesting.holder) : std::vector<Step>();
          const ValueId outer = names.acquired_at(nesting.holder, nesting.held->name.path, nesting.in_holder());
          if (outer.valid()) steps.push_back(story.step(Role::kAcquire, {nesting.holder, outer}, {}, name));
          for (Step& call : story.calls(nesting.calls, instance)) {
            call.locks = {name};
            steps.push_back(std::move(call));
          }
          steps.push_back(step);
          defect.threads.push_back({thread.valid() ? story.title(1, thread) : "T1", std::move(steps)});
          interleave(defect, defect.threads[0].steps.size());
          const bool direct = nesting.calls.size() <= 2;
          found.push_back({std::move(defect), direct ? Severity::kHigh : Severity::kMedium});
        }
      }
    }
  }
  return found;
}

}  // namespace snag::deadlock
