#include "execution/object_use_graph.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/scc.h"
#include "execution/operands.h"
#include "program/source_names.h"

namespace snag {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

std::string_view to_text(ObjectUseGraph::Kind kind) {
  constexpr std::string_view kTexts[] = {"NEW",   "GET",  "PUT",  "LOAD",  "STORE", "ESCAPE",
                                         "START", "JOIN", "CALL", "ENTRY", "EXIT"};
  return kTexts[static_cast<std::size_t>(kind)];
}

ObjectUseGraph::ObjectUseGraph(const WholeProgramAnalysis& program, Calls& calls, ObjectId object,
                               std::vector<MethodInstanceId> instances)
    : program_(program),
      points_to_(program.points_to()),
      calls_(calls),
      object_(object),
      instances_(std::move(instances)) {
  std::sort(instances_.begin(), instances_.end());
  instances_.erase(std::unique(instances_.begin(), instances_.end()), instances_.end());
  for (MethodInstanceId instance : instances_) add_method(instance);
  connect_callees();
  connect_references();
  connect_threads();
  std::sort(edges_.begin(), edges_.end());
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  number_components();
}

bool ObjectUseGraph::refers(MethodInstanceId instance, ValueId value) const {
  const std::vector<ObjectId> objects = points_to_.objects(instance, value);
  return std::binary_search(objects.begin(), objects.end(), object_);
}

void ObjectUseGraph::add_method(MethodInstanceId instance) {
  const MethodId method = points_to_[instance].method;
  const ir::MethodIr* ir = points_to_.store().get(method);
  if (ir == nullptr || points_to_[instance].body != BodyKind::kCode) return;
  const std::uint32_t entry = add({.kind = Kind::kEntry, .instance = instance});
  for (std::uint32_t n = 0; n < ir->instructions.size(); ++n) add_events(instance, *ir, ValueId(n));
  add({.kind = Kind::kExit, .instance = instance});
  add_control_flow(entry, *ir);
}

void ObjectUseGraph::add_events(MethodInstanceId instance, const ir::MethodIr& ir, ValueId at) {
  const ir::Instruction& i = ir[at];
  // Of the object that the compiler made for a lambda only the call matters.
  if (i.op != Op::kInvoke && !calls_.node_of(points_to_[instance].method).valid()) return;
  std::span<const ValueId> operands = ir.operands(i);
  const HeapShapeGraph& heap = program_.heap();
  auto event = [&](Kind kind, FieldId field = {}) {
    add({.kind = kind, .instance = instance, .at = at, .field = field});
  };
  // Where a reference goes: other threads can get at it there if they can get at the object that has the field.
  auto store = [&](ValueId holder, FieldId field) {
    bool escapes = !holder.valid();
    if (holder.valid()) {
      for (ObjectId object : points_to_.objects(instance, holder)) escapes = escapes || heap.can_be_shared(object);
    }
    event(escapes ? Kind::kEscape : Kind::kStore, field);
  };
  switch (i.op) {
    case Op::kNew:
    case Op::kNewArray:
    case Op::kMultiNewArray:
    case Op::kLambda:
      if (refers(instance, at)) event(Kind::kNew);
      break;
    case Op::kGetField:
    case Op::kPutField: {
      const FieldId field = calls_.field(i);
      const bool writes = i.op == Op::kPutField;
      if (refers(instance, operands[0])) event(writes ? Kind::kPut : Kind::kGet, field);
      if (!writes && i.type == ir::Type::kReference && refers(instance, at)) event(Kind::kLoad, field);
      if (writes && ir[operands[1]].type == ir::Type::kReference && refers(instance, operands[1]))
        store(operands[0], field);
      break;
    }
    case Op::kGetStatic:
    case Op::kPutStatic: {
      const FieldId field = calls_.field(i);
      const bool writes = i.op == Op::kPutStatic;
      const bool own = field.valid() && heap.class_object(points_to_.program()[field].owner) == object_;
      if (own) event(writes ? Kind::kPut : Kind::kGet, field);
      if (!writes && i.type == ir::Type::kReference && refers(instance, at)) event(Kind::kLoad, field);
      if (writes && ir[operands[0]].type == ir::Type::kReference && refers(instance, operands[0])) store({}, field);
      break;
    }
    case Op::kArrayLoad:
      if (i.type == ir::Type::kReference && refers(instance, at)) event(Kind::kLoad);
      break;
    case Op::kArrayStore:
      if (ir[operands[2]].type == ir::Type::kReference && refers(instance, operands[2])) store(operands[0], {});
      break;
    case Op::kInvoke:
      add_call(instance, at);
      break;
    default:
      break;
  }
}

void ObjectUseGraph::add_call(MethodInstanceId instance, ValueId at) {
  const Threads& threads = program_.threads();
  bool special = false;
  for (const Threads::Started& started : threads.started_in(instance)) {
    if (started.start.site != at || !program_.execution().threads_of(object_).contains(started.thread)) continue;
    add({.kind = Kind::kStart, .instance = instance, .at = at, .thread = started.thread});
    special = true;
  }
  for (const library::Operand& operand : joined_operands(points_to_, instance, at)) {
    const std::vector<ObjectId> joined = CallOperands(points_to_, instance, at).objects(operand);
    for (std::uint32_t t = 0; t < threads.size(); ++t) {
      const bool joins =
          std::any_of(joined.begin(), joined.end(), [&](ObjectId o) { return threads.runs_on(ThreadId(t), o); });
      if (!joins) continue;
      add({.kind = Kind::kJoin, .instance = instance, .at = at, .thread = ThreadId(t)});
      special = true;
    }
  }
  if (special) return;
  for (const PointsTo::InstanceCall& call : calls_at(points_to_, instance, at)) {
    if (call.kind == CalleeKind::kStart || !std::binary_search(instances_.begin(), instances_.end(), call.callee)) {
      continue;
    }
    add({.kind = Kind::kCall, .instance = instance, .at = at, .callee = points_to_[call.callee].method});
    return;
  }
}

// From each event to the next ones on the ways through the method.
void ObjectUseGraph::add_control_flow(std::uint32_t entry, const ir::MethodIr& ir) {
  const auto exit = static_cast<std::uint32_t>(nodes_.size() - 1);
  std::vector<std::vector<std::uint32_t>> of_block(ir.blocks.size());
  const std::vector<BlockId> block_of = ir.block_of_instructions();
  for (std::uint32_t n = entry + 1; n < exit; ++n) of_block[block_of[nodes_[n].at.value].value].push_back(n);
  auto connect = [&](std::uint32_t from, std::uint32_t to) { edges_.push_back({from, to, Relation::kControlFlow}); };
  // The first events behind the end of a block.
  auto follow = [&](std::uint32_t from, BlockId begin, bool from_start) {
    std::vector<bool> seen(ir.blocks.size(), false);
    std::vector<BlockId> work;
    auto enter = [&](BlockId block) {
      if (seen[block.value]) return;
      seen[block.value] = true;
      if (!of_block[block.value].empty()) {
        connect(from, of_block[block.value].front());
      } else {
        work.push_back(block);
      }
    };
    auto leave = [&](BlockId block) {
      if (ir.terminator(block).op == Op::kReturn || ir.terminator(block).op == Op::kThrow) connect(from, exit);
      for (BlockId next : ir.successors(block)) enter(next);
      for (BlockId next : ir.pads(block)) enter(next);
    };
    if (from_start) {
      enter(begin);
    } else {
      leave(begin);
    }
    while (!work.empty()) {
      const BlockId block = work.back();
      work.pop_back();
      leave(block);
    }
  };
  follow(entry, BlockId(0), /*from_start=*/true);
  for (std::uint32_t b = 0; b < ir.blocks.size(); ++b) {
    const std::vector<std::uint32_t>& events = of_block[b];
    for (std::size_t n = 1; n < events.size(); ++n) connect(events[n - 1], events[n]);
    if (!events.empty()) follow(events.back(), BlockId(b), /*from_start=*/false);
  }
  if (!program_.threads().multiplicity().runs_once(nodes_[entry].instance)) connect(exit, entry);
}

void ObjectUseGraph::connect_callees() {
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].kind != Kind::kCall) continue;
    for (const PointsTo::InstanceCall& call : calls_at(points_to_, nodes_[n].instance, nodes_[n].at)) {
      for (std::uint32_t m = 0; m < nodes_.size(); ++m) {
        if (nodes_[m].instance != call.callee || call.kind == CalleeKind::kStart) continue;
        if (nodes_[m].kind == Kind::kEntry) edges_.push_back({n, m, Relation::kControlFlow});
        // Back to what comes behind the call.
        if (nodes_[m].kind != Kind::kExit) continue;
        for (std::size_t e = 0, end = edges_.size(); e < end; ++e) {
          const Edge edge = edges_[e];
          const bool behind = edge.from == n && nodes_[edge.to].instance == nodes_[n].instance;
          if (behind && edge.to != n) edges_.push_back({m, edge.to, Relation::kControlFlow});
        }
      }
    }
  }
}

