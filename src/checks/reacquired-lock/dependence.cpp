#include "checks/reacquired-lock/dependence.h"

#include <algorithm>

#include "classfile/language_names.h"

namespace snag::reacquired {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

Dependence::Dependence(sections::Analysis& analysis, const Callees& callees, MethodLocks& method,
                       const ir::DecidingTests& tests, std::span<const BlockId> block_of, MayChange may_change)
    : analysis_(analysis),
      callees_(callees),
      method_locks_(method),
      may_change_(std::move(may_change)),
      method_(method.effects().method()),
      tests_(tests),
      block_of_(block_of) {}

bool Dependence::is_library_call(const Mark& mark) const {
  return !mark.callee.valid() && method_locks_.sections()[mark.in_callee].library;
}

std::vector<ValueId> Dependence::inside(const Mark& mark) const {
  if (is_one_call(mark)) return {mark.at};
  std::vector<ValueId> result;
  const sections::MethodEffects& effects = method_locks_.effects();
  for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
    sections::HeldLocks held = effects.held_at_start(BlockId(b));
    for (std::uint32_t n = method_.blocks[b].begin; n < method_.blocks[b].end; ++n) {
      bool in = std::any_of(held.begin(), held.end(), [&](const auto& h) { return h.site == mark.at; });
      if (in) result.push_back(ValueId(n));
      effects.step(ValueId(n), held);
    }
  }
  return result;
}

std::vector<ValueId> Dependence::read_in(const Mark& mark, const std::vector<ValueId>& inside) const {
  std::vector<ValueId> result;
  bool library = is_library_call(mark);
  for (ValueId value : inside) {
    const ir::Instruction& i = method_[value];
    bool reads = false;
    switch (i.op) {
      case Op::kGetField:
      case Op::kGetStatic: {
        FieldId field = analysis_.calls().field(i);
        reads = field.valid() && analysis_.fields().can_change(field) && may_change_(field);
        break;
      }
      case Op::kArrayLoad:
        reads = true;
        break;
      case Op::kInvoke:
        reads = library ? answers_library_call(value) : answers_call(value);
        break;
      default:
        break;
    }
    if (reads) result.push_back(value);
  }
  return result;
}

// Whether the result comes from something that was read under a lock, may change, and was left to the others.
bool Dependence::answers_call(ValueId call) const {
  if (method_[call].type == ir::Type::kVoid) return false;
  auto stays = [&](const sections::AccessFacts& read) {
    FieldId field = read.location.last_field();
    return !read.handed_over && !read.claimed && field.valid() && may_change_(field);
  };
  // What functions answer that the call is given.
  if (const sections::Effect* effect = method_locks_.effects().effect(call)) {
    for (const sections::Access& access : effect->accesses) {
      if (access.kind == sections::AccessKind::kRead && !access.own.empty() && stays(access)) return true;
    }
  }
  for (NodeId target : callees_.at(method_locks_.node(), call)) {
    for (const sections::SummaryAccess& read : analysis_.summary(target).returns) {
      bool locked = !read.locks.empty() || read.unnamed_lock || sections::protects_itself(read.flavor);
      if (locked && stays(read)) return true;
    }
  }
  return false;
}

bool Dependence::answers_library_call(ValueId call) const {
  if (method_[call].type == ir::Type::kVoid || !may_change_(FieldId())) return false;
  Calls& calls = analysis_.calls();
  const Binding& binding = calls.binding(method_[call]);
  if (const library::MethodModel* model = binding.model) {
    library::AtomicKind action = model->action();
    if (action != library::AtomicKind::kNone) return action == library::AtomicKind::kRead;
  }
  // StringBuffer.append returns the buffer itself.
  const Program& program = calls.program();
  std::string_view descriptor = program.text(program[binding.resolved].descriptor);
  std::string_view result = descriptor.substr(descriptor.find(')') + 1);
  return result.find(program.name(program[binding.resolved].owner)) == result.npos;
}

