#include "classfile/validate.h"

#include <algorithm>
#include <array>

#include "classfile/attribute_grammar.h"
#include "classfile/descriptor.h"
#include "classfile/instruction.h"
#include "classfile/name_scan.h"

namespace snag::classfile {

namespace {

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
    case AttributeKind::kMethodParameters:
    case AttributeKind::kModule:
    case AttributeKind::kModulePackages:
    case AttributeKind::kModuleMainClass:
      return true;
    default:
      return false;
  }
}

// Returns how many bootstrap methods the class claims to have; the table itself is checked like any attribute.
std::uint32_t bootstrap_method_count(const ClassFile& file) {
  const Attribute* attribute = find_attribute(file.attributes(), AttributeKind::kBootstrapMethods);
  return attribute == nullptr ? 0 : file.cursor(*attribute).u2();
}

// What instructions may do with a constant: one bit for each kind of use, computed once for each constant so that an
// instruction costs one table lookup.
enum Use : std::uint16_t {
  kUseLoad = 1,      // ldc, ldc_w
  kUseLoadWide = 2,  // ldc2_w
  kUseField = 4,
  kUseVirtual = 8,
  kUseSpecial = 16,
  kUseStatic = 32,
  kUseInterface = 64,
  kUseDynamic = 128,
  kUseClass = 256,
  kUseNew = 512,
};

// How an instruction of fixed length is checked, without branches: a branch predictor cannot learn bytecode. One jump
// for each kind of instruction took 56 ms for the JDK 17's 11.3 million instructions, this takes 39: the rest is spent
// waiting for each instruction's length to find the next. An instruction needs `locals` local variables, `local_mask`
// says whether its first operand byte is added, and the constant that (operand >> index_shift) & index_mask names must
// allow `use`.
struct OpcodeCheck {
  std::uint8_t length = 0;  // 0: checked by check_special_instruction
  std::uint8_t locals = 0;
  std::uint8_t local_mask = 0;
  std::uint8_t index_shift = 0;
  std::uint16_t index_mask = 0;
  std::uint16_t use = 0;
};

constexpr bool is_two_slots(Opcode op) {
  return op == Opcode::kLload || op == Opcode::kDload || op == Opcode::kLstore || op == Opcode::kDstore;
}

// Returns the highest local variable that `iload_0` to `astore_3` use; -1 for other instructions.
constexpr int fixed_local(Opcode op) {
  bool load = op >= Opcode::kIload0 && op <= Opcode::kAload3;
  if (!load && !(op >= Opcode::kIstore0 && op <= Opcode::kAstore3)) return -1;
  unsigned n = static_cast<unsigned>(op) - static_cast<unsigned>(load ? Opcode::kIload0 : Opcode::kIstore0);
  unsigned type = n / 4;  // i, l, f, d, a
  return static_cast<int>(n % 4 + (type == 1 || type == 3 ? 1 : 0));
}

constexpr OpcodeCheck check_of(Opcode op) {
  auto constant = [](std::uint16_t use) { return OpcodeCheck{.length = 3, .index_mask = 0xFFFF, .use = use}; };
  switch (kOperands[static_cast<unsigned>(op)]) {
    case Operands::kNone:
      return {.length = 1, .locals = static_cast<std::uint8_t>(fixed_local(op) + 1)};
    case Operands::kByte:
      return {.length = 2};
    case Operands::kShort:
      return {.length = 3};
    case Operands::kConstant1:
      return {.length = 2, .index_shift = 8, .index_mask = 0xFF, .use = kUseLoad};
    case Operands::kConstant2:
      return constant(op == Opcode::kLdc2W ? kUseLoadWide : kUseLoad);
    case Operands::kLocal:
      return {.length = 2, .locals = static_cast<std::uint8_t>(is_two_slots(op) ? 2 : 1), .local_mask = 0xFF};
    case Operands::kIncrement:
      return {.length = 3, .locals = 1, .local_mask = 0xFF};
    case Operands::kField:
      return constant(kUseField);
    case Operands::kMethod:
      if (op == Opcode::kInvokevirtual) return constant(kUseVirtual);
      return constant(op == Opcode::kInvokespecial ? kUseSpecial : kUseStatic);
    case Operands::kClass:
      return constant(op == Opcode::kNew ? kUseNew : kUseClass);
    default:
      return {};
  }
}

