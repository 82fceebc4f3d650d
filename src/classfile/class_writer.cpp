#include "classfile/class_writer.h"

#include "classfile/writing_walker.h"

namespace snag::classfile {

void append_u1(ByteBuffer& out, std::uint32_t value) { out.push_back(static_cast<std::uint8_t>(value)); }
void append_u2(ByteBuffer& out, std::uint32_t value) { append_u1(out, value >> 8), append_u1(out, value); }
void append_u4(ByteBuffer& out, std::uint32_t value) { append_u2(out, value >> 16), append_u2(out, value); }

namespace {

void append_bytes(ByteBuffer& out, Bytes bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }

void append_attribute(ByteBuffer& out, const AttributeImage& attribute) {
  append_u2(out, attribute.name);
  append_u4(out, static_cast<std::uint32_t>(attribute.content.size()));
  append_bytes(out, attribute.content);
}

void append_attributes(ByteBuffer& out, const std::vector<AttributeImage>& attributes) {
  append_u2(out, static_cast<std::uint32_t>(attributes.size()));
  for (const AttributeImage& attribute : attributes) append_attribute(out, attribute);
}

AttributeImage copy_attribute(const ClassFile& file, const Attribute& attribute);

// A walker that writes what it reads. Its input is one attribute of a parsed class file, which need not be valid:
// copy_attribute copies an attribute that does not follow its grammar as bytes.
class CopyingWalker : public WritingWalker {
 public:
  CopyingWalker(const ClassFile& file, Cursor& cursor, ByteBuffer& out) : WritingWalker(cursor, out), file_(file) {}

  void pc() { u2(); }
  void pc_range() { u2(), u2(); }
  void rest() { append_bytes(out_, cursor_.bytes(cursor_.remaining())); }
  void attributes(AttributeLocation location) {
    AttributeReader reader(file_.constants(), location, file_.major());
    repeat2([&] {
      Attribute nested = reader.read(cursor_);
      if (cursor_.ok()) append_attribute(out_, copy_attribute(file_, nested));
    });
  }

