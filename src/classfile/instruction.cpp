#include "classfile/instruction.h"

namespace snag::classfile {

namespace {

const char* decode_wide(Bytes code, Instruction& out) {
  if (code.size() - out.pc < 4) return "wide instruction runs past the end of the code";
  const std::uint8_t* p = code.data() + out.pc;
  out.opcode = static_cast<Opcode>(p[1]);
  out.operands = kOperands[p[1]];
  if (out.operands == Operands::kInvalid) return "unknown opcode after wide";
  out.wide = true;
  out.index = load_u2(p + 2);
  if (out.operands == Operands::kLocal) {
    out.length = 4;
  } else if (out.operands == Operands::kIncrement) {
    if (code.size() - out.pc < 6) return "wide iinc runs past the end of the code";
    out.value = static_cast<std::int16_t>(load_u2(p + 4));
    out.length = 6;
  } else {
    return "wide before an instruction that cannot be widened";
  }
  return nullptr;
}

const char* decode_switch(Bytes code, Instruction& out) {
  std::uint32_t at = switch_operands(out.pc);
  bool table = out.operands == Operands::kTableSwitch;
  std::uint32_t header = table ? 12 : 8;
  if (at > code.size() || code.size() - at < header) return "switch runs past the end of the code";
  const std::uint8_t* p = code.data() + at;
  out.target = out.pc + load_u4(p);
  std::uint64_t count = 0;
  if (table) {
    auto low = static_cast<std::int32_t>(load_u4(p + 4));
    auto high = static_cast<std::int32_t>(load_u4(p + 8));
    if (low > high) return "tableswitch whose low bound is above its high bound";
    out.value = low;
    count = static_cast<std::uint64_t>(std::int64_t{high} - low + 1);
  } else {
    auto pairs = static_cast<std::int32_t>(load_u4(p + 4));
    if (pairs < 0) return "lookupswitch with a negative number of pairs";
    count = static_cast<std::uint64_t>(pairs);
  }
  std::uint64_t size = count * (table ? 4 : 8);
  if (code.size() - at - header < size) return "switch runs past the end of the code";
  out.cases = static_cast<std::uint32_t>(count);
  out.length = static_cast<std::uint32_t>(at - out.pc + header + size);
  return nullptr;
}

}  // namespace

const char* decode_instruction(Bytes code, std::uint32_t pc, Instruction& out) {
  if (pc >= code.size()) return "execution runs past the end of the code";
  const std::uint8_t* p = code.data() + pc;
  out = Instruction{};
  out.pc = pc;
  out.opcode = static_cast<Opcode>(p[0]);
  out.operands = kOperands[p[0]];
  out.length = kInstructionLengths[static_cast<std::size_t>(out.operands)];
  if (code.size() - pc < out.length) return "instruction runs past the end of the code";
  switch (out.operands) {
    case Operands::kNone:
      return nullptr;
    case Operands::kByte:
      out.value = static_cast<std::int8_t>(p[1]);
      return nullptr;
    case Operands::kShort:
      out.value = static_cast<std::int16_t>(load_u2(p + 1));
      return nullptr;
    case Operands::kConstant1:
    case Operands::kLocal:
      out.index = p[1];
      return nullptr;
    case Operands::kArrayType:
      out.value = p[1];
      return nullptr;
    case Operands::kIncrement:
      out.index = p[1];
      out.value = static_cast<std::int8_t>(p[2]);
      return nullptr;
    case Operands::kBranch2:
      out.target = pc + static_cast<std::uint32_t>(std::int32_t{static_cast<std::int16_t>(load_u2(p + 1))});
      return nullptr;
    case Operands::kBranch4:
      out.target = pc + load_u4(p + 1);
      return nullptr;
    case Operands::kConstant2:
    case Operands::kField:
    case Operands::kMethod:
    case Operands::kClass:
      out.index = load_u2(p + 1);
      return nullptr;
    case Operands::kInterfaceMethod:
      out.index = load_u2(p + 1);
      out.value = p[3];
      return p[4] == 0 ? nullptr : "fourth operand of invokeinterface is not zero";
    case Operands::kDynamic:
      out.index = load_u2(p + 1);
      return p[3] == 0 && p[4] == 0 ? nullptr : "last operands of invokedynamic are not zero";
    case Operands::kMultiArray:
      out.index = load_u2(p + 1);
      out.value = p[3];
      return p[3] != 0 ? nullptr : "multianewarray without dimensions";
    case Operands::kTableSwitch:
    case Operands::kLookupSwitch:
      return decode_switch(code, out);
    case Operands::kWide:
      return decode_wide(code, out);
    case Operands::kInvalid:
      break;
  }
  return "unknown opcode";
}

SwitchCase switch_case(Bytes code, const Instruction& instruction, std::uint32_t i) {
  const std::uint8_t* p = code.data() + switch_operands(instruction.pc);
  if (instruction.operands == Operands::kTableSwitch) {
    auto key = static_cast<std::int32_t>(static_cast<std::uint32_t>(instruction.value) + i);
    return {key, instruction.pc + load_u4(p + 12 + 4 * std::size_t{i})};
  }
  const std::uint8_t* pair = p + 8 + 8 * std::size_t{i};
  return {static_cast<std::int32_t>(load_u4(pair)), instruction.pc + load_u4(pair + 4)};
}

}  // namespace snag::classfile
