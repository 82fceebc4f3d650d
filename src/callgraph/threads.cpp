#include "callgraph/threads.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/scc.h"
#include "callgraph/thread_signs.h"

namespace snag {

namespace {

// Per instruction of a method: does its block lie on a cycle of the control flow, exceptions included?
std::vector<bool> instructions_in_loops(const ir::MethodIr& ir) {
  auto count = static_cast<std::uint32_t>(ir.blocks.size());
  std::vector<std::vector<std::uint32_t>> next(count);
  for (std::uint32_t b = 0; b < count; ++b) {
    for (ir::BlockId to : ir.successors(ir::BlockId(b))) next[b].push_back(to.value);
    for (ir::BlockId to : ir.pads(ir::BlockId(b))) next[b].push_back(to.value);
  }
  Components components = strongly_connected_components(
      count, [&](std::uint32_t b) -> const std::vector<std::uint32_t>& { return next[b]; });
  std::vector<std::uint32_t> sizes(components.count, 0);
  for (std::uint32_t component : components.component_of) ++sizes[component];
  std::vector<bool> result(ir.instructions.size(), false);
  for (std::uint32_t b = 0; b < count; ++b) {
    bool loop = sizes[components.component_of[b]] > 1 || std::find(next[b].begin(), next[b].end(), b) != next[b].end();
    if (!loop) continue;
    const ir::Block& block = ir[ir::BlockId(b)];
    std::fill(result.begin() + block.begin, result.begin() + block.end, true);
  }
  return result;
}

}  // namespace

std::vector<bool> multiply_executed(const CallGraph& graph, IrStore& store) {
  auto count = static_cast<std::uint32_t>(graph.methods().size());
  // How often something enters a node: by calls and starts, in a loop or not; and as an entry point.
  struct In {
    std::uint32_t caller;
    bool loop;
  };
  std::vector<std::vector<In>> in(count);
  std::vector<std::uint32_t> entries(count, 0);
  std::vector<bool> many(count, false);
  for (const EntryPoint& entry : graph.entry_points()) {
    std::uint32_t index = graph.index_of(entry.method);
    ++entries[index];
    bool any_number = entry.kind == EntryKind::kPublic || entry.kind == EntryKind::kUser ||
                      entry.kind == EntryKind::kLibraryCallback || entry.kind == EntryKind::kFinalizer;
    if (any_number) many[index] = true;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    MethodId method = graph.methods()[i];
    if (graph.sites(method).empty()) continue;
    const ir::MethodIr* ir = store.get(method);
    if (ir == nullptr) continue;
    std::vector<bool> loops = instructions_in_loops(*ir);
    for (const CallSite& site : graph.sites(method)) {
      for (const Callee& callee : graph.callees(site)) {
        bool guessed = callee.kind == CalleeKind::kLibraryCallback;
        // A function given to a stream or a collection is called for each element.
        bool repeated = guessed || callee.kind == CalleeKind::kCallback;
        in[graph.index_of(callee.method)].push_back({i, loops[site.instruction.value] || repeated});
      }
    }
  }
  std::vector<std::uint32_t> work;
  for (std::uint32_t i = 0; i < count; ++i) {
    many[i] = many[i] || in[i].size() + entries[i] > 1 || graph.is_recursive(graph.methods()[i]) ||
              std::any_of(in[i].begin(), in[i].end(), [](const In& from) { return from.loop; });
    if (many[i]) work.push_back(i);
  }
  // Whatever a method that runs many times calls or starts runs many times too.
  while (!work.empty()) {
    MethodId method = graph.methods()[work.back()];
    work.pop_back();
    for (const CallSite& site : graph.sites(method)) {
      for (const Callee& callee : graph.callees(site)) {
        std::uint32_t called = graph.index_of(callee.method);
        if (many[called]) continue;
        many[called] = true;
        work.push_back(called);
      }
    }
  }
  return many;
}

std::vector<AbstractThread> abstract_threads(const CallGraph& graph, IrStore& store, const library::Policy& policy) {
  std::vector<bool> many = multiply_executed(graph, store);
  std::vector<AbstractThread> result;
  const ThreadSigns signs(store.program(), policy);
  std::map<ClassId, bool> shared;
  for (const EntryPoint& entry : graph.entry_points()) {
    AbstractThread thread{.kind = ThreadKind::kLibrary, .unique = false, .entry = entry.method, .starts = {}};
    switch (entry.kind) {
      case EntryKind::kMain:
        thread.kind = ThreadKind::kMain;
        thread.unique = true;
        break;
      case EntryKind::kInitializer:
        thread.kind = ThreadKind::kInitializer;
        thread.unique = true;
        break;
      case EntryKind::kFinalizer:
        thread.kind = ThreadKind::kFinalizer;
        break;
      case EntryKind::kPublic: {
        ClassId owner = store.program()[entry.method].owner;
        auto [it, added] = shared.try_emplace(owner, false);
        if (added) it->second = signs.may_be_shared(owner);
        thread.kind = ThreadKind::kPublic;
        thread.unique = !it->second;
        break;
      }
      case EntryKind::kUser:
        thread.kind = ThreadKind::kPublic;
        break;
      case EntryKind::kLibraryCallback:
        break;
    }
    result.push_back(std::move(thread));
  }
  std::map<std::uint32_t, AbstractThread> runs;  // by index of the method
  for (const ThreadStart& start : graph.thread_starts()) {
    AbstractThread& thread = runs[graph.index_of(start.run)];
    thread.kind = ThreadKind::kRun;
    thread.entry = start.run;
    thread.starts.push_back(start);
  }
  for (auto& [index, thread] : runs) {
    // Methods that a model stands for (Thread.run) run what is listed beside them.
    if (graph.body(thread.entry) != BodyKind::kCode) continue;
    thread.unique = thread.starts.size() == 1 && !many[index];
    result.push_back(std::move(thread));
  }
  std::sort(result.begin(), result.end(), [&](const AbstractThread& a, const AbstractThread& b) {
    return std::pair(a.kind, graph.index_of(a.entry)) < std::pair(b.kind, graph.index_of(b.entry));
  });
  return result;
}

}  // namespace snag
