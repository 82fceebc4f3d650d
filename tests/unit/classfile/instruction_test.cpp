#include "classfile/instruction.h"

#include <gmock/gmock.h>

#include "classfile/class_file_helpers.h"

namespace snag::classfile {
namespace {

Instruction decode(const ByteBuffer& code, std::uint32_t pc = 0) {
  Instruction instruction;
  const char* problem = decode_instruction(code, pc, instruction);
  EXPECT_EQ(problem, nullptr) << problem;
  return instruction;
}
std::string problem(const ByteBuffer& code, std::uint32_t pc = 0) {
  Instruction instruction;
  const char* text = decode_instruction(code, pc, instruction);
  return text == nullptr ? "" : text;
}

TEST(Opcodes, NumbersAreThoseOfTheSpecification) {
  EXPECT_EQ(op(Opcode::kBipush), 0x10);
  EXPECT_EQ(op(Opcode::kLdc), 0x12);
  EXPECT_EQ(op(Opcode::kAload3), 0x2D);
  EXPECT_EQ(op(Opcode::kAstore3), 0x4E);
  EXPECT_EQ(op(Opcode::kSwap), 0x5F);
  EXPECT_EQ(op(Opcode::kIinc), 0x84);
  EXPECT_EQ(op(Opcode::kDcmpg), 0x98);
  EXPECT_EQ(op(Opcode::kGoto), 0xA7);
  EXPECT_EQ(op(Opcode::kTableswitch), 0xAA);
  EXPECT_EQ(op(Opcode::kReturn), 0xB1);
  EXPECT_EQ(op(Opcode::kInvokeinterface), 0xB9);
  EXPECT_EQ(op(Opcode::kMonitorexit), 0xC3);
  EXPECT_EQ(op(Opcode::kJsrW), 0xC9);
}

// JVMS 6.5, once more: the lengths of all instructions but tableswitch, lookupswitch and wide.
TEST(Instruction, HasTheLengthOfTheSpecification) {
  auto expected = [](int opcode) -> std::uint32_t {
    if (opcode == 0x10 || opcode == 0x12 || (opcode >= 0x15 && opcode <= 0x19) || (opcode >= 0x36 && opcode <= 0x3A) ||
        opcode == 0xA9 || opcode == 0xBC) {
      return 2;
    }
    if (opcode == 0x11 || opcode == 0x13 || opcode == 0x14 || opcode == 0x84 || (opcode >= 0x99 && opcode <= 0xA8) ||
        (opcode >= 0xB2 && opcode <= 0xB8) || opcode == 0xBB || opcode == 0xBD || opcode == 0xC0 || opcode == 0xC1 ||
        opcode == 0xC6 || opcode == 0xC7) {
      return 3;
    }
    if (opcode == 0xC5) return 4;
    return opcode == 0xB9 || opcode == 0xBA || opcode == 0xC8 || opcode == 0xC9 ? 5 : 1;
  };
  for (int opcode = 0; opcode < 256; ++opcode) {
    if (opcode == 0xAA || opcode == 0xAB || opcode == 0xC4) continue;
    ByteBuffer code = buffer({opcode, 0, 1, 1, 0});
    if (opcode == 0xBA) code[3] = 0;
    if (opcode >= 202) {
      EXPECT_EQ(problem(code), "unknown opcode") << opcode;
      continue;
    }
    Instruction instruction = decode(code);
    EXPECT_EQ(instruction.length, expected(opcode)) << opcode;
    EXPECT_EQ(op(instruction.opcode), opcode);
    for (std::uint32_t cut = 1; cut < instruction.length; ++cut) {
      EXPECT_EQ(problem(ByteBuffer(code.begin(), code.begin() + cut)), "instruction runs past the end of the code");
    }
  }
  EXPECT_NE(problem({}), "");
  EXPECT_NE(problem(buffer({0}), 1), "");
}

TEST(Instruction, DecodesOperands) {
  EXPECT_EQ(decode(buffer({op(Opcode::kBipush), 0xFF})).value, -1);
  EXPECT_EQ(decode(buffer({op(Opcode::kSipush), 0x80, 0x00})).value, -32768);
  EXPECT_EQ(decode(buffer({op(Opcode::kLdc), 0xFE})).index, 0xFE);
  EXPECT_EQ(decode(buffer({op(Opcode::kLdcW), 0x12, 0x34})).index, 0x1234);
  EXPECT_EQ(decode(buffer({op(Opcode::kLdc2W), 0x12, 0x34})).operands, Operands::kConstant2);
  EXPECT_EQ(decode(buffer({op(Opcode::kAload), 200})).index, 200);
  EXPECT_EQ(decode(buffer({op(Opcode::kNewarray), 10})).value, 10);
  Instruction increment = decode(buffer({op(Opcode::kIinc), 7, 0x80}));
  EXPECT_EQ(increment.index, 7);
  EXPECT_EQ(increment.value, -128);
  Instruction interface = decode(buffer({op(Opcode::kInvokeinterface), 1, 2, 3, 0}));
  EXPECT_EQ(interface.index, 0x102);
  EXPECT_EQ(interface.value, 3);
  EXPECT_NE(problem(buffer({op(Opcode::kInvokeinterface), 1, 2, 3, 4})), "");
  EXPECT_EQ(decode(buffer({op(Opcode::kInvokedynamic), 1, 2, 0, 0})).index, 0x102);
  EXPECT_NE(problem(buffer({op(Opcode::kInvokedynamic), 1, 2, 0, 1})), "");
  EXPECT_NE(problem(buffer({op(Opcode::kInvokedynamic), 1, 2, 1, 0})), "");
  EXPECT_EQ(decode(buffer({op(Opcode::kMultianewarray), 1, 2, 3})).value, 3);
  EXPECT_NE(problem(buffer({op(Opcode::kMultianewarray), 1, 2, 0})), "");
}

TEST(Instruction, DecodesBranchesRelativeToTheirPosition) {
  EXPECT_EQ(decode(buffer({0, 0, op(Opcode::kGoto), 0xFF, 0xFE}), 2).target, 0u);
  EXPECT_EQ(decode(buffer({0, op(Opcode::kIfeq), 0x7F, 0xFF}), 1).target, 32768u);
  EXPECT_EQ(decode(buffer({0, op(Opcode::kGotoW), 0, 1, 0, 0}), 1).target, 65537u);
  EXPECT_EQ(decode(buffer({op(Opcode::kGoto), 0xFF, 0xFF})).target, 0xFFFF'FFFFu);  // before the code: far behind it
}

TEST(Instruction, DecodesWide) {
  Instruction load = decode(buffer({op(Opcode::kWide), op(Opcode::kLload), 1, 2}));
  EXPECT_EQ(load.opcode, Opcode::kLload);
  EXPECT_TRUE(load.wide);
  EXPECT_EQ(load.index, 0x102);
  EXPECT_EQ(load.length, 4u);
  Instruction increment = decode(buffer({op(Opcode::kWide), op(Opcode::kIinc), 1, 2, 0xFF, 0xFE}));
  EXPECT_EQ(increment.index, 0x102);
  EXPECT_EQ(increment.value, -2);
  EXPECT_EQ(increment.length, 6u);
  EXPECT_TRUE(decode(buffer({op(Opcode::kWide), op(Opcode::kRet), 1, 2})).wide);
  for (int wrong : {op(Opcode::kNop), op(Opcode::kWide), op(Opcode::kGoto), op(Opcode::kLdc), 203, 255}) {
    EXPECT_NE(problem(buffer({op(Opcode::kWide), wrong, 0, 0, 0, 0})), "") << wrong;
  }
  EXPECT_NE(problem(buffer({op(Opcode::kWide)})), "");
  EXPECT_NE(problem(buffer({op(Opcode::kWide), op(Opcode::kIload), 0})), "");
  EXPECT_NE(problem(buffer({op(Opcode::kWide), op(Opcode::kIinc), 0, 0, 0})), "");
}

// `padding` nops, then the switch, whose operands start at the next multiple of four.
ByteBuffer switch_at(int nops, Opcode opcode, std::initializer_list<std::int32_t> operands) {
  ByteBuffer code(static_cast<std::size_t>(nops), 0);
  append_u1(code, static_cast<std::uint32_t>(opcode));
  while (code.size() % 4 != 0) append_u1(code, 0xEE);  // not looked at
  for (std::int32_t operand : operands) append_u4(code, static_cast<std::uint32_t>(operand));
  return code;
}

TEST(Instruction, DecodesSwitchesAtEveryAlignment) {
  for (int pc = 0; pc < 4; ++pc) {
    ByteBuffer table = switch_at(pc, Opcode::kTableswitch, {100, -1, 1, 10, 20, -pc});
    Instruction instruction = decode(table, static_cast<std::uint32_t>(pc));
    EXPECT_EQ(instruction.next(), table.size());
    EXPECT_EQ(instruction.target, 100u + static_cast<unsigned>(pc));
    ASSERT_EQ(instruction.cases, 3u);
    EXPECT_EQ(switch_case(table, instruction, 0).key, -1);
    EXPECT_EQ(switch_case(table, instruction, 0).target, 10u + static_cast<unsigned>(pc));
    EXPECT_EQ(switch_case(table, instruction, 2).key, 1);
    EXPECT_EQ(switch_case(table, instruction, 2).target, 0u);

    ByteBuffer lookup = switch_at(pc, Opcode::kLookupswitch, {100, 2, -1'000'000, 10, 1'000'000, 20});
    instruction = decode(lookup, static_cast<std::uint32_t>(pc));
    EXPECT_EQ(instruction.next(), lookup.size());
    ASSERT_EQ(instruction.cases, 2u);
    EXPECT_EQ(switch_case(lookup, instruction, 1).key, 1'000'000);
    EXPECT_EQ(switch_case(lookup, instruction, 1).target, 20u + static_cast<unsigned>(pc));

    for (const ByteBuffer& whole : {table, lookup}) {
      for (std::size_t cut = static_cast<std::size_t>(pc) + 1; cut < whole.size(); ++cut) {
        ByteBuffer head(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(cut));
        EXPECT_EQ(problem(head, static_cast<std::uint32_t>(pc)), "switch runs past the end of the code");
      }
    }
  }
}

TEST(Instruction, RefusesSwitchesThatCannotBe) {
  constexpr std::int32_t kLow = INT32_MIN, kHigh = INT32_MAX;
  EXPECT_NE(problem(switch_at(0, Opcode::kTableswitch, {0, 1, 0})), "");
  EXPECT_NE(problem(switch_at(0, Opcode::kTableswitch, {0, kLow, kHigh, 0})), "");
  EXPECT_NE(problem(switch_at(0, Opcode::kTableswitch, {0, 0, kHigh, 0})), "");
  EXPECT_NE(problem(switch_at(0, Opcode::kLookupswitch, {0, -1})), "");
  EXPECT_NE(problem(switch_at(0, Opcode::kLookupswitch, {0, kHigh, 0})), "");
  EXPECT_NE(problem(switch_at(0, Opcode::kLookupswitch, {0, 0x2000'0000, 0})), "");
  EXPECT_EQ(decode(switch_at(0, Opcode::kLookupswitch, {0, 0})).cases, 0u);
  EXPECT_EQ(decode(switch_at(0, Opcode::kTableswitch, {0, kHigh, kHigh, 0})).cases, 1u);
}

TEST(Instruction, IsWrittenAsItWasRead) {
  std::vector<ByteBuffer> codes = {
      switch_at(0, Opcode::kTableswitch, {1, -1, 1, 2, 3, 4}),
      switch_at(2, Opcode::kLookupswitch, {1, 1, 5, 2}),
      buffer({op(Opcode::kWide), op(Opcode::kIinc), 1, 2, 255, 0}),
      buffer({op(Opcode::kWide), op(Opcode::kRet), 1, 2}),
      buffer({op(Opcode::kIinc), 1, 255}),
      buffer({op(Opcode::kGotoW), 255, 255, 255, 0}),
      buffer({op(Opcode::kIfnull), 255, 0}),
      buffer({op(Opcode::kInvokeinterface), 1, 2, 3, 0}),
      buffer({op(Opcode::kInvokedynamic), 1, 2, 0, 0}),
      buffer({op(Opcode::kMultianewarray), 1, 2, 3}),
      buffer({op(Opcode::kSipush), 255, 0}),
      buffer({op(Opcode::kBipush), 128}),
      buffer({op(Opcode::kLdc), 200}),
      buffer({op(Opcode::kNewarray), 11}),
  };
  for (const ByteBuffer& code : codes) {
    ByteBuffer copy;
    Instruction instruction;
    for (std::uint32_t pc = 0; pc < code.size(); pc = instruction.next()) {
      ASSERT_EQ(decode_instruction(code, pc, instruction), nullptr);
      append_instruction(copy, code, instruction);
    }
    EXPECT_EQ(copy, code);
  }
}

}  // namespace
}  // namespace snag::classfile