constexpr auto kChecks = [] {
  std::array<OpcodeCheck, 256> table{};
  for (unsigned i = 0; i < table.size(); ++i) table[i] = check_of(static_cast<Opcode>(i));
  return table;
}();

constexpr const char* kWrongConstant = "instruction does not name a constant of the right kind";
constexpr const char* kWrongLocal = "instruction uses a local variable beyond max_locals";
constexpr const char* kWrongTarget = "jump to a position that is not an instruction";

const char* first_problem(bool too_long, bool too_many_locals, bool constant_missing) {
  if (too_long) return "instruction runs past the end of the code";
  if (too_many_locals) return kWrongLocal;
  return constant_missing ? kWrongConstant : nullptr;
}

std::size_t dimensions(std::string_view class_name) {
  return std::min(class_name.find_first_not_of('['), class_name.size());
}

}  // namespace

// The walker of attribute_grammar.h that only checks.
class ValidatingWalker : public CursorWalker {
 public:
  ValidatingWalker(Validator& validator, const ClassFile& file, Cursor& cursor)
      : CursorWalker(cursor), validator_(validator), file_(file) {}

  void ref(TagSet accepted) {
    if (!file_.constants().has(cursor_.u2(), accepted)) wrong(2, "index does not name a constant of the right kind");
  }
  void ref_or_zero(TagSet accepted) {
    std::uint16_t index = cursor_.u2();
    if (index != 0 && !file_.constants().has(index, accepted)) {
      wrong(2, "index does not name a constant of the right kind");
    }
  }
  void pc() {
    if (!validator_.is_instruction(cursor_.u2())) wrong(2, "position is not that of an instruction");
  }
  void pc_range() {
    std::uint32_t start = cursor_.u2();
    std::uint32_t end = start + cursor_.u2();
    auto good = [&](std::uint32_t pc) { return pc == validator_.code_length_ || validator_.is_instruction(pc); };
    if (!good(start) || !good(end)) wrong(4, "range of code does not start and end at an instruction");
  }
  void frame(std::uint32_t delta) {
    frame_pc_ += delta + (first_frame_ ? 0 : 1);
    first_frame_ = false;
    if (!validator_.is_instruction(frame_pc_)) cursor_.fail("stack map frame is not at an instruction");
  }
  void rest() { cursor_.skip(cursor_.remaining()); }
  void attributes(AttributeLocation location) {
    AttributeReader reader(file_.constants(), location, file_.major());
    repeat2([&] {
      Attribute nested = reader.read(cursor_);
      if (cursor_.ok()) validator_.check_attribute(file_, nested);
    });
  }

 private:
  // The problem is `back` bytes before the present position.
  void wrong(std::size_t back, const char* problem) { cursor_.fail_at(problem, cursor_.offset() - back); }

  Validator& validator_;
  const ClassFile& file_;
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
  check_constants(file);
  if (!problem_) check_members(file);
  code_length_ = 0;
  if (!problem_) check_attributes(file, file.attributes());
  return problem_;
}

// A text is examined once, however many constants and members have it as descriptor.
Validator::TextKind Validator::text_kind(const ClassFile& file, ConstantIndex text) {
  TextKind& kind = text_kinds_[text];
  if (kind == TextKind::kNotYetKnown) {
    std::string_view descriptor = file.constants().utf8(text);
    NameScan scan(file.bytes().data() + file.bytes().size());
    kind = scan.field_descriptor(descriptor)    ? TextKind::kFieldDescriptor
           : scan.method_descriptor(descriptor) ? TextKind::kMethodDescriptor
                                                : TextKind::kOther;
  }
  return kind;
}

