// Deadlock (von Praun, chapter 6): threads that wait for each other, or for a notification that never comes.
//
// The parts: cycles of locks (lock_cycles.h), waiting for notifications (waits.h), waiting for other threads and tasks
// (task_waits.h), locks that a thread holds already (self_waits.h), locks that are not released (lock_leaks.h), and
// code of others that is called under a lock (foreign_calls.h). Here what they find becomes findings.
#include <algorithm>
#include <set>

#include "checks/deadlock/descriptor.h"
#include "checks/deadlock/foreign_calls.h"
#include "checks/deadlock/lock_leaks.h"
#include "checks/deadlock/lock_order_evidence.h"
#include "checks/deadlock/self_waits.h"
#include "checks/deadlock/task_waits.h"

namespace snag::deadlock {

namespace {

class Collector {
 public:
  explicit Collector(const Analyses& analyses) : analyses_(analyses) {}

  void add(Defect defect, Severity severity) {
    const KindDescriptor& kind = kDeadlockKinds[static_cast<std::size_t>(defect.what)];
    defect.check = kDeadlock.id;
    defect.kind = kind.id;
    defect.severity = severity;
    if (is_wanted(analyses_.input().profile, defect.dismissals)) findings_.push_back(narrate(defect));
  }

  void add(std::vector<Weighed> defects) {
    for (Weighed& each : defects) add(std::move(each.defect), each.severity);
  }

  std::vector<Finding> take() { return std::move(findings_); }

 private:
  const Analyses& analyses_;
  std::vector<Finding> findings_;
};

// Whether all parts of a cycle are the same two acquisitions, on different objects.
bool is_one_nesting(const PointsTo& points_to, const Cycle& cycle) {
  auto places = [&](const CyclePart& part) {
    return std::tuple(points_to[part.nesting.holder].method, part.nesting.in_holder(),
                      points_to[part.nesting.acquirer].method, part.nesting.at);
  };
  return std::all_of(cycle.parts.begin(), cycle.parts.end(),
                     [&](const CyclePart& part) { return places(part) == places(cycle.parts[0]); });
}

void find_cycles(const Analyses& analyses, const LockUsage& usage, NamesOfLocks& names, ThreadStory& story,
                 Collector& found) {
  LockCycles cycles(analyses, usage, names);
  // The classes of the objects may differ where the code does not.
  std::set<std::vector<std::pair<MethodId, ir::ValueId>>> seen;
  const PointsTo& points_to = analyses.whole_program()->points_to();
  for (const Cycle& cycle : cycles.find()) {
    std::vector<std::pair<MethodId, ir::ValueId>> places;
    for (const CyclePart& part : cycle.parts) {
      places.emplace_back(points_to[part.nesting.holder].method, part.nesting.in_holder());
      places.emplace_back(points_to[part.nesting.acquirer].method, part.nesting.at);
    }
    std::sort(places.begin(), places.end());
    if (!seen.insert(std::move(places)).second) continue;
    Defect defect = evidence_of(cycle, usage, story, names);
    defect.dismissals.add(Dismissal::kCallersHoldLock, cycle.gated_as_seen);
    defect.dismissals.add(Dismissal::kManyCallsApart, cycle.doubtful);
    const Concurrency& concurrency = analyses.whole_program()->concurrency();
    const bool tool = std::any_of(cycle.parts.begin(), cycle.parts.end(), [&](const CyclePart& part) {
      return concurrency.is_one_of_several_mains(part.thread);
    });
    const bool certain = cycle.unique && cycle.own;
    // One piece of code that locks two objects of a class: whether anybody ever passes them the other way round, only
    // the callers know.
    const bool hardly = !cycle.own && is_one_nesting(points_to, cycle);
    const bool two =
        cycle.parts.size() != 2 || concurrency.are_evidently_two(cycle.parts[0].thread, cycle.parts[1].thread);
    const bool far = std::any_of(cycle.parts.begin(), cycle.parts.end(), [&](const CyclePart& part) {
      const auto way = story.chains().to(part.thread, part.nesting.holder);
      return !story.chains().is_believed(part.thread, part.nesting.holder) ||
             way->size() + part.nesting.calls.size() > CallChains::kMaximumCalls;
    });
    const Severity severity = cycle.indirect || tool || far || hardly || !two ? Severity::kLow
                              : certain                                       ? Severity::kHigh
                                                                              : Severity::kMedium;
    found.add(std::move(defect), severity);
  }
}

}  // namespace

}  // namespace snag::deadlock

namespace snag {

std::vector<Finding> check_deadlock(const Analyses& analyses) {
  using namespace deadlock;
  Collector found(analyses);
  found.add(find_lock_leaks(analyses));
  found.add(find_foreign_calls(analyses));
  found.add(find_unlooped_waits_in_unreached_code(analyses));
  // What follows needs objects and threads.
  if (analyses.whole_program() == nullptr) return found.take();
  const LockUsage usage(analyses.whole_program()->execution());
  NamesOfLocks names(analyses);
  ThreadStory story(analyses);
  const Communication communication(analyses);
  find_cycles(analyses, usage, names, story, found);
  found.add(find_self_deadlocks(analyses, usage, names, story));
  found.add(Waits(analyses, usage, names, communication, story).find());
  found.add(TaskWaits(analyses, usage, names, communication, story).find());
  return found.take();
}

}  // namespace snag
