#include "checks/method-atomicity/story.h"

#include <fmt/format.h>

#include "findings/narrator.h"

namespace snag {

namespace {

using atomicity::Connection;
using atomicity::Kind;

std::string message(const MethodAtomicityEvidence& e) {
  const std::string lock = quoted(e.lock);
  if (e.way == Kind::kSplitUpdate) {
    const std::string_view how = e.connection == Connection::kData ? "from that value " : "";
    const std::string_view why = e.connection == Connection::kDecision || e.connection == Connection::kException
                                     ? ", because of what was found"
                                     : "";
    return fmt::format(
        "{} is not atomic: {} is read in one critical section of {} and updated {}in another{}; it may change in "
        "between",
        e.name, e.read, lock, how, why);
  }
  const std::string_view verb = e.updates ? "changed" : "read";
  switch (e.connection) {
    case Connection::kData:
      return fmt::format(
          "{} is not atomic: a value of {} is used in a later critical section of {}, where {} is {}; others change "
          "both together in between",
          e.name, e.read, lock, e.used, verb);
    case Connection::kDecision:
    case Connection::kException:
      return fmt::format(
          "{} is not atomic: {} is tested in one critical section of {}, and because of that {} is {} in another; "
          "others change both together in between",
          e.name, e.read, lock, e.used, verb);
    case Connection::kUpdates:
      return fmt::format(
          "{} is not atomic: {} and {} are changed in two critical sections of {}; others use both together in between",
          e.name, e.read, e.used, lock);
    default:
      return fmt::format(
          "{} is not atomic: {} and {} are {} in two critical sections of {}; others change both together in between",
          e.name, e.read, e.used, e.updates ? "used" : "read", lock);
  }
}

std::string outcome(const MethodAtomicityEvidence& e) {
  if (e.way == Kind::kSplitUpdate) {
    if (e.connection == Connection::kData) {
      return fmt::format("T1 has updated {} from the value that it had before; what T2 wrote is lost.", e.read);
    }
    return fmt::format("T1 has updated {} because of a value that it no longer had.", e.read);
  }
  if (e.connection == Connection::kUpdates) {
    return fmt::format("T2 has used {} from after T1's change together with {} from before it.", e.read, e.used);
  }
  if (e.fails) {
    return fmt::format("T1 goes on with {} from before T2's change, and gets an exception.", e.read);
  }
  const bool decided = e.connection == Connection::kDecision || e.connection == Connection::kException;
  if (decided && e.updates) {
    return fmt::format("T1 has changed {} because of {} from before T2's change; together they are inconsistent.",
                       e.used, e.read);
  }
  return fmt::format("T1 has {} from before T2's change and {} from after it: they do not belong together.", e.read,
                     e.used);
}

std::string repair(const MethodAtomicityEvidence& e) {
  if (!e.private_lock.empty()) {
    return fmt::format("Add a method to {} that does both while it holds {}.", e.private_owner, e.private_lock);
  }
  const std::uint32_t first = e.first_line, second = e.second_line;
  const std::string span = first == 0 || second == 0 ? "over both"
                           : first == second         ? fmt::format("over all of line {}", first)
                           : first > second          ? "around the loop"
                                                     : fmt::format("from line {} to line {}", first, second);
  const std::string lock = quoted(e.lock);
  if (e.explicit_lock) return fmt::format("Hold {} {}; if it is a read-write lock, hold the write lock.", lock, span);
  if (!is_name(e.lock) || e.lock.ends_with("()")) return fmt::format("Hold {} {}.", lock, span);
  return fmt::format("Hold {} {}: synchronized ({}) {{ … }}.", lock, span, e.lock);
}

}  // namespace

Finding narrate(const MethodAtomicityEvidence& evidence) {
  Finding finding = begin_story(evidence);
  finding.message = with_reason(message(evidence), evidence);
  finding.outcome = outcome(evidence);
  finding.repair = repair(evidence);
  return finding;
}

}  // namespace snag
