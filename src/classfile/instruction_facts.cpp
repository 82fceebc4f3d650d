#include "classfile/instruction_facts.h"

#include <array>

namespace snag::classfile {

namespace {

// By opcode.
constexpr std::string_view kPops =
    "000000000000000000000"                 // nop and constants
    "000000000000000000000000022222222"     // loads: iload to aload, _0 to _3, from arrays
    "121211111222211112222111134343333"     // stores, in the same order
    "120000000"                             // pop, pop2, dup and its variants, swap
    "242424242424242424241212232323242424"  // arithmetic, negation, shifts and logic
    "011122211122211142244"                 // iinc, conversions, comparisons
    "1111112222222200011121210"             // conditional jumps; goto, jsr and ret; switches; returns
    "00000000000011011100"                  // fields, calls, allocations, arraylength to multianewarray
    "1100";                                 // ifnull, ifnonnull, goto_w, jsr_w
constexpr std::string_view kPushes =
    "011111111221112211112"
    "121211111222211112222111112121111"
    "000000000000000000000000000000000"
    "000000000"
    "121212121212121212121212121212121212"
    "021211212212111111111"
    "0000000000000001000000000"
    "00000000000010010000"
    "0001";
constexpr std::size_t kCount = static_cast<std::size_t>(Opcode::kJsrW) + 1;
static_assert(kPops.size() == kCount && kPushes.size() == kCount);

}  // namespace

bool ends_block(const Instruction& in) {
  switch (in.operands) {
    case Operands::kBranch2:
    case Operands::kBranch4:
    case Operands::kTableSwitch:
    case Operands::kLookupSwitch:
      return true;
    default:
      return is_return(in.opcode) || in.opcode == Opcode::kAthrow || in.opcode == Opcode::kRet;
  }
}

bool may_continue(const Instruction& in) {
  if (in.operands == Operands::kBranch2) return in.opcode != Opcode::kGoto && in.opcode != Opcode::kJsr;
  return !ends_block(in);
}

StackEffect stack_effect(Opcode opcode) {
  auto index = static_cast<std::size_t>(opcode);
  return {static_cast<unsigned>(kPops[index] - '0'), static_cast<unsigned>(kPushes[index] - '0')};
}

}  // namespace snag::classfile
