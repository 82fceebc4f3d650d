#include "execution/joining_loops.h"

#include <algorithm>
#include <set>
#include <vector>

#include "execution/counted_loops.h"

namespace snag {

namespace {

bool is_instance_call(const ir::Instruction& instruction) {
  return instruction.op == ir::Op::kInvoke && instruction.as<ir::InvokeKind>() != ir::InvokeKind::kStatic;
}

class JoiningLoop {
 public:
  JoiningLoop(const Threads& threads, MethodInstanceId instance, ir::ValueId join, ir::ValueId joined)
      : threads_(threads),
        points_to_(threads.points_to()),
        instance_(instance),
        ir_(*points_to_.store().get(points_to_[instance].method)),
        loops_(threads.multiplicity().loops(points_to_[instance].method)),
        join_(join),
        joined_(ir_.without_casts(joined)) {}

  std::optional<ir::BlockId> end_of(const AbstractThread& thread) const {
    if (!loops_.in_loop(join_)) return std::nullopt;
    const std::optional<ir::BlockId> end = only_exit();
    if (!end || !joins_in_every_round(*end)) return std::nullopt;
    const std::set<ObjectId> containers = containers_of(joined_);
    for (const ThreadStart& start : thread.starts) {
      if (start.caller != instance_ || component(start.site) == component(join_)) return std::nullopt;
      std::set<ObjectId> common;
      for (ObjectId object : containers_of_start(start.site, *end)) {
        if (containers.contains(object)) common.insert(object);
      }
      if (common.empty() || !goes_over_all(*end, common, start.site)) return std::nullopt;
    }
    return end;
  }

 private:
  std::uint32_t component(ir::ValueId v) const { return loops_.component[block_of(v).value]; }
  ir::BlockId block_of(ir::ValueId v) const { return loops_.block_of[v.value]; }
  bool in_joining_loop(ir::BlockId block) const { return loops_.component[block.value] == component(join_); }

  // The one block at which the loop is left other than by an exception.
  std::optional<ir::BlockId> only_exit() const {
    std::optional<ir::BlockId> result;
    for (std::uint32_t b = 0; b < ir_.blocks.size(); ++b) {
      const ir::BlockId block(b);
      if (!in_joining_loop(block)) continue;
      const auto next = ir_.successors(block);
      if (std::all_of(next.begin(), next.end(), [&](ir::BlockId to) { return in_joining_loop(to); })) continue;
      if (result) return std::nullopt;
      result = block;
    }
    return result;
  }

  bool leads_through(ir::BlockId from, ir::BlockId to, ir::BlockId through) const {
    return snag::leads_through(ir_, from, to, through);
  }

  bool joins_in_every_round(ir::BlockId end) const { return leads_through(end, end, block_of(join_)); }

  // The objects that an array or collection may be, if it is one that is allocated once.
  void add_container(ir::ValueId value, std::set<ObjectId>& result) const {
    const std::vector<ObjectId> objects = points_to_.objects(instance_, value);
    if (objects.size() == 1 && threads_.multiplicity().allocated_once(objects[0])) result.insert(objects[0]);
  }

  // From which a value was taken: `workers[i]`, `workers.get(i)`, `workers.iterator().next()`.
  std::set<ObjectId> containers_of(ir::ValueId value) const {
    std::set<ObjectId> result;
    const ir::Instruction& taken = ir_[value];
    if (taken.op == ir::Op::kArrayLoad) add_container(ir_.operands(taken)[0], result);
    if (!is_instance_call(taken)) return result;
    const ir::ValueId receiver = ir_.without_casts(ir_.operands(taken)[0]);
    add_container(receiver, result);
    if (is_instance_call(ir_[receiver])) add_container(ir_.operands(receiver)[0], result);
    return result;
  }