bool Dependence::accumulates(const Mark& mark) const {
  std::vector<ValueId> read = read_in(mark, inside(mark));
  if (read.empty()) return false;
  std::vector<bool> from_it = slice(read);
  for (std::uint32_t n = 0; n < method_.instructions.size(); ++n) {
    const ir::Instruction& i = method_.instructions[n];
    bool keeps = i.op == Op::kPhi || i.op == Op::kPutField || i.op == Op::kPutStatic || i.op == Op::kArrayStore;
    if (keeps && from_it[method_.operands(i).back().value]) return true;
    if (i.op == Op::kPhi && from_it[n]) return true;
    // Compared with something else in each round; a mere yes or no is asked anew.
    bool numbers = i.op == Op::kIf && method_[method_.operands(i)[1]].op != Op::kConstant;
    if (numbers && (from_it[method_.operands(i)[0].value] || from_it[method_.operands(i)[1].value])) return true;
  }
  return false;
}

bool Dependence::answers(const Mark& mark) const {
  std::vector<ValueId> in = inside(mark), read = read_in(mark, in);
  if (read.empty()) return false;
  std::vector<bool> from_it = slice(read);
  // What a block reads must leave it.
  bool block = !is_one_call(mark);
  for (std::uint32_t n = 0; n < method_.instructions.size(); ++n) {
    if (block && std::binary_search(in.begin(), in.end(), ValueId(n))) continue;
    std::span<const ValueId> operands = method_.operands(ValueId(n));
    if (std::any_of(operands.begin(), operands.end(), [&](ValueId v) { return bool(from_it[v.value]); })) return true;
  }
  return false;
}

std::vector<bool> Dependence::slice(const std::vector<ValueId>& from) const {
  std::vector<bool> in(method_.instructions.size(), false);
  for (ValueId value : from) in[value.value] = true;
  auto has = [&](ValueId value) { return bool(in[value.value]); };
  // One round for each loop around a value; more than a few do not occur in code that people write.
  constexpr int kMaximumRounds = 8;
  bool changed = true;
  for (int round = 0; changed && round < kMaximumRounds; ++round) {
    changed = false;
    for (std::uint32_t n = 0; n < method_.instructions.size(); ++n) {
      const ir::Instruction& i = method_.instructions[n];
      std::span<const ValueId> operands = method_.operands(i);
      if (i.op == Op::kArrayLoad || i.op == Op::kArrayLength) continue;
      bool any = std::any_of(operands.begin(), operands.end(), has);
      if (i.op == Op::kPhi && !any) {
        // A flag: constants between which a test has chosen.
        bool constants =
            std::all_of(operands.begin(), operands.end(), [&](ValueId v) { return method_[v].op == Op::kConstant; });
        BlockId above = tests_.above(block_of_[n]);
        if (constants && above.valid() && method_.terminator(above).op == Op::kIf) {
          std::span<const ValueId> tested = method_.operands(method_.terminator(above));
          any = std::any_of(tested.begin(), tested.end(), has);
        }
      }
      if (!any) continue;
      if (i.type != ir::Type::kVoid && !in[n]) in[n] = changed = true;
      // `new Job(value)`.
      bool constructs = i.op == Op::kInvoke && i.as<ir::InvokeKind>() == ir::InvokeKind::kSpecial &&
                        method_[operands[0]].op == Op::kNew;
      if (constructs && !has(operands[0])) in[operands[0].value] = changed = true;
    }
  }
  return in;
}

