// The walker of attribute_grammar.h that writes what it reads. Derived classes decide what happens at positions in
// code, and at what the grammar does not describe.
#pragma once

#include <cstdint>

#include "classfile/attribute_grammar.h"
#include "classfile/class_writer.h"

namespace snag::classfile {

class WritingWalker : public CursorWalker {
 public:
  WritingWalker(Cursor& cursor, ByteBuffer& out) : CursorWalker(cursor), out_(out) {}

  std::uint8_t u1() {
    std::uint8_t value = cursor_.u1();
    append_u1(out_, value);
    return value;
  }
  std::uint16_t u2() {
    std::uint16_t value = cursor_.u2();
    append_u2(out_, value);
    return value;
  }
  void ref(TagSet) { u2(); }
  void ref_or_zero(TagSet) { u2(); }
  void frame(std::uint32_t) {}
  template <class F>
  void repeat1(F f) {
    for (unsigned n = u1(); n > 0 && cursor_.ok(); --n) f();
  }
  template <class F>
  void repeat2(F f) {
    for (unsigned n = u2(); n > 0 && cursor_.ok(); --n) f();
  }

 protected:
  ByteBuffer& out_;
};

}  // namespace snag::classfile
