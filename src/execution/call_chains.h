// How a thread gets to a place: the chain of calls from where it begins that a reader believes most.
//
//     Worker.run line 8  ->  Table.take line 20  ->  …
//
// Problem: the shortest way often leads through a call that may run very many methods (`listener.update()`,
// `stream.write()`), and no run takes it there, since the receiver is another one.
// Idea: a call costs 1, and two more for each doubling of the methods that it may run; the cheapest chain is taken.
// Callbacks of library methods count as calls. Of chains of one cost the one whose calls come first, in the order of
// method instances and instructions, so that it is the same in every run.
//
// Used by one thread at a time: the ways of a thread are found when it is first asked for, and kept. That takes time
// for each of hundreds of threads, so all checks share one object (WholeProgramAnalysis::chains).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "execution/call_constants.h"
#include "execution/execution.h"

namespace snag {

class CallChains {
 public:
  static constexpr std::uint32_t kMaximumTargets = 8;
  static constexpr std::uint32_t kMaximumCalls = 6;  // of a chain that is believed

  struct Link {
    MethodInstanceId caller;
    ir::ValueId site;
  };

  // Must outlive this object.
  explicit CallChains(Execution& execution);

  // The calls from the outermost to the one of `target`; empty if the thread begins there. None if it never gets there.
  std::optional<std::vector<Link>> to(ThreadId thread, MethodInstanceId target);
  // Whether that chain is short, has no call that may run more than kMaximumTargets methods, and passes no constant
  // that excludes the next call, or `at` in the target: the longer a chain is, the likelier some value on it is another
  // one, or some lock is held.
  bool is_believed(ThreadId thread, MethodInstanceId target, ir::ValueId at = {});
  // The same as `to`, by calls none of which holds one of these locks.
  std::optional<std::vector<Link>> to_without(ThreadId thread, MethodInstanceId target,
                                              std::span<const ObjectId> locks);

 private:
  struct Step {
    MethodInstanceId instance;
    Link from;                // an invalid caller: it begins there
    bool doubtful = false;    // a call on the way may run too many methods
    std::uint32_t calls = 0;  // on the way
  };
  using Parents = std::vector<Step>;  // by instance, ascending
  struct Ways {
    Parents parents;
    std::vector<bool> believed;  // by instance
  };
  const Ways& of_thread(ThreadId thread);
  Parents search(ThreadId thread, std::span<const ObjectId> avoided);
  const std::vector<std::uint32_t>& targets(MethodInstanceId caller);
  static const Step* find(const Parents& parents, MethodInstanceId target);
  static std::optional<std::vector<Link>> chain(const Parents& parents, MethodInstanceId target);

  Execution& execution_;
  const Threads& threads_;
  const CallConstants constants_;
  std::vector<std::unique_ptr<Ways>> of_thread_;  // as far as asked for
  // By instance, and by its calls: how many methods each may run. As far as asked for.
  std::vector<std::vector<std::uint32_t>> targets_;
  // During a search.
  std::vector<std::uint32_t> costs_;        // by instance
  std::vector<std::vector<Step>> reached_;  // by cost
};

}  // namespace snag
