// Where a program waits for others, and where it lets others go on: calls of wait, notify, join, get, await, countDown,
// take and put, as the models say, with the objects that they are about.
//
//   synchronized (queue) { while (queue.isEmpty()) queue.wait(); }        a wait for {#7}, which is also the lock
//   Future<Row> row = pool.submit(task);  row.get();                       a join of {#9}, the result of a start
//
// Used by one thread: it asks PointsTo for sets.
#pragma once

#include <vector>

#include "checks/analyses.h"
#include "execution/execution.h"

namespace snag::deadlock {

struct CommunicationPoint {
  MethodInstanceId instance;
  ir::ValueId at;
  std::vector<ObjectId> objects = {};  // what it waits for, or signals; ascending
  std::vector<ObjectId> locks = {};    // of a wait: what is released meanwhile; ascending
  bool has_time_limit = false;
  const library::MethodModel* model = nullptr;
};

class Communication {
 public:
  explicit Communication(const Analyses& analyses);

  // All in the order of method instances and instructions.
  const std::vector<CommunicationPoint>& waits() const { return waits_; }
  const std::vector<CommunicationPoint>& notifies() const { return notifies_; }
  const std::vector<CommunicationPoint>& joins() const { return joins_; }
  const std::vector<CommunicationPoint>& signals() const { return signals_; }
  // Calls on blocking queues, whether they block themselves or let others go on: adding and removing.
  const std::vector<CommunicationPoint>& adds() const { return adds_; }
  const std::vector<CommunicationPoint>& removes() const { return removes_; }
  // Whether there is a notification in code that the program does not reach.
  bool notifies_unreached() const { return notifies_unreached_; }

 private:
  void look_at(MethodInstanceId instance);

  const WholeProgramAnalysis& whole_;
  sections::Analysis& sections_;
  Execution& execution_;
  std::vector<CommunicationPoint> waits_, notifies_, joins_, signals_, adds_, removes_;
  // By node: the calls that count, as far as asked for.
  std::vector<std::optional<std::vector<ir::ValueId>>> sites_;
  bool notifies_unreached_ = false;
};

// Whether two ascending lists have an object in common.
bool have_common(const std::vector<ObjectId>& a, const std::vector<ObjectId>& b);

}  // namespace snag::deadlock