 private:
  const ClassFile& file_;
};

void copy_code(const ClassFile& file, Cursor& cursor, ByteBuffer& out) {
  append_u2(out, cursor.u2());
  append_u2(out, cursor.u2());
  std::uint32_t length = cursor.u4();
  Bytes code = cursor.bytes(length);
  append_u4(out, length);
  Instruction instruction;
  for (std::uint32_t pc = 0; pc < code.size(); pc = instruction.next()) {
    if (const char* problem = decode_instruction(code, pc, instruction)) return cursor.fail(problem);
    append_instruction(out, code, instruction);
  }
  std::uint32_t handlers = cursor.u2();
  append_u2(out, handlers);
  for (; handlers > 0 && cursor.ok(); --handlers) {
    for (int i = 0; i < 4; ++i) append_u2(out, cursor.u2());
  }
  CopyingWalker(file, cursor, out).attributes(AttributeLocation::kCode);
}

AttributeImage copy_attribute(const ClassFile& file, const Attribute& attribute) {
  AttributeImage image{attribute.name, {}};
  image.content.reserve(attribute.length);
  Cursor cursor = file.cursor(attribute);
  if (attribute.kind == AttributeKind::kCode) {
    copy_code(file, cursor, image.content);
  } else {
    CopyingWalker walker(file, cursor, image.content);
    grammar::attribute(walker, attribute.kind);
  }
  if (!cursor.ok() || !cursor.at_end()) {  // wrong, but the JVM may accept it: kept unchanged
    Bytes content = file.content(attribute);
    image.content.assign(content.begin(), content.end());
  }
  return image;
}

std::vector<AttributeImage> copy_attributes(const ClassFile& file, std::span<const Attribute> attributes) {
  std::vector<AttributeImage> images;
  images.reserve(attributes.size());
  for (const Attribute& attribute : attributes) images.push_back(copy_attribute(file, attribute));
  return images;
}

std::vector<MemberImage> copy_members(const ClassFile& file, std::span<const Member> members) {
  std::vector<MemberImage> images;
  images.reserve(members.size());
  for (const Member& member : members) {
    images.push_back({member.access, member.name, member.descriptor, copy_attributes(file, file.attributes(member))});
  }
  return images;
}

}  // namespace

void append_instruction(ByteBuffer& out, Bytes code, const Instruction& in) {
  if (in.wide) append_u1(out, static_cast<std::uint32_t>(Opcode::kWide));
  append_u1(out, static_cast<std::uint32_t>(in.opcode));
  switch (in.operands) {
    case Operands::kNone:
    case Operands::kInvalid:
    case Operands::kWide:
      break;
    case Operands::kByte:
    case Operands::kArrayType:
      append_u1(out, static_cast<std::uint32_t>(in.value));
      break;
    case Operands::kShort:
      append_u2(out, static_cast<std::uint32_t>(in.value));
      break;
    case Operands::kConstant1:
      append_u1(out, in.index);
      break;
    case Operands::kLocal:
      in.wide ? append_u2(out, in.index) : append_u1(out, in.index);
      break;
    case Operands::kIncrement:
      in.wide ? append_u2(out, in.index) : append_u1(out, in.index);
      in.wide ? append_u2(out, static_cast<std::uint32_t>(in.value))
              : append_u1(out, static_cast<std::uint32_t>(in.value));
      break;
    case Operands::kBranch2:
      append_u2(out, in.target - in.pc);
      break;
    case Operands::kBranch4:
      append_u4(out, in.target - in.pc);
      break;
    case Operands::kConstant2:
    case Operands::kField:
    case Operands::kMethod:
    case Operands::kClass:
      append_u2(out, in.index);
      break;
    case Operands::kInterfaceMethod:
      append_u2(out, in.index), append_u1(out, static_cast<std::uint32_t>(in.value)), append_u1(out, 0);
      break;
    case Operands::kDynamic:
      append_u2(out, in.index), append_u2(out, 0);
      break;
    case Operands::kMultiArray:
      append_u2(out, in.index), append_u1(out, static_cast<std::uint32_t>(in.value));
      break;
    case Operands::kTableSwitch:
    case Operands::kLookupSwitch: {
      bool table = in.operands == Operands::kTableSwitch;
      std::uint32_t operands = switch_operands(in.pc);
      append_bytes(out, code.subspan(in.pc + 1, operands - in.pc - 1));  // old compilers pad with anything
      append_u4(out, in.target - in.pc);
      if (table) append_u4(out, static_cast<std::uint32_t>(in.value));
      append_u4(out, table ? static_cast<std::uint32_t>(in.value) + in.cases - 1 : in.cases);
      for (std::uint32_t i = 0; i < in.cases; ++i) {
        SwitchCase one = switch_case(code, in, i);
        if (!table) append_u4(out, static_cast<std::uint32_t>(one.key));
        append_u4(out, one.target - in.pc);
      }
      break;
    }
  }
}

ClassWriter::ClassWriter(std::uint16_t major, std::uint16_t access, std::string_view name, std::string_view super)
    : major_(major), access_(access) {
  this_class_ = class_constant(name);
  if (!super.empty()) super_class_ = class_constant(super);
}

ClassWriter ClassWriter::copy_of(const ClassFile& file) {
  ClassWriter writer;
  writer.major_ = file.major();
  writer.minor_ = file.minor();
  writer.access_ = file.access();
  writer.this_class_ = file.this_class();
  writer.super_class_ = file.super_class();
  const ConstantPool& pool = file.constants();
  writer.constants_.reserve(pool.size());
  for (std::uint32_t i = 1; i < pool.size(); ++i) {
    if (pool.tag(i) == ConstantTag::kUnusable) continue;
    std::size_t start = writer.pool_.size();
    append_u1(writer.pool_, static_cast<std::uint32_t>(pool.tag(i)));
    append_bytes(writer.pool_, pool.content(i));
    writer.constants_.emplace(as_text(Bytes(writer.pool_).subspan(start)), static_cast<ConstantIndex>(i));
  }
  writer.pool_count_ = pool.size();
  for (std::uint32_t i = 0; i < file.interface_count(); ++i) writer.interfaces.push_back(file.interface_at(i));
  writer.fields = copy_members(file, file.fields());
  writer.methods = copy_members(file, file.methods());
  writer.attributes = copy_attributes(file, file.attributes());
  return writer;
}

ConstantIndex ClassWriter::constant(ConstantTag tag, const ByteBuffer& content) {
  std::string key(1, static_cast<char>(tag));
  key.append(as_text(content));
  if (auto it = constants_.find(key); it != constants_.end()) return it->second;
  std::uint32_t slots = tag == ConstantTag::kLong || tag == ConstantTag::kDouble ? 2 : 1;
  if (pool_count_ + slots > 0xFFFF) return 0;
  auto index = static_cast<ConstantIndex>(pool_count_);
  pool_.insert(pool_.end(), key.begin(), key.end());
  constants_.emplace(std::move(key), index);
  pool_count_ += slots;
  return index;
}

ConstantIndex ClassWriter::utf8(std::string_view text) {
  if (text.size() > 0xFFFF) return 0;
  ByteBuffer content;
  append_u2(content, static_cast<std::uint32_t>(text.size()));
  content.insert(content.end(), text.begin(), text.end());
  return constant(ConstantTag::kUtf8, content);
}

ConstantIndex ClassWriter::named(ConstantTag tag, std::string_view text) {
  ConstantIndex name = utf8(text);
  return name == 0 ? ConstantIndex{0} : pair(tag, {}, name);
}

// An entry of two two-byte parts, or of the second alone.
ConstantIndex ClassWriter::pair(ConstantTag tag, std::optional<std::uint16_t> first, std::uint16_t second) {
  ByteBuffer content;
  if (first) append_u2(content, *first);
  append_u2(content, second);
  return constant(tag, content);
}

ConstantIndex ClassWriter::number(ConstantTag tag, std::uint64_t bits) {
  ByteBuffer content;
  if (constant_size(tag) == 8) append_u4(content, static_cast<std::uint32_t>(bits >> 32));
  append_u4(content, static_cast<std::uint32_t>(bits));
  return constant(tag, content);
}

ConstantIndex ClassWriter::name_and_type(std::string_view name, std::string_view descriptor) {
  ConstantIndex first = utf8(name), second = utf8(descriptor);
  return first == 0 || second == 0 ? ConstantIndex{0} : pair(ConstantTag::kNameAndType, first, second);
}
ConstantIndex ClassWriter::member(ConstantTag tag, std::string_view owner, std::string_view name,
                                  std::string_view descriptor) {
  ConstantIndex first = class_constant(owner), second = name_and_type(name, descriptor);
  return first == 0 || second == 0 ? ConstantIndex{0} : pair(tag, first, second);
}
ConstantIndex ClassWriter::method_handle(MethodHandleKind kind, ConstantIndex reference) {
  ByteBuffer content;
  append_u1(content, static_cast<std::uint32_t>(kind));
  append_u2(content, reference);
  return reference == 0 ? ConstantIndex{0} : constant(ConstantTag::kMethodHandle, content);
}
ConstantIndex ClassWriter::dynamic(ConstantTag tag, std::uint16_t bootstrap, std::string_view name,
                                   std::string_view descriptor) {
  ConstantIndex second = name_and_type(name, descriptor);
  return second == 0 ? ConstantIndex{0} : pair(tag, bootstrap, second);
}

MemberImage& ClassWriter::add_method(std::uint16_t method_access, std::string_view name, std::string_view descriptor) {
  methods.push_back({method_access, utf8(name), utf8(descriptor), {}});
  return methods.back();
}

AttributeImage ClassWriter::code_attribute(std::uint16_t max_stack, std::uint16_t max_locals, Bytes code,
                                           const std::vector<ExceptionHandler>& handlers,
                                           const std::vector<AttributeImage>& nested) {
  AttributeImage image{utf8("Code"), {}};
  append_u2(image.content, max_stack);
  append_u2(image.content, max_locals);
  append_u4(image.content, static_cast<std::uint32_t>(code.size()));
  append_bytes(image.content, code);
  append_u2(image.content, static_cast<std::uint32_t>(handlers.size()));
  for (const ExceptionHandler& handler : handlers) {
    append_u2(image.content, handler.start), append_u2(image.content, handler.end);
    append_u2(image.content, handler.handler), append_u2(image.content, handler.catch_type);
  }
  append_attributes(image.content, nested);
  return image;
}

ByteBuffer ClassWriter::bytes() const {
  ByteBuffer out;
  append_u4(out, kClassMagic);
  append_u2(out, minor_);
  append_u2(out, major_);
  append_u2(out, pool_count_);
  append_bytes(out, pool_);
  append_u2(out, access_);
  append_u2(out, this_class_);
  append_u2(out, super_class_);
  append_u2(out, static_cast<std::uint32_t>(interfaces.size()));
  for (ConstantIndex index : interfaces) append_u2(out, index);
  for (const std::vector<MemberImage>* members : {&fields, &methods}) {
    append_u2(out, static_cast<std::uint32_t>(members->size()));
    for (const MemberImage& member : *members) {
      append_u2(out, member.access), append_u2(out, member.name), append_u2(out, member.descriptor);
      append_attributes(out, member.attributes);
    }
  }
  append_attributes(out, attributes);
  return out;
}

}  // namespace snag::classfile
