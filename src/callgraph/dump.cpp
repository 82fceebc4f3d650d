#include "callgraph/dump.h"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <utility>

#include <absl/container/flat_hash_map.h>

#include "base/dot.h"

namespace snag {

namespace {

constexpr std::string_view kBodies[] = {"code", "model", "opaque"};                         // by BodyKind
constexpr std::string_view kArrows[] = {"calls", "calls back", "may call back", "starts"};  // by CalleeKind
constexpr std::string_view kEdgeStyles[] = {"", " [style=dashed]", " [style=dotted]", " [color=red, label=start]"};
constexpr std::string_view kEntries[] = {"main", "entry", "public", "initializer", "finalizer", "callback"};

// The word for a value of an enumeration, in the order of its declaration.
template <std::size_t size, class Kind>
std::string_view word(const std::string_view (&words)[size], Kind kind) {
  return words[static_cast<std::size_t>(kind)];
}

Origin origin_of(const Program& program, MethodId method) { return program[program[method].owner].origin; }

}  // namespace

std::string dump_callgraph(IrStore& store, const CallGraphResult& result, bool jdk) {
  const Program& program = store.program();
  const CallGraph& graph = result.graph;
  absl::flat_hash_map<MethodId, std::string> roles;
  for (const EntryPoint& entry : graph.entry_points())
    roles[entry.method] += fmt::format(" {}", word(kEntries, entry.kind));
  std::string text;
  for (MethodId method : graph.methods()) {
    Origin origin = origin_of(program, method);
    if (origin == Origin::kJdk && !jdk) continue;
    text += fmt::format("{} [{} {}{}]\n", program.describe(method), to_text(origin), word(kBodies, graph.body(method)),
                        roles[method]);
    for (const Call& call : graph.calls(method)) {
      std::uint32_t line = store.get(method)->line(call.site);
      text += fmt::format("  {}{} {}\n", line == 0 ? std::string() : fmt::format("{}: ", line),
                          word(kArrows, call.kind), program.describe(call.callee));
    }
  }
  return text;
}

std::string dump_callgraph_dot(IrStore& store, const CallGraphResult& result) {
  const Program& program = store.program();
  const CallGraph& graph = result.graph;
  std::string text = "digraph callgraph {\n  rankdir=LR;\n  node [shape=box];\n";
  std::vector<bool> shown(graph.methods().size(), false);
  auto show = [&](std::uint32_t index) {
    if (shown[index]) return;
    shown[index] = true;
    MethodId method = graph.methods()[index];
    text += fmt::format("  n{} [label=\"{}\"{}];\n", index, dot_escaped(program.describe(method)),
                        origin_of(program, method) == Origin::kJdk ? ", color=gray" : "");
  };
  for (std::uint32_t i = 0; i < graph.methods().size(); ++i) {
    MethodId method = graph.methods()[i];
    if (origin_of(program, method) == Origin::kJdk) continue;
    show(i);
    std::set<std::pair<std::uint32_t, CalleeKind>> callees;
    for (const Call& call : graph.calls(method)) callees.emplace(graph.index_of(call.callee), call.kind);
    for (auto [callee, kind] : callees) {
      show(callee);
      text += fmt::format("  n{} -> n{}{};\n", i, callee, word(kEdgeStyles, kind));
    }
  }
  return text + "}\n";
}

CallGraphStatistics callgraph_statistics(const Program& program, const CallGraphResult& result) {
  const CallGraph& graph = result.graph;
  CallGraphStatistics stats;
  std::uint32_t starts = 0;
  std::uint32_t monomorphic = 0, polymorphic = 0, without_callee = result.sites_without_callees;  // not the JDK's
  std::set<ClassId> classes;
  for (MethodId method : graph.methods()) {
    Origin origin = origin_of(program, method);
    auto& of_origin = origin == Origin::kApplication ? stats.application
                      : origin == Origin::kLibrary   ? stats.library
                                                     : stats.jdk;
    ++of_origin.methods;
    if (graph.body(method) == BodyKind::kCode) ++of_origin.code;
    if (classes.insert(program[method].owner).second) ++of_origin.classes;
    std::map<ir::ValueId, std::uint32_t> called;  // by site
    for (const Call& call : graph.calls(method)) {
      called[call.site] += call.kind == CalleeKind::kCall ? 1 : 0;
      starts += call.kind == CalleeKind::kStart ? 1 : 0;
      ++stats.edges;
    }
    if (origin == Origin::kJdk) continue;
    for (auto [site, count] : called) ++(count == 0 ? without_callee : count == 1 ? monomorphic : polymorphic);
  }

  auto add = [&](std::string_view name, const CallGraphStatistics::PerOrigin& o) {
    stats.text += fmt::format("{:<12} {:>7} methods reached, {:>7} looked at, {:>6} classes\n", name, o.methods, o.code,
                              o.classes);
  };
  add("application", stats.application);
  add("libraries", stats.library);
  add("JDK", stats.jdk);
  stats.text += fmt::format("call sites   {:>7}: {} with one callee, {} with several, {} with none; {} unresolved\n",
                            monomorphic + polymorphic + without_callee, monomorphic, polymorphic, without_callee,
                            result.unresolved_sites);
  stats.text += fmt::format("edges        {:>7}, thread starts {}, entry points {}\n", stats.edges, starts,
                            graph.entry_points().size());
  const auto& p = result.propagation;
  stats.text += fmt::format("propagation  {:>7} nodes, {} edges, {} objects, {} steps, {} nodes merged, {} waves{}\n",
                            p.nodes, p.edges, p.objects, p.steps, p.collapsed, p.waves,
                            result.jdk_budget_exhausted ? "; the JDK budget ran out" : "");
  return stats;
}

}  // namespace snag
