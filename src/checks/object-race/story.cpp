#include "checks/object-race/story.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checks/object-race/descriptor.h"

namespace snag {

namespace {

using Access = ConflictEvidence::Access;
using Target = ConflictEvidence::Target;

std::string holding(const Access& access) {
  if (access.locks.empty()) return "without a lock";
  return fmt::format("holding {}", fmt::join(access.locks, ", "));
}

std::string message(const ConflictEvidence& evidence) {
  const Access &first = evidence.first, &second = evidence.second;
  const std::string rest =
      fmt::format(": the two threads have no lock in common{}{}",
                  evidence.options.flag(kLocksetOnly) ? "" : ", and nothing orders them", times_seen(evidence.count));
  const std::string in_first = method_of(first), in_second = method_of(second);
  if (in_first == in_second && first.locks.empty() && second.locks.empty()) {
    const std::string verbs =
        first.write == second.write ? verb_of(first) : fmt::format("{} and {}", verb_of(first), verb_of(second));
    return fmt::format("{} is {} by two threads in {} without a lock{}", evidence.what, verbs, in_first, rest);
  }
  return fmt::format("{} is {} in {} {} and {} in {} {}{}", evidence.what, verb_of(first), in_first, holding(first),
                     verb_of(second), in_second, holding(second), rest);
}

std::string outcome(const ConflictEvidence& evidence) {
  if (evidence.first.write && evidence.second.write) {
    return "Which of the two values remains is a matter of chance, and the other is lost.";
  }
  return "The read may get the old value or the new one, and earlier writes of the writing thread may not be visible "
         "with it.";
}

std::string take_lock(const Access& bare, const Access& locked) {
  const std::string& lock = locked.locks.back();
  const std::string in_bare = method_of(bare), in_locked = method_of(locked);
  if (in_bare == in_locked) return fmt::format("Take {} on every path through {}.", lock, in_bare);
  return fmt::format("Take {} in {}, as {} does.", lock, in_bare, in_locked);
}

std::string repair(const ConflictEvidence& evidence) {
  const Access &first = evidence.first, &second = evidence.second;
  if (first.locks.empty() != second.locks.empty()) {
    return first.locks.empty() ? take_lock(first, second) : take_lock(second, first);
  }
  if (!first.locks.empty()) {
    return fmt::format("Choose one lock for {}: {} holds {}, {} holds {}.", evidence.what, first.label(),
                       first.locks.back(), second.label(), second.locks.back());
  }
  if (evidence.target == Target::kContents) {
    return "Guard every use by one lock, or use a collection of java.util.concurrent.";
  }
  const char* guard = evidence.is_static ? "Guard every access by one static lock" : "Guard every access by one lock";
  if (evidence.target == Target::kElement) return fmt::format("{}.", guard);
  if (first.write && second.write) return fmt::format("{}, or use an atomic class.", guard);
  return fmt::format("{}; for a flag, or a reference that is only replaced, volatile is enough.", guard);
}

}  // namespace

Finding narrate_object_race(const ConflictEvidence& evidence) {
  Finding finding = begin_story(evidence, outcome(evidence));
  finding.message = message(evidence);
  finding.repair = repair(evidence);
  if (!evidence.interrupted.empty()) {
    finding.repair +=
        fmt::format(" The lock must be held throughout {}: another thread got in between.", evidence.interrupted);
  }
  return finding;
}

}  // namespace snag
