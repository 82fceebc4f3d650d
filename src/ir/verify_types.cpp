#include "ir/verify_types.h"

#include <fmt/format.h>

#include <array>
#include <initializer_list>
#include <vector>

namespace snag::ir {

namespace {

using Problem = std::optional<std::string>;
constexpr Type I = Type::kInt, L = Type::kLong, F = Type::kFloat, D = Type::kDouble, R = Type::kReference,
               V = Type::kVoid;

struct Conversion {
  Type from, to;
};
// In the order of UnaryKind, from kIntToLong.
constexpr std::array<Conversion, 15> kConversions = {{{I, L},
                                                      {I, F},
                                                      {I, D},
                                                      {L, I},
                                                      {L, F},
                                                      {L, D},
                                                      {F, I},
                                                      {F, L},
                                                      {F, D},
                                                      {D, I},
                                                      {D, L},
                                                      {D, F},
                                                      {I, I},
                                                      {I, I},
                                                      {I, I}}};
constexpr std::array<Type, 5> kCompared = {L, F, F, D, D};
constexpr std::array<Type, 8> kElements = {I, L, F, D, R, I, I, I};
constexpr std::array<Type, 9> kConstants = {R, I, L, F, D, R, R, R, R};  // dynamic ones may have any type

class TypeVerifier {
 public:
  explicit TypeVerifier(const MethodIr& ir) : ir_(ir) {}

  Problem run() {
    std::vector<bool> parameters;
    for (std::uint32_t n = 0; n < ir_.instructions.size(); ++n) {
      const Instruction& i = ir_.instructions[n];
      const char* wrong = i.type > R                   ? "no such type"
                          : i.type != R && i.type_name ? "a class for a value that is no reference"
                                                       : check(i);
      if (wrong != nullptr) return fmt::format("v{}: {}", n, wrong);
      if (i.op != Op::kParameter) continue;
      if (i.payload >= 256) return fmt::format("v{}: no method has so many parameters", n);
      if (parameters.size() <= i.payload) parameters.resize(i.payload + 1);
      if (parameters[i.payload]) return fmt::format("v{}: parameter {} is there already", n, i.payload);
      parameters[i.payload] = true;
    }
    return std::nullopt;
  }

 private:
  static constexpr const char* kOperands = "wrong number or types of operands";
  static constexpr const char* kResult = "wrong type of result";
  static constexpr const char* kKind = "no such kind of operation";
  static constexpr const char* kPayload = "its table has no such entry";
  static constexpr const char* kName = "a name is missing";

  Type type(ValueId v) const { return ir_[v].type; }
  bool takes(const Instruction& i, std::initializer_list<Type> types) const {
    auto operands = ir_.operands(i);
    if (operands.size() != types.size()) return false;
    std::size_t n = 0;
    for (Type expected : types) {
      if (type(operands[n++]) != expected) return false;
    }
    return true;
  }
  bool takes_values(const Instruction& i) const {
    for (ValueId operand : ir_.operands(i)) {
      if (type(operand) == V) return false;
    }
    return true;
  }
  bool takes_only(const Instruction& i, Type expected) const {
    for (ValueId operand : ir_.operands(i)) {
      if (type(operand) != expected) return false;
    }
    return true;
  }
  // A fixed operation: these operands, that result; a reference's class must be known.
  const char* fixed(const Instruction& i, std::initializer_list<Type> operands, Type result) const {
    if (!takes(i, operands)) return kOperands;
    if (i.type != result) return kResult;
    return result == R && !i.type_name ? kName : nullptr;
  }
  const char* member(const Instruction& i, const char* so_far) const {
    if (so_far != nullptr) return so_far;
    return i.reference().valid() ? nullptr : kName;
  }

