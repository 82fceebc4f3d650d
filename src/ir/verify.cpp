#include "ir/verify.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "classfile/descriptor.h"
#include "ir/dominators.h"
#include "ir/verify_steps.h"

namespace snag::ir {

namespace {

// A block's two nodes, numbered so that reverse post-order of blocks is one of nodes.
std::uint32_t start_of(BlockId b) { return 2 * b.value; }
std::uint32_t end_of(BlockId b) { return 2 * b.value + 1; }

PredecessorGraph split_graph(const MethodIr& ir) {
  PredecessorGraph graph;
  graph.first.reserve(2 * ir.blocks.size() + 1);
  graph.predecessors.reserve(ir.predecessor_pool.size() + ir.blocks.size());
  graph.first.push_back(0);
  for (std::uint32_t b = 0; b < ir.blocks.size(); ++b) {
    for (const Edge& edge : ir.predecessors(BlockId(b))) {
      graph.predecessors.push_back(edge.exceptional ? start_of(edge.from) : end_of(edge.from));
    }
    graph.first.push_back(static_cast<std::uint32_t>(graph.predecessors.size()));
    graph.predecessors.push_back(start_of(BlockId(b)));
    graph.first.push_back(static_cast<std::uint32_t>(graph.predecessors.size()));
  }
  return graph;
}

// Every use has its definition. The shape was checked before: all indices are in range.
std::optional<std::string> verify_uses(const MethodIr& ir) {
  DominatorTree tree(split_graph(ir));
  std::vector<BlockId> block_of = ir.block_of_instructions();
  auto node_of = [&](ValueId v) {
    Op op = ir[v].op;
    return op == Op::kPhi || op == Op::kParameter ? start_of(block_of[v.value]) : end_of(block_of[v.value]);
  };
  for (std::uint32_t b = 0; b < ir.blocks.size(); ++b) {
    const Block& block = ir.blocks[b];
    auto predecessors = ir.predecessors(BlockId(b));
    for (std::uint32_t i = block.begin; i < block.begin + block.phi_count; ++i) {
      auto operands = ir.operands(ValueId(i));
      for (std::size_t p = 0; p < operands.size(); ++p) {
        const Edge& edge = predecessors[p];
        std::uint32_t leaves = edge.exceptional ? start_of(edge.from) : end_of(edge.from);
        if (tree.dominates(node_of(operands[p]), leaves)) continue;
        return fmt::format("v{} in b{}: v{} is not available where the {}edge leaves b{}", i, b, operands[p].value,
                           edge.exceptional ? "exceptional " : "", edge.from.value);
      }
    }
    for (std::uint32_t i = block.begin + block.phi_count; i < block.end; ++i) {
      for (ValueId operand : ir.operands(ValueId(i))) {
        bool here = block_of[operand.value] == BlockId(b);
        if (here ? operand.value < i : tree.dominates(node_of(operand), end_of(BlockId(b)))) continue;
        return fmt::format("v{} in b{}: the definition of v{} does not dominate this use", i, b, operand.value);
      }
    }
  }
  return std::nullopt;
}

// Parameters, members, calls and returns agree with their descriptors. The types were checked before.
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

std::optional<std::string> verify(const MethodIr& ir) {
  // Each step relies on those before it.
  if (auto problem = verify_shape(ir)) return problem;
  if (auto problem = verify_types(ir)) return problem;
  return verify_uses(ir);
}

std::optional<std::string> verify(const MethodIr& ir, const Names& names, const References& references) {
  if (auto problem = verify(ir)) return problem;
  return DescriptorVerifier(ir, names, references).run();
}

}  // namespace snag::ir
