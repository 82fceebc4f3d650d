#include "callgraph/dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

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

Origin origin_of(const Program& program, const CallGraph& graph, CallNodeId node) {
  return program[program[graph[node].method].owner].origin;
}

// The threads that a user wants to see: not the JDK's. Two that read the same are one: a method and its bridge.
std::vector<AbstractThread> listed_threads(IrStore& store, const CallGraph& graph) {
  const Program& program = store.program();
  std::vector<AbstractThread> result;
  for (AbstractThread& thread : abstract_threads(graph, store)) {
    if (origin_of(program, graph, thread.entry) == Origin::kJdk) continue;
    if (!result.empty()) {
      const AbstractThread& last = result.back();
      bool same = last.kind == thread.kind && last.unique == thread.unique &&
                  last.starts.size() == thread.starts.size() &&
                  program.describe(graph[last.entry].method) == program.describe(graph[thread.entry].method);
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
  std::vector<std::string> roles(graph.nodes().size());
  for (const EntryPoint& entry : graph.entry_points()) roles[entry.node.value] += fmt::format(" {}", word(entry.kind));
  std::string text;
  for (std::uint32_t i = 0; i < graph.nodes().size(); ++i) {
    CallNodeId node(i);
    Origin origin = origin_of(program, graph, node);
    if (origin == Origin::kJdk && !jdk) continue;
    const CallNode& data = graph[node];
    fmt::format_to(std::back_inserter(text), "{} [{} {}{}]\n", program.describe(data.method), to_text(origin),
                   word(data.body), roles[i]);
    const ir::MethodIr* ir = graph.sites(node).empty() ? nullptr : store.get(data.method);
    for (const CallSite& site : graph.sites(node)) {
      std::uint32_t line = ir == nullptr ? 0 : ir->line(site.instruction);
      for (const Callee& callee : graph.callees(site)) {
        fmt::format_to(std::back_inserter(text), "  {}{} {}\n", line == 0 ? std::string() : fmt::format("{}: ", line),
                       arrow(callee.kind), program.describe(graph[callee.node].method));
      }
    }
  }
  return text;
}

std::string dump_callgraph_dot(IrStore& store, const CallGraphResult& result, bool jdk) {
  const Program& program = store.program();
  const CallGraph& graph = result.graph;
  std::string text = "digraph callgraph {\n  rankdir=LR;\n  node [shape=box];\n";
  std::vector<bool> shown(graph.nodes().size(), false);
  auto show = [&](CallNodeId node) {
    if (shown[node.value]) return;
    shown[node.value] = true;
    fmt::format_to(std::back_inserter(text), "  n{} [label=\"{}\"{}];\n", node.value,
                   dot_escaped(program.describe(graph[node].method)),
                   origin_of(program, graph, node) == Origin::kJdk ? ", color=gray" : "");
  };
  for (std::uint32_t i = 0; i < graph.nodes().size(); ++i) {
    CallNodeId node(i);
    if (!jdk && origin_of(program, graph, node) == Origin::kJdk) continue;
    show(node);
    std::set<Callee> callees;
    for (const CallSite& site : graph.sites(node)) {
      for (const Callee& callee : graph.callees(site)) callees.insert(callee);
    }
    for (const Callee& callee : callees) {
      show(callee.node);
      std::string_view style = callee.kind == CalleeKind::kStart             ? " [color=red, label=start]"
                               : callee.kind == CalleeKind::kLibraryCallback ? " [style=dotted]"
                               : callee.kind == CalleeKind::kCallback        ? " [style=dashed]"
                                                                             : "";
      fmt::format_to(std::back_inserter(text), "  n{} -> n{}{};\n", node.value, callee.node.value, style);
    }
  }
  return text + "}\n";
}

std::string dump_threads(IrStore& store, const CallGraphResult& result) {
  const Program& program = store.program();
  const CallGraph& graph = result.graph;
  std::string text =
      "# main, run: started as a thread, init: class initializer, finalizer, public: called from outside,\n"
      "# callback: perhaps called by the library; one: never in two threads at a time, many: perhaps\n";
  for (const AbstractThread& thread : listed_threads(store, graph)) {
    fmt::format_to(std::back_inserter(text), "{} {} {}\n", word(thread.kind), thread.unique ? "one" : "many",
                   program.describe(graph[thread.entry].method));
    for (const ThreadStart& start : thread.starts) {
      const ir::MethodIr* ir = store.get(graph[start.caller].method);
      std::uint32_t line = ir == nullptr ? 0 : ir->line(start.site);
      fmt::format_to(std::back_inserter(text), "  started by {}{}\n", program.describe(graph[start.caller].method),
                     line == 0 ? std::string() : fmt::format(":{}", line));
    }
  }
  return text;
}

CallGraphStatistics callgraph_statistics(IrStore& store, const CallGraphResult& result) {
  const Program& program = store.program();
  const CallGraph& graph = result.graph;
  CallGraphStatistics stats;
  std::set<ClassId> classes;
  for (std::uint32_t i = 0; i < graph.nodes().size(); ++i) {
    CallNodeId node(i);
    Origin origin = origin_of(program, graph, node);
    auto& of_origin = origin == Origin::kApplication ? stats.application
                      : origin == Origin::kLibrary   ? stats.library
                                                     : stats.jdk;
    ++of_origin.methods;
    if (graph[node].body == BodyKind::kCode) ++of_origin.code;
    if (classes.insert(program[graph[node].method].owner).second) ++of_origin.classes;
    for (const CallSite& site : graph.sites(node)) {
      std::set<CallNodeId> called;
      for (const Callee& callee : graph.callees(site)) {
        ++stats.edges;
        if (callee.kind == CalleeKind::kCall) called.insert(callee.node);
      }
      if (origin == Origin::kJdk) continue;
      ++stats.call_sites;
      ++(called.empty() ? stats.without_callee : called.size() == 1 ? stats.monomorphic : stats.polymorphic);
    }
  }
  stats.starts = static_cast<std::uint32_t>(graph.thread_starts().size());
  stats.entry_points = static_cast<std::uint32_t>(graph.entry_points().size());
  for (const AbstractThread& thread : listed_threads(store, graph)) {
    ++stats.threads[thread.kind];
    if (thread.unique) ++stats.unique_threads;
  }
  const BottomUpOrder& order = graph.bottom_up();
  stats.components = order.component_count();
  for (std::uint32_t i = 0; i < order.component_count(); ++i) {
    auto size = static_cast<std::uint32_t>(order.component(i).size());
    if (graph.is_recursive(CallNodeId(order.component(i)[0]))) ++stats.recursive_components;
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
