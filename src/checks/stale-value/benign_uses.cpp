#include "checks/stale-value/benign_uses.h"

#include <algorithm>

#include "sections/constant_writes.h"
#include "sections/object_tests.h"

namespace snag {

using namespace sections;
using ir::Op;
using ir::ValueId;

Benign BenignUses::reason_for(const Staleness& staleness, const StaleUse& use, bool by_known_threads) const {
  const ReadOrigin& origin = staleness[use.origin];
  FieldId field = origin.access->location.last_field();
  // In the method itself: what a callee does before it writes is not looked at.
  if (use.act == nullptr || !field.valid()) return Benign::kNo;
  if (use.kind == UseKind::kLostUpdate) {
    // Who takes a lock for it wants it to be exact.
    bool unlocked = origin.access->flavor == Flavor::kVolatile && origin.outlived.empty();
    if (unlocked && statistics_.is_statistic(field)) return Benign::kStatistic;
    return unlocked && !by_known_threads && is_counted_in_place(staleness, use) ? Benign::kOneWriter : Benign::kNo;
  }
  if (use.kind != UseKind::kCheckThenAct || use.act->depth > 0) return Benign::kNo;
  if (use.act->removes && use.act->keyed) {
    if (is_cache(field)) return Benign::kForgotten;
    return removes_empty_collection(staleness, use) ? Benign::kNo : Benign::kOnlyIfReplaced;
  }
  if (use.act->removes || use.act->only_reads) return Benign::kNo;
  const ir::MethodIr& method = staleness.effects().method();
  if (either_will_do(staleness, use)) return Benign::kEitherWillDo;
  if (!by_known_threads && is_flag_of_one_writer(staleness, use)) return Benign::kOneWriter;
  const bool decides_more =
      test_decides(staleness, use, [&](ValueId other) { return effects_.has_effect(method, other); });
  if (decides_more) return Benign::kNo;
  if (adds_given_object(staleness, use)) {
    return is_listener(method, use) ? Benign::kListenerList : Benign::kSameObject;
  }
  bool contents = use.act->location.ends_in_contents();
  if (all_write_same_constant(analysis_, field, contents, method, use.at)) return Benign::kSameConstant;
  return writes_equal_values(staleness, use) ? Benign::kEqualValues : Benign::kNo;
}

// Whether something that matters runs because of the test, beside the act itself.
template <class Matters>
bool BenignUses::test_decides(const Staleness& staleness, const StaleUse& use, Matters&& matters) const {
  const ir::MethodIr& method = staleness.effects().method();
  for (std::uint32_t b = 0; b < method.blocks.size(); ++b) {
    const std::vector<ValueId>& deciding = staleness.deciding(ir::BlockId(b));
    if (std::find(deciding.begin(), deciding.end(), use.value) == deciding.end()) continue;
    for (std::uint32_t n = method.blocks[b].begin; n < method.blocks[b].end; ++n) {
      if (ValueId(n) != use.at && matters(ValueId(n))) return true;
    }
  }
  return false;
}

// `volatile int served; … served++`: in the method itself, and not for all objects of the class together.
bool BenignUses::is_counted_in_place(const Staleness& staleness, const StaleUse& use) const {
  const FieldId field = use.act->location.last_field();
  if (use.act->depth > 0 || !field.valid() || calls_.program()[field].is_static()) return false;
  // Who counts under a lock elsewhere knows of other writers; to reset a number under a lock is common.
  const std::span<const Writer> writers = analysis_.writers(field);
  const bool counted_under_lock = std::any_of(writers.begin(), writers.end(), [&](const Writer& writer) {
    const ir::MethodIr& there = calls_.ir(calls_.node_of(writer.place.method));
    const ValueId write = write_at(there, writer.place.pc);
    const ValueId value = write.valid() ? written_value(there, write) : ValueId();
    return !writer.locks.empty() && !(value.valid() && there[value].op == Op::kConstant);
  });
  if (counted_under_lock) return false;
  const ir::MethodIr& method = staleness.effects().method();
  const ValueId written = written_value(method, use.at);
  return written.valid() && method[method.without_casts(written)].op == Op::kBinary;
}

// `if (!running.get()) running.set(true)`: a flag that is switched on and off, as a rule by the thread that runs.
bool BenignUses::is_flag_of_one_writer(const Staleness& staleness, const StaleUse& use) const {
  if (staleness[use.origin].access->flavor != Flavor::kAtomic || !staleness[use.origin].outlived.empty()) return false;
  const ir::MethodIr& method = staleness.effects().method();
  const ValueId written = written_value(method, use.at);
  if (!written.valid() || method[written].op != Op::kConstant) return false;
  return !test_decides(staleness, use, [&](ValueId other) { return effects_.must_not_repeat(method, other); });
}

// `if (map.get(key) == null) map.put(key, make(key))`: whoever comes later gets one of two objects without a state of
// their own, and nothing else that happens because of the test counts or registers anything.
bool BenignUses::either_will_do(const Staleness& staleness, const StaleUse& use) const {
  const ir::MethodIr& method = staleness.effects().method();
  const ir::Instruction& read = method[staleness[use.origin].read];
  // What was found is used: who only asks whether there is something wants there to be one.
  if (read.type != ir::Type::kReference || !use.act->location.ends_in_contents()) return false;
  const ValueId written = written_value(method, use.at);
  if (!written.valid() || method[written].type != ir::Type::kReference) return false;
  const bool found_is_used = std::any_of(method.instructions.begin(), method.instructions.end(), [&](const auto& i) {
    if (i.op == Op::kIf || i.op == Op::kCast) return false;
    const std::span<const ValueId> operands = method.operands(i);
    return std::any_of(operands.begin(), operands.end(),
                       [&](ValueId operand) { return method.without_casts(operand) == staleness[use.origin].read; });
  });
  if (!found_is_used) return false;
  Name type = method[method.without_casts(written)].type_name;
  if (!is_stateless(type)) type = read.type_name;
  for (const ir::Instruction& i : method.instructions) {
    const bool casts = i.op == Op::kCast && method.without_casts(method.operands(i)[0]) == staleness[use.origin].read;
    if (casts && !is_stateless(type)) type = i.type_name;
  }
  return is_stateless(type) &&
         !test_decides(staleness, use, [&](ValueId other) { return effects_.must_not_repeat(method, other); });
}

// No field of an object of this class is written after the object was made. What its fields refer to is not asked.
bool BenignUses::is_stateless(Name type) const {
  if (!type.valid()) return false;
  if (effects_.is_unchanging(type)) return true;
  Program& program = calls_.program();
  std::string_view name = program.text(type);
  if (name.starts_with("[L") && name.ends_with(';')) {
    return effects_.is_unchanging(program.names().intern(name.substr(2, name.size() - 3)));
  }
  const ClassId found = program.find_class(type);
  if (!found.valid() || found == program.object_class() || program[found].is_interface()) return false;
  for (ClassId at = found; at.valid() && at != program.object_class(); at = program.superclass(at)) {
    if (program[at].origin != Origin::kApplication) return false;
    for (const Field& field : program.fields(at)) {
      if (!field.is_static() && (analysis_.fields().can_change(field.id) || analysis_.contents_change(field.id))) {
        return false;
      }
    }
  }
  return true;
}

// `if (group.isEmpty()) groups.remove(name);`: what is added to the collection in the meantime is lost with it.
bool BenignUses::removes_empty_collection(const Staleness& staleness, const StaleUse& use) const {
  const ir::MethodIr& method = staleness.effects().method();
  const std::vector<ir::BlockId> block_of = method.block_of_instructions();
  return ObjectTests(method).any_of(block_of[use.at.value], use.value, [&](ValueId tested) {
    const ir::Instruction& call = method[tested];
    if (call.op != Op::kInvoke || call.operand_count == 0) return false;
    const library::MethodModel* model = calls_.binding(call).model;
    return model != nullptr && model->checks && model->checks->base == library::Operand::Base::kThis &&
           method.without_casts(method.operands(call)[0]) == use.value;
  });
}

// Whether all that is ever put can be made again from its key.
bool BenignUses::is_cache(FieldId field) const {
  bool any = false;
  for (const Writer& writer : analysis_.writers(field)) {
    if (!writer.contents || writer.removes) continue;
    const ir::MethodIr& there = calls_.ir(calls_.node_of(writer.place.method));
    const ValueId put = write_at(there, writer.place.pc);
    if (!put.valid() || there.operands(put).size() != 3 || !is_made_of(there, there.operands(put)[1], put))
      return false;
    any = true;
  }
  return any;
}

// `cache.put(key, made)`, where what is made depends on the key alone and never changes, and nothing else is ever put.
bool BenignUses::writes_equal_values(const Staleness& staleness, const StaleUse& use) const {
  const ir::MethodIr& method = staleness.effects().method();
  bool keyed = use.act->keyed && method.operands(use.at).size() > 2;
  ValueId key = keyed ? method.operands(use.at)[1] : ValueId();
  if (use.act->location.ends_in_contents() && !keyed && use.act->flavor != Flavor::kAtomic) return false;
  return is_made_of(method, key, use.at) && is_only_write(staleness, use);
}

// Whether what is written is computed from the key, which may be invalid, and never changes.
bool BenignUses::is_made_of(const ir::MethodIr& method, ValueId key, ValueId write) const {
  const ValueId value = written_value(method, write);
  if (!value.valid()) return false;
  bool unchanging = method[value].type != ir::Type::kReference;
  if (!unchanging) {
    // Where paths meet, each of the values.
    std::vector<ValueId> leaves = {method.without_casts(value)};
    unchanging = true;
    for (std::size_t n = 0; n < leaves.size() && unchanging; ++n) {
      const ir::Instruction& leaf = method[leaves[n]];
      constexpr std::size_t kMaximumLeaves = 16;
      if (leaf.op == Op::kPhi && leaves.size() < kMaximumLeaves) {
        for (ValueId operand : method.operands(leaf)) {
          ValueId next = method.without_casts(operand);
          if (std::find(leaves.begin(), leaves.end(), next) == leaves.end()) leaves.push_back(next);
        }
        continue;
      }
      bool null = leaf.op == Op::kConstant && leaf.as<ir::ConstantKind>() == ir::ConstantKind::kNull;
      unchanging = null || effects_.is_unchanging(leaf.type_name);
    }
  }
  return unchanging && effects_.is_function_of(method, value, key);
}

// Removals do no harm: who comes later computes an equal value again.
bool BenignUses::is_only_write(const Staleness& staleness, const StaleUse& use) const {
  const ir::MethodIr& method = staleness.effects().method();
  MethodId self = calls_.method(staleness.effects().node());
  bool contents = use.act->location.ends_in_contents();
  auto writers = analysis_.writers(use.act->location.last_field());
  return std::all_of(writers.begin(), writers.end(), [&](const Writer& writer) {
    if (writer.contents != contents) return contents;
    return writer.removes || (writer.place.method == self && writer.place.pc == method[use.at].pc);
  });
}

// `if (!members.contains(member)) members.add(member)` with an object that the caller passes, and that is not a mere
// value, such as a name, which two callers may well pass at once.
bool BenignUses::adds_given_object(const Staleness& staleness, const StaleUse& use) const {
  const ir::MethodIr& method = staleness.effects().method();
  const ir::Instruction& add = method[use.at];
  std::span<const ValueId> operands = method.operands(add);
  if (add.op != Op::kInvoke || operands.size() != 2 || !use.act->keyed || !use.act->key.is_plain_parameter()) {
    return false;
  }
  const ir::Instruction& read = method[staleness[use.origin].read];
  if (read.type == ir::Type::kReference) return false;
  const ir::Instruction& given = method[method.without_casts(operands[1])];
  if (given.op != Op::kParameter || !given.type_name.valid()) return false;
  Program& program = calls_.program();
  const ClassId type = program.find_class(given.type_name);
  return type.valid() && type != program.object_class() && !effects_.is_unchanging(given.type_name) &&
         is_used_as_a_set(use.act->location.last_field());
}

// An object of a type that is only there to be called.
bool BenignUses::is_listener(const ir::MethodIr& method, const StaleUse& use) const {
  Program& program = calls_.program();
  const ir::Instruction& given = method[method.without_casts(method.operands(use.at)[1])];
  const ClassId type = program.find_class(given.type_name);
  return type.valid() && program[type].is_interface();
}

// Whether the program does nothing with the list in the field but call it, and never for an element by its position. A
// position that a loop counts is how lists were walked through before there were iterators.
bool BenignUses::is_used_as_a_set(FieldId field) const {
  Program& program = calls_.program();
  const ClassId declaring = program[field].owner;
  if ((program[field].access & classfile::kAccPublic) != 0) return false;
  auto package = [&](ClassId type) {
    std::string_view name = program.name(type);
    return name.substr(0, name.rfind('/') + 1);
  };
  auto uses_position = [&](const ir::MethodIr& method, const ir::Instruction& i, ValueId list) {
    std::span<const ValueId> operands = method.operands(i);
    if (i.op == Op::kIf) return false;
    if (i.op != Op::kInvoke || operands[0] != list || std::count(operands.begin(), operands.end(), list) > 1)
      return true;
    const library::MethodModel* model = calls_.binding(i).model;
    bool at_position = model != nullptr && model->acts && model->acts->base == library::Operand::Base::kThis;
    bool only_reads = at_position && model->action() == library::AtomicKind::kRead;
    return at_position && !(only_reads && operands.size() == 2 && method[operands[1]].op == Op::kPhi);
  };
  for (std::uint32_t n = 0; n < calls_.node_count(); ++n) {
    const ClassId owner = program[calls_.method(NodeId(n))].owner;
    if (package(owner) != package(declaring) && !program.is_subtype(owner, declaring)) continue;
    const ir::MethodIr& method = calls_.ir(NodeId(n));
    for (const ir::Instruction& i : method.instructions) {
      for (ValueId operand : method.operands(i)) {
        const ir::Instruction& read = method[operand];
        bool is_list = (read.op == Op::kGetField || read.op == Op::kGetStatic) && calls_.field(read) == field;
        if (is_list && uses_position(method, i, operand)) return false;
      }
    }
  }
  return true;
}

}  // namespace snag