  const char* check(const Instruction& i) const {
    switch (i.op) {
      case Op::kParameter:
        return i.operand_count != 0 ? kOperands : i.type == V ? kResult : i.type == R && !i.type_name ? kName : nullptr;
      case Op::kPhi:
        return i.type == V ? kResult : takes_only(i, i.type) ? nullptr : "an operand's type differs from the phi's";
      case Op::kCatch:
        return i.kind > 1 ? kKind : fixed(i, {}, R);
      case Op::kConstant:
        return constant(i);
      case Op::kUnary:
        return unary(i);
      case Op::kBinary:
        return binary(i);
      case Op::kCompare:
        if (i.kind >= kCompared.size()) return kKind;
        return fixed(i, {kCompared[i.kind], kCompared[i.kind]}, I);
      case Op::kNew:
        return fixed(i, {}, R);
      case Op::kNewArray:
        return fixed(i, {I}, R);
      case Op::kMultiNewArray:
        if (i.operand_count == 0 || i.operand_count > 255 || !takes_only(i, I)) return kOperands;
        return i.type != R ? kResult : i.type_name ? nullptr : kName;
      case Op::kArrayLength:
        return fixed(i, {R}, I);
      case Op::kArrayLoad:
        if (i.kind >= kElements.size()) return kKind;
        return fixed(i, {R, I}, kElements[i.kind]);
      case Op::kArrayStore:
        if (i.kind >= kElements.size()) return kKind;
        return fixed(i, {R, I, kElements[i.kind]}, V);
      case Op::kGetField:
        return member(i, i.type == V ? kResult : fixed(i, {R}, i.type));
      case Op::kPutField:
        if (i.operand_count != 2 || !takes_values(i) || type(ir_.operands(i)[0]) != R) return kOperands;
        return member(i, i.type == V ? nullptr : kResult);
      case Op::kGetStatic:
        return member(i, i.type == V ? kResult : fixed(i, {}, i.type));
      case Op::kPutStatic:
        if (i.operand_count != 1 || !takes_values(i)) return kOperands;
        return member(i, i.type == V ? nullptr : kResult);
      case Op::kInvoke:
        return invoke(i);
      case Op::kDynamic:
        if (!takes_values(i)) return kOperands;
        if (i.payload >= ir_.dynamics.size()) return kPayload;
        return dynamic(ir_.dynamics[i.payload]);
      case Op::kLambda:
        if (!takes_values(i)) return kOperands;
        if (i.type != R) return kResult;
        if (i.payload >= ir_.lambdas.size()) return kPayload;
        return i.type_name ? lambda(ir_.lambdas[i.payload]) : kName;
      case Op::kConcat:
        if (!takes_values(i)) return kOperands;
        return i.type != R ? kResult : i.type_name ? nullptr : kName;
      case Op::kRecord:
        if (!takes_values(i)) return kOperands;
        return i.type == V ? kResult : i.payload_name() ? nullptr : kName;
      case Op::kCast:
        return fixed(i, {R}, R);
      case Op::kInstanceOf:
        return i.payload_name() ? fixed(i, {R}, I) : kName;
      case Op::kMonitorEnter:
      case Op::kMonitorExit:
      case Op::kThrow:
        return fixed(i, {R}, V);
      case Op::kGoto:
        return fixed(i, {}, V);
      case Op::kIf:
        return conditional(i);
      case Op::kSwitch:
        return fixed(i, {I}, V);
      case Op::kReturn:
        if (i.operand_count > 1 || !takes_values(i)) return kOperands;
        return i.type == V ? nullptr : kResult;
    }
    return "unknown operation";
  }

  const char* constant(const Instruction& i) const {
    if (i.operand_count != 0) return kOperands;
    auto kind = i.as<ConstantKind>();
    if (kind > ConstantKind::kDynamic) return kKind;
    if (kind == ConstantKind::kDynamic ? i.type == V : i.type != kConstants[i.kind]) return kResult;
    switch (kind) {
      case ConstantKind::kNull:
        return i.type_name ? "null has no class" : nullptr;
      case ConstantKind::kInt:
        return nullptr;
      case ConstantKind::kLong:
      case ConstantKind::kFloat:
      case ConstantKind::kDouble:
        if (i.payload >= ir_.wide_constants.size()) return kPayload;
        return kind == ConstantKind::kFloat && ir_.wide_constants[i.payload] >> 32 != 0 ? "a float of more than 32 bits"
                                                                                        : nullptr;
      case ConstantKind::kDynamic:
        return i.payload_name() && (i.type != R || i.type_name) ? nullptr : kName;
      default:
        return i.payload_name() && i.type_name ? nullptr : kName;
    }
  }
  const char* unary(const Instruction& i) const {
    if (i.as<UnaryKind>() == UnaryKind::kNegate) {
      return i.type == V || i.type == R ? kResult : fixed(i, {i.type}, i.type);
    }
    if (i.kind > kConversions.size()) return kKind;
    const Conversion& conversion = kConversions[i.kind - 1];
    return fixed(i, {conversion.from}, conversion.to);
  }
  const char* binary(const Instruction& i) const {
    auto kind = i.as<BinaryKind>();
    if (kind > BinaryKind::kXor) return kKind;
    bool bits = kind >= BinaryKind::kShiftLeft;
    bool shift = bits && kind <= BinaryKind::kShiftRightUnsigned;
    if (i.type == V || i.type == R || (bits && (i.type == F || i.type == D))) return kResult;
    return fixed(i, {i.type, shift ? I : i.type}, i.type);
  }
  const char* invoke(const Instruction& i) const {
    if (i.as<InvokeKind>() > InvokeKind::kInterface) return kKind;
    if (!takes_values(i)) return kOperands;
    bool receiver = i.as<InvokeKind>() != InvokeKind::kStatic;
    if (receiver && (i.operand_count == 0 || type(ir_.operands(i)[0]) != R)) return kOperands;
    if (i.type == R && !i.type_name) return kName;
    return member(i, nullptr);
  }
  const char* conditional(const Instruction& i) const {
    auto condition = i.as<Condition>();
    if (condition > Condition::kLessOrEqual) return kKind;
    if (condition <= Condition::kNotEqual && takes(i, {R, R})) return i.type == V ? nullptr : kResult;
    return fixed(i, {I, I}, V);
  }
  static const char* dynamic(const DynamicCall& call) {
    return call.bootstrap && call.name && call.descriptor ? nullptr : kName;
  }
  static const char* lambda(const Lambda& l) {
    bool named = l.interface_type && l.method_name && l.method_descriptor && l.instantiated && l.body;
    for (Name marker : l.markers) named &= marker.valid();
    using classfile::MethodHandleKind;
    bool handle = l.handle >= MethodHandleKind::kGetField && l.handle <= MethodHandleKind::kInvokeInterface;
    return !named ? kName : handle ? nullptr : kKind;
  }

  const MethodIr& ir_;
};

}  // namespace

std::optional<std::string> verify_types(const MethodIr& ir) { return TypeVerifier(ir).run(); }

}  // namespace snag::ir
