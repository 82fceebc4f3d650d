#include "findings/narrator.h"

namespace snag {

std::string quoted(const std::string& lock) {
  const bool is_name = !lock.starts_with("a ") && !lock.starts_with("one ");
  return is_name ? "`" + lock + "`" : lock;
}

std::string contents_of(const std::string& lock) { return "what " + quoted(lock) + " holds"; }

std::string note_of(const Step& step) {
  switch (step.role) {
    case Role::kAcquire:
      return quoted(step.what) + " is taken";
    case Role::kRelease:
      return quoted(step.what) + " is released";
    case Role::kCall:
      return step.what + " is called";
    case Role::kRead:
      return step.what + " is read";
    case Role::kWrite:
      return step.what + " is written";
    case Role::kUse:
      return step.what + " is used";
    default:
      return step.what;
  }
}

Finding begin_story(const Evidence& evidence) {
  Finding finding{evidence};
  for (std::size_t n = 0; n < finding.threads.size(); ++n) {
    for (Step& step : finding.threads[n].steps) {
      step.note = n == 0 ? note_of(step) : step.what + " may change here, in between";
    }
  }
  return finding;
}

}  // namespace snag