void ObjectUseGraph::connect_references() {
  auto holder = [&](const Node& node) {
    const ir::MethodIr& ir = *points_to_.store().get(points_to_[node.instance].method);
    const ir::Instruction& i = ir[node.at];
    const bool is_static = i.op == Op::kGetStatic || i.op == Op::kPutStatic;
    return is_static ? std::vector<ObjectId>() : points_to_.objects(node.instance, ir.operands(i)[0]);
  };
  for (std::uint32_t from = 0; from < nodes_.size(); ++from) {
    if (nodes_[from].kind != Kind::kStore && nodes_[from].kind != Kind::kEscape) continue;
    for (std::uint32_t to = 0; to < nodes_.size(); ++to) {
      if (nodes_[to].kind != Kind::kLoad || nodes_[to].field != nodes_[from].field) continue;
      const std::vector<ObjectId> stored = holder(nodes_[from]), loaded = holder(nodes_[to]);
      const bool same =
          (stored.empty() && loaded.empty()) || std::any_of(stored.begin(), stored.end(), [&](ObjectId object) {
            return std::binary_search(loaded.begin(), loaded.end(), object);
          });
      if (same) edges_.push_back({from, to, Relation::kReferenceFlow});
    }
  }
}

void ObjectUseGraph::connect_threads() {
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].kind != Kind::kStart && nodes_[n].kind != Kind::kJoin) continue;
    const AbstractThread& thread = program_.threads()[nodes_[n].thread];
    for (std::uint32_t m = 0; m < nodes_.size(); ++m) {
      if (!std::binary_search(thread.entries.begin(), thread.entries.end(), nodes_[m].instance)) continue;
      if (nodes_[n].kind == Kind::kStart && nodes_[m].kind == Kind::kEntry) {
        edges_.push_back({n, m, Relation::kThreadControl});
      } else if (nodes_[n].kind == Kind::kJoin && nodes_[m].kind == Kind::kExit) {
        edges_.push_back({m, n, Relation::kThreadControl});
      }
    }
  }
}

