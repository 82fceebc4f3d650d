// Latches as an order of threads: what a thread does before it counts a latch down comes before what another one does
// after it has waited for the latch.
//
//   CountDownLatch go = new CountDownLatch(1), done = new CountDownLatch(n);
//   for (int i = 0; i < n; i++) new Worker(go, done).start();     run() { go.await(); work(); done.countDown(); }
//   prepare();                                                    no worker works yet: it begins with go.await()
//   go.countDown();
//   done.await();                                                 every worker is done: it ends with done.countDown()
//
// Problem: a wait returns when the latch was counted down as often as its constructor was told. That is the end of all
// workers only if no more signals can come than that, be it from others or from one of them twice.
// Idea: for a latch that is one object, and that no code outside of the program has, all places that count it down are
// known. How often they do so altogether is at most the sum over the threads of how often one run of the thread does,
// by the longest way through its code, times the number of its runs: one, or the rounds of the loop that starts them
// (counted_loops.h). If that is not more than the latch needs, then *every* signal has come when a wait returns: were
// one left out, by an exception or a branch, the wait would not return at all. A thread has ended for whoever waited if
// it does nothing after its signal that others could notice.
// Of a latch that a thread waits for before it does anything, it is asked who counts it down: if that is one thread
// alone, and the latch needs a signal at all, then the waiting thread does nothing before the first signal.
// Terminates: each question is asked once for each instance or block; recursion that counts down is not bounded, which
// is the answer.
// What is taken for granted: a thread that waits is not interrupted; the fields from which a latch is read in order to
// wait for it are not assigned after construction in ways that are not seen.
// Cannot see: counts and rounds that are equal for other reasons than being one value of one method, or one constant
// (`new CountDownLatch(tasks.size())`); barriers, phasers and semaphores, which are used more than once; what a thread
// does before its signal, if it goes on after it.
//
// Used by one thread: it asks PointsTo for sets.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "execution/call_places.h"
#include "execution/threads.h"

namespace snag {

class Latches {
 public:
  // Both must outlive this object.
  Latches(const Threads& threads, const CallPlaces& places);
  ~Latches();

  // The one latch that a call waits for; with a time limit it may also give up.
  struct Wait {
    ObjectId latch;
    bool has_time_limit = false;
  };
  std::optional<Wait> wait_at(MethodInstanceId instance, ir::ValueId site) const;
  // Whether all runs of a thread are over, as far as anybody can notice, when a wait for the latch returns.
  bool opens_after_end_of(ThreadId thread, ObjectId latch) const;
  // The latches that a thread waits for before it does anything else.
  const std::vector<ObjectId>& awaited_first_by(ThreadId thread) const;
  // Whether a latch is closed until this thread counts it down.
  bool is_closed_until_signal_of(ThreadId thread, ObjectId latch) const;
  // The places that count a latch down.
  const std::vector<CallPlaces::Place>& signals_of(ObjectId latch) const;

 private:
  struct Latch;
  enum class Beginning : std::uint8_t { kDoesNothing, kAwaits, kActs };

  // Null if it is not a latch, or not one that is known.
  Latch* find(ObjectId object) const;
  const ir::MethodIr& ir_of(MethodInstanceId instance) const;
  // Whether other threads can notice an instruction, or be kept waiting by it.
  bool is_noticed(MethodInstanceId instance, ir::ValueId v) const;
  bool is_settled_field(const ir::Instruction& access) const;
  // Of what is not noticed: whether it may leave its block by an exception.
  bool may_throw_unnoticed(MethodInstanceId instance, ir::ValueId v) const;
  bool calls_latches_only(MethodInstanceId instance, ir::ValueId v) const;
  Beginning beginning(MethodInstanceId instance, ObjectId latch, std::map<MethodInstanceId, Beginning>& known) const;
  Beginning beginning_of_call(MethodInstanceId instance, ir::ValueId site, ObjectId latch,
                              std::map<MethodInstanceId, Beginning>& known) const;
  bool ends_after(ThreadId thread, const CallPlaces::Place& signal) const;
  std::uint32_t signals_in(Latch& latch, MethodInstanceId instance) const;
  std::uint32_t signals_at(Latch& latch, MethodInstanceId instance, ir::ValueId v) const;
  std::uint32_t longest_way(Latch& latch, MethodInstanceId instance) const;
  bool needs_all_signals(Latch& latch) const;
  bool find_needs_all_signals(Latch& latch) const;

  const Threads& threads_;
  const PointsTo& points_to_;
  const CallPlaces& places_;
  std::vector<ObjectId> escaped_;
  mutable absl::flat_hash_map<ObjectId, std::unique_ptr<Latch>> latches_;
  mutable std::vector<std::optional<std::vector<ObjectId>>> awaited_first_;  // by thread
  mutable std::optional<absl::flat_hash_set<FieldId>> assigned_;             // outside of constructors
};

}  // namespace snag
