#include "instrument/sequence.h"

namespace snag::instrument {

using classfile::append_u1;
using classfile::append_u2;
using classfile::ConstantIndex;
using classfile::Opcode;

namespace {
void append(classfile::ByteBuffer& out, Opcode opcode) { append_u1(out, static_cast<std::uint32_t>(opcode)); }
}  // namespace

Sequence& Sequence::op(Opcode opcode, int delta) {
  append(bytes_, opcode);
  return change_depth(delta);
}

Sequence& Sequence::local_access(char type, std::uint32_t local, bool store) {
  if (local > 0xFFFF) failed_ = true;
  const bool reference = type == 'L' || type == '[';
  const unsigned kind = reference ? 4 : type == 'J' ? 1 : type == 'F' ? 2 : type == 'D' ? 3 : 0;
  const unsigned by_index = static_cast<unsigned>(store ? Opcode::kIstore : Opcode::kIload) + kind;
  if (local < 4) {
    append_u1(bytes_, static_cast<unsigned>(store ? Opcode::kIstore0 : Opcode::kIload0) + 4 * kind + local);
  } else if (local < 256) {
    append_u1(bytes_, by_index), append_u1(bytes_, local);
  } else {
    append(bytes_, Opcode::kWide), append_u1(bytes_, by_index), append_u2(bytes_, local);
  }
  const int slots = type == 'J' || type == 'D' ? 2 : 1;
  return change_depth(store ? -slots : slots);
}

Sequence& Sequence::number(std::int32_t value) {
  if (value >= -1 && value <= 5) {
    append_u1(bytes_, static_cast<std::uint32_t>(static_cast<int>(Opcode::kIconst0) + value));
  } else if (value >= -128 && value <= 127) {
    append(bytes_, Opcode::kBipush), append_u1(bytes_, static_cast<std::uint32_t>(value));
  } else if (value >= -32768 && value <= 32767) {
    append(bytes_, Opcode::kSipush), append_u2(bytes_, static_cast<std::uint32_t>(value));
  } else {
    return constant_op(Opcode::kLdcW, writer_->integer(value), 1);
  }
  return change_depth(1);
}

Sequence& Sequence::constant_op(Opcode opcode, ConstantIndex constant, int delta) {
  if (constant == 0) failed_ = true;
  append(bytes_, opcode), append_u2(bytes_, constant);
  return change_depth(delta);
}

std::uint32_t Sequence::jump(Opcode opcode, int delta) {
  append(bytes_, opcode), append_u2(bytes_, 0);
  change_depth(delta);
  return size() - 3;
}

void Sequence::land(std::uint32_t jump) {
  const std::uint32_t distance = size() - jump;
  bytes_[jump + 1] = static_cast<std::uint8_t>(distance >> 8);
  bytes_[jump + 2] = static_cast<std::uint8_t>(distance);
}

}  // namespace snag::instrument
