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

}  // namespace

Finding narrate(const Defect& defect) {
  Finding finding = begin_observed_story(defect);
  switch (defect.what) {
    case Kind::kLockOrder:
      tell_lock_order(defect, finding);
      break;
    default:
      break;
  }
  return finding;
}

}  // namespace snag::deadlock
