#include "checks/stale-value/story.h"

#include <fmt/format.h>

#include "findings/narrator.h"

namespace snag {

namespace {

using sections::Flavor;
using sections::UseKind;

std::string message(const StaleValueEvidence& evidence) {
  const std::string& what = evidence.what;
  if (sections::protects_itself(evidence.flavor) && evidence.lock.empty()) {
    if (evidence.flavor == Flavor::kVolatile && evidence.use == UseKind::kCheckThenAct) {
      return fmt::format("{} is volatile, but testing it and then changing it are two steps: it may change in between",
                         what);
    }
    if (evidence.flavor == Flavor::kVolatile) {
      return fmt::format(
          "{} is volatile, but reading it and writing it back are two steps: an update in between is lost", what);
    }
    return fmt::format("{}: {} and then {} are two atomic steps, not one; it may change in between", what,
                       evidence.read_call.empty() ? "a read" : evidence.read_call,
                       evidence.act_call.empty() ? "a write" : evidence.act_call);
  }
  std::string how = evidence.lock.empty() ? " atomically" : " under " + quoted(evidence.lock);
  if (!evidence.read_through.empty()) how += " in " + evidence.read_through;
  if (!evidence.read_into.empty()) how += " into " + evidence.read_into;
  switch (evidence.use) {
    case UseKind::kLostUpdate:
      return fmt::format("{} is read{}, and written from that value after the lock was released and taken again", what,
                         how);
    case UseKind::kCheckThenAct:
      return fmt::format("{} is tested{}, and changed{} after the lock was released and taken again", what, how,
                         evidence.act_through.empty() ? "" : " by " + evidence.act_through);
    case UseKind::kStaleUse:
      return fmt::format("{} is a copy of {}, read{}, and is used after the lock was released and taken again",
                         evidence.value, what, how);
    case UseKind::kUseAfter:
      return fmt::format(
          "{} is a copy of {}, read{}, and is used although a later critical section could have read it again",
          evidence.value, what, how);
  }
  return {};
}

std::string outcome(const StaleValueEvidence& evidence) {
  const std::string_view who = evidence.threads.size() > 1 ? "T2" : "another thread";
  switch (evidence.use) {
    case UseKind::kLostUpdate:
      return fmt::format("What {} does to {} in between is lost: T1 overwrites it with a value made from the old one.",
                         who, evidence.what);
    case UseKind::kCheckThenAct:
      return fmt::format("T1 acts on what {} was before {} changed it.", evidence.what, who);
    default:
      return fmt::format("T1 continues with a value that {} had before {} changed it.", evidence.what, who);
  }
}

std::string repair(const StaleValueEvidence& evidence) {
  switch (evidence.flavor) {
    case Flavor::kVolatile:
      return "Use an atomic class, or hold one lock over the read and the write.";
    case Flavor::kAtomic:
      return "Use one atomic call: updateAndGet, compareAndSet, incrementAndGet.";
    case Flavor::kCollection:
      if (evidence.act_call.starts_with("toArray")) {
        return "Pass an empty array, so that toArray() asks for the size itself, or hold one lock over both.";
      }
      if (evidence.act_call.starts_with("remove") && evidence.keyed) {
        return "Use remove(key, value) or computeIfPresent, which look and remove in one step, or hold one lock over "
               "both.";
      }
      if (!evidence.keyed) {
        return "Use one call that does both (poll instead of isEmpty and remove), or hold one lock over both.";
      }
      return evidence.act_call.starts_with("put")
                 ? "Use one atomic call: putIfAbsent, computeIfAbsent, merge, replace."
                 : "Use one atomic call, such as addIfAbsent, or hold one lock over both.";
    default:
      break;
  }
  if (evidence.use == UseKind::kStaleUse || evidence.use == UseKind::kUseAfter) {
    return fmt::format("Read {} again in the later section, or hold {} over both.", evidence.what,
                       quoted(evidence.lock.empty() ? "one lock" : evidence.lock));
  }
  if (evidence.lock.empty()) return "Hold one lock from the read to the write.";
  return fmt::format("Hold {} from the read to the write, or test {} again before writing it.", quoted(evidence.lock),
                     evidence.what);
}

// What the last step does with the value.
std::string effect(const StaleValueEvidence& evidence) {
  // J2 of the paper: the older, the more likely it is wrong.
  const std::string later = evidence.rank > 1 ? fmt::format(", {} critical sections later", evidence.rank) : "";
  switch (evidence.use) {
    case UseKind::kLostUpdate:
      return fmt::format("{} is written from {}{}", evidence.acted_on, evidence.value, later);
    case UseKind::kCheckThenAct:
      return fmt::format("{} is changed because of what {} was{}", evidence.acted_on, evidence.value, later);
    default:
      return fmt::format("{} is used{}; it may be out of date", evidence.value, later);
  }
}

}  // namespace

Finding narrate(const StaleValueEvidence& evidence) {
  Finding finding = begin_story(evidence);
  finding.message = with_reason(message(evidence), evidence);
  finding.outcome = outcome(evidence);
  finding.repair = repair(evidence);
  std::vector<Step>& steps = finding.threads.front().steps;
  if (steps.front().role == Role::kRead && !evidence.read_into.empty()) {
    steps.front().note += " into " + evidence.read_into;
  }
  for (Step& step : steps) {
    if (step.role == Role::kRelease && evidence.waits) step.note += " while waiting";
    if (step.role == Role::kAcquire) step.note += " again";
  }
  steps.back().note = effect(evidence);
  return finding;
}

}  // namespace snag
