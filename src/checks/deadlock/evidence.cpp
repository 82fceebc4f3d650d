#include "checks/deadlock/story.h"

#include <algorithm>

#include "checks/deadlock/descriptor.h"
#include "checks/stacks.h"

namespace snag {

DeadlockEvidence evidence_of(const wire::Deadlock& deadlock, Program* program) {
  struct Waiting {
    const wire::Waiting* seen;
    wire::Stack frames;
    wire::Place place;
  };
  std::vector<Waiting> cycle;
  for (const wire::Waiting& waiting : deadlock.threads) {
    wire::Stack frames = frames_outside_library(waiting.stack);
    wire::Place place = frames.empty() ? wire::Place() : frames.back();
    cycle.push_back({&waiting, std::move(frames), std::move(place)});
  }
  // The cycle has no beginning: it starts at the place whose name comes first.
  std::rotate(cycle.begin(),
              std::min_element(cycle.begin(), cycle.end(),
                               [](const Waiting& a, const Waiting& b) { return a.place < b.place; }),
              cycle.end());

  DeadlockEvidence evidence;
  evidence.check = kDeadlock.id;
  evidence.kind = kDeadlockKinds[0].id;
  evidence.severity = kDeadlockKinds[0].severity;
  LockNames lock_names;
  std::uint32_t time = 0;
  for (const Waiting& waiting : cycle) {
    const std::string lock = lock_names.name(waiting.seen->waits_for);
    ThreadOfSteps thread{
        .name = thread_title(evidence.threads.size() + 1, waiting.seen->thread),
        .steps = steps_to(waiting.frames, Role::kWait, lock, lock_names.names(waiting.seen->holds), program)};
    for (Step& step : thread.steps) step.time = ++time;
    evidence.threads.push_back(std::move(thread));
    evidence.methods.push_back(short_method(waiting.place));
  }
  if (evidence.threads.empty()) return evidence;
  const Step& place = evidence.threads.front().steps.back();
  evidence.class_name = place.class_name;
  evidence.method = place.method;
  evidence.file = place.file;
  evidence.line = place.line;
  evidence.position = place.position;
  return evidence;
}

}  // namespace snag
