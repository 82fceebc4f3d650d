#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checks/conflict.h"
#include "checks/stacks.h"
#include "findings/narrator.h"

namespace snag {

namespace {

Step step_of(const wire::Place& place) {
  return {.class_name = place.class_name, .method = source_method(place), .file = place.file, .line = place.line};
}

std::string text_of(const wire::Place& place) { return place_text(short_method(place), step_of(place)); }

// ` The object was allocated in main() of Main (Main.java:4), first used by main …`
std::string life_text(const wire::Life& life) {
  std::vector<std::string> parts;
  const wire::Place allocated = innermost(life.allocated);
  if (!allocated.class_name.empty()) parts.push_back("allocated in " + text_of(allocated));
  if (!life.owner.empty()) {
    std::string part = "first used by " + life.owner;
    if (life.first_touched) part += " in " + text_of(*life.first_touched);
    parts.push_back(std::move(part));
  }
  if (life.escaped) parts.push_back("passed on in " + text_of(*life.escaped));
  if (!life.second_owner.empty()) {
    std::string part = "then taken over by " + life.second_owner;
    const wire::Place handed = innermost(life.handed_over);
    if (!handed.class_name.empty()) part += " in " + text_of(handed);
    parts.push_back(std::move(part));
  }
  return parts.empty() ? "" : fmt::format(" The object was {}.", fmt::join(parts, ", "));
}

// The stations of the object: each leads to the next.
Graph life_graph(const ConflictEvidence& evidence) {
  Graph graph{.title = evidence.is_static ? "Life of the field" : "Life of the object", .nodes = {}, .edges = {}};
  const wire::Life& life = evidence.life;
  const auto add = [&](const Step& place, std::string label) {
    graph.nodes.push_back(node_at(place, std::move(label)));
  };
  if (const wire::Place place = innermost(life.allocated); !place.class_name.empty()) add(step_of(place), "allocated");
  if (!life.owner.empty()) add(step_of(life.first_touched.value_or(wire::Place())), "owned by " + life.owner);
  if (life.escaped) add(step_of(*life.escaped), "passed on by " + life.owner);
  if (!life.second_owner.empty()) add(step_of(innermost(life.handed_over)), "taken over by " + life.second_owner);
  for (const ConflictEvidence::Access* access : {&evidence.first, &evidence.second}) {
    const ThreadOfSteps& thread = evidence.threads[access->thread];
    add(thread.steps.back(), fmt::format("{} by {}", verb_of(*access), thread.name));
    graph.nodes.back().marked = true;
  }
  for (std::uint32_t n = 1; n < graph.nodes.size(); ++n) {
    graph.edges.push_back({.from = n - 1, .to = n, .label = {}, .marked = n + 1 == graph.nodes.size()});
  }
  return graph;
}

}  // namespace

Finding begin_story(const ConflictEvidence& evidence, const std::string& outcome) {
  Finding finding = begin_observed_story(evidence);
  for (const ConflictEvidence::Access* access : {&evidence.first, &evidence.second}) {
    if (!access->exact)
      finding.threads[access->thread].steps.back().note += "; its callers may be those of another access";
  }
  finding.outcome = outcome + life_text(evidence.life);
  finding.graphs.push_back(life_graph(evidence));
  return finding;
}

std::string method_of(const ConflictEvidence::Access& access) { return method_or_unknown(access.method); }

std::string verb_of(const ConflictEvidence::Access& access) { return access.write ? "written" : "read"; }

std::string times_seen(std::uint64_t count) { return count > 1 ? fmt::format(" (seen {} times)", count) : ""; }

}  // namespace snag
