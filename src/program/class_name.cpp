#include "program/class_name.h"

#include "classfile/class_file.h"

namespace snag {

using classfile::kClassMagic;

bool starts_with_class_magic(Bytes bytes) { return bytes.size() >= 4 && load_u4(bytes.data()) == kClassMagic; }

Result<std::string_view> class_name_of(Bytes class_file) {
  Cursor cursor(class_file);
  if (cursor.u4() != kClassMagic) return failure("not a class file: expected the number 0xCAFEBABE", 0);
  cursor.skip(4);  // version
  classfile::ConstantPool constants = classfile::ConstantPool::read(cursor, class_file);
  cursor.skip(2);  // access flags
  std::uint16_t this_class = cursor.u2();
  if (!cursor.ok()) return cursor.error();
  if (!constants.has(this_class, classfile::tags(classfile::ConstantTag::kClass))) {
    return failure("this_class: expected the index of a Class constant", cursor.offset() - 2);
  }
  return constants.class_name(this_class);
}

bool is_ascii(std::string_view text) {
  unsigned char all = 0;
  for (char c : text) all |= static_cast<unsigned char>(c);
  return all < 0x80;
}

}  // namespace snag
