#include "execution/handed_over.h"

#include <algorithm>

#include <absl/container/flat_hash_set.h>

namespace snag {

using ir::Op;
using ir::ValueId;
using library::Operand;

namespace {

bool is_content(const Operand& operand, Operand::Base base) {
  return operand.base == base && operand.part != Operand::Part::kSelf;
}

// `peek`, `iterator`, `stream`, `forEach`: what the receiver holds gets out, and stays in it.
bool shows_contents(const library::MethodModel& model) {
  // Who puts something in and waits until he gets something out gets something else: Exchanger.
  if (model.removes || (!model.signals.empty() && !model.joins.empty())) return false;
  for (const library::Flow& flow : model.flows) {
    if (is_content(flow.from, Operand::Base::kThis) && flow.to.base != Operand::Base::kThis) return true;
  }
  for (const library::Callback& callback : model.calls) {
    if (is_content(callback.object, Operand::Base::kThis)) return true;
    for (const std::vector<Operand>& alternatives : callback.arguments) {
      for (const Operand& operand : alternatives) {
        if (is_content(operand, Operand::Base::kThis)) return true;
      }
    }
  }
  return false;
}

// The arguments that are put into the receiver.
std::vector<std::uint32_t> arguments_put(const library::MethodModel& model) {
  std::vector<std::uint32_t> result;
  for (const library::Flow& flow : model.flows) {
    if (flow.from.base == Operand::Base::kArgument && flow.from.part == Operand::Part::kSelf &&
        is_content(flow.to, Operand::Base::kThis)) {
      result.push_back(flow.from.index);
    }
  }
  return result;
}

}  // namespace

HandedOver::HandedOver(const HeapShapeGraph& heap, Calls& calls)
    : heap_(heap),
      points_to_(heap.points_to()),
      calls_(calls),
      looked_into_(heap.object_count(), false),
      used_after_(heap.object_count(), false),
      handed_over_(heap.object_count(), false) {
  look_at_methods();
  find_uses_after_puts();
  find_candidates();
}

void HandedOver::mark_objects(MethodId method, ValueId value, std::vector<bool>& marks) {
  for (MethodInstanceId instance : points_to_.instances_of(method)) {
    for (ObjectId object : points_to_.objects(instance, value)) marks[object.value] = true;
  }
}

void HandedOver::look_at_methods() {
  absl::flat_hash_set<MethodId> seen;
  for (std::uint32_t n = 0; n < points_to_.instance_count(); ++n) {
    const MethodId method = points_to_[MethodInstanceId(n)].method;
    if (points_to_[MethodInstanceId(n)].body != BodyKind::kCode || !seen.insert(method).second) continue;
    if (!calls_.node_of(method).valid()) continue;
    if (const ir::MethodIr* ir = points_to_.store().get(method)) look_at(method, *ir);
  }
}

void HandedOver::look_at(MethodId method, const ir::MethodIr& ir) {
  for (std::uint32_t n = 0; n < ir.instructions.size(); ++n) {
    const ir::Instruction& i = ir.instructions[n];
    if (i.op != Op::kInvoke || i.operand_count == 0 || i.as<ir::InvokeKind>() == ir::InvokeKind::kStatic) continue;
    const library::MethodModel* model = calls_.binding(i).model;
    if (model == nullptr) continue;
    std::span<const ValueId> operands = ir.operands(i);
    if (shows_contents(*model)) mark_objects(method, operands[0], looked_into_);
    for (std::uint32_t argument : arguments_put(*model)) {
      if (argument + 1 < operands.size()) {
        puts_.push_back({calls_.node_of(method), ValueId(n), operands[argument + 1]});
      }
    }
  }
}

// Whether an instruction behind the put has the same value. What is assigned anew in between, in a loop, is another
// one.
bool HandedOver::is_used_after(const ir::MethodIr& ir, ValueId put, ValueId value) {
  value = ir.without_casts(value);
  const std::vector<ir::BlockId> block_of = ir.block_of_instructions();
  const ir::BlockId definition = block_of[value.value];
  auto uses = [&](std::uint32_t n) {
    const ir::Instruction& i = ir.instructions[n];
    if (i.op == Op::kPhi || i.op == Op::kReturn || i.op == Op::kIf || i.op == Op::kCast) return false;
    std::span<const ValueId> operands = ir.operands(i);
    return std::any_of(operands.begin(), operands.end(), [&](ValueId v) { return ir.without_casts(v) == value; });
  };
  auto uses_within = [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t n = begin; n < end; ++n) {
      if (n != put.value && uses(n)) return true;
    }
    return false;
  };
  const ir::BlockId start = block_of[put.value];
  if (uses_within(put.value + 1, ir[start].end)) return true;
  std::vector<bool> seen(ir.blocks.size(), false);
  std::vector<ir::BlockId> work = {start};
  while (!work.empty()) {
    const ir::BlockId block = work.back();
    work.pop_back();
    for (ir::BlockId next : ir.successors(block)) {
      // The definition of a parameter is not passed again.
      if (seen[next.value] || (next == definition && ir[value].op != Op::kParameter)) continue;
      seen[next.value] = true;
      if (uses_within(ir[next].begin, ir[next].end)) return true;
      work.push_back(next);
    }
  }
  return false;
}

