// Code behind a test whether the running thread is the event thread of a user interface.
//
//     static void show(Runnable step) {
//         if (SwingUtilities.isEventDispatchThread()) step.run();     only the event thread gets here
//         else SwingUtilities.invokeLater(step);                      and only others get here
//     }
//
// A method that only returns the result of such a test is one, too.
// Cannot see: other tests in a method of their own, such as `assertEventThread()`.
//
// Used by one thread: what is found is kept.
#pragma once

#include <optional>
#include <vector>

#include <absl/container/node_hash_map.h>

#include "callgraph/points_to.h"

namespace snag {

class EventThreadTests {
 public:
  explicit EventThreadTests(const PointsTo& points_to) : points_to_(points_to) {}

  bool has_tests(MethodId method) const { return !of(method).event_thread.empty(); }
  // Whether only the event thread gets to the instruction (true), or only others do (false).
  std::optional<bool> only_event_thread(MethodId method, ir::ValueId instruction) const;

 private:
  struct OfMethod {
    std::vector<ir::BlockId> block_of;              // by instruction
    std::vector<std::optional<bool>> event_thread;  // by block
  };
  const OfMethod& of(MethodId method) const;
  OfMethod find(const ir::MethodIr& ir) const;
  bool is_test(const ir::MethodIr& ir, ir::ValueId value, int calls_down) const;

  const PointsTo& points_to_;
  mutable absl::node_hash_map<MethodId, OfMethod> known_;  // without a test: empty
};

}  // namespace snag
