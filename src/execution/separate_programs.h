// Which of several programs of one archive a thread runs in: what two of them do never meets.
//
//     class DrawDemo  { main: … button.addActionListener(e -> graph.clear()); … }    the event thread of the one
//     class WatchDemo { main: … timer.schedule(() -> graph.add(), 100); … }          the timer of the other
//
// Problem: an archive of tools or demos has many mains. Their threads are told apart by the mains that start them, but
// the event thread, which is one abstract thread, runs the listeners of all.
// Idea: each main has a bit. A method instance has the bits of all mains that get there by calls and starts; the event
// thread has, at each instance, the bits of those that have registered the listeners from which it gets there by calls.
// More than 64 mains share bits, and then are taken for one program. Terminates: bits only grow.
//
// Used by any number of threads.
#pragma once

#include <cstdint>
#include <vector>

#include "execution/threads.h"

namespace snag {

class SeparatePrograms {
 public:
  // Must outlive this object.
  explicit SeparatePrograms(const Threads& threads);

  // Whether one program may have both: the one thread at `a`, and the other at `b`.
  bool may_be_one(ThreadId x, MethodInstanceId a, ThreadId y, MethodInstanceId b) const {
    return several_.empty() || (bits(x, a) & bits(y, b)) != 0;
  }

 private:
  using Bits = std::uint64_t;
  Bits bits(ThreadId thread, MethodInstanceId instance) const;
  void spread(std::vector<Bits>& bits, bool starts) const;

  const Threads& threads_;
  std::vector<Bits> several_;       // by instance; empty if there are no two mains
  std::vector<Bits> event_thread_;  // by instance
  std::vector<Bits> begins_;        // by thread, where it begins
};

}  // namespace snag
