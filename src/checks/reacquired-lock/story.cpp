#include "checks/reacquired-lock/story.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "findings/narrator.h"

namespace snag {

namespace {

using reacquired::Kind;

std::string fields_text(const ReacquiredLockEvidence& evidence) {
  constexpr std::size_t kShown = 3;
  const std::vector<std::string>& fields = evidence.fields;
  if (fields.empty()) return fmt::format("what {} protects", quoted(evidence.lock));
  if (fields.size() <= kShown) return fmt::format("{}", fmt::join(fields, ", "));
  return fmt::format("{} and {} more", fmt::join(fields.begin(), fields.begin() + kShown, ", "),
                     fields.size() - kShown);
}

std::string message(const ReacquiredLockEvidence& evidence) {
  const std::string lock = quoted(evidence.lock), outer = quoted(evidence.outer);
  switch (evidence.relation) {
    case Kind::kDependent:
      return fmt::format(
          "{} is released and taken again while {} is held, and the second time depends on the first: {} may change in "
          "between",
          lock, outer, fields_text(evidence));
    case Kind::kTwoLocks:
      return fmt::format(
          "{} and then {} are taken and released while {} is held: together they are not a consistent snapshot",
          quoted(evidence.first_lock), lock, outer);
    default:
      return fmt::format("{} is released and taken again while {} is held: {} may change in between", lock, outer,
                         fields_text(evidence));
  }
}

std::string outcome(const ReacquiredLockEvidence& evidence) {
  switch (evidence.relation) {
    case Kind::kDependent:
      return fmt::format("The second time T1 acts on what it found the first time, but {} has changed in the meantime.",
                         fields_text(evidence));
    case Kind::kSameState:
      return fmt::format("T1 has seen {} twice, and the two may be inconsistent.", fields_text(evidence));
    case Kind::kUnrelated:
      return fmt::format("What T1 does is not atomic: other threads may see and change what {} protects in between.",
                         quoted(evidence.lock));
    case Kind::kTwoLocks:
      return "There may never have been a moment at which both were as T1 saw them.";
  }
  return {};
}

std::string repair(const ReacquiredLockEvidence& evidence) {
  if (evidence.relation == Kind::kTwoLocks) return "If both belong together, take both before either is released.";
  if (!evidence.callee.empty()) return fmt::format("Call {} once, and use its result.", evidence.callee);
  if (!evidence.private_lock.empty()) {
    return fmt::format("Add a method to {} that does both while it holds {}.", evidence.private_owner,
                       evidence.private_lock);
  }
  const std::uint32_t first = evidence.first_line, second = evidence.second_line;
  const std::string span = evidence.loop               ? "around the loop"
                           : first == 0 || second == 0 ? "over both"
                           : first == second           ? fmt::format("over all of line {}", first)
                                                       : fmt::format("from line {} to line {}", first, second);
  const std::string lock = quoted(evidence.lock);
  if (evidence.explicit_lock)
    return fmt::format("Hold {} {}; if it is a read-write lock, hold the write lock.", lock, span);
  if (evidence.lock.ends_with("()")) {
    return fmt::format("Keep the result of {} in a variable, and hold it {}.", lock, span);
  }
  if (!is_name(evidence.lock)) return fmt::format("Hold {} {}.", lock, span);
  return fmt::format("Hold {} {}: synchronized ({}) {{ … }}.", lock, span, evidence.lock);
}

}  // namespace

Finding narrate(const ReacquiredLockEvidence& evidence) {
  Finding finding = begin_story(evidence);
  finding.message = with_reason(message(evidence), evidence);
  finding.outcome = outcome(evidence);
  finding.repair = repair(evidence);
  std::vector<Step>& steps = finding.threads.front().steps;
  const std::size_t more = evidence.other_outers;
  if (more > 0) steps.front().note += fmt::format("; {} other {}", more, more == 1 ? "context" : "contexts");
  const auto first =
      std::find_if(steps.begin() + 1, steps.end(), [](const Step& s) { return s.role == Role::kAcquire; });
  first->note += ", and released again";
  if (evidence.relation != Kind::kTwoLocks) steps.back().note += " again";
  return finding;
}

}  // namespace snag
