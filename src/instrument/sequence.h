// Bytecode that is inserted into a method. It is straight-line code, so that it needs no frames. The class tracks how
// much deeper the code makes the operand stack, and whether the constant pool had room for everything that it names.
#pragma once

#include <algorithm>
#include <cstdint>

#include "classfile/class_writer.h"
#include "classfile/opcodes.h"

namespace snag::instrument {

class Sequence {
 public:
  explicit Sequence(classfile::ClassWriter& writer) : writer_(&writer) {}

  // An instruction without operands. `delta` is what it adds to the depth of the stack.
  Sequence& op(classfile::Opcode opcode, int delta);
  Sequence& dup() { return op(classfile::Opcode::kDup, 1); }
  Sequence& dup2() { return op(classfile::Opcode::kDup2, 2); }
  Sequence& pop() { return op(classfile::Opcode::kPop, -1); }
  Sequence& null() { return op(classfile::Opcode::kAconstNull, 1); }

  // `type` is the first character of a descriptor.
  Sequence& load(char type, std::uint32_t local) { return local_access(type, local, /*store=*/false); }
  Sequence& store(char type, std::uint32_t local) { return local_access(type, local, /*store=*/true); }
  Sequence& number(std::int32_t value);
  // An instruction whose operand is a constant.
  Sequence& constant_op(classfile::Opcode opcode, classfile::ConstantIndex constant, int delta);
  // `pops` and `pushes` are in slots.
  Sequence& invoke_static(classfile::ConstantIndex method, int pops, int pushes = 0) {
    return constant_op(classfile::Opcode::kInvokestatic, method, pushes - pops);
  }

  // A jump forward to where `land` is called with the result. Only for the code of a method of its own, whose frames
  // the caller provides.
  std::uint32_t jump(classfile::Opcode opcode, int delta);
  void land(std::uint32_t jump);

  const classfile::ByteBuffer& bytes() const { return bytes_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }
  bool empty() const { return bytes_.empty(); }
  int extra_depth() const { return maximum_; }
  bool failed() const { return failed_; }

 private:
  Sequence& local_access(char type, std::uint32_t local, bool store);
  Sequence& change_depth(int delta) {
    depth_ += delta;
    maximum_ = std::max(maximum_, depth_);
    return *this;
  }

  classfile::ClassWriter* writer_;
  classfile::ByteBuffer bytes_;
  int depth_ = 0, maximum_ = 0;
  bool failed_ = false;
};

}  // namespace snag::instrument
