// Orders that threads make for themselves by messages: a volatile flag, an atomic value, a latch, a queue, a barrier;
// and semaphores that are used as locks (von Praun, programs 4.3 and 4.4).
//
//     data = new Data();  ready = true;                `ready` is volatile, and is written after every write of `data`
//     if (ready) use(data);                            it is read before every read of `data`: the write comes first
//     cells[i] = next;  barrier.await();               all accesses of one phase come before those of the next
//
// Problem: no lock is held, and the threads overlap, but the accesses are in an order nevertheless.
// Idea: a *channel* is a volatile field, or an object through which the library orders threads (an atomic value, a
// concurrent collection, what has `signals` and `joins` in its model). For an access of a thread it is asked which
// channels are sent to on all ways from it to the end of the method, or of one of the methods that have called it; and
// which are received from on all ways to it. A write is published for a read if one sends what the other has received.
// A barrier does both at once, and separates phases. The phases of a thread are told apart by the place where the
// barrier was passed last; two accesses are ordered unless they may belong to one phase.
// What signals and joins without being a barrier (a latch, a semaphore) counts if one thread alone does the writing:
// of several, each signals for itself.
// An object whose only permit is taken before and given back after both accesses is a lock.
// Terminates: methods are searched once for each question, and calls followed kMaximumDepth deep.
// What is taken for granted: a thread that reads a flag before the data does so in order to know whether the data is
// there; and the calls that lead to an access are those of the shortest chain.
//
// Used by one thread: what is found is kept.
#pragma once

#include <cstdint>
#include <vector>

#include <absl/container/node_hash_map.h>

#include "execution/call_chains.h"
#include "execution/concurrency.h"

namespace snag {

class MessageOrder {
 public:
  static constexpr int kMaximumDepth = 2;

  // All must outlive this object.
  MessageOrder(Execution& execution, Calls& calls, CallChains& chains)
      : execution_(execution), points_to_(execution.heap().points_to()), calls_(calls), chains_(chains) {}

  // Whether two accesses, run by these threads, never happen at the same time because of messages. `a_reads` and
  // `b_reads` say which of them only read.
  bool are_ordered(const RunPoint& a, ThreadId x, bool a_reads, const RunPoint& b, ThreadId y, bool b_reads);

 private:
  struct Channel {
    FieldId field;    // volatile
    ObjectId object;  // else
    friend auto operator<=>(const Channel&, const Channel&) = default;
  };
  using Channels = std::vector<Channel>;  // ascending
  // An instruction that sends or receives.
  struct Point {
    ir::ValueId at;
    bool sends = false, receives = false;
    bool signals = false;  // latches, semaphores: whoever waits does not know whose signal it was
    bool barrier = false;  // one call sends and receives
    bool direct = false;   // not in a callee
    Channels channels;
  };
  struct Around {
    Channels received, sent;  // before and after the access
    Channels signals;         // of those sent
    // Barriers before or after it, with the numbers of the places where they were passed last; 0: not yet.
    std::vector<std::pair<Channel, std::vector<std::uint32_t>>> barriers;
  };
  const std::vector<Point>& points(MethodInstanceId instance, int depth);
  void add_call(MethodInstanceId instance, ir::ValueId at, const ir::MethodIr& ir, int depth, std::vector<Point>& all);
  void add_handle(const ir::MethodIr& ir, ir::ValueId at, const library::MethodModel& model, Point& point);
  enum class Way : std::uint8_t { kSent, kReceived, kBarrier };
  static bool goes(const Point& point, Way way) {
    return way == Way::kBarrier ? point.barrier : way == Way::kSent ? point.sends : point.receives;
  }
  Channels always(MethodInstanceId instance, Way way, int depth);
  const Around& around(const RunPoint& point, ThreadId thread);
  const Around& of_level(const RunPoint& level);
  Around find_level(const RunPoint& level);
  bool has_one_permit(ObjectId object) const;

  Execution& execution_;
  const PointsTo& points_to_;
  Calls& calls_;
  CallChains& chains_;
  absl::node_hash_map<std::pair<MethodInstanceId, int>, std::vector<Point>> points_;  // these stay where they are
  // Many ways of threads lead through one call.
  absl::node_hash_map<std::pair<MethodInstanceId, ir::ValueId>, Around> of_levels_;
  absl::node_hash_map<std::tuple<ThreadId, MethodInstanceId, ir::ValueId>, Around> around_;
};

}  // namespace snag
