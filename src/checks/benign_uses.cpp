#include "checks/benign_uses.h"

#include <algorithm>

#include "sections/constant_writes.h"
#include "sections/object_tests.h"

namespace snag {

using namespace sections;
using ir::Op;
using ir::ValueId;

Benign BenignUses::reason_for(const Staleness& staleness, const StaleUse& use) const {
  const ReadOrigin& origin = staleness[use.origin];
  FieldId field = origin.access->location.last_field();
  // In the method itself: what a callee does before it writes is not looked at.
  if (use.act == nullptr || !field.valid()) return Benign::kNo;
  if (use.kind == UseKind::kLostUpdate) {
    if (restores_what_it_found(staleness, use)) return Benign::kRestored;
    // Who takes a lock for it wants it to be exact.
    bool unlocked = origin.access->flavor == Flavor::kVolatile && origin.outlived.empty();
    return unlocked && statistics_.is_statistic(field) ? Benign::kStatistic : Benign::kNo;
  }
  if (use.kind != UseKind::kCheckThenAct || use.act->depth > 0) return Benign::kNo;
  if (use.act->removes && use.act->keyed) {
    if (is_cache(field)) return Benign::kForgotten;
    return removes_empty_collection(staleness, use) ? Benign::kNo : Benign::kOnlyIfReplaced;
  }
  if (use.act->removes || use.act->only_reads || !test_decides_nothing_else(staleness, use)) return Benign::kNo;
  const ir::MethodIr& method = staleness.effects().method();
  if (adds_listener(staleness, use)) return Benign::kListenerList;
  bool contents = use.act->location.ends_in_contents();
  if (all_write_same_constant(analysis_, field, contents, method, use.at)) return Benign::kSameConstant;
  return writes_equal_values(staleness, use) ? Benign::kEqualValues : Benign::kNo;
}

// Likely: an element is missing, or a collection is lost, with what others have put into it. What is put where there
// was nothing, into a map or an atomic reference, is as a rule equal to what others put.
Harm BenignUses::harm_of(const Staleness& staleness, const StaleUse& use, bool elsewhere) const {
  const Flavor flavor = staleness[use.origin].access->flavor;
  if (use.act == nullptr || flavor == Flavor::kVolatile) return Harm::kPossible;
  if (flavor == Flavor::kField) return use.kind == UseKind::kLostUpdate ? Harm::kLikely : Harm::kPossible;
  if (use.kind == UseKind::kLostUpdate) return Harm::kPossible;
  const bool here = use.act->depth == 0 && (flavor == Flavor::kCollection || flavor == Flavor::kAtomic);
  const Harm likely = here ? Harm::kLikely : Harm::kPossible;
  if (use.act->only_reads || (use.act->removes && !use.act->keyed)) return elsewhere ? likely : Harm::kPossible;
  if (use.act->removes) return removes_empty_collection(staleness, use) ? likely : Harm::kPossible;
  if (use.act->depth > 0) return flavor == Flavor::kCollection ? Harm::kDoubtful : Harm::kPossible;
  const ir::MethodIr& method = staleness.effects().method();
  constexpr std::size_t kKeyAndValue = 3;  // and the map
  const bool puts = method.operands(use.at).size() == kKeyAndValue || flavor == Flavor::kAtomic;
  const ValueId value = puts ? written_value(method, use.at) : ValueId();
  if (!value.valid() || method[value].type != ir::Type::kReference) {
    return puts && flavor != Flavor::kAtomic ? Harm::kDoubtful : Harm::kPossible;
  }
  const Name type = method[method.without_casts(value)].type_name;
  if (is_changing_collection(type)) return is_added_to(method, value, use.at) ? likely : Harm::kDoubtful;
  if (!has_changing_fields(type)) return Harm::kDoubtful;
  // What is made for several threads, an account, is one for all of them. What is only put and returned is as a rule a
  // cache, whose users do not care which of two objects they have.
  const ClassId made = calls_.program().find_class(type);
  const bool one_for_all = flavor == Flavor::kAtomic || analysis_.sharing().signs().may_be_shared(made);
  return one_for_all || is_changed_behind(method, value, use.at) ? Harm::kPossible : Harm::kDoubtful;
}

// Whether the method changes the object behind the `put`, or the one that is found then: `open.get(name).enter()`.
bool BenignUses::is_changed_behind(const ir::MethodIr& method, ValueId value, ValueId put) const {
  value = method.without_casts(value);
  const ValueId map = method.without_casts(method.operands(put)[0]);
  const auto field = [&](ValueId of) {
    const ir::Instruction& i = method[of];
    return i.op == Op::kGetField || i.op == Op::kGetStatic ? calls_.field(i) : FieldId();
  };
  auto is_it = [&](ValueId receiver) {
    const ir::Instruction& origin = method[receiver];
    std::span<const ValueId> operands = method.operands(receiver);
    if (receiver == value) return true;
    if (origin.op == Op::kPhi) {
      return std::any_of(operands.begin(), operands.end(),
                         [&](ValueId one) { return method.without_casts(one) == value; });
    }
    if (origin.op != Op::kInvoke || operands.empty()) return false;
    const ValueId from = method.without_casts(operands[0]);
    return from == map || (field(from).valid() && field(from) == field(map));
  };
  for (std::uint32_t n = 0; n < method.instructions.size(); ++n) {
    const ir::Instruction& i = method.instructions[n];
    if (i.op != Op::kInvoke || i.operand_count == 0 || i.as<ir::InvokeKind>() == ir::InvokeKind::kStatic) continue;
    if (!is_it(method.without_casts(method.operands(i)[0])) || !method.may_follow(put, ValueId(n))) continue;
    if (effects_.has_effect(method, ValueId(n))) return true;
  }
  return false;
}

// Whether the method adds something to the collection `value` behind the `put`, or to it or the one that was found.
// What is added before, when the collection is new, is part of making it.
bool BenignUses::is_added_to(const ir::MethodIr& method, ValueId value, ValueId put) const {
  value = method.without_casts(value);
  return std::any_of(method.instructions.begin(), method.instructions.end(), [&](const ir::Instruction& i) {
    if (i.op != Op::kInvoke || i.operand_count == 0) return false;
    const library::MethodModel* model = calls_.binding(i).model;
    if (model == nullptr ||
        (model->action() != library::AtomicKind::kWrite && model->action() != library::AtomicKind::kUpdate)) {
      return false;
    }
    const ValueId receiver = method.without_casts(method.operands(i)[0]);
    if (receiver == value) return method[value].op == Op::kPhi || &i > &method[put];
    if (method[receiver].op != Op::kPhi) return false;
    std::span<const ValueId> either = method.operands(receiver);
    return std::any_of(either.begin(), either.end(), [&](ValueId one) { return method.without_casts(one) == value; });
  });
}

// `if (members == null) groups.put(name, members = new ArrayList());`
bool BenignUses::is_changing_collection(Name type) const {
  if (!type.valid() || effects_.is_unchanging(type)) return false;
  const library::Policy& policy = calls_.models().policy();
  return policy.collections.matches(calls_.text(type)) || policy.concurrent.matches(calls_.text(type));
}

// Whether an object of a class of the application may be changed after it was made.
bool BenignUses::has_changing_fields(Name type) const {
  Program& program = calls_.program();
  const ClassId found = type.valid() ? program.find_class(type) : ClassId();
  for (ClassId at = found; at.valid() && program[at].origin == Origin::kApplication; at = program.superclass(at)) {
    for (const Field& field : program.fields(at)) {
      if (!field.is_static() && (analysis_.fields().can_change(field.id) || analysis_.contents_change(field.id))) {
        return true;
      }
    }
  }
  return false;
}

// `int old = level; level = 0; …; level = old;` under one lock, which is released only by a wait in between.
bool BenignUses::restores_what_it_found(const Staleness& staleness, const StaleUse& use) const {
  if (!use.state.released.valid() || use.state.released != use.state.entered) return false;
  const ir::MethodIr& method = staleness.effects().method();
  const ReadOrigin& origin = staleness[use.origin];
  const bool as_it_was =
      use.act->inputs.size() == 1 && method.without_casts(use.act->inputs[0]) == method.without_casts(origin.read);
  if (!as_it_was) return false;
  std::span<const Effect> effects = staleness.effects().effects();
  return std::any_of(effects.begin(), effects.end(), [&](const Effect& effect) {
    const bool writes = std::any_of(effect.accesses.begin(), effect.accesses.end(), [&](const Access& access) {
      return access.kind == AccessKind::kWrite && same_memory(access, *origin.access);
    });
    return writes && effect.at != use.at && method.may_follow(origin.read, effect.at) &&
           method.may_follow(effect.at, use.at);
  });
}

// Whether all that runs because of the test, beside the act itself, may as well run twice.
bool BenignUses::test_decides_nothing_else(const Staleness& staleness, const StaleUse& use) const {
  const ir::MethodIr& method = staleness.effects().method();
  for (std::uint32_t b = 0; b < method.blocks.size(); ++b) {
    const std::vector<ValueId>& deciding = staleness.deciding(ir::BlockId(b));
    if (std::find(deciding.begin(), deciding.end(), use.value) == deciding.end()) continue;
    for (std::uint32_t n = method.blocks[b].begin; n < method.blocks[b].end; ++n) {
      if (ValueId(n) != use.at && effects_.has_effect(method, ValueId(n))) return false;
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

// `if (!listeners.contains(listener)) listeners.add(listener)`, where the list is never asked for an element by its
// index: an object that is given, of a type that is only there to be called.
bool BenignUses::adds_listener(const Staleness& staleness, const StaleUse& use) const {
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
  ClassId type = program.find_class(given.type_name);
  if (!type.valid() || !program[type].is_interface()) return false;
  return is_used_as_a_set(use.act->location.last_field());
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
