// The grammar of every attribute that the JVM specification defines, written once.
//
// The problem: an attribute is read in order to check it, to copy it into another class file, or to move its constants
// or code positions. Written as separate functions, thirty attributes are ninety chances to disagree. Here each
// attribute is one function over a *walker*, which decides what reading an element means:
//
//     template <class Walker> void line_number_table(Walker& w) { w.repeat2([&] { w.pc(), w.u2(); }); }
//
// A walker has:
//   u1() u2()                  plain numbers; each returns the number read
//   ref(tags)                  a constant pool index that must have one of these tags
//   ref_or_zero(tags)          the same, or 0
//   pc()                       a position in the code, of an instruction
//   pc_range()                 start_pc and length of a range of code
//   frame(delta)               a stack map frame follows the previous one at that distance; nothing is read
//   repeat1(f) repeat2(f)      a one- or two-byte count, then f that often
//   rest()                     all bytes that are left
//   attributes(location)       a nested attribute table
//   enter() leave()            around what may nest; enter returns false if nesting is too deep
//   fail(text)                 the input is wrong
// Recursion (annotations in annotations) is bounded by enter(); everything else is bounded by the bytes.
// `Code` is not here: its instructions do not form a table (classfile/validate.cpp, classfile/class_writer.cpp).
#pragma once

#include "base/cursor.h"
#include "classfile/attribute_kind.h"
#include "classfile/constant_pool.h"

namespace snag::classfile {

// The common base of walkers over a cursor.
class CursorWalker {
 public:
  explicit CursorWalker(Cursor& cursor) : cursor_(cursor) {}

  std::uint8_t u1() { return cursor_.u1(); }
  std::uint16_t u2() { return cursor_.u2(); }
  template <class F>
  void repeat1(F f) {
    for (unsigned n = cursor_.u1(); n > 0 && cursor_.ok(); --n) f();
  }
  template <class F>
  void repeat2(F f) {
    for (unsigned n = cursor_.u2(); n > 0 && cursor_.ok(); --n) f();
  }
  bool enter() {
    if (++depth_ <= kMaximumNesting) return true;
    cursor_.fail("nested too deeply");
    return false;
  }
  void leave() { --depth_; }
  void fail(const char* problem) { cursor_.fail(problem); }

 protected:
  Cursor& cursor_;

 private:
  static constexpr int kMaximumNesting = 32;
  int depth_ = 0;
};

}  // namespace snag::classfile