void HandedOver::find_uses_after_puts() {
  // By node, a bit for each parameter that the method puts into a collection.
  absl::flat_hash_map<NodeId, std::uint64_t> put_by;
  std::vector<Put> puts = puts_;
  for (int round = 0; round < kMaximumRounds && !puts.empty(); ++round) {
    absl::flat_hash_map<MethodId, std::uint64_t> added;
    for (const Put& put : puts) {
      const ir::MethodIr& ir = calls_.ir(put.node);
      if (is_used_after(ir, put.at, put.value)) mark_objects(calls_.method(put.node), put.value, used_after_);
      const ir::Instruction& value = ir[ir.without_casts(put.value)];
      if (value.op != Op::kParameter || value.payload >= 64) continue;
      std::uint64_t& bits = put_by[put.node];
      const std::uint64_t bit = std::uint64_t{1} << value.payload;
      if ((bits & bit) == 0) added[calls_.method(put.node)] |= bit;
      bits |= bit;
    }
    puts.clear();
    if (added.empty()) break;
    for (std::uint32_t n = 0; n < points_to_.instance_count(); ++n) {
      const MethodInstanceId caller(n);
      const NodeId node = calls_.node_of(points_to_[caller].method);
      if (!node.valid()) continue;
      for (const PointsTo::InstanceCall& call : points_to_.calls(caller)) {
        const auto it = added.find(points_to_[call.callee].method);
        if (it == added.end() || call.kind != CalleeKind::kCall) continue;
        const ir::MethodIr& ir = calls_.ir(node);
        if (ir[call.site].op != Op::kInvoke) continue;
        std::span<const ValueId> operands = ir.operands(call.site);
        for (std::uint32_t p = 0; p < operands.size() && p < 64; ++p) {
          if ((it->second >> p & 1) != 0) puts.push_back({node, call.site, operands[p]});
        }
      }
    }
    auto key = [](const Put& put) { return std::tuple(put.node, put.at, put.value); };
    std::sort(puts.begin(), puts.end(), [&](const Put& a, const Put& b) { return key(a) < key(b); });
    puts.erase(std::unique(puts.begin(), puts.end(), [&](const Put& a, const Put& b) { return key(a) == key(b); }),
               puts.end());
  }
}

void HandedOver::find_candidates() {
  const Program& program = points_to_.program();
  auto is_collection = [&](ObjectId object) {
    const ClassId type = heap_.represented_class(object).valid() ? ClassId() : heap_.class_of(object);
    return type.valid() && program[type].origin == Origin::kJdk && !looked_into_[object.value];
  };
  std::vector<bool> library(heap_.object_count(), false);
  for (ObjectId object : points_to_.escaped()) library[object.value] = true;
  for (std::uint32_t n = 0; n < points_to_.object_count(); ++n) {
    const ObjectId object(n);
    handed_over_[n] = heap_.occurs(object) && !heap_.represented_class(object).valid() &&
                      !heap_.has(object, ObjectProperty::kThread) && !used_after_[n] && !library[n] &&
                      heap_.has(object, ObjectProperty::kShared);
  }
  // What is only in a ThreadLocal belongs to a thread.
  auto is_of_thread = [&](const HeapShapeGraph::IncomingField& in) { return heap_.is_of_thread(in); };
  for (std::uint32_t n = 0; n < points_to_.object_count(); ++n) {
    if (!library[n] || handed_over_[n] || !heap_.has(ObjectId(n), ObjectProperty::kShared)) continue;
    const std::vector<HeapShapeGraph::IncomingField> incoming = heap_.incoming(ObjectId(n));
    handed_over_[n] = !incoming.empty() && std::all_of(incoming.begin(), incoming.end(), is_of_thread);
  }
  // Who refers to a candidate, once; then away with those that something else refers to, until nothing changes.
  std::vector<std::pair<std::uint32_t, std::vector<ObjectId>>> candidates;  // with the candidates that refer to it
  for (std::uint32_t n = 0; n < points_to_.object_count(); ++n) {
    if (!handed_over_[n]) continue;
    std::vector<ObjectId> from;
    bool any = false;
    const bool all = heap_.all_incoming(ObjectId(n), [&](const HeapShapeGraph::IncomingField& in) {
      any = true;
      if (!in.field.field.valid() && (heap_.is_of_thread(in) || is_collection(in.from))) return true;
      if (in.from.value >= points_to_.object_count() || !handed_over_[in.from.value]) return false;
      from.push_back(in.from);
      return true;
    });
    const bool fits = any && all;
    handed_over_[n] = fits;
    if (fits) candidates.emplace_back(n, std::move(from));
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [n, from] : candidates) {
      if (!handed_over_[n]) continue;
      const bool fits = std::all_of(from.begin(), from.end(), [&](ObjectId o) { return bool(handed_over_[o.value]); });
      if (fits) continue;
      handed_over_[n] = false;
      changed = true;
    }
  }
}

}  // namespace snag
