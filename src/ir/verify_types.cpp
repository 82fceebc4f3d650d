#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

#include "ir/verify_steps.h"

namespace snag::ir {

namespace {

constexpr Type I = Type::kInt, L = Type::kLong, F = Type::kFloat, D = Type::kDouble, R = Type::kReference,
               V = Type::kVoid;
constexpr std::array<Type, 5> kCompared = {L, F, F, D, D};
constexpr std::array<Type, 8> kElements = {I, L, F, D, R, I, I, I};
constexpr std::array<Type, 9> kConstants = {R, I, L, F, D, R, R, R, R};  // dynamic ones may have any type

// What an operation takes and produces. There is a letter for each operand; a star says that there may be any number of
// operands of that type.
//   I R V  that type                              E  the type of array elements, by kind
//   X  any value                                  C  the type that a comparison takes, by kind
//   T  operand: the result's type                 U  operand: the type that is converted or negated, by kind
//   T  result: any value                          W  result: the type to which it is converted, by kind
//   A  result: any value or none                  S  operand: an int for shifts, otherwise the result's type
//   t, a  result: a reference may lack its class  Y  operand: a reference or an int, by the condition
struct Rule {
  std::string_view operands;
  char result;
  std::uint8_t kinds = 0;  // how many kinds the operation has; 0: its kind means nothing
};
// In the order of Op.
constexpr std::array<Rule, 31> kRules = {
    {{"", 'T'},   {"T*", 't'}, {"", 'R', 2}, {"", 'a', 10},  {"U", 'W', 16}, {"TS", 't', 11}, {"CC", 'I', 5},
     {"", 'R'},   {"I", 'R'},  {"I*", 'R'},  {"R", 'I'},     {"RI", 'E', 8}, {"RIE", 'V', 8}, {"R", 'T'},
     {"RX", 'V'}, {"", 'T'},   {"X", 'V'},   {"X*", 'A', 4}, {"X*", 'a'},    {"X*", 'R'},     {"X*", 'R'},
     {"X*", 't'}, {"R", 'R'},  {"R", 'I'},   {"R", 'V'},     {"R", 'V'},     {"", 'V'},       {"YY", 'V', 6},
     {"I", 'V'},  {"X*", 'V'}, {"R", 'V'}}};

class TypeVerifier {
 public:
  explicit TypeVerifier(const MethodIr& ir) : ir_(ir) {}

  std::optional<std::string> run() {
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
  static constexpr const char* kPayload = "its table has no such entry";
  static constexpr const char* kName = "a name is missing";

  Type operand_type(const Instruction& i, std::size_t n) const { return ir_[ir_.operands(i)[n]].type; }

  const char* check(const Instruction& i) const {
    const Rule& rule = kRules[static_cast<std::size_t>(i.op)];
    if (rule.kinds != 0 && i.kind >= rule.kinds) return "no such kind of operation";
    if (!takes(i, rule.operands)) return kOperands;
    const bool any = rule.result == 'a' || rule.result == 'A';
    const bool value = rule.result == 't' || rule.result == 'T';
    if (!any && (value ? i.type == V : i.type != type_of(rule.result, i))) return kResult;
    if (i.type == R && !i.type_name && rule.result != 'a' && rule.result != 't') return kName;
    return details(i);
  }
  bool takes(const Instruction& i, std::string_view expected) const {
    const bool repeated = expected.ends_with('*');
    if (!repeated && i.operand_count != expected.size()) return false;
    for (std::size_t n = 0; n < i.operand_count; ++n) {
      const char letter = expected[repeated ? 0 : n];
      const Type type = operand_type(i, n);
      if (letter == 'X' ? type == V : type != type_of(letter, i)) return false;
    }
    return true;
  }
  Type type_of(char letter, const Instruction& i) const {
    const bool converts = i.op == Op::kUnary && i.as<UnaryKind>() != UnaryKind::kNegate;
    switch (letter) {
      case 'I':
        return I;
      case 'R':
        return R;
      case 'V':
        return V;
      case 'E':
        return kElements[i.kind];
      case 'C':
        return kCompared[i.kind];
      case 'U':
        return converts ? conversion_types(i.as<UnaryKind>()).first : i.type;
      case 'W':
        return converts ? conversion_types(i.as<UnaryKind>()).second : i.type;
      case 'S':
        return is_shift(i.as<BinaryKind>()) ? I : i.type;
      case 'Y':
        return i.as<Condition>() <= Condition::kNotEqual && operand_type(i, 0) == R ? R : I;
      default:
        return i.type;
    }
  }
  static bool is_shift(BinaryKind kind) {
    return kind >= BinaryKind::kShiftLeft && kind <= BinaryKind::kShiftRightUnsigned;
  }

  // What the table of rules does not say.
  const char* details(const Instruction& i) const {
    switch (i.op) {
      case Op::kConstant:
        return constant(i);
      case Op::kUnary:
      case Op::kBinary: {
        bool bits = i.op == Op::kBinary && i.as<BinaryKind>() >= BinaryKind::kShiftLeft;
        return i.type == V || i.type == R || (bits && (i.type == F || i.type == D)) ? kResult : nullptr;
      }
      case Op::kMultiNewArray:
        return i.operand_count > 0 && i.operand_count <= 255 ? nullptr : kOperands;
      case Op::kInvoke: {
        bool receiver = i.as<InvokeKind>() != InvokeKind::kStatic;
        if (receiver && (i.operand_count == 0 || operand_type(i, 0) != R)) return kOperands;
        return i.reference() ? nullptr : kName;
      }
      case Op::kGetField:
      case Op::kPutField:
      case Op::kGetStatic:
      case Op::kPutStatic:
        return i.reference() ? nullptr : kName;
      case Op::kDynamic: {
        if (i.payload >= ir_.dynamics.size()) return kPayload;
        const DynamicCall& call = ir_.dynamics[i.payload];
        return call.bootstrap && call.name && call.descriptor ? nullptr : kName;
      }
      case Op::kLambda:
        return i.payload < ir_.lambdas.size() ? lambda(ir_.lambdas[i.payload]) : kPayload;
      case Op::kRecord:
      case Op::kInstanceOf:
        return i.payload_name() ? nullptr : kName;
      case Op::kReturn:
        return i.operand_count <= 1 ? nullptr : kOperands;
      default:
        return nullptr;
    }
  }

  const char* constant(const Instruction& i) const {
    auto kind = i.as<ConstantKind>();
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
      default:
        return i.payload_name() && (i.type != R || i.type_name) ? nullptr : kName;
    }
  }
  static const char* lambda(const Lambda& l) {
    bool named = l.interface_type && l.method_name && l.method_descriptor && l.instantiated && l.body;
    for (Name marker : l.markers) named &= marker.valid();
    using classfile::MethodHandleKind;
    bool handle = l.handle >= MethodHandleKind::kGetField && l.handle <= MethodHandleKind::kInvokeInterface;
    return !named ? kName : handle ? nullptr : "no such kind of operation";
  }

  const MethodIr& ir_;
};

}  // namespace

std::optional<std::string> verify_types(const MethodIr& ir) { return TypeVerifier(ir).run(); }

}  // namespace snag::ir
