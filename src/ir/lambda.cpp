#include "ir/lambda.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "classfile/descriptor.h"

namespace snag::ir {

namespace {

using classfile::descriptor_of_class;
using classfile::MethodHandleKind;

struct Wrapper {
  char primitive;
  std::string_view name;
  std::string_view unbox;
};
constexpr std::array<Wrapper, 8> kWrappers = {{{'Z', "java/lang/Boolean", "booleanValue"},
                                               {'B', "java/lang/Byte", "byteValue"},
                                               {'C', "java/lang/Character", "charValue"},
                                               {'S', "java/lang/Short", "shortValue"},
                                               {'I', "java/lang/Integer", "intValue"},
                                               {'J', "java/lang/Long", "longValue"},
                                               {'F', "java/lang/Float", "floatValue"},
                                               {'D', "java/lang/Double", "doubleValue"}}};

const Wrapper* wrapper_of(char primitive) {
  for (const Wrapper& wrapper : kWrappers) {
    if (wrapper.primitive == primitive) return &wrapper;
  }
  return nullptr;
}

const Wrapper* wrapper_named(std::string_view name) {
  for (const Wrapper& wrapper : kWrappers) {
    if (wrapper.name == name) return &wrapper;
  }
  return nullptr;
}

bool is_reference(std::string_view descriptor) { return descriptor[0] == 'L' || descriptor[0] == '['; }

bool has_receiver(MethodHandleKind kind) {
  return kind == MethodHandleKind::kInvokeVirtual || kind == MethodHandleKind::kInvokeInterface ||
         kind == MethodHandleKind::kInvokeSpecial;
}

// What the function object is made of, with every type as a field descriptor.
struct Plan {
  std::vector<std::string> body_parameters;  // the receiver first, where there is one
  std::string body_result;                   // of a constructor: the new object
  std::size_t captured = 0;                  // how many of the body's parameters
  std::vector<std::string> erased, instantiated;
  std::string erased_result;
};

Result<Plan> plan_of(const Names& names, const References& references, const Lambda& lambda, std::size_t captured) {
  const Reference& body = references[lambda.body];
  auto body_shape = classfile::parse_method_descriptor(names.text(body.descriptor));
  auto erased = classfile::parse_method_descriptor(names.text(lambda.method_descriptor));
  auto instantiated = classfile::parse_method_descriptor(names.text(lambda.instantiated));
  if (!body_shape || !erased || !instantiated) return failure("lambda with a malformed descriptor");
  Plan plan;
  plan.captured = captured;
  if (has_receiver(lambda.handle)) {
    plan.body_parameters.push_back(descriptor_of_class(names.text(body.owner)));
  } else if (lambda.handle != MethodHandleKind::kInvokeStatic && lambda.handle != MethodHandleKind::kNewInvokeSpecial) {
    return failure("lambda whose body is no method");
  }
  for (std::string_view parameter : body_shape->parameters) plan.body_parameters.emplace_back(parameter);
  plan.body_result = lambda.handle == MethodHandleKind::kNewInvokeSpecial ? descriptor_of_class(names.text(body.owner))
                                                                          : std::string(body_shape->result);
  for (std::string_view parameter : erased->parameters) plan.erased.emplace_back(parameter);
  for (std::string_view parameter : instantiated->parameters) plan.instantiated.emplace_back(parameter);
  plan.erased_result = erased->result;
  if (plan.erased.size() != plan.instantiated.size() || captured + plan.erased.size() != plan.body_parameters.size()) {
    return failure("lambda whose body takes another number of arguments");
  }
  if (plan.erased_result != "V" && plan.body_result == "V") return failure("lambda whose body returns nothing");
  return plan;
}

// Appends instructions to a method of one block.
class Assembler {
 public:
  Assembler(Names& names, References& references, MethodIr& ir) : names_(names), references_(references), ir_(ir) {}

