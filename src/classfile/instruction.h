// Decodes one instruction of a method's code array.
#pragma once

#include <cstdint>

#include "base/cursor.h"
#include "classfile/opcodes.h"

namespace snag::classfile {

struct Instruction {
  std::uint32_t pc = 0;
  std::uint32_t length = 0;
  Opcode opcode{};  // after `wide`: the widened one
  Operands operands{};
  bool wide = false;
  std::uint16_t index = 0;   // constant pool index or local variable
  std::int32_t value = 0;    // immediate, increment, dimensions, array type; low bound of a tableswitch
  std::uint32_t target = 0;  // branch target; default target of a switch; may lie outside the code: callers check
  std::uint32_t cases = 0;   // entries of a switch

  std::uint32_t next() const { return pc + length; }
};

struct SwitchCase {
  std::int32_t key = 0;
  std::uint32_t target = 0;
};

// Decodes the instruction at `pc`; returns nullptr, or what is wrong with it. If it succeeds, all operand bytes are
// inside `code`; indices and targets are not checked.
const char* decode_instruction(Bytes code, std::uint32_t pc, Instruction& out);

// Switch operands start at the next multiple of four after the opcode (JVMS 6.5, tableswitch).
inline std::uint32_t switch_operands(std::uint32_t pc) { return (pc + 4) & ~std::uint32_t{3}; }

// Returns the i-th case of a tableswitch or lookupswitch that was decoded from `code`.
SwitchCase switch_case(Bytes code, const Instruction& instruction, std::uint32_t i);

// Calls `visit` with the position of each instruction to which this one may jump.
template <class Visit>
void each_target(Bytes code, const Instruction& instruction, Visit visit) {
  switch (instruction.operands) {
    case Operands::kBranch2:
    case Operands::kBranch4:
    case Operands::kTableSwitch:
    case Operands::kLookupSwitch:
      visit(instruction.target);
      for (std::uint32_t i = 0; i < instruction.cases; ++i) visit(switch_case(code, instruction, i).target);
      break;
    default:
      break;
  }
}

}  // namespace snag::classfile
