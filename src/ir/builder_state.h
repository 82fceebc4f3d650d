// The working state behind ir::Builder, shared by builder.cpp (blocks, phis) and builder_steps.cpp (instructions).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/instruction.h"
#include "ir/builder.h"
#include "ir/bytecode_cfg.h"
#include "ir/class_cache.h"
#include "ir/method_ir.h"
#include "ir/phi_cleanup.h"

namespace snag::ir {

using ByteInstruction = classfile::Instruction;
using classfile::Opcode;

inline constexpr ValueId kUndefined{};
// What jsr pushes. Code can only store it, and read it with ret; the control-flow graph has handled both.
inline constexpr ValueId kReturnAddress{0xFFFF'FFFE};

struct Builder::State {
  State(Names& names, References& references) : cache(names, references) {}

  Result<std::optional<MethodIr>> build(const classfile::Member& method);

  // ---- one method ----
  bool fail(const char* problem) {
    if (!error) error = Error{problem, code.code_offset + pc};
    return false;
  }
  bool simulate();
  bool begin_block(std::uint32_t block);
  bool may_change(std::uint32_t local) const;
  ValueId merge(std::uint32_t block, std::int32_t local, std::uint32_t slot);
  ValueId incoming(const CfgEdge& edge, std::int32_t local, std::uint32_t slot) const;
  void end_block(std::uint32_t block);
  bool fill_phis();
  bool step(const ByteInstruction& in);
  bool step_constant(const ByteInstruction& in);
  bool step_stack(Opcode op);
  bool step_arithmetic(Opcode op);
  bool step_branch(const ByteInstruction& in);
  bool step_switch(const ByteInstruction& in);
  bool step_member(const ByteInstruction& in);
  bool step_object(const ByteInstruction& in);
  bool step_dynamic(const ByteInstruction& in);
  bool store(std::uint32_t local, ValueId value, std::uint32_t at);
  void enter_method();
  void release_monitor();

  ValueId emit(Instruction instruction, std::span<const ValueId> operands = {});
  ValueId emit(Op op, TypedName type, std::uint8_t kind, std::uint32_t payload, std::span<const ValueId> operands) {
    Instruction instruction;
    instruction.op = op;
    instruction.type = type.type;
    instruction.type_name = type.name;
    instruction.kind = kind;
    instruction.payload = payload;
    return emit(instruction, operands);
  }
  template <class Kind>
  ValueId emit(Op op, TypedName type, Kind kind, std::uint32_t payload, std::initializer_list<ValueId> operands) {
    return emit(op, type, static_cast<std::uint8_t>(kind), payload, std::span(operands.begin(), operands.size()));
  }
  ValueId emit_constant(ConstantKind kind, TypedName type, std::uint32_t payload) {
    return emit(Op::kConstant, type, kind, payload, {});
  }
  ValueId emit_int(std::int32_t value) {
    return emit_constant(ConstantKind::kInt, {Type::kInt, {}}, static_cast<std::uint32_t>(value));
  }
  ValueId emit_wide(ConstantKind kind, Type type, std::uint64_t bits) {
    ir.wide_constants.push_back(bits);
    return emit_constant(kind, {type, {}}, static_cast<std::uint32_t>(ir.wide_constants.size() - 1));
  }
  ValueId emit_null() { return emit_constant(ConstantKind::kNull, {Type::kReference, {}}, 0); }

  Type type_of(ValueId v) const { return v == kReturnAddress ? Type::kVoid : ir.instructions[v.value].type; }
  bool wide(ValueId v) const { return type_of(v) == Type::kLong || type_of(v) == Type::kDouble; }
  bool push(ValueId v) {
    if (stack.size() >= code.max_stack) return fail("operand stack overflows");
    stack.push_back(v);
    return true;
  }
  bool push_if(TypedName type, ValueId v) { return type.type == Type::kVoid || push(v); }
  bool pop_any(ValueId& out) {
    if (stack.empty()) return fail("operand stack underflows");
    out = stack.back();
    stack.pop_back();
    return true;
  }
  bool pop(Type type, ValueId& out) {
    if (!pop_any(out)) return false;
    return type_of(out) == type || fail("operand has the wrong type");
  }
  bool pop_arguments(const Shape& shape, std::vector<ValueId>& out) {
    std::size_t first = out.size();
    out.resize(first + shape.parameters.size());
    for (std::size_t i = shape.parameters.size(); i-- > 0;) {
      if (!pop(shape.parameters[i].type, out[first + i])) return false;
    }
    return true;
  }
  Name local_name(std::uint32_t local, std::uint32_t at);
  ValueId* in_locals(std::uint32_t block) { return locals_in.data() + std::size_t{block} * code.max_locals; }
  ValueId* out_locals(std::uint32_t block) { return locals_out.data() + std::size_t{block} * code.max_locals; }

  struct PendingPhi {
    ValueId phi;
    std::uint32_t block;
    std::int32_t local;  // -1: a stack slot
    std::uint32_t slot;
  };
  struct StackRange {
    std::uint32_t first = 0, size = 0;
  };

  ClassCache cache;
  BytecodeCfg cfg;
  PhiCleanup cleanup;

  classfile::Code code;
  std::optional<Error> error;
  std::uint32_t pc = 0;
  std::uint32_t current = 0;  // block
  MethodIr ir;
  bool synchronized_method = false;
  ValueId monitor;  // of a synchronized method
  std::vector<ValueId> stack, locals;
  std::vector<ValueId> initial_locals;
  std::vector<ValueId> locals_in, locals_out;
  std::vector<ValueId> stack_pool;
  std::vector<StackRange> stacks_out;
  std::vector<PendingPhi> pending;
  std::size_t merges = 0;  // values that were compared at the starts of blocks
  std::vector<ValueId> scratch;
  std::vector<classfile::LocalVariable> variables;  // sorted by slot and start
};

}  // namespace snag::ir