  // From which what is started at a place was taken, or into which it is put, it or the future that the call returns.
  std::set<ObjectId> containers_of_start(ir::ValueId site, ir::BlockId end) const {
    std::vector<ir::ValueId> handles = {site};
    for (ir::ValueId operand : ir_.operands(site)) handles.push_back(ir_.without_casts(operand));
    std::set<ObjectId> result;
    for (ir::ValueId handle : handles) {
      if (handle != site) result.merge(containers_of(handle));
    }
    for (std::uint32_t i = 0; i < ir_.instructions.size(); ++i) {
      const ir::ValueId put(i);
      const ir::Instruction& instruction = ir_[put];
      if (put == site || (instruction.op != ir::Op::kArrayStore && !is_instance_call(instruction))) continue;
      const std::span<const ir::ValueId> operands = ir_.operands(instruction);
      const bool stores = std::any_of(operands.begin() + 1, operands.end(), [&](ir::ValueId operand) {
        return std::find(handles.begin(), handles.end(), ir_.without_casts(operand)) != handles.end();
      });
      if (!stores) continue;
      const bool always = leads_through(ir::BlockId(0), block_of(site), block_of(put)) ||
                          leads_through(block_of(site), end, block_of(put));
      if (always) add_container(operands[0], result);
    }
    return result;
  }

  bool is_zero(ir::ValueId value) const { return is_int(value) && ir_[value].payload == 0; }
  bool is_int(ir::ValueId value) const {
    return ir_[value].op == ir::Op::kConstant && ir_[value].as<ir::ConstantKind>() == ir::ConstantKind::kInt;
  }
  bool same_number(ir::ValueId a, ir::ValueId b) const { return snag::same_number(ir_, a, b); }
  bool starts_at_zero(ir::ValueId value) const {
    const auto operands = ir_.operands(value);
    return ir_[value].op == ir::Op::kPhi &&
           std::any_of(operands.begin(), operands.end(), [&](ir::ValueId operand) { return is_zero(operand); });
  }

  bool goes_over_all(ir::BlockId end, const std::set<ObjectId>& containers, ir::ValueId start) const {
    const ir::Instruction& test = ir_.terminator(end);
    if (test.op != ir::Op::kIf) return false;
    const ir::ValueId left = ir_.operands(test)[0], right = ir_.operands(test)[1];
    // `iterator.hasNext()` of the iterator that has delivered what is joined.
    for (ir::ValueId side : {left, right}) {
      if (is_instance_call(ir_[side]) && is_instance_call(ir_[joined_]) &&
          ir_.operands(side)[0] == ir_.operands(joined_)[0]) {
        return true;
      }
    }
    for (auto [index, bound] : {std::pair(left, right), std::pair(right, left)}) {
      if (starts_at_zero(index) && is_number_of_elements(bound, containers, start)) return true;
    }
    return false;
  }

  bool is_number_of_elements(ir::ValueId bound, const std::set<ObjectId>& containers, ir::ValueId start) const {
    const ir::Instruction& number = ir_[bound];
    if (number.op == ir::Op::kArrayLength || is_instance_call(number)) {
      std::set<ObjectId> counted;
      add_container(ir_.operands(number)[0], counted);
      if (std::any_of(counted.begin(), counted.end(), [&](ObjectId object) { return containers.contains(object); }))
        return true;
    }
    // The number with which the array was made.
    for (ObjectId object : containers) {
      const CodePlace place = points_to_.allocation(object);
      if (place.method != points_to_[instance_].method || ir_[place.instruction].op != ir::Op::kNewArray) continue;
      if (same_number(ir_.operands(place.instruction)[0], bound)) return true;
    }
    // The number of rounds of the loop that starts.
    for (std::uint32_t b = 0; b < ir_.blocks.size(); ++b) {
      const ir::Instruction& test = ir_.terminator(ir::BlockId(b));
      if (loops_.component[b] != component(start) || test.op != ir::Op::kIf) continue;
      const auto operands = ir_.operands(test);
      if (std::any_of(operands.begin(), operands.end(), [&](ir::ValueId v) { return same_number(v, bound); }))
        return true;
    }
    return false;
  }

  const Threads& threads_;
  const PointsTo& points_to_;
  const MethodInstanceId instance_;
  const ir::MethodIr& ir_;
  const MethodLoops& loops_;
  const ir::ValueId join_, joined_;
};

}  // namespace

std::optional<ir::BlockId> end_of_joining_loop(const Threads& threads, const AbstractThread& thread,
                                               MethodInstanceId instance, ir::ValueId join, ir::ValueId joined) {
  return JoiningLoop(threads, instance, join, joined).end_of(thread);
}

}  // namespace snag
