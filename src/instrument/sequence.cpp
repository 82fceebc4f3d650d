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
  change(delta);
  return *this;
}

Sequence& Sequence::local_access(char type, std::uint32_t local, bool store) {
  unsigned kind = 4;
  int slots = 1;
  switch (type) {
    case 'Z':
    case 'B':
    case 'C':
    case 'S':
    case 'I':
      kind = 0;
      break;
    case 'J':
      kind = 1, slots = 2;
      break;
    case 'F':
      kind = 2;
      break;
    case 'D':
      kind = 3, slots = 2;
      break;
    default:
      break;
  }
  if (local > 0xFFFF) {
    failed_ = true;
    return *this;
  }
  unsigned base = static_cast<unsigned>(store ? Opcode::kIstore : Opcode::kIload);
  unsigned short_base = static_cast<unsigned>(store ? Opcode::kIstore0 : Opcode::kIload0);
  if (local < 4) {
    append_u1(bytes_, short_base + 4 * kind + local);
  } else if (local < 256) {
    append_u1(bytes_, base + kind), append_u1(bytes_, local);
  } else {
    append(bytes_, Opcode::kWide), append_u1(bytes_, base + kind), append_u2(bytes_, local);
  }
  change(store ? -slots : slots);
  return *this;
}

Sequence& Sequence::number(std::int32_t value) {
  if (value >= -1 && value <= 5) {
    append_u1(bytes_, static_cast<std::uint32_t>(static_cast<int>(Opcode::kIconst0) + value));
  } else if (value >= -128 && value <= 127) {
    append(bytes_, Opcode::kBipush), append_u1(bytes_, static_cast<std::uint32_t>(value));
  } else if (value >= -32768 && value <= 32767) {
    append(bytes_, Opcode::kSipush), append_u2(bytes_, static_cast<std::uint32_t>(value));
  } else {
    ConstantIndex index = writer_->integer(value);
    if (index == 0) failed_ = true;
    append(bytes_, Opcode::kLdcW), append_u2(bytes_, index);
  }
  change(1);
  return *this;
}

Sequence& Sequence::class_object(ConstantIndex class_constant) {
  if (class_constant == 0) failed_ = true;
  append(bytes_, Opcode::kLdcW), append_u2(bytes_, class_constant);
  change(1);
  return *this;
}

Sequence& Sequence::invoke_static(ConstantIndex method, int pops, int pushes) {
  if (method == 0) failed_ = true;
  append(bytes_, Opcode::kInvokestatic), append_u2(bytes_, method);
  change(-pops);
  change(pushes);
  return *this;
}

Sequence& Sequence::get_field(ConstantIndex field) {
  append(bytes_, Opcode::kGetfield), append_u2(bytes_, field);
  return *this;
}

Sequence& Sequence::put_field(ConstantIndex field) {
  if (field == 0) failed_ = true;
  append(bytes_, Opcode::kPutfield), append_u2(bytes_, field);
  change(-2);
  return *this;
}

Sequence& Sequence::check_cast(ConstantIndex class_constant) {
  if (class_constant == 0) failed_ = true;
  append(bytes_, Opcode::kCheckcast), append_u2(bytes_, class_constant);
  return *this;
}

}  // namespace snag::instrument
