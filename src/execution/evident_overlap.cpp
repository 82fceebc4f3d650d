#include "execution/evident_overlap.h"

#include <algorithm>
#include <set>

namespace snag {

namespace {

constexpr int kMaximumCallsUp = 2;
constexpr std::size_t kMaximumTasks = 2;  // that one place starts, of those that say something about each

}  // namespace

EvidentOverlap::EvidentOverlap(const Threads& threads) : threads_(threads), several_(threads.size()) {
  for (std::uint32_t t = 0; t < threads.size(); ++t) several_[t] = is_several(threads[ThreadId(t)]);
}

bool EvidentOverlap::is_in_loop(const Caller& call, int calls_up) const {
  const PointsTo& points_to = threads_.points_to();
  if (call.callback || threads_.multiplicity().is_in_loop(points_to[call.caller].method, call.site)) return true;
  if (calls_up == 0) return false;
  const std::span<const Caller> callers = threads_.callers().waiting(call.caller);
  return std::any_of(callers.begin(), callers.end(),
                     [&](const Caller& outer) { return is_in_loop(outer, calls_up - 1); });
}

// `void run(Runnable task) { new Thread(task).start(); }`: what is known of the place is not known of each task.
bool EvidentOverlap::says_something(const ThreadStart& start) const {
  const PointsTo& points_to = threads_.points_to();
  std::set<MethodId> tasks;
  for (const PointsTo::InstanceCall& call : calls_at(points_to, start.caller, start.site)) {
    const MethodInstance& task = points_to[call.callee];
    if (call.kind == CalleeKind::kStart && task.body == BodyKind::kCode) tasks.insert(task.method);
  }
  return tasks.size() <= kMaximumTasks;
}

bool EvidentOverlap::is_several(const AbstractThread& thread) const {
  if (thread.one || thread.serial.valid() || thread.serial_by_place.valid()) return false;
  if (thread.starts.empty()) return true;  // clients, callbacks
  switch (thread.kind) {
    case ThreadKind::kExecutor:
    case ThreadKind::kForkJoin:
    case ThreadKind::kStage:
    case ThreadKind::kStream:
      return true;
    default:
      break;
  }
  const PointsTo& points_to = threads_.points_to();
  for (std::size_t n = 0; n < thread.starts.size(); ++n) {
    const ThreadStart& start = thread.starts[n];
    if (!says_something(start)) continue;
    if (is_in_loop({start.caller, start.site}, kMaximumCallsUp)) return true;
    const ir::MethodIr& ir = *points_to.store().get(points_to[start.caller].method);
    for (std::size_t m = 0; m < n; ++m) {
      const ThreadStart& other = thread.starts[m];
      if (other.caller != start.caller) continue;
      if (ir.may_follow(other.site, start.site) || ir.may_follow(start.site, other.site)) return true;
    }
  }
  return false;
}

bool EvidentOverlap::are_two(ThreadId a, ThreadId b) const {
  if (a == b) return several_[a.value];
  const SerialGroupId group = threads_[a].serial_by_place;
  return !group.valid() || group != threads_[b].serial_by_place;
}

}  // namespace snag