void Validator::check_constants(const ClassFile& file) {
  const ConstantPool& constants = file.constants();
  uses_.assign(constants.size() + 1, 0);
  text_kinds_.assign(constants.size(), TextKind::kNotYetKnown);
  arguments_.assign(constants.size(), 0);
  std::uint32_t bootstraps = bootstrap_method_count(file);
  NameScan scan(file.bytes().data() + file.bytes().size());
  for (std::uint32_t i = 1; i < constants.size(); ++i) {
    const std::uint8_t* content = file.bytes().data() + constants.offset(i);
    // `descriptor` returns the kind of descriptor of a member or dynamic constant, through its NameAndType, and sets
    // `name` to the index of its name.
    ConstantIndex name = 0;
    auto descriptor = [&] {
      const std::uint8_t* name_and_type = file.bytes().data() + constants.offset(load_u2(content + 2));
      name = load_u2(name_and_type);
      return text_kind(file, load_u2(name_and_type + 2));
    };
    auto wrong = [&](const char* problem) { fail(problem, constants.offset(i) - 1); };
    switch (constants.tag(i)) {
      case ConstantTag::kUtf8:
      case ConstantTag::kUnusable:
      case ConstantTag::kModule:
      case ConstantTag::kPackage:
        break;
      case ConstantTag::kInteger:
      case ConstantTag::kFloat:
      case ConstantTag::kString:
      case ConstantTag::kMethodHandle:
        uses_[i] = kUseLoad;
        break;
      case ConstantTag::kLong:
      case ConstantTag::kDouble:
        uses_[i] = kUseLoadWide;
        break;
      case ConstantTag::kClass: {
        std::string_view class_name = constants.class_name(i);
        bool array = class_name.starts_with('[');
        if (!(array ? scan.field_descriptor(class_name) : scan.class_name(class_name))) wrong("bad class name");
        uses_[i] = kUseLoad | kUseClass | (array ? 0 : kUseNew);
        break;
      }
      case ConstantTag::kMethodType:
        if (text_kind(file, load_u2(content)) != TextKind::kMethodDescriptor) wrong("bad method descriptor");
        uses_[i] = kUseLoad;
        break;
      case ConstantTag::kNameAndType:
        if (text_kind(file, load_u2(content + 2)) == TextKind::kOther) wrong("bad descriptor");
        break;
      case ConstantTag::kFieldref:
        if (descriptor() != TextKind::kFieldDescriptor) wrong("bad field descriptor");
        uses_[i] = kUseField;
        break;
      case ConstantTag::kMethodref:
      case ConstantTag::kInterfaceMethodref: {
        if (descriptor() != TextKind::kMethodDescriptor) wrong("bad method descriptor");
        bool interface = constants.tag(i) == ConstantTag::kInterfaceMethodref;
        if (constants.utf8(name).starts_with('<')) {  // only constructors can be named, only invokespecial calls them
          if (interface || constants.utf8(name) != "<init>") wrong("bad method name");
          uses_[i] = kUseSpecial;
        } else if (interface) {
          // Interface methods in invokespecial and invokestatic were introduced with Java 8.
          uses_[i] = kUseInterface | (file.major() >= 52 ? kUseSpecial | kUseStatic : 0);
        } else {
          uses_[i] = kUseVirtual | kUseSpecial | kUseStatic;
        }
        break;
      }
      case ConstantTag::kDynamic:
        if (descriptor() != TextKind::kFieldDescriptor) wrong("bad field descriptor");
        if (load_u2(content) >= bootstraps) wrong("no such bootstrap method");
        uses_[i] = slot_count(constants.dynamic(i).descriptor) == 2 ? kUseLoadWide : kUseLoad;
        break;
      case ConstantTag::kInvokeDynamic:
        if (descriptor() != TextKind::kMethodDescriptor) wrong("bad method descriptor");
        if (load_u2(content) >= bootstraps) wrong("no such bootstrap method");
        uses_[i] = kUseDynamic;
        break;
    }
    if (problem_) return;
  }
  // HotSpot accepts neither an array nor a bad name here.
  if ((uses_[file.this_class()] & kUseNew) == 0) fail("bad class name", constants.offset(file.this_class()) - 1);
}

