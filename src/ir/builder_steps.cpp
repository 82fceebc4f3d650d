// What each instruction does to the operand stack and the locals, and which IR it becomes.
#include <algorithm>
#include <bit>

#include "classfile/descriptor.h"
#include "classfile/instruction_facts.h"
#include "classfile/language_names.h"
#include "ir/builder_state.h"
#include "ir/lambda.h"

namespace snag::ir {

using classfile::is_between;
using classfile::LocalAccess;
using classfile::Operands;

namespace {

// i, l, f, d, a: the order of types in families of opcodes.
Type family_type(unsigned n) { return static_cast<Type>(n + 1); }

}  // namespace

bool Builder::State::step(const ByteInstruction& in) {
  Opcode op = in.opcode;
  if (op == Opcode::kNop) return true;
  if (op <= Opcode::kLdc2W) return step_constant(in);
  const LocalAccess access = local_access(in);
  if (access.kind == LocalAccess::kLoad) {
    ValueId v = locals[access.index];
    if (!v.valid()) return fail("a local variable is read before it is written");
    return type_of(v) == ir::type_of(std::string_view(&access.type, 1)) ? push(v)
                                                                        : fail("local variable has the wrong type");
  }
  if (access.kind == LocalAccess::kStore) {
    Type type = ir::type_of(std::string_view(&access.type, 1));
    ValueId v;
    if (!pop_any(v)) return false;
    bool address = v == kReturnAddress && type == Type::kReference;
    if (type_of(v) != type && !address) return fail("operand has the wrong type");
    return store(access.index, v, in.next());
  }
  if (is_array_load(op)) {
    unsigned element = offset_from(op, Opcode::kIaload);
    ValueId array, index;
    if (!pop(Type::kInt, index) || !pop(Type::kReference, array)) return false;
    TypedName type{element < 5 ? family_type(element) : Type::kInt, {}};
    // The class of a reference follows from that of the array, which a phi does not have yet: PhiCleanup finds both.
    return push(emit(Op::kArrayLoad, type, static_cast<ElementKind>(element), 0, {array, index}));
  }
  if (is_array_store(op)) {
    unsigned element = offset_from(op, Opcode::kIastore);
    ValueId array, index, value;
    if (!pop(element < 5 ? family_type(element) : Type::kInt, value)) return false;
    if (!pop(Type::kInt, index) || !pop(Type::kReference, array)) return false;
    emit(Op::kArrayStore, {}, static_cast<ElementKind>(element), 0, {array, index, value});
    return true;
  }
  if (is_between(op, Opcode::kPop, Opcode::kSwap)) return step_stack(op);
  if (op == Opcode::kIinc) {
    ValueId v = locals[in.index];
    if (!v.valid() || type_of(v) != Type::kInt) return fail("local variable has the wrong type");
    ValueId amount = emit_int(in.value);
    return store(in.index, emit(Op::kBinary, {Type::kInt, {}}, BinaryKind::kAdd, 0, {v, amount}), in.next());
  }
  if (is_between(op, Opcode::kIadd, Opcode::kDcmpg)) return step_arithmetic(op);
  if (is_between(op, Opcode::kIfeq, Opcode::kReturn) || op == Opcode::kIfnull || op == Opcode::kIfnonnull ||
      op == Opcode::kGotoW || op == Opcode::kJsrW) {
    return step_branch(in);
  }
  if (is_between(op, Opcode::kGetstatic, Opcode::kInvokeinterface)) return step_member(in);
  if (op == Opcode::kInvokedynamic) return step_dynamic(in);
  return step_object(in);
}

bool Builder::State::step_constant(const ByteInstruction& in) {
  Opcode op = in.opcode;
  if (op == Opcode::kAconstNull) return push(emit_null());
  if (op <= Opcode::kIconst5) return push(emit_int(static_cast<int>(offset_from(op, Opcode::kIconst0))));
  if (op <= Opcode::kLconst1)
    return push(emit_wide(ConstantKind::kLong, Type::kLong, offset_from(op, Opcode::kLconst0)));
  if (op <= Opcode::kFconst2) {
    auto value = static_cast<float>(offset_from(op, Opcode::kFconst0));
    return push(emit_wide(ConstantKind::kFloat, Type::kFloat, std::bit_cast<std::uint32_t>(value)));
  }
  if (op <= Opcode::kDconst1) {
    auto value = static_cast<double>(offset_from(op, Opcode::kDconst0));
    return push(emit_wide(ConstantKind::kDouble, Type::kDouble, std::bit_cast<std::uint64_t>(value)));
  }
  if (op <= Opcode::kSipush) return push(emit_int(in.value));
  const classfile::ConstantPool& constants = cache.constants();
  auto reference = [&](std::string_view type) { return TypedName{Type::kReference, cache.names().intern(type)}; };
  switch (constants.tag(in.index)) {
    case classfile::ConstantTag::kInteger:
      return push(emit_int(constants.integer(in.index)));
    case classfile::ConstantTag::kFloat:
      return push(
          emit_wide(ConstantKind::kFloat, Type::kFloat, std::bit_cast<std::uint32_t>(constants.float_value(in.index))));
    case classfile::ConstantTag::kLong:
      return push(
          emit_wide(ConstantKind::kLong, Type::kLong, static_cast<std::uint64_t>(constants.long_value(in.index))));
    case classfile::ConstantTag::kDouble:
      return push(emit_wide(ConstantKind::kDouble, Type::kDouble,
                            std::bit_cast<std::uint64_t>(constants.double_value(in.index))));
    case classfile::ConstantTag::kString:
      return push(
          emit_constant(ConstantKind::kString, reference(classfile::kStringClass), cache.string(in.index).value));
    case classfile::ConstantTag::kClass:
      return push(
          emit_constant(ConstantKind::kClass, reference(classfile::kClassClass), cache.class_name(in.index).value));
    case classfile::ConstantTag::kMethodType:
      return push(emit_constant(ConstantKind::kMethodType, reference(classfile::kMethodTypeClass),
                                cache.names().intern(constants.method_type(in.index)).value));
    case classfile::ConstantTag::kMethodHandle:
      return push(emit_constant(ConstantKind::kMethodHandle, reference(classfile::kMethodHandleClass),
                                cache.reference(constants.method_handle(in.index).reference).value));
    case classfile::ConstantTag::kDynamic: {
      classfile::DynamicReference dynamic = constants.dynamic(in.index);
      if (!classfile::is_field_descriptor(dynamic.descriptor)) return fail("bad descriptor of a dynamic constant");
      TypedName type = type_of_descriptor(cache.names(), dynamic.descriptor);
      bool two = type.type == Type::kLong || type.type == Type::kDouble;
      if (two != (op == Opcode::kLdc2W)) return fail("dynamic constant has the wrong size");
      return push(emit_constant(ConstantKind::kDynamic, type, cache.names().intern(dynamic.name).value));
    }
    default:
      return fail("constant cannot be loaded");
  }
}

// Stack instructions count words; a value here is one or two words.
bool Builder::State::step_stack(Opcode op) {
  auto words = [&](std::size_t from_top) { return wide(stack[stack.size() - 1 - from_top]) ? 2u : 1u; };
  // Returns how many values make up `count` words below the first `skipped` values; 0 if none do.
  auto values = [&](unsigned count, std::size_t skipped) -> std::size_t {
    unsigned sum = 0;
    for (std::size_t n = 0; sum < count; ++n) {
      if (skipped + n >= stack.size()) return 0;
      sum += words(skipped + n);
      if (sum == count) return n + 1;
    }
    return 0;
  };
  auto bad = [&] { return fail("operand stack does not hold what the instruction moves"); };
  unsigned copied_words = op == Opcode::kPop2 || is_between(op, Opcode::kDup2, Opcode::kDup2X2) ? 2 : 1;
  std::size_t top = values(copied_words, 0);
  if (top == 0) return bad();
  if (op == Opcode::kPop || op == Opcode::kPop2) {
    stack.resize(stack.size() - top);
    return true;
  }
  if (op == Opcode::kSwap) {
    if (values(1, 1) == 0) return bad();
    std::swap(stack[stack.size() - 1], stack[stack.size() - 2]);
    return true;
  }
  unsigned skipped_words = op == Opcode::kDupX1 || op == Opcode::kDup2X1   ? 1
                           : op == Opcode::kDupX2 || op == Opcode::kDup2X2 ? 2
                                                                           : 0;
  std::size_t skipped = skipped_words == 0 ? 0 : values(skipped_words, top);
  if (skipped_words != 0 && skipped == 0) return bad();
  if (stack.size() + top > code.max_stack) return fail("operand stack overflows");
  scratch.assign(stack.end() - static_cast<std::ptrdiff_t>(top), stack.end());
  stack.insert(stack.end() - static_cast<std::ptrdiff_t>(top + skipped), scratch.begin(), scratch.end());
  return true;
}

bool Builder::State::step_arithmetic(Opcode op) {
  ValueId a, b;
  if (is_between(op, Opcode::kIadd, Opcode::kDrem)) {
    unsigned n = offset_from(op, Opcode::kIadd);
    Type type = family_type(n % 4);
    if (!pop(type, b) || !pop(type, a)) return false;
    return push(emit(Op::kBinary, {type, {}}, static_cast<BinaryKind>(n / 4), 0, {a, b}));
  }
  if (is_between(op, Opcode::kIneg, Opcode::kDneg)) {
    Type type = family_type(offset_from(op, Opcode::kIneg));
    return pop(type, a) && push(emit(Op::kUnary, {type, {}}, UnaryKind::kNegate, 0, {a}));
  }
  if (is_between(op, Opcode::kIshl, Opcode::kLxor)) {
    unsigned n = offset_from(op, Opcode::kIshl);
    Type type = family_type(n % 2);
    auto kind = static_cast<BinaryKind>(static_cast<unsigned>(BinaryKind::kShiftLeft) + n / 2);
    Type right = op <= Opcode::kLushr ? Type::kInt : type;  // shifts take an int amount
    if (!pop(right, b) || !pop(type, a)) return false;
    return push(emit(Op::kBinary, {type, {}}, kind, 0, {a, b}));
  }
  if (is_between(op, Opcode::kI2l, Opcode::kI2s)) {
    auto kind = static_cast<UnaryKind>(static_cast<unsigned>(UnaryKind::kIntToLong) + offset_from(op, Opcode::kI2l));
    auto [from, to] = conversion_types(kind);
    return pop(from, a) && push(emit(Op::kUnary, {to, {}}, kind, 0, {a}));
  }
  unsigned n = offset_from(op, Opcode::kLcmp);
  Type type = n == 0 ? Type::kLong : n <= 2 ? Type::kFloat : Type::kDouble;
  if (!pop(type, b) || !pop(type, a)) return false;
  return push(emit(Op::kCompare, {Type::kInt, {}}, static_cast<CompareKind>(n), 0, {a, b}));
}

bool Builder::State::step_branch(const ByteInstruction& in) {
  Opcode op = in.opcode;
  ValueId a, b;
  if (op == Opcode::kGoto || op == Opcode::kGotoW || op == Opcode::kRet) return true;  // end_block adds the goto
  if (op == Opcode::kJsr || op == Opcode::kJsrW) return push(kReturnAddress);
  if (op == Opcode::kTableswitch || op == Opcode::kLookupswitch) return step_switch(in);
  if (is_between(op, Opcode::kIreturn, Opcode::kReturn)) {
    TypedName result = cache.shape(ir.descriptor).result;
    Type type = op == Opcode::kReturn ? Type::kVoid : family_type(offset_from(op, Opcode::kIreturn));
    if (type != result.type) return fail("return of the wrong type");
    if (type != Type::kVoid && !pop(type, a)) return false;
    release_monitor();
    if (type == Type::kVoid) {
      emit(Op::kReturn, {}, 0, 0, std::span<const ValueId>());
    } else {
      emit(Op::kReturn, {}, 0, 0, {a});
    }
    return true;
  }
  bool degenerate = cfg.blocks[current].successors.size() == 1;
  Condition condition{};
  if (is_between(op, Opcode::kIfeq, Opcode::kIfle)) {
    condition = static_cast<Condition>(offset_from(op, Opcode::kIfeq));
    if (!pop(Type::kInt, a)) return false;
    if (!degenerate) b = emit_int(0);
  } else if (is_between(op, Opcode::kIfIcmpeq, Opcode::kIfIcmple)) {
    condition = static_cast<Condition>(offset_from(op, Opcode::kIfIcmpeq));
    if (!pop(Type::kInt, b) || !pop(Type::kInt, a)) return false;
  } else if (is_between(op, Opcode::kIfAcmpeq, Opcode::kIfAcmpne)) {
    condition = static_cast<Condition>(offset_from(op, Opcode::kIfAcmpeq));
    if (!pop(Type::kReference, b) || !pop(Type::kReference, a)) return false;
  } else {
    condition = op == Opcode::kIfnull ? Condition::kEqual : Condition::kNotEqual;
    if (!pop(Type::kReference, a)) return false;
    if (!degenerate) b = emit_null();
  }
  if (!degenerate) emit(Op::kIf, {}, condition, 0, {a, b});
  return true;
}

bool Builder::State::step_switch(const ByteInstruction& in) {
  ValueId key;
  if (!pop(Type::kInt, key)) return false;
  const CfgBlock& block = cfg.blocks[current];
  auto first = static_cast<std::uint32_t>(ir.cases.size());
  for (std::uint32_t c = 0; c < in.cases; ++c) {
    ir.cases.push_back(
        {classfile::switch_case(code.code, in, c).key, cfg.case_successors[block.first_case + c], false});
  }
  ir.cases.push_back({0, cfg.case_successors[block.first_case + in.cases], true});
  emit(Op::kSwitch, {}, 0, first, {key});
  return true;
}

bool Builder::State::step_member(const ByteInstruction& in) {
  ReferenceId reference = cache.reference(in.index);
  ValueId object, value;
  if (in.operands == Operands::kField) {
    TypedName type = cache.field_type(in.index);
    switch (in.opcode) {
      case Opcode::kGetstatic:
        return push(emit(Op::kGetStatic, type, 0, reference.value, std::span<const ValueId>()));
      case Opcode::kPutstatic:
        if (!pop(type.type, value)) return false;
        emit(Op::kPutStatic, {}, 0, reference.value, {value});
        return true;
      case Opcode::kGetfield:
        return pop(Type::kReference, object) && push(emit(Op::kGetField, type, 0, reference.value, {object}));
      default:
        if (!pop(type.type, value) || !pop(Type::kReference, object)) return false;
        emit(Op::kPutField, {}, 0, reference.value, {object, value});
        return true;
    }
  }
  const Shape& shape = cache.reference_shape(in.index);
  auto kind = static_cast<InvokeKind>(offset_from(in.opcode, Opcode::kInvokevirtual));
  scratch.assign(kind == InvokeKind::kStatic ? 0 : 1, kUndefined);
  if (!pop_arguments(shape, scratch)) return false;
  if (kind != InvokeKind::kStatic && !pop(Type::kReference, scratch[0])) return false;
  ValueId call = emit(Op::kInvoke, shape.result, static_cast<std::uint8_t>(kind), reference.value, scratch);
  return push_if(shape.result, call);
}

bool Builder::State::step_object(const ByteInstruction& in) {
  ValueId a;
  Names& names = cache.names();
  switch (in.opcode) {
    case Opcode::kNew:
      return push(emit(Op::kNew, {Type::kReference, cache.class_name(in.index)}, 0, 0, std::span<const ValueId>()));
    case Opcode::kNewarray: {
      static constexpr const char* kTypes[] = {"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"};
      if (in.value < 4 || in.value > 11) return fail("newarray of an unknown type");
      return pop(Type::kInt, a) &&
             push(emit(Op::kNewArray, {Type::kReference, names.intern(kTypes[in.value - 4])}, 0, 0, {a}));
    }
    case Opcode::kAnewarray: {
      std::string type = "[" + classfile::descriptor_of_class(cache.constants().class_name(in.index));
      return pop(Type::kInt, a) && push(emit(Op::kNewArray, {Type::kReference, names.intern(type)}, 0, 0, {a}));
    }
    case Opcode::kMultianewarray: {
      scratch.assign(static_cast<std::size_t>(in.value), kUndefined);
      for (std::size_t i = scratch.size(); i-- > 0;) {
        if (!pop(Type::kInt, scratch[i])) return false;
      }
      return push(emit(Op::kMultiNewArray, {Type::kReference, cache.class_name(in.index)}, 0, 0, scratch));
    }
    case Opcode::kArraylength:
      return pop(Type::kReference, a) && push(emit(Op::kArrayLength, {Type::kInt, {}}, 0, 0, {a}));
    case Opcode::kAthrow:
      if (!pop(Type::kReference, a)) return false;
      emit(Op::kThrow, {}, 0, 0, {a});
      return true;
    case Opcode::kCheckcast:
      return pop(Type::kReference, a) &&
             push(emit(Op::kCast, {Type::kReference, cache.class_name(in.index)}, 0, 0, {a}));
    case Opcode::kInstanceof:
      return pop(Type::kReference, a) &&
             push(emit(Op::kInstanceOf, {Type::kInt, {}}, 0, cache.class_name(in.index).value, {a}));
    case Opcode::kMonitorenter:
    case Opcode::kMonitorexit:
      if (!pop(Type::kReference, a)) return false;
      emit(in.opcode == Opcode::kMonitorenter ? Op::kMonitorEnter : Op::kMonitorExit, {}, 0, 0, {a});
      return true;
    default:
      return fail("unknown opcode");
  }
}

// Recognises what javac uses invokedynamic for; any other one is an opaque call.
bool Builder::State::step_dynamic(const ByteInstruction& in) {
  const classfile::ConstantPool& constants = cache.constants();
  Names& names = cache.names();
  classfile::DynamicReference dynamic = constants.dynamic(in.index);
  Name descriptor = names.intern(dynamic.descriptor);
  const Shape& shape = cache.shape(descriptor);
  scratch.clear();
  if (!pop_arguments(shape, scratch)) return false;
  if (dynamic.bootstrap >= cache.bootstraps().size()) return fail("invokedynamic without its bootstrap method");
  const classfile::BootstrapMethod& bootstrap = cache.bootstraps()[dynamic.bootstrap];
  classfile::MethodHandle handle = constants.method_handle(bootstrap.handle);
  classfile::MemberReference maker = constants.member(handle.reference);
  const auto& arguments = bootstrap.arguments;

  bool metafactory =
      maker.owner == classfile::kLambdaBootstrap && (maker.name == "metafactory" || maker.name == "altMetafactory") &&
      arguments.size() >= 3 && constants.tag(arguments[0]) == classfile::ConstantTag::kMethodType &&
      constants.tag(arguments[1]) == classfile::ConstantTag::kMethodHandle &&
      constants.tag(arguments[2]) == classfile::ConstantTag::kMethodType && shape.result.type == Type::kReference;
  if (metafactory) {
    Lambda lambda;
    lambda.interface_type = shape.result.name;
    lambda.method_name = names.intern(dynamic.name);
    lambda.method_descriptor = names.intern(constants.method_type(arguments[0]));
    classfile::MethodHandle body = constants.method_handle(arguments[1]);
    lambda.handle = body.kind;
    lambda.body = cache.reference(body.reference);
    lambda.instantiated = names.intern(constants.method_type(arguments[2]));
    constexpr std::int32_t kSerializable = 1, kMarkers = 2;  // LambdaMetafactory.FLAG_SERIALIZABLE, FLAG_MARKERS
    std::int32_t flags = maker.name == "altMetafactory" && arguments.size() >= 4 ? constants.integer(arguments[3]) : 0;
    if ((flags & kSerializable) != 0) lambda.markers.push_back(names.intern(classfile::kSerializableInterface));
    if ((flags & kMarkers) != 0 && arguments.size() >= 5) {
      auto count = static_cast<std::size_t>(std::max(0, constants.integer(arguments[4])));
      for (std::size_t i = 0; i < count && 5 + i < arguments.size(); ++i) {
        Name marker = cache.class_name(arguments[5 + i]);
        if (marker.valid()) lambda.markers.push_back(marker);
      }
    }
    ir.lambdas.push_back(std::move(lambda));
    TypedName type{Type::kReference, lambda_class_name(names, ir.owner, ir.name, ir.descriptor, pc)};
    return push(emit(Op::kLambda, type, 0, static_cast<std::uint32_t>(ir.lambdas.size() - 1), scratch));
  }
  if (maker.owner == classfile::kConcatBootstrap && shape.result.type == Type::kReference) {
    bool recipe = maker.name == "makeConcatWithConstants" && !arguments.empty();
    Name text = recipe ? names.intern(constants.string(arguments[0])) : Name();
    return push(emit(Op::kConcat, shape.result, 0, text.value, scratch));
  }
  if (maker.owner == classfile::kRecordBootstrap && shape.result.type != Type::kVoid) {
    return push(emit(Op::kRecord, shape.result, 0, names.intern(dynamic.name).value, scratch));
  }
  ir.dynamics.push_back({cache.reference(handle.reference), names.intern(dynamic.name), descriptor});
  ValueId call = emit(Op::kDynamic, shape.result, 0, static_cast<std::uint32_t>(ir.dynamics.size() - 1), scratch);
  return push_if(shape.result, call);
}

}  // namespace snag::ir
