#include "classfile/validate.h"

#include "classfile/attribute_grammar.h"
#include "classfile/descriptor.h"
#include "classfile/instruction.h"

namespace snag::classfile {

namespace {

constexpr int kMaximumNesting = 32;  // of annotations and nested attribute tables; javac's deepest in practice is 3

bool is_soft(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::kLineNumberTable:
    case AttributeKind::kLocalVariableTable:
    case AttributeKind::kLocalVariableTypeTable:
    case AttributeKind::kStackMapTable:
    case AttributeKind::kRuntimeVisibleAnnotations:
    case AttributeKind::kRuntimeInvisibleAnnotations:
    case AttributeKind::kRuntimeVisibleParameterAnnotations:
    case AttributeKind::kRuntimeInvisibleParameterAnnotations:
    case AttributeKind::kRuntimeVisibleTypeAnnotations:
    case AttributeKind::kRuntimeInvisibleTypeAnnotations:
    case AttributeKind::kAnnotationDefault:
      return true;
    default:
      return false;
  }
}

// The constant an instruction's index must name; 0 when the operand is no constant.
TagSet constant_of(const Instruction& instruction, std::uint16_t major) {
  switch (instruction.operands) {
    case Operands::kConstant1:
    case Operands::kConstant2: {
      constexpr TagSet kWide = tags(ConstantTag::kLong, ConstantTag::kDouble);
      constexpr TagSet kDynamic = tags(ConstantTag::kDynamic);
      return instruction.opcode == Opcode::kLdc2W ? kWide | kDynamic : kLoadableTags & ~kWide;
    }
    case Operands::kField:
      return tags(ConstantTag::kFieldref);
    case Operands::kMethod:
      // Interface methods behind invokespecial and invokestatic came with Java 8.
      return instruction.opcode == Opcode::kInvokevirtual || major < 52 ? tags(ConstantTag::kMethodref) : kMethodTags;
    case Operands::kInterfaceMethod:
      return tags(ConstantTag::kInterfaceMethodref);
    case Operands::kDynamic:
      return tags(ConstantTag::kInvokeDynamic);
    case Operands::kClass:
    case Operands::kMultiArray:
      return tags(ConstantTag::kClass);
    default:
      return 0;
  }
}

// The number of the highest local variable an instruction touches, or -1.
int highest_local(const Instruction& instruction) {
  Opcode op = instruction.opcode;
  if (instruction.operands == Operands::kLocal || instruction.operands == Operands::kIncrement) {
    bool two = op == Opcode::kLload || op == Opcode::kDload || op == Opcode::kLstore || op == Opcode::kDstore;
    return instruction.index + (two ? 1 : 0);
  }
  auto short_form = [&](Opcode first) -> int {  // xload_n: i, l, f, d, a times 0..3
    unsigned n = static_cast<unsigned>(op) - static_cast<unsigned>(first);
    unsigned type = n / 4;
    return static_cast<int>(n % 4 + (type == 1 || type == 3 ? 1 : 0));
  };
  if (op >= Opcode::kIload0 && op <= Opcode::kAload3) return short_form(Opcode::kIload0);
  if (op >= Opcode::kIstore0 && op <= Opcode::kAstore3) return short_form(Opcode::kIstore0);
  return -1;
}

}  // namespace

// The walker of attribute_grammar.h that only checks.
class ValidatingWalker {
 public:
  ValidatingWalker(Validator& validator, const ClassFile& file, Cursor& cursor, int depth)
      : validator_(validator), file_(file), cursor_(cursor), depth_(depth) {}

