// Waiting for another thread, a task, a latch, a barrier or a queue, where the other side cannot get on.
//
//   synchronized (a) { worker.join(); }        run() { synchronized (a) { … } }           it never ends
//   pool = newFixedThreadPool(4);              call() { return pool.submit(part).get(); } all four wait for a fifth
//
// Waiting for the end of a thread or task (join, get, invokeAll) is hopeless if it may acquire, anywhere, a lock that
// the waiting thread holds; waiting for a signal (countDown, await, put, take) if whoever signals needs the lock on its
// way there: it holds it, or has acquired it before on every way. A task that waits for a task of the same pool needs
// one more thread than it has, unless the pool grows.
// Waiting with a time limit is never reported.
// Cannot see: that a task has ended, or a permit is there, whenever it is waited for.
#pragma once

#include <vector>

#include "checks/deadlock/waits.h"

namespace snag::deadlock {

class TaskWaits {
 public:
  TaskWaits(const Analyses& analyses, const LockUsage& usage, NamesOfLocks& names, const Communication& communication,
            ThreadStory& story);

  std::vector<Weighed> find();

 private:
  using Point = CommunicationPoint;

  struct Started {
    ThreadId thread;
    ThreadStart start;
    std::vector<ObjectId> objects;    // by which its end is waited for: the thread, the task, the future; ascending
    std::vector<ObjectId> executors;  // the one that runs it, if that is known and has a bounded number of threads
  };
  void find_started();
  bool is_known_to_be_over(const Point& join);
  bool is_bounded(ObjectId executor) const;
  bool has_limit(ObjectId queue) const;
  std::vector<const Started*> joined_at(const Point& join) const;
  // The locks that are held at a point: ways on which they are.
  std::vector<LockUsage::Nesting> held_at(const Point& point) const;
  void find_joins(const Point& join);
  void find_signals(const Point& wait, const std::vector<Point>& signals);
  void find_starvation(const Point& join);
  // Where a thread acquires one of these objects; none if it does not.
  std::optional<RunPoint> acquisition_by(ThreadId thread, const std::vector<LockGroupId>& groups,
                                         const std::vector<ObjectId>& objects);
  bool needs_on_its_way(const Point& signal, ObjectId lock);
  bool is_seen(Kind kind, const Point& point);
  void add(const Point& point, ThreadId waiting, const LockUsage::Nesting& nesting, ThreadId other,
           const RunPoint& other_at, bool is_certain);

  const Analyses& analyses_;
  const WholeProgramAnalysis& whole_;
  Execution& execution_;
  const Concurrency& concurrency_;
  const LockUsage& usage_;
  NamesOfLocks& names_;
  const Communication& communication_;
  ThreadStory& story_;
  std::vector<Started> started_;
  std::vector<Weighed> found_;
  std::vector<std::tuple<Kind, MethodId, ir::ValueId>> seen_;
};

}  // namespace snag::deadlock