void Validator::check_members(const ClassFile& file) {
  const ConstantPool& constants = file.constants();
  for (const Member& field : file.fields()) {
    if (text_kind(file, field.descriptor) != TextKind::kFieldDescriptor) {
      return fail("bad field descriptor", constants.offset(field.descriptor) - 1);
    }
    if (!is_unqualified_name(file.name(field))) return fail("bad field name", constants.offset(field.name) - 1);
    check_attributes(file, file.attributes(field));
  }
  AttributeReader reader(constants, AttributeLocation::kCode, file.major());
  for (const Member& method : file.methods()) {
    if (text_kind(file, method.descriptor) != TextKind::kMethodDescriptor) {
      return fail("bad method descriptor", constants.offset(method.descriptor) - 1);
    }
    if (!is_method_name(file.name(method))) return fail("bad method name", constants.offset(method.name) - 1);
    bool has_code = false;
    for (const Attribute& attribute : file.attributes(method)) {
      if (attribute.kind != AttributeKind::kCode) {
        code_length_ = 0;
        check_attribute(file, attribute);
      } else if (has_code) {
        fail("method has two Code attributes", attribute.offset - 6);
      } else {
        has_code = true;
        check_code(file, attribute, reader);
      }
    }
    if (problem_) return;
  }
}

void Validator::check_attributes(const ClassFile& file, std::span<const Attribute> attributes) {
  for (const Attribute& attribute : attributes) check_attribute(file, attribute);
}

void Validator::check_attribute(const ClassFile& file, const Attribute& attribute) {
  if (attribute.kind == AttributeKind::kUnknown) return;
  Cursor cursor = file.cursor(attribute);
  ValidatingWalker walker(*this, file, cursor);
  grammar::attribute(walker, attribute.kind);
  if (cursor.ok() && !cursor.at_end()) cursor.fail("bytes after the end of an attribute");
  if (cursor.ok()) return;
  if (!is_soft(attribute.kind)) {
    fail(cursor.problem(), cursor.problem_offset());
  } else if (!soft_problem_) {
    soft_problem_ = Error{cursor.problem(), cursor.problem_offset()};
  }
}

void Validator::check_code(const ClassFile& file, const Attribute& attribute, AttributeReader& reader) {
  Cursor cursor = file.cursor(attribute);
  Code code = read_code_start(cursor);
  if (!cursor.ok()) return fail(cursor.problem(), cursor.problem_offset());
  if (cursor.remaining() < 4) return fail("unexpected end of data", cursor.offset());  // two counts, at least
  check_instructions(file, code);
  if (problem_) return;
  for (std::uint32_t handlers = cursor.u2(); handlers > 0 && cursor.ok(); --handlers) {
    std::size_t at = cursor.offset();
    std::uint32_t start = cursor.u2(), end = cursor.u2(), handler = cursor.u2();
    ConstantIndex catch_type = cursor.u2();
    bool good = start < end && is_instruction(start) && (end == code_length_ || is_instruction(end)) &&
                is_instruction(handler) &&
                (catch_type == 0 || file.constants().has(catch_type, tags(ConstantTag::kClass)));
    if (!good) cursor.fail_at("bad entry of an exception table", at);
  }
  for (std::uint32_t count = cursor.u2(); count > 0 && cursor.ok(); --count) {
    Attribute nested = reader.read(cursor);
    if (cursor.ok()) check_attribute(file, nested);
  }
  if (cursor.ok() && !cursor.at_end()) cursor.fail("bytes after the end of the Code attribute");
  if (!cursor.ok()) fail(cursor.problem(), cursor.problem_offset());
}

// Records a jump until all instructions are known; returns false if it leaves the code.
bool Validator::add_target(std::uint32_t pc, std::uint32_t target) {
  if (target >= code_length_) return false;
  targets_.push_back(pc << 16 | target);
  return true;
}

void Validator::check_instructions(const ClassFile& file, const Code& code) {
  code_length_ = static_cast<std::uint32_t>(code.code.size());
  if (const char* problem = walk_instructions</*kExact=*/false>(file, code)) {
    walk_instructions</*kExact=*/true>(file, code);  // only to say where
    fail(problem, code.code_offset);
  }
  for (std::uint32_t jump : targets_) {
    if (boundaries_[jump & 0xFFFF] == 0) return fail(kWrongTarget, code.code_offset + (jump >> 16));
  }
}

