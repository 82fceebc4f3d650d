#include <fmt/format.h>

#include <string_view>

#include "classfile/descriptor.h"
#include "ir/verify_types.h"

namespace snag::ir {

namespace {

class DescriptorVerifier {
 public:
  DescriptorVerifier(const MethodIr& ir, const Names& names, const References& references)
      : ir_(ir), names_(names), references_(references) {}

  std::optional<std::string> run() {
    auto own = classfile::parse_method_descriptor(names_.text(ir_.descriptor));
    if (!own) return "the method's descriptor is malformed";
    const std::size_t self = ir_.is_static() ? 0 : 1;
    for (std::uint32_t n = 0; n < ir_.instructions.size(); ++n) {
      const Instruction& i = ir_.instructions[n];
      const char* wrong = nullptr;
      if (i.op == Op::kParameter) {
        std::string_view declared = i.payload < self                            ? "L"
                                    : i.payload - self < own->parameters.size() ? own->parameters[i.payload - self]
                                                                                : "V";
        if (type_of(declared) != i.type) wrong = "parameter differs from the method's descriptor";
      } else if (i.op == Op::kReturn) {
        Type returned = i.operand_count == 0 ? Type::kVoid : ir_[ir_.operands(i)[0]].type;
        if (returned != type_of(own->result)) wrong = "return differs from the method's descriptor";
      } else {
        wrong = check(i);
      }
      if (wrong != nullptr) return fmt::format("v{}: {}", n, wrong);
    }
    return std::nullopt;
  }

 private:
  std::string_view descriptor(const Instruction& i) const { return names_.text(references_[i.reference()].descriptor); }
  const char* field(const Instruction& i, Type type) const {
    if (!classfile::is_field_descriptor(descriptor(i))) return "the field's descriptor is malformed";
    return type_of(descriptor(i)) == type ? nullptr : "type differs from the field's descriptor";
  }
  // Operands from the `skipped`-th on.
  const char* call(const Instruction& i, std::string_view text, std::size_t skipped) const {
    auto parsed = classfile::parse_method_descriptor(text);
    if (!parsed) return "the called method's descriptor is malformed";
    auto operands = ir_.operands(i).subspan(skipped);
    bool same = operands.size() == parsed->parameters.size();
    for (std::size_t n = 0; same && n < operands.size(); ++n) {
      same = ir_[operands[n]].type == type_of(parsed->parameters[n]);
    }
    if (!same) return "arguments differ from the called method's descriptor";
    return i.type == type_of(parsed->result) ? nullptr : "result differs from the called method's descriptor";
  }
  const char* check(const Instruction& i) const {
    auto operand_type = [&](std::size_t n) { return ir_[ir_.operands(i)[n]].type; };
    switch (i.op) {
      case Op::kGetField:
      case Op::kGetStatic:
        return field(i, i.type);
      case Op::kPutField:
        return field(i, operand_type(1));
      case Op::kPutStatic:
        return field(i, operand_type(0));
      case Op::kInvoke:
        return call(i, descriptor(i), i.as<InvokeKind>() == InvokeKind::kStatic ? 0 : 1);
      case Op::kDynamic:
        return call(i, names_.text(ir_.dynamics[i.payload].descriptor), 0);
      default:
        return nullptr;
    }
  }

  const MethodIr& ir_;
  const Names& names_;
  const References& references_;
};

}  // namespace

std::optional<std::string> verify_descriptors(const MethodIr& ir, const Names& names, const References& references) {
  return DescriptorVerifier(ir, names, references).run();
}

}  // namespace snag::ir
