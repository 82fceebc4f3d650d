#include "callgraph/dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include <absl/container/flat_hash_map.h>

#include "base/dot.h"

namespace snag {

namespace {

std::string_view word(BodyKind body) {
  switch (body) {
    case BodyKind::kCode:
      return "code";
    case BodyKind::kModel:
      return "model";
    case BodyKind::kOpaque:
      return "opaque";
  }
  return "";
}

std::string_view arrow(CalleeKind kind) {
  switch (kind) {
    case CalleeKind::kCall:
      return "calls";
    case CalleeKind::kCallback:
      return "calls back";
    case CalleeKind::kLibraryCallback:
      return "may call back";
    case CalleeKind::kStart:
      return "starts";
  }
  return "";
}

std::string_view word(EntryKind kind) {
  switch (kind) {
    case EntryKind::kMain:
      return "main";
    case EntryKind::kUser:
      return "entry";
    case EntryKind::kPublic:
      return "public";
    case EntryKind::kInitializer:
      return "initializer";
    case EntryKind::kFinalizer:
      return "finalizer";
    case EntryKind::kLibraryCallback:
      return "callback";
  }
  return "";
}

std::string_view word(ThreadKind kind) {
  switch (kind) {
    case ThreadKind::kMain:
      return "main";
    case ThreadKind::kRun:
      return "run";
    case ThreadKind::kInitializer:
      return "init";
    case ThreadKind::kFinalizer:
      return "finalizer";
    case ThreadKind::kPublic:
      return "public";
    case ThreadKind::kLibrary:
      return "callback";
  }
  return "";
}

Origin origin_of(const Program& program, MethodId method) { return program[program[method].owner].origin; }

// The threads that a user wants to see: not the JDK's. Two that read the same are one: a method and its bridge.
std::vector<AbstractThread> listed_threads(IrStore& store, const library::Policy& policy, const CallGraph& graph) {
  const Program& program = store.program();
  std::vector<AbstractThread> result;
  for (AbstractThread& thread : abstract_threads(graph, store, policy)) {
    if (origin_of(program, thread.entry) == Origin::kJdk) continue;
    if (!result.empty()) {
      const AbstractThread& last = result.back();
      bool same = last.kind == thread.kind && last.unique == thread.unique &&
                  last.starts.size() == thread.starts.size() &&
                  program.describe(last.entry) == program.describe(thread.entry);
      if (same) continue;
    }
    result.push_back(std::move(thread));
  }
  return result;
}

}  // namespace

std::string dump_callgraph(IrStore& store, const CallGraphResult& result, bool jdk) {
  const Program& program = store.program();
  const CallGraph& graph = result.graph;
  absl::flat_hash_map<MethodId, std::string> roles;
  for (const EntryPoint& entry : graph.entry_points()) roles[entry.method] += fmt::format(" {}", word(entry.kind));
  std::string text;
  for (MethodId method : graph.methods()) {
    Origin origin = origin_of(program, method);
    if (origin == Origin::kJdk && !jdk) continue;
    fmt::format_to(std::back_inserter(text), "{} [{} {}{}]\n", program.describe(method), to_text(origin),
                   word(graph.body(method)), roles[method]);
    const ir::MethodIr* ir = graph.sites(method).empty() ? nullptr : store.get(method);
    for (const CallSite& site : graph.sites(method)) {
      std::uint32_t line = ir == nullptr ? 0 : ir->line(site.instruction);
      for (const Callee& callee : graph.callees(site)) {
        fmt::format_to(std::back_inserter(text), "  {}{} {}\n", line == 0 ? std::string() : fmt::format("{}: ", line),
                       arrow(callee.kind), program.describe(callee.method));
      }
    }
  }
  return text;
}

std::string dump_callgraph_dot(IrStore& store, const CallGraphResult& result, bool jdk) {
  const Program& program = store.program();
  const CallGraph& graph = result.graph;
  std::string text = "digraph callgraph {\n  rankdir=LR;\n  node [shape=box];\n";
  std::vector<bool> shown(graph.methods().size(), false);
  auto show = [&](std::uint32_t index) {
    if (shown[index]) return;
    shown[index] = true;
    MethodId method = graph.methods()[index];
    fmt::format_to(std::back_inserter(text), "  n{} [label=\"{}\"{}];\n", index, dot_escaped(program.describe(method)),
                   origin_of(program, method) == Origin::kJdk ? ", color=gray" : "");
  };
  for (std::uint32_t i = 0; i < graph.methods().size(); ++i) {
    MethodId method = graph.methods()[i];
    if (!jdk && origin_of(program, method) == Origin::kJdk) continue;
    show(i);
    std::set<std::pair<std::uint32_t, CalleeKind>> callees;
    for (const CallSite& site : graph.sites(method)) {
      for (const Callee& callee : graph.callees(site)) callees.emplace(graph.index_of(callee.method), callee.kind);
    }
    for (auto [callee, kind] : callees) {
      show(callee);
      std::string_view style = kind == CalleeKind::kStart             ? " [color=red, label=start]"
                               : kind == CalleeKind::kLibraryCallback ? " [style=dotted]"
                               : kind == CalleeKind::kCallback        ? " [style=dashed]"
                                                                      : "";
      fmt::format_to(std::back_inserter(text), "  n{} -> n{}{};\n", i, callee, style);
    }
  }
  return text + "}\n";
}

std::string dump_threads(IrStore& store, const library::Policy& policy, const CallGraphResult& result) {
  const Program& program = store.program();
  const CallGraph& graph = result.graph;
  std::string text =
      "# main, run: started as a thread, init: class initializer, finalizer, public: called from outside,\n"
      "# callback: perhaps called by the library; one: never in two threads at a time, many: perhaps\n";
  for (const AbstractThread& thread : listed_threads(store, policy, graph)) {
    fmt::format_to(std::back_inserter(text), "{} {} {}\n", word(thread.kind), thread.unique ? "one" : "many",
                   program.describe(thread.entry));
    for (const ThreadStart& start : thread.starts) {
      const ir::MethodIr* ir = store.get(start.caller);
      std::uint32_t line = ir == nullptr ? 0 : ir->line(start.site);
      fmt::format_to(std::back_inserter(text), "  started by {}{}\n", program.describe(start.caller),
                     line == 0 ? std::string() : fmt::format(":{}", line));
    }
  }
  return text;
}

CallGraphStatistics callgraph_statistics(IrStore& store, const library::Policy& policy, const CallGraphResult& result) {
  const Program& program = store.program();
  const CallGraph& graph = result.graph;
  CallGraphStatistics stats;
  std::set<ClassId> classes;
  for (MethodId method : graph.methods()) {
    Origin origin = origin_of(program, method);
    auto& of_origin = origin == Origin::kApplication ? stats.application
                      : origin == Origin::kLibrary   ? stats.library
                                                     : stats.jdk;
    ++of_origin.methods;
    if (graph.body(method) == BodyKind::kCode) ++of_origin.code;
    if (classes.insert(program[method].owner).second) ++of_origin.classes;
    for (const CallSite& site : graph.sites(method)) {
      std::set<MethodId> called;
      for (const Callee& callee : graph.callees(site)) {
        ++stats.edges;
        if (callee.kind == CalleeKind::kCall) called.insert(callee.method);
      }
      if (origin == Origin::kJdk) continue;
      ++stats.call_sites;
      ++(called.empty() ? stats.without_callee : called.size() == 1 ? stats.monomorphic : stats.polymorphic);
    }
  }
  stats.starts = static_cast<std::uint32_t>(graph.thread_starts().size());
  stats.entry_points = static_cast<std::uint32_t>(graph.entry_points().size());
  for (const AbstractThread& thread : listed_threads(store, policy, graph)) {
    ++stats.threads[thread.kind];
    if (thread.unique) ++stats.unique_threads;
  }
  const BottomUpOrder& order = graph.bottom_up();
  stats.components = order.component_count();
  for (std::uint32_t i = 0; i < order.component_count(); ++i) {
    auto size = static_cast<std::uint32_t>(order.component(i).size());
    if (graph.is_recursive(graph.methods()[order.component(i)[0]])) ++stats.recursive_components;
    stats.largest_component = std::max(stats.largest_component, size);
  }
  stats.levels = order.level_count();
  return stats;
}

std::string callgraph_stats(const CallGraphStatistics& s, const CallGraphResult& result) {
  std::string text;
  auto origin = [&](std::string_view name, const CallGraphStatistics::PerOrigin& o) {
    fmt::format_to(std::back_inserter(text), "{:<12} {:>7} methods reached, {:>7} looked at, {:>6} classes\n", name,
                   o.methods, o.code, o.classes);
  };
  origin("application", s.application);
  origin("libraries", s.library);
  origin("JDK", s.jdk);
  fmt::format_to(std::back_inserter(text),
                 "call sites   {:>7}: {} with one callee, {} with several, {} with none; {} unresolved\n", s.call_sites,
                 s.monomorphic, s.polymorphic, s.without_callee, result.graph.unresolved_sites());
  fmt::format_to(std::back_inserter(text), "edges        {:>7}, thread starts {}, entry points {}\n", s.edges, s.starts,
                 s.entry_points);
  std::uint32_t threads = 0;
  std::string kinds;
  for (auto [kind, count] : s.threads) {
    threads += count;
    fmt::format_to(std::back_inserter(kinds), "{}{} {}", kinds.empty() ? "" : ", ", count, word(kind));
  }
  fmt::format_to(std::back_inserter(text), "threads      {:>7}: {}; {} of them one, the others perhaps many\n", threads,
                 kinds, s.unique_threads);
  fmt::format_to(std::back_inserter(text), "components   {:>7}, {} recursive, largest {}, {} levels\n", s.components,
                 s.recursive_components, s.largest_component, s.levels);
  fmt::format_to(std::back_inserter(text),
                 "propagation  {:>7} nodes, {} edges, {} types, {} steps, {} nodes merged, {} waves{}\n",
                 result.counters.nodes, result.counters.edges, result.counters.types, result.counters.steps,
                 result.counters.collapsed, result.counters.waves,
                 result.graph.budget_exhausted() ? "; the JDK budget ran out" : "");
  return text;
}

}  // namespace snag