// Checks all instructions and marks where they start. The exact walk tests for a problem after every instruction and
// reports the first one with its position; the other walk tests only at the end and returns some problem. At least two
// bytes must follow the code.
template <bool kExact>
const char* Validator::walk_instructions(const ClassFile& file, const Code& code) {
  const std::uint8_t* bytes = code.code.data();
  const std::uint32_t length = code_length_;
  const std::uint16_t* uses = uses_.data();
  const std::uint32_t constants = file.constants().size();
  boundaries_.assign(length, 0);
  std::uint8_t* boundaries = boundaries_.data();
  targets_.clear();
  std::uint32_t locals = 0;
  std::uint32_t missing = 0;
  std::uint32_t pc = 0;
  const char* problem = nullptr;
  while (pc < length) {
    boundaries[pc] = 1;
    const std::uint32_t at = pc;
    const OpcodeCheck check = kChecks[bytes[pc]];
    const std::uint32_t operand = load_u2(bytes + pc + 1);
    if (check.length == 0) [[unlikely]] {
      problem = check_special_instruction(file, code, at, pc);
      if (!kExact && problem != nullptr) return problem;
    } else {
      locals = std::max<std::uint32_t>(locals, check.locals + ((operand >> 8) & check.local_mask));
      std::uint32_t index = std::min((operand >> check.index_shift) & check.index_mask, constants);
      missing |= check.use & ~std::uint32_t{uses[index]};
      pc += check.length;
    }
    if constexpr (kExact) {
      if (problem == nullptr) problem = first_problem(pc > length, locals > code.max_locals, missing != 0);
      if (problem != nullptr) return fail(problem, code.code_offset + at), problem;
    }
  }
  return first_problem(pc > length, locals > code.max_locals, missing != 0);
}

// Checks jumps, and instructions that are too rare or too long for the table.
const char* Validator::check_special_instruction(const ClassFile& file, const Code& code, std::uint32_t pc,
                                                 std::uint32_t& next) {
  Instruction instruction;
  if (const char* problem = decode_instruction(code.code, pc, instruction)) return problem;
  next = instruction.next();
  auto allows = [&](Use use) { return (uses_[std::min<std::size_t>(instruction.index, uses_.size() - 1)] & use) != 0; };
  switch (instruction.operands) {
    case Operands::kLocal:  // after wide
    case Operands::kIncrement:
      return instruction.index + (is_two_slots(instruction.opcode) ? 1 : 0) < code.max_locals ? nullptr : kWrongLocal;
    case Operands::kBranch2:
    case Operands::kBranch4:
      return add_target(pc, instruction.target) ? nullptr : kWrongTarget;
    case Operands::kTableSwitch:
    case Operands::kLookupSwitch:
      if (!add_target(pc, instruction.target)) return kWrongTarget;
      for (std::uint32_t i = 0; i < instruction.cases; ++i) {
        SwitchCase one = switch_case(code.code, instruction, i);
        if (!add_target(pc, one.target)) return kWrongTarget;
        if (i > 0 && switch_case(code.code, instruction, i - 1).key >= one.key)
          return "keys of a switch are not sorted";
      }
      return nullptr;
    case Operands::kInterfaceMethod: {
      if (!allows(kUseInterface)) return kWrongConstant;
      std::uint16_t& slots = arguments_[instruction.index];  // with the receiver, as invokeinterface repeats them
      if (slots == 0) {
        Result<MethodDescriptor> method =
            parse_method_descriptor(file.constants().member(instruction.index).descriptor);
        slots = static_cast<std::uint16_t>(1 + method->slot_count());
      }
      return slots == instruction.value ? nullptr : "count of invokeinterface differs from its method's arguments";
    }
    case Operands::kDynamic:
      return allows(kUseDynamic) ? nullptr : kWrongConstant;
    case Operands::kMultiArray: {
      if (!allows(kUseClass)) return kWrongConstant;
      std::size_t declared = dimensions(file.constants().class_name(instruction.index));
      return static_cast<std::size_t>(instruction.value) <= declared
                 ? nullptr
                 : "multianewarray of more dimensions than its type";
    }
    case Operands::kArrayType:
      return instruction.value >= 4 && instruction.value <= 11 ? nullptr : "newarray of an unknown type";
    default:
      return "unknown opcode";
  }
}

}  // namespace snag::classfile