  std::uint8_t u1() { return cursor_.u1(); }
  std::uint16_t u2() { return cursor_.u2(); }
  std::uint32_t u4() { return cursor_.u4(); }
  void ref(TagSet accepted) {
    std::uint16_t index = cursor_.u2();
    if (!file_.constants().has(index, accepted)) cursor_.fail("index does not name a constant of the right kind");
  }
  void ref_or_zero(TagSet accepted) {
    std::uint16_t index = cursor_.u2();
    if (index != 0 && !file_.constants().has(index, accepted)) {
      cursor_.fail("index does not name a constant of the right kind");
    }
  }
  void pc() {
    if (!validator_.is_instruction(cursor_.u2())) cursor_.fail("position is not that of an instruction");
  }
  void pc_range() {
    std::uint32_t start = cursor_.u2();
    std::uint32_t end = start + cursor_.u2();
    bool good = end == validator_.code_length_ || validator_.is_instruction(end);
    if (!good || start > end) cursor_.fail("range of code does not end at an instruction");
  }
  void frame(std::uint32_t delta) {
    frame_pc_ += delta + (first_frame_ ? 0 : 1);
    first_frame_ = false;
    if (!validator_.is_instruction(frame_pc_)) cursor_.fail("stack map frame is not at an instruction");
  }
  template <class F>
  void repeat1(F f) {
    for (unsigned n = cursor_.u1(); n > 0 && cursor_.ok(); --n) f();
  }
  template <class F>
  void repeat2(F f) {
    for (unsigned n = cursor_.u2(); n > 0 && cursor_.ok(); --n) f();
  }
  void rest() { cursor_.skip(cursor_.remaining()); }
  bool enter() {
    if (++depth_ <= kMaximumNesting) return true;
    cursor_.fail("nested too deep");
    return false;
  }
  void leave() { --depth_; }
  void fail(const char* problem) { cursor_.fail(problem); }
  void attributes(AttributeLocation location) {
    if (!enter()) return;
    repeat2([&] {
      Attribute nested = read_attribute(cursor_, file_.constants(), location, file_.major());
      if (!cursor_.ok()) return;
      Cursor content = file_.cursor(nested);
      ValidatingWalker walker(validator_, file_, content, depth_);
      grammar::attribute(walker, nested.kind);
      if (!content.ok()) {
        cursor_.fail_at(content.problem(), content.problem_offset());
      } else if (!content.at_end()) {
        cursor_.fail_at("bytes after the end of an attribute", content.offset());
      }
    });
    leave();
  }

 private:
  Validator& validator_;
  const ClassFile& file_;
  Cursor& cursor_;
  int depth_;
  std::uint32_t frame_pc_ = 0;
  bool first_frame_ = true;
};

void Validator::fail(const char* problem, std::uint64_t offset) {
  if (!problem_) problem_ = Error{problem, offset};
}

std::optional<Error> Validator::check(const ClassFile& file) {
  problem_.reset();
  soft_problem_.reset();
  code_length_ = 0;
  const ConstantPool& constants = file.constants();
  for (std::uint32_t i = 1; i < constants.size(); ++i) {
    switch (constants.tag(i)) {
      case ConstantTag::kFieldref:
        if (!is_field_descriptor(constants.member(i).descriptor)) fail("bad field descriptor", constants.offset(i));
        break;
      case ConstantTag::kMethodref:
      case ConstantTag::kInterfaceMethodref:
        if (!is_method_descriptor(constants.member(i).descriptor)) fail("bad method descriptor", constants.offset(i));
        break;
      case ConstantTag::kInvokeDynamic:
        if (!is_method_descriptor(constants.dynamic(i).descriptor)) fail("bad method descriptor", constants.offset(i));
        break;
      case ConstantTag::kMethodType:
        if (!is_method_descriptor(constants.method_type(i))) fail("bad method descriptor", constants.offset(i));
        break;
      default:
        break;
    }
  }
  for (const Member& field : file.fields()) {
    if (!is_field_descriptor(file.descriptor(field))) fail("bad field descriptor", constants.offset(field.descriptor));
    check_attributes(file, file.attributes(field));
  }
  for (const Member& method : file.methods()) {
    if (!is_method_descriptor(file.descriptor(method))) {
      fail("bad method descriptor", constants.offset(method.descriptor));
    }
    code_length_ = 0;
    check_attributes(file, file.attributes(method));
    if (const Attribute* code = find_attribute(file.attributes(method), AttributeKind::kCode)) {
      check_code(file, *code);
    }
    if (problem_) return problem_;
  }
  code_length_ = 0;
  check_attributes(file, file.attributes());
  return problem_;
}

