// How a thread gets to a place: the shortest chain of calls from where it begins.
//
//     Worker.run line 8  ->  Table.take line 20  ->  …
//
// Callbacks of library methods count as calls. Of chains of one length the one whose calls come first, in the order of
// method instances and instructions, so that it is the same in every run.
//
// Used by one thread at a time: the ways of a thread are found when it is first asked for, and kept.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "execution/execution.h"

namespace snag {

class CallChains {
 public:
  struct Link {
    MethodInstanceId caller;
    ir::ValueId site;
  };

  // Must outlive this object.
  explicit CallChains(Execution& execution) : execution_(execution), threads_(execution.threads()) {}

  // The calls from the outermost to the one of `target`; empty if the thread begins there. None if it never gets there.
  std::optional<std::vector<Link>> to(ThreadId thread, MethodInstanceId target);
  // The same by calls none of which holds one of these locks.
  std::optional<std::vector<Link>> to_without(ThreadId thread, MethodInstanceId target,
                                              std::span<const ObjectId> locks);

 private:
  using Parents = absl::flat_hash_map<MethodInstanceId, Link>;  // an invalid caller: it begins there
  Parents search(ThreadId thread, std::span<const ObjectId> avoided);
  static std::optional<std::vector<Link>> chain(const Parents& parents, MethodInstanceId target);

  Execution& execution_;
  const Threads& threads_;
  absl::flat_hash_map<ThreadId, Parents> of_thread_;
};

}  // namespace snag
