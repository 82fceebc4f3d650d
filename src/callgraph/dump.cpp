#include "callgraph/dump.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include <absl/container/flat_hash_map.h>

#include "base/dot.h"

namespace snag {

namespace {

constexpr std::string_view kBodies[] = {"code", "model", "opaque"};                         // by BodyKind
constexpr std::string_view kArrows[] = {"calls", "calls back", "may call back", "starts"};  // by CalleeKind
constexpr std::string_view kEdgeStyles[] = {"", " [style=dashed]", " [style=dotted]", " [color=red, label=start]"};
constexpr std::string_view kEntries[] = {"main", "entry", "public", "initializer", "finalizer", "callback"};
constexpr std::string_view kThreads[] = {"main", "run", "init", "finalizer", "public", "callback"};  // by ThreadKind

// The word for a value of an enumeration, in the order of its declaration.
template <std::size_t size, class Kind>
std::string_view word(const std::string_view (&words)[size], Kind kind) {
  return words[static_cast<std::size_t>(kind)];
}

Origin origin_of(const Program& program, MethodId method) { return program[program[method].owner].origin; }

// Returns the threads that a user wants to see: not the JDK's, and of those that read the same (a method and its
// bridge) only one.
std::vector<AbstractThread> listed_threads(IrStore& store, const library::Policy& policy, const CallGraph& graph) {
  const Program& program = store.program();
  std::vector<AbstractThread> result;
  for (AbstractThread& thread : abstract_threads(graph, store, policy)) {
    if (origin_of(program, thread.entry) != Origin::kJdk) result.push_back(std::move(thread));
  }
  auto key = [&](const AbstractThread& thread) {
    return std::tuple(thread.kind, thread.unique, thread.starts.size(), program.describe(thread.entry));
  };
  auto same = [&](const AbstractThread& a, const AbstractThread& b) { return key(a) == key(b); };
  result.erase(std::unique(result.begin(), result.end(), same), result.end());
  return result;
}

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

std::string dump_threads(IrStore& store, const library::Policy& policy, const CallGraphResult& result) {
  const Program& program = store.program();
  std::string text =
      "# main, run: started as a thread, init: class initializer, finalizer, public: called from outside,\n"
      "# callback: perhaps called by the library; one: never in two threads at a time, many: perhaps\n";
  for (const AbstractThread& thread : listed_threads(store, policy, result.graph)) {
    text += fmt::format("{} {} {}\n", word(kThreads, thread.kind), thread.unique ? "one" : "many",
                        program.describe(thread.entry));
    for (const ThreadStart& start : thread.starts) {
      std::uint32_t line = store.get(start.caller)->line(start.site);
      text += fmt::format("  started by {}{}\n", program.describe(start.caller),
                          line == 0 ? std::string() : fmt::format(":{}", line));
    }
  }
  return text;
}

CallGraphStatistics callgraph_statistics(IrStore& store, const library::Policy& policy, const CallGraphResult& result) {
  const Program& program = store.program();
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
  const std::vector<AbstractThread> threads = listed_threads(store, policy, graph);
  for (const AbstractThread& thread : threads) ++stats.threads[thread.kind];
  auto unique = std::count_if(threads.begin(), threads.end(), [](const AbstractThread& t) { return t.unique; });
  std::vector<std::string> kinds;
  for (auto [kind, count] : stats.threads) kinds.push_back(fmt::format("{} {}", count, word(kThreads, kind)));

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
  stats.text += fmt::format("threads      {:>7}: {}; {} of them one, the others perhaps many\n", threads.size(),
                            fmt::join(kinds, ", "), unique);
  const auto& p = result.propagation;
  stats.text += fmt::format("propagation  {:>7} nodes, {} edges, {} objects, {} steps, {} nodes merged, {} waves{}\n",
                            p.nodes, p.edges, p.objects, p.steps, p.collapsed, p.waves,
                            result.jdk_budget_exhausted ? "; the JDK budget ran out" : "");
  return stats;
}

}  // namespace snag
