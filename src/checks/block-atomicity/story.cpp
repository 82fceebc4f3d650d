#include "checks/block-atomicity/story.h"

#include <fmt/format.h>

#include "findings/narrator.h"

namespace snag {

Finding narrate(const BlockAtomicityEvidence& evidence) {
  Finding finding = begin_story(evidence);
  const std::string &value = evidence.value, &what = evidence.what;
  if (!evidence.other.empty()) {
    finding.message = with_reason(
        fmt::format("{} and {} were read in different critical sections, and are used as if they belonged together",
                    what, evidence.other),
        evidence);
    finding.outcome = fmt::format("T1 combines {} from before the change with {} from after it.", what, evidence.other);
    finding.repair = "Read both in one critical section.";
    return finding;
  }
  finding.outcome = fmt::format("T1 continues with {}, although {} may have changed in the meantime.", value, what);
  if (evidence.callee.empty()) {
    const std::vector<std::string>& locks = evidence.subject.locks;
    const std::string lock = quoted(locks.empty() ? "a lock" : locks.back());
    finding.message = with_reason(
        fmt::format("{}, read from {} under {}, is used outside that critical section", value, what, lock), evidence);
    finding.repair = fmt::format("Use it while {} is held, if it has to be up to date.", lock);
  } else if (evidence.has_code_of_callee) {
    finding.message = with_reason(
        fmt::format("{}, read under a lock in {}, is used outside that critical section", value, evidence.callee),
        evidence);
  } else {
    finding.message =
        fmt::format("{} comes from {}, whose code is not available: if that takes a lock, {} is used outside of it",
                    value, evidence.callee, value);
    finding.repair = "Name the missing code with --class-path, or use --assume-unknown unshared.";
  }
  return finding;
}

}  // namespace snag
