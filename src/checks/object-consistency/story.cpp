#include "checks/object-consistency/story.h"

#include <fmt/format.h>

namespace snag {

namespace {

std::string outcome(const ConflictEvidence& evidence) {
  if (!evidence.first.write) {
    return fmt::format("{} continues with what it has read, which is out of date.", evidence.first.label());
  }
  if (evidence.second.write) return "The object ends up with fields of two different changes.";
  return fmt::format("{} sees the object in the middle of a change.", evidence.second.label());
}

std::string repair(const ConflictEvidence& evidence) {
  const std::string first = method_of(evidence.first), second = method_of(evidence.second);
  const std::vector<std::string> common = common_locks(evidence.first.locks, evidence.second.locks);
  if (!common.empty()) return fmt::format("Hold {} over the whole of {}, not only at its parts.", common.back(), first);
  return fmt::format("Let {} and {} exclude each other by one lock that each holds from beginning to end.", first,
                     second);
}

}  // namespace

Finding narrate_object_consistency(const ConflictEvidence& evidence) {
  Finding finding = begin_story(evidence, outcome(evidence));
  finding.message =
      fmt::format("{}, {} in {}, is {} in {} by another thread before the first has finished with the object{}",
                  evidence.what, verb_of(evidence.first), method_of(evidence.first), verb_of(evidence.second),
                  method_of(evidence.second), times_seen(evidence.count));
  finding.repair = repair(evidence);
  return finding;
}

}  // namespace snag