void ObjectUseGraph::number_components() {
  std::vector<std::vector<std::uint32_t>> next(nodes_.size());
  for (const Edge& edge : edges_) {
    if (edge.relation != Relation::kReferenceFlow) next[edge.from].push_back(edge.to);
  }
  component_ =
      strongly_connected_components(static_cast<std::uint32_t>(nodes_.size()),
                                    [&](std::uint32_t n) -> const std::vector<std::uint32_t>& { return next[n]; })
          .component_of;
}

bool ObjectUseGraph::comes_before(std::uint32_t first, std::uint32_t second) const {
  if (component_[first] == component_[second]) return false;
  std::vector<bool> seen(nodes_.size(), false);
  std::vector<std::uint32_t> work = {first};
  seen[first] = true;
  while (!work.empty()) {
    const std::uint32_t node = work.back();
    work.pop_back();
    if (node == second) return true;
    auto edge =
        std::lower_bound(edges_.begin(), edges_.end(), node, [](const Edge& e, std::uint32_t n) { return e.from < n; });
    for (; edge != edges_.end() && edge->from == node; ++edge) {
      if (edge->relation == Relation::kReferenceFlow || seen[edge->to]) continue;
      seen[edge->to] = true;
      work.push_back(edge->to);
    }
  }
  return false;
}

std::string ObjectUseGraph::label(const Node& node) const {
  const Program& program = points_to_.program();
  auto method = [&](MethodId id) {
    return fmt::format("{}.{}", simple_name(program, program[id].owner), program.text(program[id].name));
  };
  std::string text(to_text(node.kind));
  switch (node.kind) {
    case Kind::kEntry:
    case Kind::kExit:
      return text + " " + method(points_to_[node.instance].method);
    case Kind::kCall:
      return text + " " + method(node.callee);
    case Kind::kStart:
    case Kind::kJoin: {
      const MethodId entry = program_.threads()[node.thread].entry;
      return entry.valid() ? text + " " + method(entry) : text;
    }
    default:
      return node.field.valid() ? text + " " + qualified_name(program, node.field) : text;
  }
}

}  // namespace snag