void Validator::check_attributes(const ClassFile& file, std::span<const Attribute> attributes) {
  for (const Attribute& attribute : attributes) {
    if (attribute.kind == AttributeKind::kUnknown || attribute.kind == AttributeKind::kCode) continue;
    Cursor cursor = file.cursor(attribute);
    ValidatingWalker walker(*this, file, cursor, /*depth=*/0);
    grammar::attribute(walker, attribute.kind);
    if (cursor.ok() && !cursor.at_end()) cursor.fail("bytes after the end of an attribute");
    if (cursor.ok()) continue;
    if (!is_soft(attribute.kind)) {
      fail(cursor.problem(), cursor.problem_offset());
    } else if (!soft_problem_) {
      soft_problem_ = Error{cursor.problem(), cursor.problem_offset()};
    }
  }
}

void Validator::check_code(const ClassFile& file, const Attribute& attribute) {
  // read_code is not used here: its vectors would cost a third of the whole check.
  Cursor cursor = file.cursor(attribute);
  Code code;
  code.max_stack = cursor.u2();
  code.max_locals = cursor.u2();
  std::uint32_t length = cursor.u4();
  code.code_offset = static_cast<std::uint32_t>(cursor.offset());
  code.code = cursor.bytes(length);
  if (!cursor.ok() || length == 0 || length > 0xFFFF) {
    return fail("code must have 1 to 65535 bytes", attribute.offset + 4);
  }
  check_instructions(file, code);
  if (problem_) return;
  for (std::uint32_t handlers = cursor.u2(); handlers > 0 && cursor.ok(); --handlers) {
    std::size_t at = cursor.offset();
    std::uint32_t start = cursor.u2(), end = cursor.u2(), handler = cursor.u2();
    ConstantIndex catch_type = cursor.u2();
    bool good = start < end && is_instruction(start) && (end == length || is_instruction(end)) &&
                is_instruction(handler) &&
                (catch_type == 0 || file.constants().has(catch_type, tags(ConstantTag::kClass)));
    if (!good) cursor.fail_at("bad entry of an exception table", at);
  }
  for (std::uint32_t count = cursor.u2(); count > 0 && cursor.ok(); --count) {
    Attribute nested = read_attribute(cursor, file.constants(), AttributeLocation::kCode, file.major());
    if (cursor.ok()) check_attributes(file, {&nested, 1});
  }
  if (cursor.ok() && !cursor.at_end()) cursor.fail("bytes after the end of the Code attribute");
  if (!cursor.ok()) fail(cursor.problem(), cursor.problem_offset());
}

void Validator::check_instructions(const ClassFile& file, const Code& code) {
  const ConstantPool& constants = file.constants();
  code_length_ = static_cast<std::uint32_t>(code.code.size());
  boundaries_.assign(code_length_, false);
  targets_.clear();
  Instruction instruction;
  for (std::uint32_t pc = 0; pc < code_length_; pc = instruction.next()) {
    ++instructions_;
    boundaries_[pc] = true;
    auto wrong = [&](const char* problem) { fail(problem, code.code_offset + pc); };
    if (const char* problem = decode_instruction(code.code, pc, instruction)) return wrong(problem);
    TagSet accepted = constant_of(instruction, file.major());
    if (accepted != 0 && !constants.has(instruction.index, accepted)) {
      return wrong("instruction does not name a constant of the right kind");
    }
    if (highest_local(instruction) >= code.max_locals)
      return wrong("instruction uses a local variable beyond max_locals");
    switch (instruction.operands) {
      case Operands::kBranch2:
      case Operands::kBranch4:
        targets_.push_back(instruction.target);
        break;
      case Operands::kTableSwitch:
      case Operands::kLookupSwitch:
        targets_.push_back(instruction.target);
        for (std::uint32_t i = 0; i < instruction.cases; ++i) {
          targets_.push_back(switch_case(code.code, instruction, i).target);
        }
        break;
      case Operands::kArrayType:
        if (instruction.value < 4 || instruction.value > 11) return wrong("newarray of an unknown type");
        break;
      default:
        break;
    }
  }
  for (std::uint32_t target : targets_) {
    if (!is_instruction(target)) return fail("jump to a position that is not an instruction", code.code_offset);
  }
}

}  // namespace snag::classfile
