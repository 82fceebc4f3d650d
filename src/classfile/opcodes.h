// The instructions of the Java virtual machine (JVMS 6.5): opcodes, and the shape of their operands.
#pragma once

#include <array>
#include <cstdint>

namespace snag::classfile {

enum class Operands : std::uint8_t {
  kNone,
  kByte,       // bipush
  kShort,      // sipush
  kConstant1,  // ldc
  kConstant2,  // ldc_w, ldc2_w
  kLocal,      // one byte, two after wide
  kIncrement,  // iinc
  kBranch2,
  kBranch4,
  kTableSwitch,
  kLookupSwitch,
  kField,
  kMethod,
  kInterfaceMethod,  // index, count, 0
  kDynamic,          // index, 0, 0
  kClass,
  kArrayType,  // newarray
  kWide,
  kMultiArray,
  kInvalid,
};

// The bytes of an instruction, including the opcode, in the order of Operands; 0 if the operands contain the length.
inline constexpr std::array<std::uint8_t, 20> kInstructionLengths = {1, 2, 3, 2, 3, 2, 3, 3, 5, 0,
                                                                     0, 3, 3, 5, 5, 3, 2, 0, 4, 0};

enum class Opcode : std::uint8_t {
  kNop,
  kAconstNull,
  kIconstM1,
  kIconst0,
  kIconst1,
  kIconst2,
  kIconst3,
  kIconst4,
  kIconst5,
  kLconst0,
  kLconst1,
  kFconst0,
  kFconst1,
  kFconst2,
  kDconst0,
  kDconst1,
  kBipush,
  kSipush,
  kLdc,
  kLdcW,
  kLdc2W,
  kIload,
  kLload,
  kFload,
  kDload,
  kAload,
  kIload0,
  kIload1,
  kIload2,
  kIload3,
  kLload0,
  kLload1,
  kLload2,
  kLload3,
  kFload0,
  kFload1,
  kFload2,
  kFload3,
  kDload0,
  kDload1,
  kDload2,
  kDload3,
  kAload0,
  kAload1,
  kAload2,
  kAload3,
  kIaload,
  kLaload,
  kFaload,
  kDaload,
  kAaload,
  kBaload,
  kCaload,
  kSaload,
  kIstore,
  kLstore,
  kFstore,
  kDstore,
  kAstore,
  kIstore0,
  kIstore1,
  kIstore2,
  kIstore3,
  kLstore0,
  kLstore1,
  kLstore2,
  kLstore3,
  kFstore0,
  kFstore1,
  kFstore2,
  kFstore3,
  kDstore0,
  kDstore1,
  kDstore2,
  kDstore3,
  kAstore0,
  kAstore1,
  kAstore2,
  kAstore3,
  kIastore,
  kLastore,
  kFastore,
  kDastore,
  kAastore,
  kBastore,
  kCastore,
  kSastore,
  kPop,
  kPop2,
  kDup,
  kDupX1,
  kDupX2,
  kDup2,
  kDup2X1,
  kDup2X2,
  kSwap,
  kIadd,
  kLadd,
  kFadd,
  kDadd,
  kIsub,
  kLsub,
  kFsub,
  kDsub,
  kImul,
  kLmul,
  kFmul,
  kDmul,
  kIdiv,
  kLdiv,
  kFdiv,
  kDdiv,
  kIrem,
  kLrem,
  kFrem,
  kDrem,
  kIneg,
  kLneg,
  kFneg,
  kDneg,
  kIshl,
  kLshl,
  kIshr,
  kLshr,
  kIushr,
  kLushr,
  kIand,
  kLand,
  kIor,
  kLor,
  kIxor,
  kLxor,
  kIinc,
  kI2l,
  kI2f,
  kI2d,
  kL2i,
  kL2f,
  kL2d,
  kF2i,
  kF2l,
  kF2d,
  kD2i,
  kD2l,
  kD2f,
  kI2b,
  kI2c,
  kI2s,
  kLcmp,
  kFcmpl,
  kFcmpg,
  kDcmpl,
  kDcmpg,
  kIfeq,
  kIfne,
  kIflt,
  kIfge,
  kIfgt,
  kIfle,
  kIfIcmpeq,
  kIfIcmpne,
  kIfIcmplt,
  kIfIcmpge,
  kIfIcmpgt,
  kIfIcmple,
  kIfAcmpeq,
  kIfAcmpne,
  kGoto,
  kJsr,
  kRet,
  kTableswitch,
  kLookupswitch,
  kIreturn,
  kLreturn,
  kFreturn,
  kDreturn,
  kAreturn,
  kReturn,
  kGetstatic,
  kPutstatic,
  kGetfield,
  kPutfield,
  kInvokevirtual,
  kInvokespecial,
  kInvokestatic,
  kInvokeinterface,
  kInvokedynamic,
  kNew,
  kNewarray,
  kAnewarray,
  kArraylength,
  kAthrow,
  kCheckcast,
  kInstanceof,
  kMonitorenter,
  kMonitorexit,
  kWide,
  kMultianewarray,
  kIfnull,
  kIfnonnull,
  kGotoW,
  kJsrW,
};

// By opcode; kInvalid for bytes that are not an opcode.
inline constexpr auto kOperands = [] {
  std::array<Operands, 256> table{};  // most instructions have none
  auto set = [&](Opcode first, Opcode last, Operands operands) {
    for (auto i = static_cast<unsigned>(first); i <= static_cast<unsigned>(last); ++i) table[i] = operands;
  };
  set(Opcode::kBipush, Opcode::kBipush, Operands::kByte);
  set(Opcode::kSipush, Opcode::kSipush, Operands::kShort);
  set(Opcode::kLdc, Opcode::kLdc, Operands::kConstant1);
  set(Opcode::kLdcW, Opcode::kLdc2W, Operands::kConstant2);
  set(Opcode::kIload, Opcode::kAload, Operands::kLocal);
  set(Opcode::kIstore, Opcode::kAstore, Operands::kLocal);
  set(Opcode::kRet, Opcode::kRet, Operands::kLocal);
  set(Opcode::kIinc, Opcode::kIinc, Operands::kIncrement);
  set(Opcode::kIfeq, Opcode::kJsr, Operands::kBranch2);
  set(Opcode::kIfnull, Opcode::kIfnonnull, Operands::kBranch2);
  set(Opcode::kGotoW, Opcode::kJsrW, Operands::kBranch4);
  set(Opcode::kTableswitch, Opcode::kTableswitch, Operands::kTableSwitch);
  set(Opcode::kLookupswitch, Opcode::kLookupswitch, Operands::kLookupSwitch);
  set(Opcode::kGetstatic, Opcode::kPutfield, Operands::kField);
  set(Opcode::kInvokevirtual, Opcode::kInvokestatic, Operands::kMethod);
  set(Opcode::kInvokeinterface, Opcode::kInvokeinterface, Operands::kInterfaceMethod);
  set(Opcode::kInvokedynamic, Opcode::kInvokedynamic, Operands::kDynamic);
  set(Opcode::kNew, Opcode::kAnewarray, Operands::kClass);
  set(Opcode::kNewarray, Opcode::kNewarray, Operands::kArrayType);
  set(Opcode::kCheckcast, Opcode::kInstanceof, Operands::kClass);
  set(Opcode::kWide, Opcode::kWide, Operands::kWide);
  set(Opcode::kMultianewarray, Opcode::kMultianewarray, Operands::kMultiArray);
  for (std::size_t i = static_cast<std::size_t>(Opcode::kJsrW) + 1; i < table.size(); ++i) {
    table[i] = Operands::kInvalid;
  }
  return table;
}();

}  // namespace snag::classfile
