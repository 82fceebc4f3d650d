// Waiting to be notified (von Praun 6.1): critical and indefinite waits, and waits and notifications that get lost.
//
//   synchronized (a) { synchronized (b) { while (!ready) b.wait(); } }     `a` stays locked: critical, if the notifier
//   synchronized (a) { synchronized (b) { ready = true; b.notify(); } }    needs it
//
//   if (!ready) b.wait();                                                  a wake-up without a reason is taken for one
//   while (!ready) synchronized (b) { b.wait(); }                          notified after the test and before the wait
//   synchronized (b) { b.notify(); } … ready = true;                       nothing has changed yet: it waits on
//
// A wait with a time limit ends by itself and is never reported.
// Cannot see: conditions that other objects hold; that a condition is always true when the thread is notified.
#pragma once

#include <vector>

#include "checks/deadlock/communication.h"
#include "checks/deadlock/defects.h"
#include "checks/deadlock/lock_names.h"
#include "checks/thread_story.h"

namespace snag::deadlock {

// A defect with the severity that it should have.
struct Weighed {
  Defect defect;
  Severity severity{};
};

// Waits whose condition is not tested again, or not under the lock, in methods of which no thread is seen that runs
// them.
std::vector<Weighed> find_unlooped_waits_in_unreached_code(const Analyses& analyses);

class Waits {
 public:
  Waits(const Analyses& analyses, const LockUsage& usage, NamesOfLocks& names, const Communication& communication,
        ThreadStory& story);

  std::vector<Weighed> find();

 private:
  using Point = CommunicationPoint;

  std::vector<const Point*> notifiers_of(const Point& wait) const;
  void find_critical(const Point& wait, const std::vector<const Point*>& notifiers);
  bool add_critical(const Point& wait, const LockUsage::Nesting& nesting, const std::vector<const Point*>& notifiers);
  bool find_indefinite(const Point& wait);
  static bool waits_for_argument(sections::MethodEffects& method, ir::ValueId wait);
  void find_unlooped(const Point& wait);
  void find_idle_notification(const Point& notify);
  bool is_called_in_loops(MethodInstanceId instance) const;
  bool waits_for_itself(const Point& wait) const;
  bool changes_after(const ir::MethodIr& method, ir::ValueId at) const;
  bool starts_before(const Point& wait) const;
  // Whether all ways to a point hold the lock.
  bool needs(const Point& point, ObjectId lock) const;
  Defect defect_at(Kind kind, const Point& point, Role role);
  std::string lock_name(const Point& point);
  // A thread that runs the point; of the program's own if there is one.
  ThreadId thread_at(const Point& point) const;
  bool is_seen(Kind kind, const Point& point);

  const Analyses& analyses_;
  const WholeProgramAnalysis& whole_;
  Execution& execution_;
  const Concurrency& concurrency_;
  const LockUsage& usage_;
  NamesOfLocks& names_;
  const Communication& communication_;
  ThreadStory& story_;
  std::vector<ObjectId> threads_;  // that notify all who wait for them when they end
  std::vector<Weighed> found_;
  std::vector<std::tuple<Kind, MethodId, ir::ValueId>> seen_;  // one of several instances is enough
};

}  // namespace snag::deadlock
