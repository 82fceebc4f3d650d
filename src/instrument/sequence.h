// Straight-line bytecode that is put into a method: no jumps, so that it needs no frames. Knows how deep it makes the
// operand stack, and whether the constant pool had room for all it names.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "classfile/class_writer.h"
#include "classfile/opcodes.h"

namespace snag::instrument {

class Sequence {
 public:
  explicit Sequence(classfile::ClassWriter& writer) : writer_(&writer) {}

  // An instruction without operands, and what it does to the depth of the stack.
  Sequence& op(classfile::Opcode opcode, int delta);
  Sequence& dup() { return op(classfile::Opcode::kDup, 1); }
  Sequence& dup2() { return op(classfile::Opcode::kDup2, 2); }
  Sequence& pop() { return op(classfile::Opcode::kPop, -1); }
  Sequence& null() { return op(classfile::Opcode::kAconstNull, 1); }

  // By the first character of a descriptor: I J F D, and everything else for references; Z B C S are as I.
  Sequence& load(char type, std::uint32_t local) { return local_access(type, local, /*store=*/false); }
  Sequence& store(char type, std::uint32_t local) { return local_access(type, local, /*store=*/true); }
  Sequence& number(std::int32_t value);
  Sequence& class_object(classfile::ConstantIndex class_constant);
  // `pops` and `pushes` in slots.
  Sequence& invoke_static(classfile::ConstantIndex method, int pops, int pushes = 0);
  Sequence& get_field(classfile::ConstantIndex field);  // a reference or an int
  Sequence& put_field(classfile::ConstantIndex field);  // a reference
  Sequence& check_cast(classfile::ConstantIndex class_constant);

  const classfile::ByteBuffer& bytes() const { return bytes_; }
  bool empty() const { return bytes_.empty(); }
  int extra_depth() const { return maximum_; }
  bool failed() const { return failed_; }

 private:
  Sequence& local_access(char type, std::uint32_t local, bool store);
  void change(int delta) {
    depth_ += delta;
    maximum_ = std::max(maximum_, depth_);
  }

  classfile::ClassWriter* writer_;
  classfile::ByteBuffer bytes_;
  int depth_ = 0, maximum_ = 0;
  bool failed_ = false;
};

}  // namespace snag::instrument
