// What an instruction does, as far as its opcode and operands tell: how it changes the operand stack, which local
// variable it accesses, and whether control may continue with the next instruction.
#pragma once

#include <cstdint>
#include <string_view>

#include "classfile/instruction.h"

namespace snag::classfile {

inline bool is_between(Opcode opcode, Opcode low, Opcode high) { return opcode >= low && opcode <= high; }
inline unsigned offset_from(Opcode opcode, Opcode first) {
  return static_cast<unsigned>(opcode) - static_cast<unsigned>(first);
}
inline bool is_array_load(Opcode opcode) { return is_between(opcode, Opcode::kIaload, Opcode::kSaload); }
inline bool is_array_store(Opcode opcode) { return is_between(opcode, Opcode::kIastore, Opcode::kSastore); }
inline bool is_return(Opcode opcode) { return is_between(opcode, Opcode::kIreturn, Opcode::kReturn); }
inline bool is_call(Opcode opcode) { return is_between(opcode, Opcode::kInvokevirtual, Opcode::kInvokedynamic); }
inline bool is_put(Opcode opcode) { return opcode == Opcode::kPutstatic || opcode == Opcode::kPutfield; }
inline bool is_static_access(Opcode opcode) { return opcode == Opcode::kGetstatic || opcode == Opcode::kPutstatic; }

bool ends_block(const Instruction& instruction);
// Whether control may continue with the next instruction. After a jsr it does not: the subroutine has run in between.
bool may_continue(const Instruction& instruction);

// The slots of the operand stack that an instruction pops and pushes. Both are 0 if they depend on its operands, and
// for dup and its variants, swap, new, newarray and anewarray.
struct StackEffect {
  unsigned pops, pushes;
};
StackEffect stack_effect(Opcode opcode);

// The local variable that an instruction accesses, whichever form it has.
struct LocalAccess {
  enum Kind : std::uint8_t { kNone, kLoad, kStore, kIncrement };
  Kind kind = kNone;
  char type = 0;  // I, J, F, D, or L for references
  std::uint32_t index = 0;

  bool writes() const { return kind == kStore || kind == kIncrement; }
  bool two_slots() const { return type == 'J' || type == 'D'; }
};
inline LocalAccess local_access(const Instruction& in) {
  constexpr std::string_view kTypes = "IJFDL";
  if (in.opcode == Opcode::kIinc) return {LocalAccess::kIncrement, 'I', in.index};
  const bool store = in.opcode >= Opcode::kIstore;
  const LocalAccess::Kind kind = store ? LocalAccess::kStore : LocalAccess::kLoad;
  const unsigned by_index = offset_from(in.opcode, store ? Opcode::kIstore : Opcode::kIload);
  if (by_index < 5) return {kind, kTypes[by_index], in.index};
  const unsigned fixed = offset_from(in.opcode, store ? Opcode::kIstore0 : Opcode::kIload0);
  if (fixed < 20) return {kind, kTypes[fixed / 4], fixed % 4};
  return {};
}

}  // namespace snag::classfile
