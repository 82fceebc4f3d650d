#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checks/deadlock/story.h"
#include "findings/narrator.h"

namespace snag {

Finding narrate(const DeadlockEvidence& evidence) {
  Finding finding = begin_observed_story(evidence);
  finding.outcome = "None of these threads can ever continue.";
  finding.repair = "Take the locks in the same order everywhere, or hold only one of them at a time.";
  Graph graph{.title = "Who waits for whom", .nodes = {}, .edges = {}};
  std::vector<std::string> sentences;
  for (std::size_t n = 0; n < finding.threads.size(); ++n) {
    const std::size_t next = (n + 1) % finding.threads.size();
    Step& wait = finding.threads[n].steps.back();
    wait.note = fmt::format("waits for {}, which T{} holds", wait.what, next + 1);
    sentences.push_back(fmt::format("T{} waits in {} for {}, which T{} holds", n + 1,
                                    method_or_unknown(evidence.methods[n]), wait.what, next + 1));
    graph.nodes.push_back(node_at(wait, finding.threads[n].name));
    graph.nodes.back().marked = true;
    graph.edges.push_back({.from = static_cast<std::uint32_t>(n),
                           .to = static_cast<std::uint32_t>(next),
                           .label = wait.what,
                           .marked = true});
  }
  finding.message = fmt::format("{}: a deadlock", fmt::join(sentences, ", "));
  finding.graphs.push_back(std::move(graph));
  return finding;
}

std::vector<std::string> lines_of(const DeadlockEvidence& evidence) {
  std::vector<std::string> lines;
  for (std::size_t n = 0; n < evidence.threads.size(); ++n) {
    const Step& wait = evidence.threads[n].steps.back();
    std::string line = fmt::format("{} waits for {}", evidence.threads[n].name, wait.what);
    if (!wait.method.empty()) line += " in " + place_text(evidence.methods[n], wait);
    if (!wait.locks.empty()) line += fmt::format(", and holds {}", fmt::join(wait.locks, ", "));
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace snag