  ValueId emit(Op op, std::string_view descriptor, std::uint8_t kind, std::uint32_t payload,
               const std::vector<ValueId>& operands) {
    Instruction instruction{.op = op, .type = type_of(descriptor), .kind = kind, .payload = payload};
    if (is_reference(descriptor)) instruction.type_name = names_.intern(classfile::class_of_descriptor(descriptor));
    return ir_.append(instruction, operands);
  }
  ValueId call(InvokeKind kind, const Reference& target, std::string_view result,
               const std::vector<ValueId>& operands) {
    return emit(Op::kInvoke, result, static_cast<std::uint8_t>(kind), references_.intern(target).value, operands);
  }

  // The conversions that LambdaMetafactory lists: identity, cast, boxing, unboxing, widening, and their combinations.
  ValueId convert(ValueId value, std::string_view from, std::string_view to) {
    if (from == to) return value;
    bool from_reference = is_reference(from), to_reference = is_reference(to);
    if (from_reference && to_reference) {
      return to == "Ljava/lang/Object;" ? value : emit(Op::kCast, to, 0, 0, {value});
    }
    if (!from_reference && !to_reference) return widen(value, from[0], to[0]);
    if (to_reference) return box(value, from[0]);
    return unbox(value, from, to[0]);
  }
  // Returns whether a conversion was requested that LambdaMetafactory does not support.
  bool failed() const { return failed_; }

 private:
  ValueId box(ValueId value, char primitive) {
    const Wrapper* wrapper = wrapper_of(primitive);
    Reference target{.owner = names_.intern(wrapper->name),
                     .name = names_.intern("valueOf"),
                     .descriptor = names_.intern(fmt::format("({})L{};", primitive, wrapper->name))};
    return call(InvokeKind::kStatic, target, descriptor_of_class(wrapper->name), {value});
  }
  ValueId unbox(ValueId value, std::string_view from, char primitive) {
    // From Integer to long: unbox as Integer, then widen. From Object or Number: the value is the target's wrapper.
    const Wrapper* wrapper = wrapper_named(classfile::class_of_descriptor(from));
    if (wrapper == nullptr) {
      wrapper = wrapper_of(primitive);
      value = emit(Op::kCast, descriptor_of_class(wrapper->name), 0, 0, {value});
    }
    Reference target{.owner = names_.intern(wrapper->name),
                     .name = names_.intern(wrapper->unbox),
                     .descriptor = names_.intern(fmt::format("(){}", wrapper->primitive))};
    value = call(InvokeKind::kVirtual, target, std::string(1, wrapper->primitive), {value});
    return widen(value, wrapper->primitive, primitive);
  }
  ValueId widen(ValueId value, char from, char to) {
    Type source = type_of(std::string_view(&from, 1)), target = type_of(std::string_view(&to, 1));
    if (source == target) return value;
    // int, long, float, double: the order of Type is the order of widening, and nothing narrows.
    if (source > target) failed_ = true;
    return emit(Op::kUnary, std::string_view(&to, 1), static_cast<std::uint8_t>(conversion_between(source, target)), 0,
                {value});
  }