Dependence::Way Dependence::depends(const Mark& second, const Mark& first) const {
  std::vector<ValueId> read = read_in(first, inside(first));
  if (read.empty()) return Way::kNone;
  std::vector<bool> from_first = slice(read);
  auto has = [&](ValueId value) { return bool(from_first[value.value]); };
  std::vector<ValueId> later = inside(second);
  auto is_later = [&](ValueId value) { return std::binary_search(later.begin(), later.end(), value); };
  for (ValueId at : later) {
    for (ValueId operand : method_.operands(at)) {
      // A section may use what it has made itself, also when it runs a second time.
      if (has(operand) && (!is_later(operand) || method_[operand].op == Op::kPhi)) return Way::kData;
    }
  }
  auto uses = [&](ValueId counter) {
    std::vector<bool> from_counter = slice({counter});
    return std::any_of(later.begin(), later.end(), [&](ValueId at) {
      std::span<const ValueId> operands = method_.operands(at);
      return std::any_of(operands.begin(), operands.end(), [&](ValueId v) { return bool(from_counter[v.value]); });
    });
  };
  bool decided = tests_.any_of(block_of_[second.at.value], [&](BlockId test, BlockId) {
    const ir::Instruction& end = method_.terminator(test);
    std::span<const ValueId> tested = method_.operands(end);
    if (std::none_of(tested.begin(), tested.end(), has)) return false;
    for (ValueId value : tested) {
      if (end.op == Op::kIf && method_[value].op == Op::kPhi && !has(value)) return uses(value);
    }
    return true;
  });
  return decided ? Way::kControl : Way::kNone;
}

bool Dependence::tries_again(const Mark& second, const Mark& first) const {
  auto origin = [&](ValueId value) {
    while (method_[value].op == Op::kCast) value = method_.operands(value)[0];
    return value;
  };
  for (const ir::Instruction& i : method_.instructions) {
    if (i.op != Op::kPhi) continue;
    bool has_first = false, has_second = false;
    for (ValueId value : method_.operands(i)) {
      has_first = has_first || origin(value) == first.at;
      has_second = has_second || origin(value) == second.at;
    }
    if (has_first && has_second) return true;
  }
  return false;
}

bool Dependence::is_only_text(const Mark& mark) const {
  if (method_[mark.at].op != Op::kInvoke || method_[mark.at].type == ir::Type::kVoid) return false;
  Calls& calls = analysis_.calls();
  Program& program = calls.program();
  std::vector<bool> text(method_.instructions.size(), false);
  text[mark.at.value] = true;
  bool used = false;
  for (std::uint32_t n = mark.at.value + 1; n < method_.instructions.size(); ++n) {
    const ir::Instruction& i = method_.instructions[n];
    std::span<const ValueId> operands = method_.operands(i);
    if (std::none_of(operands.begin(), operands.end(), [&](ValueId v) { return bool(text[v.value]); })) continue;
    used = true;
    if (i.op == Op::kConcat || i.op == Op::kUnary || i.op == Op::kCast) {
      text[n] = true;
    } else if (i.op == Op::kArrayStore && method_[operands[0]].op == Op::kNewArray) {
      text[operands[0].value] = true;  // arguments of a message
    } else if (i.op == Op::kInvoke) {
      std::string_view owner = calls.text(calls.references()[i.reference()].owner);
      const library::MethodModel* model = calls.binding(i).model;
      bool computes = model != nullptr && model->derives;             // Integer.toString
      if (computes || calls.models().policy().text.matches(owner)) {  // StringBuilder.append
        text[n] = true;
        continue;
      }
      ClassId type = program.find_class(calls.references()[i.reference()].owner);
      ClassId throwable = program.find_class(classfile::kThrowableClass);
      bool reports = type.valid() && throwable.valid() && program.is_subtype(type, throwable);
      if (reports || calls.models().policy().loggers.matches(owner)) continue;
      // `getConfiguration().getVersion()`: what is read from the answer.
      bool asks =
          i.type != ir::Type::kVoid && operands.size() == 1 && i.as<ir::InvokeKind>() != ir::InvokeKind::kStatic;
      if (!asks) return false;
      text[n] = true;
    } else {
      return false;
    }
  }
  return used;
}

bool Dependence::only_finds(const Mark& mark) const {
  if (!is_library_call(mark)) return false;
  const library::MethodModel* model = analysis_.calls().binding(method_[mark.at]).model;
  return model != nullptr && model->action() == library::AtomicKind::kRead && model->acts.has_value();
}

}  // namespace snag::reacquired
