#include "sections/side_effects.h"

#include <algorithm>

#include "classfile/descriptor.h"
#include "classfile/language_names.h"
#include "ir/deciding_tests.h"

namespace snag::sections {

using ir::Op;
using ir::ValueId;
using library::AtomicKind;
using library::MethodModel;
using library::ReflectionKind;

namespace {

bool only_looks_up(ReflectionKind kind) {
  return kind == ReflectionKind::kClassForName || kind == ReflectionKind::kGetConstructor ||
         kind == ReflectionKind::kGetMethod;
}

bool is_constructor_call(const Calls& calls, const ir::Instruction& call) {
  return calls.text(calls.references()[call.reference()].name) == classfile::kConstructorName;
}

}  // namespace

// The object that a constructor makes counts as made there.
bool SideEffects::is_made_here(const ir::MethodIr& method, ValueId object) {
  const ir::Instruction& i = method[method.without_casts(object)];
  return i.op == Op::kNew || i.op == Op::kNewArray || i.op == Op::kMultiNewArray;
}

bool SideEffects::has_effect(const ir::MethodIr& method, ValueId instruction) const {
  Budget budget;
  return has_effect(method, instruction, 0, budget);
}

bool SideEffects::has_effect(const ir::MethodIr& method, ValueId instruction, int depth, Budget& budget) const {
  if (++budget.work > kMaximumWork) return true;
  const ir::Instruction& i = method[instruction];
  auto can_change = [&] {
    FieldId field = calls_.field(i);
    return !field.valid() || analysis_.fields().can_change(field);
  };
  // Whether it is the object under construction, or one that the method has made.
  auto is_own = [&](ValueId object) {
    const ir::Instruction& made = method[method.without_casts(object)];
    bool constructs = depth > 0 && calls_.text(method.name) == classfile::kConstructorName &&
                      made.op == Op::kParameter && made.payload == 0;
    return constructs || is_made_here(method, object);
  };
  switch (i.op) {
    case Op::kPutStatic:
    case Op::kDynamic:
      return true;
    case Op::kPutField:
    case Op::kArrayStore:
      return !is_own(method.operands(i)[0]);
    case Op::kGetStatic:
      return budget.reads_count && can_change();
    case Op::kGetField:
      return budget.reads_count && can_change() && !is_own(method.operands(i)[0]);
    case Op::kInvoke:
      return call_has_effect(method, i, depth, budget);
    default:
      return false;
  }
}

bool SideEffects::call_has_effect(const ir::MethodIr& method, const ir::Instruction& call, int depth,
                                  Budget& budget) const {
  const library::Policy& policy = calls_.models().policy();
  std::string_view owner = calls_.text(calls_.references()[call.reference()].owner);
  if (policy.loggers.matches(owner)) return false;
  const Binding& binding = calls_.binding(call);
  std::span<const ValueId> operands = method.operands(call);
  bool on_own =
      !operands.empty() && call.as<ir::InvokeKind>() != ir::InvokeKind::kStatic && is_made_here(method, operands[0]);
  if (const MethodModel* model = binding.model; model != nullptr) {
    if (model->derives || only_looks_up(model->reflection)) return false;
    if (!model->notifies.empty()) return false;
    if (model->action() != AtomicKind::kNone) {
      bool reads = model->action() == AtomicKind::kRead;
      return reads ? budget.reads_count && !on_own : !on_own;
    }
  }
  // Texts are made in objects that the method has made; making one, or an exception, changes nothing else.
  if (policy.text.matches(owner)) return !on_own && owner != classfile::kStringClass;
  Program& program = calls_.program();
  if (is_constructor_call(calls_, call)) {
    ClassId made = program.find_class(owner);
    ClassId throwable = program.find_class(classfile::kThrowableClass);
    if (made.valid() && throwable.valid() && program.is_subtype(made, throwable)) return false;
    bool is_library = made.valid() && program[made].origin != Origin::kApplication && binding.targets.empty();
    if (is_library) {
      return !(made == program.object_class() || analysis_.sharing().is_immutable(made) ||
               policy.collections.matches(owner));
    }
  }
  if (!binding.complete || depth >= kMaximumDepth) return true;
  return std::any_of(binding.targets.begin(), binding.targets.end(),
                     [&](NodeId target) { return body_has_effect(target, depth + 1, budget); });
}

bool SideEffects::body_has_effect(NodeId node, int depth, Budget& budget) const {
  const ir::MethodIr& body = calls_.ir(node);
  for (std::uint32_t n = 0; n < body.instructions.size(); ++n) {
    if (has_effect(body, ValueId(n), depth, budget)) return true;
  }
  return false;
}

bool SideEffects::must_not_repeat(const ir::MethodIr& method, ValueId instruction) const {
  Budget budget;
  return must_not_repeat(method, instruction, 0, budget);
}

bool SideEffects::must_not_repeat(const ir::MethodIr& method, ValueId instruction, int depth, Budget& budget) const {
  constexpr int kMaximumCalls = 1;
  if (++budget.work > kMaximumWork) return false;
  const ir::Instruction& i = method[instruction];
  if (i.op == Op::kPutField || i.op == Op::kPutStatic) {
    // `users = users - 1`
    const ir::Instruction& value = method[method.operands(i).back()];
    if (value.op != Op::kBinary) return false;
    std::span<const ValueId> operands = method.operands(value);
    return std::any_of(operands.begin(), operands.end(), [&](ValueId operand) {
      const ir::Instruction& read = method[operand];
      bool reads = read.op == Op::kGetField || read.op == Op::kGetStatic;
      return reads && calls_.field(read) == calls_.field(i);
    });
  }
  if (i.op != Op::kInvoke) return false;
  const Binding& binding = calls_.binding(i);
  std::span<const ValueId> operands = method.operands(i);
  if (const MethodModel* model = binding.model; model != nullptr && !operands.empty()) {
    if (is_made_here(method, operands[0])) return false;
    // Without a key each of two calls adds or takes something.
    bool adds = model->action() == AtomicKind::kUpdate || (model->action() == AtomicKind::kWrite && !model->acts);
    if (!model->starts.empty() || !model->signals.empty()) return true;
    if (adds && !model->checks && !model->claims && !model->removes) return true;
  }
  if (!binding.complete || depth >= kMaximumCalls) return false;
  return std::any_of(binding.targets.begin(), binding.targets.end(), [&](NodeId target) {
    // Only what it does in any case: behind a test of its own the callee may know that it was there before.
    const ir::MethodIr& body = calls_.ir(target);
    const ir::DecidingTests tests(body);
    for (std::uint32_t b = 0; b < body.blocks.size(); ++b) {
      if (tests.any_of(ir::BlockId(b), [](ir::BlockId, ir::BlockId) { return true; })) continue;
      for (std::uint32_t n = body.blocks[b].begin; n < body.blocks[b].end; ++n) {
        if (must_not_repeat(body, ValueId(n), depth + 1, budget)) return true;
      }
    }
    return false;
  });
}

bool SideEffects::is_function_of(const ir::MethodIr& method, ValueId value, ValueId input) const {
  Budget budget{.reads_count = true};
  return is_function_of(method, value, input, 0, budget);
}

bool SideEffects::is_function_of(const ir::MethodIr& method, ValueId value, ValueId input, int depth,
                                 Budget& budget) const {
  constexpr int kMaximumOperations = 12;
  if (++budget.work > kMaximumWork || depth > kMaximumOperations) return false;
  auto all = [&](std::span<const ValueId> operands) {
    return std::all_of(operands.begin(), operands.end(), [&](ValueId operand) {
      return operand == value || is_function_of(method, operand, input, depth + 1, budget);
    });
  };
  if (input.valid() && method.without_casts(value) == method.without_casts(input)) return true;
  const ir::Instruction& i = method[value];
  switch (i.op) {
    case Op::kConstant:
    case Op::kLambda:
      return i.op == Op::kConstant || i.operand_count == 0;
    case Op::kParameter:
      return i.payload == 0 && !method.is_static();  // what it has that may change is counted where it is read
    case Op::kPhi:
      if (std::find(budget.phis.begin(), budget.phis.end(), value) != budget.phis.end()) return true;
      budget.phis.push_back(value);
      return all(method.operands(i));
    case Op::kUnary:
    case Op::kBinary:
    case Op::kCompare:
    case Op::kConcat:
    case Op::kCast:
    case Op::kInstanceOf:
    case Op::kArrayLength:
      return all(method.operands(i));
    case Op::kGetField:
    case Op::kGetStatic:
      return !has_effect(method, value, 0, budget) && all(method.operands(i));
    case Op::kInvoke:
      return !call_has_effect(method, i, 0, budget) && all(method.operands(i));
    case Op::kNew: {
      // By the call of its constructor.
      for (const ir::Instruction& call : method.instructions) {
        bool makes = call.op == Op::kInvoke && call.operand_count > 0 && method.operands(call)[0] == value &&
                     is_constructor_call(calls_, call);
        if (makes) return !call_has_effect(method, call, 0, budget) && all(method.operands(call));
      }
      return false;
    }
    default:
      return false;
  }
}

bool SideEffects::is_unchanging(Name type) const {
  if (!type.valid()) return false;
  if (analysis_.sharing().is_value(type)) return true;
  Program& program = calls_.program();
  ClassId found = program.find_class(type);
  if (!found.valid() || program[found].origin != Origin::kApplication || program[found].is_interface()) return false;
  auto is_fixed = [&](const Field& field) {
    if (field.is_static()) return true;
    std::string_view descriptor = program.text(field.descriptor);
    std::string_view held = classfile::class_of_descriptor(descriptor);
    bool plain = descriptor.size() == 1;
    return !analysis_.fields().can_change(field.id) &&
           (plain || (!held.empty() && held[0] != '[' && analysis_.sharing().is_value(program.names().intern(held))));
  };
  for (ClassId at = found; at.valid() && at != program.object_class(); at = program.superclass(at)) {
    if (program[at].origin != Origin::kApplication) return false;
    std::span<const Field> fields = program.fields(at);
    if (!std::all_of(fields.begin(), fields.end(), is_fixed)) return false;
  }
  return true;
}

}  // namespace snag::sections