  Names& names_;
  References& references_;
  MethodIr& ir_;
  bool failed_ = false;
};

Name lambda_field_name(Names& names, std::uint32_t index) { return names.intern(fmt::format("capture{}", index)); }

Class lambda_class(Names& names, const Lambda& description, const Instruction& lambda, const Plan& plan,
                   Origin origin) {
  Class result;
  result.name = lambda.type_name;
  result.access = classfile::kAccFinal | classfile::kAccSynthetic;
  result.interface_names.push_back(description.interface_type);
  for (Name marker : description.markers) {
    if (std::find(result.interface_names.begin(), result.interface_names.end(), marker) ==
        result.interface_names.end()) {
      result.interface_names.push_back(marker);
    }
  }
  result.origin = origin;
  for (std::uint32_t i = 0; i < lambda.operand_count; ++i) {
    result.fields.push_back({.name = lambda_field_name(names, i),
                             .descriptor = names.intern(plan.body_parameters[i]),
                             .access = classfile::kAccPrivate | classfile::kAccFinal | classfile::kAccSynthetic});
  }
  result.methods.push_back(
      {.name = description.method_name, .descriptor = description.method_descriptor, .access = classfile::kAccPublic});
  return result;
}

Result<MethodIr> lambda_method(Names& names, References& references, const Lambda& description,
                               const Instruction& lambda, const Plan& plan) {
  MethodIr ir;
  ir.owner = lambda.type_name;
  ir.name = description.method_name;
  ir.descriptor = description.method_descriptor;
  ir.access = classfile::kAccPublic;
  Assembler assembler(names, references, ir);

  std::string self = descriptor_of_class(names.text(lambda.type_name));
  std::vector<ValueId> parameters = {assembler.emit(Op::kParameter, self, 0, 0, {})};
  for (std::uint32_t i = 0; i < plan.erased.size(); ++i) {
    parameters.push_back(assembler.emit(Op::kParameter, plan.erased[i], 0, i + 1, {}));
  }
  Reference body = references[description.body];
  std::vector<ValueId> arguments;
  ValueId created;
  if (description.handle == MethodHandleKind::kNewInvokeSpecial) {
    created = assembler.emit(Op::kNew, plan.body_result, 0, 0, {});
    arguments.push_back(created);
  }
  for (std::uint32_t i = 0; i < plan.captured; ++i) {
    const std::string& type = plan.body_parameters[i];
    Reference field{.owner = lambda.type_name, .name = lambda_field_name(names, i), .descriptor = names.intern(type)};
    arguments.push_back(assembler.emit(Op::kGetField, type, 0, references.intern(field).value, {parameters[0]}));
  }
  for (std::size_t i = 0; i < plan.erased.size(); ++i) {
    ValueId value = assembler.convert(parameters[i + 1], plan.erased[i], plan.instantiated[i]);
    arguments.push_back(assembler.convert(value, plan.instantiated[i], plan.body_parameters[plan.captured + i]));
  }
  InvokeKind kind = description.handle == MethodHandleKind::kInvokeStatic      ? InvokeKind::kStatic
                    : description.handle == MethodHandleKind::kInvokeVirtual   ? InvokeKind::kVirtual
                    : description.handle == MethodHandleKind::kInvokeInterface ? InvokeKind::kInterface
                                                                               : InvokeKind::kSpecial;
  ValueId result = assembler.call(kind, body, created.valid() ? "V" : plan.body_result, arguments);
  if (created.valid()) result = created;
  if (plan.erased_result == "V") {
    assembler.emit(Op::kReturn, "V", 0, 0, {});
  } else {
    result = assembler.convert(result, plan.body_result, plan.erased_result);
    assembler.emit(Op::kReturn, "V", 0, 0, {result});
  }
  if (assembler.failed()) return failure("lambda whose body takes arguments of other types");
  ir.blocks.push_back({.begin = 0, .end = static_cast<std::uint32_t>(ir.instructions.size())});
  return ir;
}

}  // namespace

Name lambda_class_name(Names& names, Name owner, Name method, Name descriptor, std::uint32_t pc) {
  std::string types(names.text(descriptor));
  std::replace(types.begin(), types.end(), '/', '.');
  return names.intern(fmt::format("{}$$Lambda.{}.{}{}", names.text(owner), names.text(method), pc, types));
}

Result<FunctionObject> function_object(Names& names, References& references, const MethodIr& method,
                                       const Instruction& lambda, Origin origin) {
  const Lambda& description = method.lambdas[lambda.payload];
  Result<Plan> plan = plan_of(names, references, description, lambda.operand_count);
  if (!plan) return tl::unexpected(plan.error());
  Result<MethodIr> body = lambda_method(names, references, description, lambda, *plan);
  if (!body) return tl::unexpected(body.error());
  return FunctionObject{lambda_class(names, description, lambda, *plan, origin), std::move(*body)};
}

}  // namespace snag::ir
