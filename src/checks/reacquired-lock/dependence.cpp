#include "checks/reacquired-lock/dependence.h"

#include <algorithm>

#include "classfile/language_names.h"

namespace snag::reacquired {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

namespace {

bool uses_any(const ir::MethodIr& method, const ir::Instruction& i, const std::vector<bool>& values) {
  std::span<const ValueId> operands = method.operands(i);
  return std::any_of(operands.begin(), operands.end(), [&](ValueId v) { return bool(values[v.value]); });
}

}  // namespace

bool Dependence::is_library_call(const Mark& mark) const {
  return !mark.callee.valid() && method_locks_.sections()[mark.in_callee].library;
}

std::vector<ValueId> Dependence::inside(const Mark& mark) const {
  if (is_one_call(mark)) return {mark.at};
  std::vector<ValueId> result;
  method_locks_.effects().for_each_instruction([&](BlockId, ValueId at, const sections::HeldLocks& held) {
    bool in = std::any_of(held.begin(), held.end(), [&](const auto& h) { return h.site == mark.at; });
    if (in) result.push_back(at);
  });
  return result;
}

std::vector<bool> Dependence::yielded_by(const Mark& mark, const std::vector<ValueId>& inside) const {
  std::vector<ValueId> result;
  bool library = is_library_call(mark);
  for (ValueId value : inside) {
    const ir::Instruction& i = method_[value];
    const bool of_field = i.op == Op::kGetField || i.op == Op::kGetStatic;
    const FieldId field = of_field ? analysis_.calls().field(i) : FieldId();
    const bool reads = i.op == Op::kArrayLoad ||
                       (field.valid() && analysis_.fields().can_change(field) && may_change_(field)) ||
                       (i.op == Op::kInvoke && (library ? library_call_yields(value) : call_yields(value)));
    if (reads) result.push_back(value);
  }
  return result.empty() ? std::vector<bool>() : slice(result);
}

// Whether the result comes from something that was read under a lock, may change, and was left to the others.
bool Dependence::call_yields(ValueId call) const {
  if (method_[call].type == ir::Type::kVoid) return false;
  auto stays = [&](const sections::AccessFacts& read) {
    FieldId field = read.location.last_field();
    return !read.handed_over && !read.claimed && field.valid() && may_change_(field);
  };
  // What the functions return that the call is given.
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

bool Dependence::library_call_yields(ValueId call) const {
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
  std::vector<bool> from_it = yielded_by(mark, inside(mark));
  if (from_it.empty()) return false;
  for (std::uint32_t n = 0; n < method_.instructions.size(); ++n) {
    const ir::Instruction& i = method_.instructions[n];
    bool keeps = i.op == Op::kPhi || i.op == Op::kPutField || i.op == Op::kPutStatic || i.op == Op::kArrayStore;
    if (keeps && from_it[method_.operands(i).back().value]) return true;
    if (i.op == Op::kPhi && from_it[n]) return true;
    // It is compared with something else in each round. (A comparison with a constant is made anew in each round.)
    bool numbers = i.op == Op::kIf && method_[method_.operands(i)[1]].op != Op::kConstant;
    if (numbers && (from_it[method_.operands(i)[0].value] || from_it[method_.operands(i)[1].value])) return true;
  }
  return false;
}

bool Dependence::yields(const Mark& mark) const {
  std::vector<ValueId> in = inside(mark);
  std::vector<bool> from_it = yielded_by(mark, in);
  if (from_it.empty()) return false;
  // What a block reads must leave it.
  bool block = !is_one_call(mark);
  for (std::uint32_t n = 0; n < method_.instructions.size(); ++n) {
    if (block && std::binary_search(in.begin(), in.end(), ValueId(n))) continue;
    if (uses_any(method_, method_.instructions[n], from_it)) return true;
  }
  return false;
}

std::vector<bool> Dependence::slice(const std::vector<ValueId>& from) const {
  std::vector<bool> in(method_.instructions.size(), false);
  for (ValueId value : from) in[value.value] = true;
  // One round for each loop around a value; more than a few do not occur in code that people write.
  constexpr int kMaximumRounds = 8;
  bool changed = true;
  for (int round = 0; changed && round < kMaximumRounds; ++round) {
    changed = false;
    for (std::uint32_t n = 0; n < method_.instructions.size(); ++n) {
      const ir::Instruction& i = method_.instructions[n];
      std::span<const ValueId> operands = method_.operands(i);
      if (i.op == Op::kArrayLoad || i.op == Op::kArrayLength) continue;
      bool any = uses_any(method_, i, in);
      if (i.op == Op::kPhi && !any) {
        // A flag: constants between which a test has chosen.
        bool constants =
            std::all_of(operands.begin(), operands.end(), [&](ValueId v) { return method_[v].op == Op::kConstant; });
        BlockId above = tests_.above(block_of_[n]);
        any = constants && above.valid() && method_.terminator(above).op == Op::kIf &&
              uses_any(method_, method_.terminator(above), in);
      }
      if (!any) continue;
      if (i.type != ir::Type::kVoid && !in[n]) in[n] = changed = true;
      // `new Job(value)`.
      bool constructs = i.op == Op::kInvoke && i.as<ir::InvokeKind>() == ir::InvokeKind::kSpecial &&
                        method_[operands[0]].op == Op::kNew;
      if (constructs && !in[operands[0].value]) in[operands[0].value] = changed = true;
    }
  }
  return in;
}

Dependence::Way Dependence::depends(const Mark& second, const Mark& first) const {
  std::vector<bool> from_first = yielded_by(first, inside(first));
  if (from_first.empty()) return Way::kNone;
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
    return std::any_of(later.begin(), later.end(),
                       [&](ValueId at) { return uses_any(method_, method_[at], from_counter); });
  };
  bool decided = tests_.any_of(block_of_[second.at.value], [&](BlockId test, BlockId) {
    const ir::Instruction& end = method_.terminator(test);
    if (!uses_any(method_, end, from_first)) return false;
    for (ValueId value : method_.operands(end)) {
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
    if (!uses_any(method_, i, text)) continue;
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
      // `getConfiguration().getVersion()`: what is read from the result.
      bool reads =
          i.type != ir::Type::kVoid && operands.size() == 1 && i.as<ir::InvokeKind>() != ir::InvokeKind::kStatic;
      if (!reads) return false;
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
