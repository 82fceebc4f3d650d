#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checks/deadlock/defects.h"
#include "findings/narrator.h"

namespace snag::deadlock {

namespace {

std::string place_of(const Step& step) {
  if (step.file.empty() || step.line == 0) return step.method;
  return fmt::format("{}:{}", step.file, step.line);
}

void tell_lock_order(const Defect& defect, Finding& finding) {
  const std::size_t count = defect.cycle.size();
  std::vector<std::string> sentences;
  Graph graph{.title = "The order of locks", .nodes = {}, .edges = {}};
  for (std::size_t n = 0; n < count; ++n) {
    const LockOrderThread& thread = defect.cycle[n];
    std::vector<Step>& steps = finding.threads[n].steps;
    Step &outer = steps[thread.outer], &inner = steps.back();
    inner.note = fmt::format("waits for {}, which T{} holds", quoted(thread.acquired), (n + 1) % count + 1);
    sentences.push_back(fmt::format("T{} ({}) acquires {} ({}) and then {} ({})", n + 1, thread.name,
                                    quoted(thread.held), place_of(outer), quoted(thread.acquired), place_of(inner)));
    graph.nodes.push_back(node_at(outer, thread.held));
    graph.nodes.back().marked = true;
    graph.edges.push_back({.from = static_cast<std::uint32_t>(n),
                           .to = static_cast<std::uint32_t>((n + 1) % count),
                           .label = fmt::format("T{} at {}", n + 1, place_of(inner)),
                           .marked = true});
  }
  finding.graphs.push_back(std::move(graph));
  finding.outcome = "Each of these threads waits for a lock that the next one holds, and none can ever continue.";
  if (defect.instances) {
    const LockOrderThread& thread = defect.cycle[0];
    const Step& outer = finding.threads[0].steps[thread.outer];
    finding.message = fmt::format(
        "{} ({}) and then {} ({}) are acquired without an order between them: another thread that has the same two "
        "the other way round waits for this one, and this one for it",
        quoted(thread.held), place_of(outer), quoted(thread.acquired), place_of(finding.threads[0].steps.back()));
    finding.repair = "Acquire the two in an order that does not depend on who calls: by a number that each object has.";
    return;
  }
  finding.message =
      fmt::format("{}: {}", fmt::join(sentences, "; "),
                  count == 2 ? "each can wait for the other forever" : "all can wait for each other forever");
  finding.repair =
      fmt::format("Acquire {} before {} everywhere, or do not hold one of them while the other is acquired.",
                  quoted(defect.cycle[0].held), quoted(defect.cycle[0].acquired));
}

Step& last_step(Finding& finding, std::size_t thread) { return finding.threads[thread].steps.back(); }

void tell_self_deadlock(const Defect& defect, Finding& finding) {
  last_step(finding, 0).note = fmt::format("waits for {}, which it holds itself", quoted(defect.lock));
  if (defect.upgrade) {
    finding.message = fmt::format(
        "the write lock of {} is acquired while its read lock is held: the thread waits for all readers to end, and it "
        "is one of them",
        quoted(defect.lock));
    finding.repair = "Release the read lock before the write lock is acquired, and test again what was read.";
  } else {
    finding.message = fmt::format(
        "{} is acquired again by the thread that holds it, and it is not a re-entrant lock: the thread waits for "
        "itself",
        quoted(defect.lock));
    finding.repair =
        fmt::format("Acquire {} once, outside, and call a method that relies on it being held.", quoted(defect.lock));
  }
  finding.outcome = "The thread can never continue, and neither can any other that needs the lock.";
}

void tell_critical_wait(const Defect& defect, Finding& finding) {
  last_step(finding, 0).note =
      fmt::format("waits to be notified of {}, and goes on holding {}", quoted(defect.lock), quoted(defect.held));
  if (finding.threads.size() > 1) {
    last_step(finding, 1).note =
        defect.on_all_ways ? fmt::format("would notify, but needs {} to get here", quoted(defect.held)) : "notifies";
  }
  finding.message = fmt::format("waiting for {} releases it, but not {}, which is held as well", quoted(defect.lock),
                                quoted(defect.held));
  if (defect.on_all_ways) {
    finding.message += ": whoever notifies needs that lock first, so that nobody ever does";
    finding.outcome = "The thread waits for a notification that can never come.";
  } else {
    finding.message += ": every thread that needs that lock has to wait for the notification, too";
    finding.outcome = "As long as nobody notifies, no other thread can acquire what is held.";
  }
  finding.repair = fmt::format("Wait without holding {}, or wait for a condition of that lock.", quoted(defect.held));
}

void tell_indefinite_wait(const Defect& defect, Finding& finding) {
  last_step(finding, 0).note = fmt::format("waits to be notified of {}", quoted(defect.lock));
  finding.message =
      fmt::format("nothing in the program notifies {}: who waits for it waits forever", quoted(defect.lock));
  finding.outcome = "The thread never continues, unless it is interrupted or wakes up without a reason.";
  finding.repair = fmt::format("Notify {} where the condition of the wait becomes true, or wait for what is notified.",
                               quoted(defect.lock));
}

void tell_unlooped_wait(const Defect& defect, Finding& finding) {
  last_step(finding, 0).note = fmt::format("waits to be notified of {}", quoted(defect.lock));
  switch (defect.flaw) {
    case WaitFlaw::kOnce:
      finding.message = fmt::format(
          "the condition is not tested again after waiting for {}: a thread that wakes up because of another "
          "notification, or of none, goes on although nothing has changed",
          quoted(defect.lock));
      break;
    case WaitFlaw::kNoCondition:
      finding.message = fmt::format(
          "the thread waits for {} whatever the state is: a notification that came earlier is lost, and the thread "
          "waits "
          "for another one forever",
          quoted(defect.lock));
      break;
    case WaitFlaw::kTestedBefore:
      finding.message = fmt::format(
          "the condition is tested before {} is acquired: a notification between the test and the wait is lost, and "
          "the "
          "thread waits for another one forever",
          quoted(defect.lock));
      break;
  }
  finding.outcome = defect.flaw == WaitFlaw::kOnce ? "The thread acts on a condition that does not hold."
                                                   : "The thread waits although its condition holds.";
  finding.repair = "Test the condition while the lock is held, in a loop around the wait: while (!condition) wait();";
}

void tell_idle_notification(const Defect& defect, Finding& finding) {
  last_step(finding, 0).note = fmt::format("wakes who waits for {}", quoted(defect.lock));
  finding.message = fmt::format(
      "who waits for {} is woken before anything has changed: it finds its condition as it was, and waits on",
      quoted(defect.lock));
  finding.outcome = "The notification is lost, and nobody may notify again when the condition becomes true.";
  finding.repair = fmt::format("Change the state first, and notify {} in the same section.", quoted(defect.lock));
}

void tell_wait_for_task(const Defect& defect, Finding& finding) {
  last_step(finding, 0).note = fmt::format("{} waits, and {} is held", defect.call, quoted(defect.held));
  if (finding.threads.size() > 1) {
    last_step(finding, 1).note = fmt::format("needs {}, which T1 holds", quoted(defect.held));
  }
  finding.message = fmt::format("{} waits for {} while {} is held, which {} needs: neither can ever continue",
                                defect.call, defect.other, quoted(defect.held), defect.other);
  finding.outcome = "The one waits for the other to get on, and the other for the lock.";
  finding.repair = fmt::format("Release {} before waiting.", quoted(defect.held));
}

void tell_starvation(const Defect& defect, Finding& finding) {
  last_step(finding, 0).note =
      fmt::format("{} waits for {}, which needs a thread of the same pool", defect.call, defect.other);
  finding.message = fmt::format(
      "a task of {} waits in {} for {}, a task of the same pool: if all its threads wait so, none is left to run what "
      "they wait for",
      quoted(defect.lock), defect.call, defect.other);
  finding.outcome = "All threads of the pool wait for tasks that are still in its queue.";
  finding.repair = "Run the inner task directly or in another pool, or combine the results without waiting.";
}

void tell_lock_leak(const Defect& defect, Finding& finding) {
  const std::string lock = quoted(defect.lock);
  switch (defect.leak) {
    case LeakPath::kNever:
      finding.message = fmt::format("{} is acquired here, and nothing in the program releases it in this mode", lock);
      break;
    case LeakPath::kReturn:
      finding.message = fmt::format("{} is not released on every way: the method can return while it is held", lock);
      break;
    case LeakPath::kThrow:
      finding.message = fmt::format("{} is not released when the exception is thrown", lock);
      break;
    case LeakPath::kCall:
      finding.message = fmt::format("{} is not released if {} throws an exception", lock,
                                    defect.call.empty() ? "a call" : defect.call);
      break;
  }
  if (defect.leak == LeakPath::kReturn || defect.leak == LeakPath::kThrow) {
    Step& last = last_step(finding, 0);
    last.note = last.what;
  }
  finding.outcome = fmt::format("{} stays locked: every thread that needs it from then on waits forever.", defect.lock);
  finding.repair = "Release it in a finally block that begins right after the acquisition.";
}

void tell_foreign_call(const Defect& defect, Finding& finding) {
  finding.message = fmt::format(
      "{} is code of somebody else, and {} is held while it runs: it may acquire other locks, or wait for a thread "
      "that "
      "needs this one",
      defect.call, quoted(defect.lock));
  finding.outcome = "What the other code does under the lock cannot be seen here.";
  finding.repair =
      fmt::format("Copy what the call needs while {} is held, and call it afterwards.", quoted(defect.lock));
}

}  // namespace

Finding narrate(const Defect& defect) {
  Finding finding = begin_observed_story(defect);
  switch (defect.what) {
    case Kind::kSeen:
      break;
    case Kind::kLockOrder:
      tell_lock_order(defect, finding);
      break;
    case Kind::kSelfDeadlock:
      tell_self_deadlock(defect, finding);
      break;
    case Kind::kCriticalWait:
      tell_critical_wait(defect, finding);
      break;
    case Kind::kIndefiniteWait:
      tell_indefinite_wait(defect, finding);
      break;
    case Kind::kWaitNotInLoop:
      tell_unlooped_wait(defect, finding);
      break;
    case Kind::kNotifyWithoutChange:
      tell_idle_notification(defect, finding);
      break;
    case Kind::kWaitsForTask:
      tell_wait_for_task(defect, finding);
      break;
    case Kind::kPoolStarvation:
      tell_starvation(defect, finding);
      break;
    case Kind::kLockLeak:
      tell_lock_leak(defect, finding);
      break;
    case Kind::kForeignCall:
      tell_foreign_call(defect, finding);
      break;
  }
  return finding;
}

}  // namespace snag::deadlock
