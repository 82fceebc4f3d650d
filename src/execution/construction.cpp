#include "execution/construction.h"

#include <algorithm>
#include <span>

namespace snag {

using ir::Op;
using ir::ValueId;

Construction::Construction(const Threads& threads, const Ownership& ownership, Calls& calls)
    : ownership_(ownership), calls_(calls) {
  absl::flat_hash_set<MethodInstanceId> seen;
  std::vector<MethodInstanceId> work;
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    for (const ThreadStart& start : threads[ThreadId(t)].starts) {
      starts_[threads.points_to()[start.caller].method].push_back(start.site);
      if (seen.insert(start.caller).second) work.push_back(start.caller);
    }
  }
  while (!work.empty()) {
    const MethodInstanceId callee = work.back();
    work.pop_back();
    may_start_.insert(threads.points_to()[callee].method);
    for (const Caller& call : threads.callers().waiting(callee)) {
      if (seen.insert(call.caller).second) work.push_back(call.caller);
    }
  }
}

bool Construction::may_start(const ir::Instruction& call) const {
  const Binding& binding = calls_.binding(call);
  return std::any_of(binding.targets.begin(), binding.targets.end(),
                     [&](NodeId target) { return may_start_.contains(calls_.method(target)); });
}

// In a constructor: `this`, or what makes the receiver; else invalid.
ValueId Construction::made_here(NodeId node, ValueId receiver) const {
  const ir::MethodIr& ir = calls_.ir(node);
  const ValueId value = ir.without_casts(receiver);
  const ir::Instruction& origin = ir[value];
  if (!calls_.is_constructor(node)) return {};
  if (value == ValueId(0) || is_made_by(origin)) return value;
  if (origin.op != Op::kGetField || ir.operands(value)[0] != ValueId(0)) return {};
  const FieldId field = calls_.field(origin);
  ValueId stored;
  for (const ir::Instruction& i : ir.instructions) {
    if (i.op != Op::kPutField || ir.operands(i)[0] != ValueId(0) || calls_.field(i) != field) continue;
    if (stored.valid()) return {};
    stored = ir.without_casts(ir.operands(i)[1]);
  }
  return stored.valid() && field.valid() && is_made_by(ir[stored]) ? stored : ValueId();
}

// An allocation, or a call of what returns a new object.
bool Construction::is_made_by(const ir::Instruction& origin) const {
  if (origin.op == Op::kNew) return true;
  if (origin.op != Op::kInvoke) return false;
  const Binding& binding = calls_.binding(origin);
  return binding.complete && !binding.targets.empty() &&
         std::all_of(binding.targets.begin(), binding.targets.end(),
                     [&](NodeId target) { return ownership_.returns_fresh(target); });
}

bool Construction::is_published_by(NodeId node, const ir::Instruction& use, ValueId made) const {
  const ir::MethodIr& ir = calls_.ir(node);
  const std::span<const ValueId> operands = ir.operands(use);
  auto is_made = [&](ValueId value) { return ir.without_casts(value) == made; };
  auto is_new = [&](ValueId value) {
    const ValueId base = ir.without_casts(value);
    return ir[base].op == Op::kNew || ir[base].op == Op::kNewArray || base == ValueId(0);
  };
  switch (use.op) {
    case Op::kPutStatic:
      return is_made(operands[0]);
    case Op::kPutField:
      return is_made(operands[1]) && !is_new(operands[0]);
    case Op::kArrayStore:
      return is_made(operands[2]) && !is_new(operands[0]);
    case Op::kInvoke: {
      const Binding& binding = calls_.binding(use);
      for (std::size_t n = 0; n < operands.size(); ++n) {
        if (!is_made(operands[n])) continue;
        const bool seen = binding.complete && !binding.targets.empty();
        const bool kept = seen && std::none_of(binding.targets.begin(), binding.targets.end(), [&](NodeId target) {
                            return ownership_.publishes(target, static_cast<std::uint32_t>(n));
                          });
        if (!kept) return true;
      }
      return false;
    }
    case Op::kLambda:
      return std::any_of(operands.begin(), operands.end(), is_made);
    default:
      return false;
  }
}

bool Construction::is_under_way(NodeId node, ValueId call, ValueId receiver) const {
  const ValueId made = made_here(node, receiver);
  if (!made.valid()) return false;
  const ir::MethodIr& ir = calls_.ir(node);
  const auto starts = starts_.find(calls_.method(node));
  if (starts != starts_.end() && std::any_of(starts->second.begin(), starts->second.end(), [&](ValueId start) {
        return start != call && ir.may_follow(start, call);
      })) {
    return false;
  }
  const bool is_new = made != ValueId(0);
  for (std::uint32_t n = 0; n < ir.instructions.size(); ++n) {
    const ir::Instruction& use = ir.instructions[n];
    if (ValueId(n) == call) continue;
    // That somebody has registered `this` is no harm until a thread starts that may use it.
    const bool published = is_published_by(node, use, made) && (is_new || (use.op == Op::kInvoke && may_start(use)));
    if (published && ir.may_follow(ValueId(n), call)) return false;
  }
  return true;
}

}  // namespace snag
