#include "sections/constant_writes.h"

#include <algorithm>

namespace snag::sections {

using ir::Op;
using ir::ValueId;

namespace {

bool same_constant(const ir::MethodIr& a, const ir::Instruction& x, const ir::MethodIr& b, const ir::Instruction& y) {
  if (x.op != Op::kConstant || y.op != Op::kConstant || x.kind != y.kind || x.type != y.type) return false;
  bool wide = x.type == ir::Type::kLong || x.type == ir::Type::kFloat || x.type == ir::Type::kDouble;
  return wide ? a.wide_constants[x.payload] == b.wide_constants[y.payload] : x.payload == y.payload;
}

}  // namespace

ValueId write_at(const ir::MethodIr& method, std::uint32_t pc) {
  for (std::uint32_t n = 0; n < method.instructions.size(); ++n) {
    const ir::Instruction& i = method.instructions[n];
    bool writes = i.op == Op::kInvoke || i.op == Op::kPutField || i.op == Op::kPutStatic || i.op == Op::kArrayStore;
    if (writes && i.pc == pc) return ValueId(n);
  }
  return {};
}

ValueId written_value(const ir::MethodIr& method, ValueId write) {
  std::span<const ValueId> operands = method.operands(write);
  return operands.empty() ? ValueId() : operands.back();
}

bool all_write_same_constant(Analysis& analysis, FieldId field, bool contents, const ir::MethodIr& method,
                             ValueId write) {
  ValueId value = written_value(method, write);
  if (!value.valid()) return false;
  value = method.without_casts(value);
  if (method[value].op != Op::kConstant) return false;
  Calls& calls = analysis.calls();
  std::span<const Writer> writers = analysis.writers(field);
  auto writes_it = [&](const Writer& writer) {
    const NodeId node = calls.node_of(writer.place.method);
    const bool constructs = calls.is_constructor(node) || analysis.only_constructs(node);
    if (calls.is_class_initializer(node) || (constructs && writer.object.is_parameter(0))) return true;
    if (writer.contents != contents) return !contents;
    if (writer.removes) return false;
    const ir::MethodIr& there = calls.ir(node);
    const ValueId other_write = write_at(there, writer.place.pc);
    const ValueId other = other_write.valid() ? written_value(there, other_write) : ValueId();
    return other.valid() && same_constant(method, method[value], there, there[there.without_casts(other)]);
  };
  return !writers.empty() && std::all_of(writers.begin(), writers.end(), writes_it);
}

}  // namespace snag::sections
