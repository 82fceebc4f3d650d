#include "execution/own_objects.h"

#include <algorithm>
#include <vector>

#include "classfile/language_names.h"
#include "execution/operands.h"

namespace snag {

using ir::Op;
using ir::ValueId;

bool OwnObjects::is_own(ThreadId thread, MethodInstanceId instance) {
  auto it = of_thread_.find(thread);
  if (it == of_thread_.end()) it = of_thread_.emplace(thread, find(thread)).first;
  return it->second.contains(instance);
}

namespace {

// One value, or the same element of one array: `p[i].join(); p[i].report();`.
bool same_object(const ir::MethodIr& ir, ValueId a, ValueId b) {
  a = ir.without_casts(a);
  b = ir.without_casts(b);
  if (a == b) return true;
  if (ir[a].op != Op::kArrayLoad || ir[b].op != Op::kArrayLoad) return false;
  return ir.operands(a)[0] == ir.operands(b)[0] && ir.operands(a)[1] == ir.operands(b)[1];
}

}  // namespace

bool OwnObjects::is_joined(MethodInstanceId instance, ValueId instruction, ValueId value) const {
  const ir::MethodIr* ir = points_to_.store().get(points_to_[instance].method);
  if (ir == nullptr || !value.valid()) return false;
  value = ir->without_casts(value);
  const std::vector<ir::BlockId> block_of = ir->block_of_instructions();
  std::vector<bool> joins(ir->instructions.size(), false);
  bool any = false;
  for (std::uint32_t n = 0; n < ir->instructions.size(); ++n) {
    const ir::Instruction& i = ir->instructions[n];
    if (i.op != Op::kInvoke || i.operand_count == 0 || !same_object(*ir, ir->operands(i)[0], value)) continue;
    joins[n] = !joined_operands(points_to_, instance, ValueId(n)).empty();
    any = any || joins[n];
  }
  if (!any) return false;
  // Backwards: no way to the instruction avoids the joins.
  std::vector<bool> seen(ir->blocks.size(), false);
  std::vector<std::pair<ir::BlockId, std::uint32_t>> work = {{block_of[instruction.value], instruction.value}};
  while (!work.empty()) {
    auto [block, end] = work.back();
    work.pop_back();
    std::uint32_t n = end;
    while (n > (*ir)[block].begin && !joins[n - 1]) --n;
    if (n > (*ir)[block].begin) continue;
    if (block.value == 0) return false;
    for (const ir::Edge& edge : ir->predecessors(block)) {
      if (seen[edge.from.value]) continue;
      seen[edge.from.value] = true;
      work.emplace_back(edge.from, (*ir)[edge.from].end);
    }
  }
  return true;
}

// On `this`, or on an object that no other thread has at that moment.
bool OwnObjects::is_called_on_own(MethodInstanceId caller, ValueId site) const {
  const MethodId method = points_to_[caller].method;
  const ir::MethodIr* ir = points_to_.store().get(method);
  if (ir == nullptr) return false;
  const ir::Instruction& call = (*ir)[site];
  if (call.op != Op::kInvoke || call.operand_count == 0 || call.as<ir::InvokeKind>() == ir::InvokeKind::kStatic) {
    return false;
  }
  const ir::Instruction& receiver = (*ir)[ir->without_casts(ir->operands(call)[0])];
  if (!ir->is_static() && receiver.op == Op::kParameter && receiver.payload == 0) return true;
  const NodeId node = calls_.node_of(method);
  return node.valid() && ownership_.is_owned(node, site, ir->operands(call)[0]);
}

// Whether what the start gives to the thread was the starter's own until then.
bool OwnObjects::gives_away_its_own(const ThreadStart& start, MethodInstanceId entry) {
  const MethodId method = points_to_[start.caller].method;
  const ir::MethodIr* ir = points_to_.store().get(method);
  const NodeId node = calls_.node_of(method);
  if (ir == nullptr || !node.valid()) return false;
  const std::vector<ObjectId>& roots = paths_.of_parameter(entry, 0);
  auto is_root = [&](ValueId value) {
    if ((*ir)[value].type != ir::Type::kReference) return false;
    const std::vector<ObjectId>& objects = paths_.of_value(start.caller, value);
    return std::any_of(objects.begin(), objects.end(),
                       [&](ObjectId o) { return std::binary_search(roots.begin(), roots.end(), o); });
  };
  auto gives = [&](ValueId call) {
    bool any = false, all = true;
    for (ValueId operand : ir->operands(call)) {
      if (!is_root(operand)) continue;
      any = true;
      all = all && ownership_.is_owned(node, call, operand);
    }
    return any && all;
  };
  if (gives(start.site)) return true;
  // `new Thread(task).start()`: the task is passed to the constructor.
  const ir::Instruction& call = (*ir)[start.site];
  if (call.operand_count == 0 || call.op != Op::kInvoke) return false;
  const ValueId thread = ir->without_casts(ir->operands(call)[0]);
  if ((*ir)[thread].op != Op::kNew || is_root(ir->operands(call)[0])) return false;
  const std::optional<ValueId> constructor = constructor_call(*ir, thread);
  return constructor && gives(*constructor);
}

bool OwnObjects::gets_object_of_its_own(const AbstractThread& thread) {
  if (thread.kind == ThreadKind::kClient) return true;
  if (thread.entries.empty() || thread.starts.empty()) return false;
  Program& program = points_to_.program();
  const ClassId type = program.find_class(classfile::kThreadClass);
  const MethodId entry = points_to_[thread.entries[0]].method;
  if (program[entry].is_static()) return false;
  if (thread.kind == ThreadKind::kThread && type.valid() && program.is_subtype(program[entry].owner, type)) return true;
  return std::all_of(thread.starts.begin(), thread.starts.end(), [&](const ThreadStart& start) {
    return std::all_of(thread.entries.begin(), thread.entries.end(), [&](MethodInstanceId begin) {
      const auto calls = calls_at(points_to_, start.caller, start.site);
      const bool begins_here =
          std::any_of(calls.begin(), calls.end(), [&](const auto& call) { return call.callee == begin; });
      return !begins_here || gives_away_its_own(start, begin);
    });
  });
}

OwnObjects::Instances OwnObjects::find(ThreadId id) {
  const AbstractThread& thread = threads_[id];
  if (!gets_object_of_its_own(thread)) return {};
  // What the first methods call on the object, and these in turn.
  std::vector<MethodInstanceId> all = thread.entries;
  Instances own(thread.entries.begin(), thread.entries.end());
  for (std::size_t n = 0; n < all.size(); ++n) {
    for (const PointsTo::InstanceCall& call : points_to_.calls(all[n])) {
      if (call.kind != CalleeKind::kCall && call.kind != CalleeKind::kCallback) continue;
      if (own.contains(call.callee) || !is_called_on_own(all[n], call.site)) continue;
      own.insert(call.callee);
      all.push_back(call.callee);
    }
  }
  // Without what the thread also calls on something else.
  for (bool changed = true; changed;) {
    changed = false;
    for (MethodInstanceId instance : all) {
      if (!own.contains(instance)) continue;
      const std::span<const Caller> callers = threads_.callers().waiting(instance);
      const bool fits = std::all_of(callers.begin(), callers.end(), [&](const Caller& call) {
        return !threads_.threads_of(call.caller).contains(id) ||
               (own.contains(call.caller) && is_called_on_own(call.caller, call.site));
      });
      if (fits) continue;
      own.erase(instance);
      changed = true;
    }
  }
  return own;
}

}  // namespace snag
