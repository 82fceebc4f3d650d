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

bool OwnObjects::is_called_on_this(MethodInstanceId caller, ValueId site) const {
  const MethodId method = points_to_[caller].method;
  const ir::MethodIr* ir = points_to_.store().get(method);
  if (ir == nullptr || ir->is_static()) return false;
  const ir::Instruction& call = (*ir)[site];
  if (call.op != Op::kInvoke || call.operand_count == 0 || call.as<ir::InvokeKind>() == ir::InvokeKind::kStatic) {
    return false;
  }
  const ir::Instruction& receiver = (*ir)[ir->without_casts(ir->operands(call)[0])];
  return receiver.op == Op::kParameter && receiver.payload == 0;
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
  // All that the thread runs, with who calls it for what.
  struct Caller {
    MethodInstanceId instance;
    bool on_this;
  };
  absl::flat_hash_map<MethodInstanceId, std::vector<Caller>> callers;
  std::vector<MethodInstanceId> work = thread.entries, all;
  Instances own(thread.entries.begin(), thread.entries.end());
  while (!work.empty()) {
    const MethodInstanceId caller = work.back();
    work.pop_back();
    all.push_back(caller);
    for (const PointsTo::InstanceCall& call : points_to_.calls(caller)) {
      if (call.kind == CalleeKind::kStart || call.kind == CalleeKind::kLibraryCallback) continue;
      callers[call.callee].push_back({caller, is_called_on_this(caller, call.site)});
      if (own.insert(call.callee).second) work.push_back(call.callee);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (MethodInstanceId instance : all) {
      if (!own.contains(instance)) continue;
      const auto it = callers.find(instance);
      if (it == callers.end()) continue;
      const bool fits = std::all_of(it->second.begin(), it->second.end(), [&](const Caller& caller) {
        return caller.on_this && own.contains(caller.instance);
      });
      if (fits) continue;
      own.erase(instance);
      changed = true;
    }
  }
  return own;
}

}  // namespace snag
