#include "callgraph/threads.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/bottom_up.h"
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
  BottomUpOrder order(count, [&](std::uint32_t b) -> const std::vector<std::uint32_t>& { return next[b]; });
  std::vector<bool> result(ir.instructions.size(), false);
  for (std::uint32_t b = 0; b < count; ++b) {
    bool to_itself = std::find(next[b].begin(), next[b].end(), b) != next[b].end();
    if (!to_itself && order.component(order.component_of(b)).size() == 1) continue;
    const ir::Block& block = ir[ir::BlockId(b)];
    std::fill(result.begin() + block.begin, result.begin() + block.end, true);
  }
  return result;
}

// For each of CallGraph::methods(): whether it may be executed more than once.
std::vector<bool> multiply_executed(const CallGraph& graph, IrStore& store) {
  std::vector<bool> many(graph.methods().size(), false), entered(graph.methods().size(), false);
  std::vector<MethodId> work;
  auto add_many = [&](MethodId method) {
    if (many[graph.index_of(method)]) return;
    many[graph.index_of(method)] = true;
    work.push_back(method);
  };
  // A method that is entered a second time, or once by something that is repeated.
  auto enter = [&](MethodId method, bool repeated) {
    if (repeated || entered[graph.index_of(method)]) add_many(method);
    entered[graph.index_of(method)] = true;
  };
  for (const EntryPoint& entry : graph.entry_points()) {
    enter(entry.method, /*repeated=*/entry.kind != EntryKind::kMain && entry.kind != EntryKind::kInitializer);
  }
  for (MethodId method : graph.methods()) {
    if (graph.calls(method).empty()) continue;
    const std::vector<bool> loops = instructions_in_loops(*store.get(method));
    for (const Call& call : graph.calls(method)) {
      // A function given to a stream or a collection is called for each element.
      bool callback = call.kind == CalleeKind::kCallback || call.kind == CalleeKind::kLibraryCallback;
      enter(call.callee, /*repeated=*/callback || loops[call.site.value]);
    }
  }
  // Whatever a method that runs many times calls or starts runs many times too.
  while (!work.empty()) {
    MethodId method = work.back();
    work.pop_back();
    for (const Call& call : graph.calls(method)) add_many(call.callee);
  }
  return many;
}

AbstractThread thread_of(const EntryPoint& entry, const Program& program, const ThreadSigns& signs) {
  // By EntryKind.
  constexpr ThreadKind kKinds[] = {ThreadKind::kMain,        ThreadKind::kPublic,    ThreadKind::kPublic,
                                   ThreadKind::kInitializer, ThreadKind::kFinalizer, ThreadKind::kLibrary};
  bool unique = entry.kind == EntryKind::kMain || entry.kind == EntryKind::kInitializer ||
                (entry.kind == EntryKind::kPublic && !signs.may_be_shared(program[entry.method].owner));
  return {.kind = kKinds[static_cast<std::size_t>(entry.kind)], .unique = unique, .entry = entry.method};
}

}  // namespace

std::vector<AbstractThread> abstract_threads(const CallGraph& graph, IrStore& store, const library::Policy& policy) {
  std::vector<bool> many = multiply_executed(graph, store);
  std::vector<AbstractThread> result;
  const ThreadSigns signs(store.program(), policy);
  for (const EntryPoint& entry : graph.entry_points()) result.push_back(thread_of(entry, store.program(), signs));
  std::map<MethodId, std::vector<ThreadStart>> runs;
  for (MethodId caller : graph.methods()) {
    for (const Call& call : graph.calls(caller)) {
      if (call.kind == CalleeKind::kStart) runs[call.callee].push_back({caller, call.site});
    }
  }
  for (auto& [run, starts] : runs) {
    // Methods that a model stands for (Thread.run) run what is listed beside them.
    if (graph.body(run) != BodyKind::kCode) continue;
    bool unique = starts.size() == 1 && !many[graph.index_of(run)];
    result.push_back({.kind = ThreadKind::kRun, .unique = unique, .entry = run, .starts = std::move(starts)});
  }
  std::sort(result.begin(), result.end(), [&](const AbstractThread& a, const AbstractThread& b) {
    return std::pair(a.kind, graph.index_of(a.entry)) < std::pair(b.kind, graph.index_of(b.entry));
  });
  return result;
}

}  // namespace snag