namespace snag::classfile::grammar {

inline constexpr TagSet kUtf8 = tags(ConstantTag::kUtf8);
inline constexpr TagSet kClass = tags(ConstantTag::kClass);
inline constexpr TagSet kConstant =
    tags(ConstantTag::kInteger, ConstantTag::kFloat, ConstantTag::kLong, ConstantTag::kDouble, ConstantTag::kString);

template <class Walker>
void element_value(Walker& w);

template <class Walker>
void annotation(Walker& w) {
  w.ref(kUtf8);
  w.repeat2([&] {
    w.ref(kUtf8);
    element_value(w);
  });
}

template <class Walker>
void element_value(Walker& w) {  // JVMS 4.7.16.1
  switch (w.u1()) {
    case 'B':
    case 'C':
    case 'I':
    case 'S':
    case 'Z':
      w.ref(tags(ConstantTag::kInteger));
      break;
    case 'D':
      w.ref(tags(ConstantTag::kDouble));
      break;
    case 'F':
      w.ref(tags(ConstantTag::kFloat));
      break;
    case 'J':
      w.ref(tags(ConstantTag::kLong));
      break;
    case 's':
    case 'c':
      w.ref(kUtf8);
      break;
    case 'e':
      w.ref(kUtf8), w.ref(kUtf8);
      break;
    case '@':
      if (!w.enter()) return;
      annotation(w);
      w.leave();
      break;
    case '[':
      if (!w.enter()) return;
      w.repeat2([&] { element_value(w); });
      w.leave();
      break;
    default:
      w.fail("unknown tag of an annotation's element value");
  }
}

template <class Walker>
void type_annotation(Walker& w) {  // JVMS 4.7.20
  switch (w.u1()) {
    case 0x00:
    case 0x01:
    case 0x16:
      w.u1();  // type or formal parameter
      break;
    case 0x10:
    case 0x17:
    case 0x42:
      w.u2();  // supertype, throws clause, exception table entry
      break;
    case 0x11:
    case 0x12:
      w.u1(), w.u1();  // bound of a type parameter
      break;
    case 0x13:
    case 0x14:
    case 0x15:
      break;
    case 0x40:
    case 0x41:
      w.repeat2([&] { w.pc_range(), w.u2(); });  // local variable
      break;
    case 0x43:
    case 0x44:
    case 0x45:
    case 0x46:
      w.pc();
      break;
    case 0x47:
    case 0x48:
    case 0x49:
    case 0x4A:
    case 0x4B:
      w.pc(), w.u1();
      break;
    default:
      w.fail("unknown target of a type annotation");
  }
  w.repeat1([&] { w.u1(), w.u1(); });  // type path
  annotation(w);
}

template <class Walker>
void verification_type(Walker& w) {  // JVMS 4.7.4
  auto tag = w.u1();
  if (tag == 7) {
    w.ref(kClass);
  } else if (tag == 8) {
    w.pc();
  } else if (tag > 8) {
    w.fail("unknown verification type");
  }
}

template <class Walker>
void stack_map_frame(Walker& w) {
  unsigned type = w.u1();
  if (type < 64) return w.frame(type);
  if (type < 128) return w.frame(type - 64), verification_type(w);
  if (type < 247) return w.fail("reserved stack map frame type");
  w.frame(w.u2());
  if (type == 247) return verification_type(w);
  if (type <= 251) return;
  if (type < 255) {
    for (unsigned i = 251; i < type; ++i) verification_type(w);
    return;
  }
  w.repeat2([&] { verification_type(w); });
  w.repeat2([&] { verification_type(w); });
}

template <class Walker>
void module(Walker& w) {  // JVMS 4.7.25
  constexpr TagSet kModuleTag = tags(ConstantTag::kModule), kPackageTag = tags(ConstantTag::kPackage);
  w.ref(kModuleTag), w.u2(), w.ref_or_zero(kUtf8);
  w.repeat2([&] { w.ref(kModuleTag), w.u2(), w.ref_or_zero(kUtf8); });
  for (int exports_then_opens = 0; exports_then_opens < 2; ++exports_then_opens) {
    w.repeat2([&] {
      w.ref(kPackageTag), w.u2();
      w.repeat2([&] { w.ref(kModuleTag); });
    });
  }
  w.repeat2([&] { w.ref(kClass); });
  w.repeat2([&] {
    w.ref(kClass);
    w.repeat2([&] { w.ref(kClass); });
  });
}

// Walks the content of an attribute other than Code.
template <class Walker>
void attribute(Walker& w, AttributeKind kind) {
  switch (kind) {
    case AttributeKind::kConstantValue:
      w.ref(kConstant);
      break;
    case AttributeKind::kStackMapTable:
      w.repeat2([&] { stack_map_frame(w); });
      break;
    case AttributeKind::kExceptions:
    case AttributeKind::kNestMembers:
    case AttributeKind::kPermittedSubclasses:
      w.repeat2([&] { w.ref(kClass); });
      break;
    case AttributeKind::kInnerClasses:
      w.repeat2([&] { w.ref(kClass), w.ref_or_zero(kClass), w.ref_or_zero(kUtf8), w.u2(); });
      break;
    case AttributeKind::kEnclosingMethod:
      w.ref(kClass), w.ref_or_zero(tags(ConstantTag::kNameAndType));
      break;
    case AttributeKind::kSynthetic:
    case AttributeKind::kDeprecated:
      break;
    case AttributeKind::kSignature:
    case AttributeKind::kSourceFile:
      w.ref(kUtf8);
      break;
    case AttributeKind::kLineNumberTable:
      w.repeat2([&] { w.pc(), w.u2(); });
      break;
    case AttributeKind::kLocalVariableTable:
    case AttributeKind::kLocalVariableTypeTable:
      w.repeat2([&] { w.pc_range(), w.ref(kUtf8), w.ref(kUtf8), w.u2(); });
      break;
    case AttributeKind::kRuntimeVisibleAnnotations:
    case AttributeKind::kRuntimeInvisibleAnnotations:
      w.repeat2([&] { annotation(w); });
      break;
    case AttributeKind::kRuntimeVisibleParameterAnnotations:
    case AttributeKind::kRuntimeInvisibleParameterAnnotations:
      w.repeat1([&] { w.repeat2([&] { annotation(w); }); });
      break;
    case AttributeKind::kRuntimeVisibleTypeAnnotations:
    case AttributeKind::kRuntimeInvisibleTypeAnnotations:
      w.repeat2([&] { type_annotation(w); });
      break;
    case AttributeKind::kAnnotationDefault:
      element_value(w);
      break;
    case AttributeKind::kBootstrapMethods:
      w.repeat2([&] {
        w.ref(tags(ConstantTag::kMethodHandle));
        w.repeat2([&] { w.ref(kLoadableTags); });
      });
      break;
    case AttributeKind::kMethodParameters:
      w.repeat1([&] { w.ref_or_zero(kUtf8), w.u2(); });
      break;
    case AttributeKind::kModule:
      module(w);
      break;
    case AttributeKind::kModulePackages:
      w.repeat2([&] { w.ref(tags(ConstantTag::kPackage)); });
      break;
    case AttributeKind::kModuleMainClass:
    case AttributeKind::kNestHost:
      w.ref(kClass);
      break;
    case AttributeKind::kRecord:
      w.repeat2([&] {
        w.ref(kUtf8), w.ref(kUtf8);
        w.attributes(AttributeLocation::kRecordComponent);
      });
      break;
    case AttributeKind::kCode:
    case AttributeKind::kSourceDebugExtension:
    case AttributeKind::kUnknown:
      w.rest();
      break;
  }
}

}  // namespace snag::classfile::grammar
