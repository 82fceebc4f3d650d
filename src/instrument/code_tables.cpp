#include "instrument/code_tables.h"

#include "classfile/writing_walker.h"

namespace snag::instrument {

using namespace classfile;

namespace {

// Writes what it reads, with moved positions.
class MovingWalker : public WritingWalker {
 public:
  MovingWalker(Cursor& cursor, const CodeMoves& moves, AttributeKind kind, ByteBuffer& out)
      : WritingWalker(cursor, out), moves_(moves), kind_(kind) {}

  void pc() {
    std::uint32_t position = cursor_.u2();
    if (!cursor_.ok()) return;
    if (!moves_.is_instruction(position)) return fail("not an instruction");
    append_u2(out_, kind_ == AttributeKind::kLineNumberTable ? start_of(position) : moves_.at(position));
  }
  void pc_range() {
    std::uint32_t start = cursor_.u2(), end = start + cursor_.u2();
    if (!cursor_.ok()) return;
    bool good = (moves_.is_instruction(start) || start == moves_.code_length) &&
                (moves_.is_instruction(end) || end == moves_.code_length);
    if (!good) return fail("not an instruction");
    append_u2(out_, start_of(start));
    append_u2(out_, start_of(end) - start_of(start));
  }
  void rest() { fail("unknown"); }
  void attributes(AttributeLocation) { fail("unknown"); }

  void move_type_annotations() {
    repeat2([&] {
      unsigned target = cursor_.ok() ? Cursor(cursor_).u1() : 0;
      if (target != 0x42) return grammar::type_annotation(*this);
      u1();
      std::uint32_t handler = cursor_.u2() + moves_.first_handler;  // JVMS 4.7.20.1: index into the exception table
      if (handler > 0xFFFF) return fail("too many handlers");
      append_u2(out_, handler);
      repeat1([&] { u1(), u1(); });
      grammar::annotation(*this);
    });
  }

 private:
  // The prologue belongs to the first line, and to the variables that exist at the start.
  std::uint32_t start_of(std::uint32_t position) const { return position == 0 ? 0 : moves_.label(position); }

  const CodeMoves& moves_;
  AttributeKind kind_;
};

}  // namespace

bool move_code_attribute(const ClassFile& file, const Attribute& attribute, const CodeMoves& moves, ByteBuffer& out) {
  Cursor cursor = file.cursor(attribute);
  out.reserve(attribute.length);
  MovingWalker walker(cursor, moves, attribute.kind, out);
  switch (attribute.kind) {
    case AttributeKind::kRuntimeVisibleTypeAnnotations:
    case AttributeKind::kRuntimeInvisibleTypeAnnotations:
      walker.move_type_annotations();
      break;
    case AttributeKind::kLineNumberTable:
    case AttributeKind::kLocalVariableTable:
    case AttributeKind::kLocalVariableTypeTable:
      grammar::attribute(walker, attribute.kind);
      break;
    default:
      return false;
  }
  return cursor.ok() && cursor.at_end();
}

}  // namespace snag::instrument
