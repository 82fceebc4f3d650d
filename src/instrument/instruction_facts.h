// What an instruction does, as far as its opcode and operands tell: how it changes the operand stack, which local
// variable it accesses, and whether control may continue with the next instruction.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "classfile/instruction.h"

namespace snag::instrument {

// The name and descriptor of a field or method, which identify it within its class. Views of the class file.
using MemberKey = std::pair<std::string_view, std::string_view>;

inline bool is_between(classfile::Opcode opcode, classfile::Opcode low, classfile::Opcode high) {
  return opcode >= low && opcode <= high;
}
inline unsigned offset_from(classfile::Opcode opcode, classfile::Opcode first) {
  return static_cast<unsigned>(opcode) - static_cast<unsigned>(first);
}
inline bool is_array_load(classfile::Opcode opcode) {
  return is_between(opcode, classfile::Opcode::kIaload, classfile::Opcode::kSaload);
}
inline bool is_array_store(classfile::Opcode opcode) {
  return is_between(opcode, classfile::Opcode::kIastore, classfile::Opcode::kSastore);
}
inline bool is_return(classfile::Opcode opcode) {
  return is_between(opcode, classfile::Opcode::kIreturn, classfile::Opcode::kReturn);
}
inline bool is_call(classfile::Opcode opcode) {
  return is_between(opcode, classfile::Opcode::kInvokevirtual, classfile::Opcode::kInvokedynamic);
}
inline bool is_put(classfile::Opcode opcode) {
  return opcode == classfile::Opcode::kPutstatic || opcode == classfile::Opcode::kPutfield;
}
inline bool is_static_access(classfile::Opcode opcode) {
  return opcode == classfile::Opcode::kGetstatic || opcode == classfile::Opcode::kPutstatic;
}

bool ends_block(const classfile::Instruction& instruction);
// Whether control may continue with the next instruction. After a jsr it does not: the subroutine has run in between.
bool may_continue(const classfile::Instruction& instruction);

// The slots of the operand stack that an instruction pops and pushes. Both are 0 if they depend on its operands, and
// for dup and its variants, swap, new, newarray and anewarray.
struct StackEffect {
  unsigned pops, pushes;
};
StackEffect stack_effect(classfile::Opcode opcode);

// The local variable that an instruction accesses, whichever form it has.
struct LocalAccess {
  enum Kind : std::uint8_t { kNone, kLoad, kStore, kIncrement };
  Kind kind = kNone;
  char type = 0;  // I, J, F, D, or L for references
  std::uint32_t index = 0;

  bool writes() const { return kind == kStore || kind == kIncrement; }
  bool two_slots() const { return type == 'J' || type == 'D'; }
};
LocalAccess local_access(const classfile::Instruction& instruction);

}  // namespace snag::instrument
