// The static constraints on code (JVMS 4.9.1), names and descriptors: each violation is found, at its offset. What the
// JVM ignores stays a soft problem.
#include "classfile/validate.h"

#include <gmock/gmock.h>

#include <functional>

#include "classfile/class_file_helpers.h"

namespace snag::classfile {
namespace {

constexpr int kReturn = op(Opcode::kReturn);
int high(ConstantIndex index) { return index >> 8; }
int low(ConstantIndex index) { return index & 0xFF; }

struct Method {
  ByteBuffer code;
  std::uint16_t max_locals = 2;
  std::vector<ExceptionHandler> handlers = {};
  std::vector<AttributeImage> attributes = {};
};

ByteBuffer class_with(ClassWriter& writer, const Method& method) {
  writer.add_method(kAccStatic, "m", "()V")
      .attributes.push_back(
          writer.code_attribute(4, method.max_locals, method.code, method.handlers, method.attributes));
  return writer.bytes();
}

// Checks a class with one method made by `make`. The problem must be at instruction `pc`.
void expect_problem(std::string_view problem, std::uint32_t pc, const std::function<Method(ClassWriter&)>& make,
                    std::uint16_t major = 61) {
  ClassWriter writer = simple_class(major);
  Method method = make(writer);
  Parsed parsed(class_with(writer, method));
  Validator validator;
  std::optional<Error> error = validator.check(parsed.file);
  ASSERT_TRUE(error) << "not found: " << problem;
  EXPECT_THAT(error->message, testing::HasSubstr(std::string(problem)));
  std::uint32_t code_offset =
      find_attribute(parsed.file.attributes(parsed.file.methods()[0]), AttributeKind::kCode)->offset + 8;
  EXPECT_EQ(error->offset, code_offset + pc) << problem;
}
void expect_good(const std::function<Method(ClassWriter&)>& make, std::uint16_t major = 61) {
  ClassWriter writer = simple_class(major);
  Method method = make(writer);
  EXPECT_EQ(problem_of(class_with(writer, method)), "");
}
Method plain(std::initializer_list<int> code) { return {.code = buffer(code)}; }

TEST(Validator, AcceptsEveryInstructionWithoutOperands) {
  for (int opcode = 0; opcode < 202; ++opcode) {
    if (kOperands[static_cast<unsigned>(opcode)] != Operands::kNone) continue;
    expect_good([&](ClassWriter&) { return Method{.code = buffer({opcode, kReturn}), .max_locals = 5}; });
  }
}

TEST(Validator, FindsBadOpcodesAndCutInstructions) {
  for (int opcode : {202, 203, 254, 255}) {
    expect_problem("unknown opcode", 1, [&](ClassWriter&) { return plain({0, opcode, kReturn}); });
  }
  for (int opcode = 0; opcode < 202; ++opcode) {
    Operands operands = kOperands[static_cast<unsigned>(opcode)];
    if (operands == Operands::kNone) continue;
    expect_problem("past the end", 2, [&](ClassWriter&) { return plain({0, 0, opcode}); });
  }
  expect_problem("past the end", 1, [&](ClassWriter&) { return plain({0, op(Opcode::kSipush), 1}); });
}

TEST(Validator, FindsCodeOfWrongLength) {
  for (std::size_t length : {std::size_t{0}, std::size_t{65536}}) {
    ClassWriter writer = simple_class();
    EXPECT_EQ(problem_of(class_with(writer, {.code = ByteBuffer(length, 0)})), "code must have 1 to 65535 bytes");
  }
  expect_good([](ClassWriter&) { return Method{.code = ByteBuffer(65535, 0)}; });
}

TEST(Validator, FindsConstantsOfTheWrongKind) {
  // For each instruction that names a constant: with which constants it is good. The letters are those of `constants`.
  struct Case {
    Opcode opcode;
    const char* good;
  };
  const Case cases[] = {
      {Opcode::kLdc, "ifsCht"},       {Opcode::kLdcW, "ifsCht"},       {Opcode::kLdc2W, "ld"},
      {Opcode::kGetstatic, "F"},      {Opcode::kPutstatic, "F"},       {Opcode::kGetfield, "F"},
      {Opcode::kPutfield, "F"},       {Opcode::kInvokevirtual, "M"},   {Opcode::kInvokespecial, "MNI"},
      {Opcode::kInvokestatic, "MI"},  {Opcode::kInvokeinterface, "I"}, {Opcode::kNew, "C"},
      {Opcode::kAnewarray, "CA"},     {Opcode::kCheckcast, "CA"},      {Opcode::kInstanceof, "CA"},
      {Opcode::kMultianewarray, "A"}, {Opcode::kInvokedynamic, "D"},
  };
  for (const Case& one : cases) {
    ClassWriter writer = simple_class();
    std::map<char, ConstantIndex> constants = {
        {'i', writer.integer(1)},
        {'f', writer.float_constant(1)},
        {'l', writer.long_constant(1)},
        {'d', writer.double_constant(1)},
        {'s', writer.string_constant("s")},
        {'C', writer.class_constant("c/D")},
        {'A', writer.class_constant("[[I")},
        {'u', writer.utf8("text")},
        {'n', writer.name_and_type("n", "I")},
        {'F', writer.member(ConstantTag::kFieldref, "c/D", "f", "I")},
        {'M', writer.member(ConstantTag::kMethodref, "c/D", "m", "()V")},
        {'N', writer.member(ConstantTag::kMethodref, "c/D", "<init>", "()V")},
        {'I', writer.member(ConstantTag::kInterfaceMethodref, "c/D", "m", "()V")},
        {'t', writer.method_type("()V")},
        {'D', writer.dynamic(ConstantTag::kInvokeDynamic, 0, "m", "()V")},
        {'0', 0},
        {'x', 250},
    };
    constants['h'] = writer.method_handle(MethodHandleKind::kInvokeStatic, constants['M']);
    ByteBuffer bootstraps = buffer({0, 1, high(constants['h']), low(constants['h']), 0, 0});
    writer.attributes.push_back({writer.utf8("BootstrapMethods"), bootstraps});
    for (auto [letter, index] : constants) {
      ByteBuffer code = buffer({0, op(one.opcode)});
      if (one.opcode != Opcode::kLdc) append_u1(code, index >> 8);
      append_u1(code, index);
      if (one.opcode == Opcode::kMultianewarray) append_u1(code, 2);
      if (one.opcode == Opcode::kInvokeinterface) append_u1(code, 1), append_u1(code, 0);
      if (one.opcode == Opcode::kInvokedynamic) append_u2(code, 0);
      append_u1(code, static_cast<std::uint32_t>(kReturn));
      ClassWriter copy = writer;
      // An array class is loadable as well as any.
      bool good = std::string_view(one.good).find(letter) != std::string_view::npos ||
                  (letter == 'A' && (one.opcode == Opcode::kLdc || one.opcode == Opcode::kLdcW));
      std::string problem = problem_of(class_with(copy, {.code = code}));
      if (one.opcode == Opcode::kMultianewarray && letter == 'C') {
        EXPECT_THAT(problem, testing::HasSubstr("more dimensions"));
      } else {
        EXPECT_EQ(problem, good ? "" : "instruction does not name a constant of the right kind")
            << "opcode " << op(one.opcode) << " of " << letter;
      }
    }
  }
  expect_problem("constant", 3, [](ClassWriter&) { return plain({0, 0, 0, op(Opcode::kLdc), 0, kReturn}); });
}

TEST(Validator, InterfaceMethodsBehindStaticCallsCameWithJava8) {
  for (Opcode opcode : {Opcode::kInvokestatic, Opcode::kInvokespecial}) {
    auto make = [&](ClassWriter& w) {
      ConstantIndex method = w.member(ConstantTag::kInterfaceMethodref, "c/D", "m", "()V");
      return plain({op(opcode), high(method), low(method), kReturn});
    };
    expect_good(make, /*major=*/52);
    expect_problem("constant", 0, make, /*major=*/51);
  }
}

TEST(Validator, DynamicConstantsAreLoadedByTheirType) {
  for (bool wide : {false, true}) {
    for (Opcode opcode : {Opcode::kLdcW, Opcode::kLdc2W}) {
      ClassWriter writer = simple_class();
      ConstantIndex method = writer.member(ConstantTag::kMethodref, "c/D", "m", "()V");
      ConstantIndex handle = writer.method_handle(MethodHandleKind::kInvokeStatic, method);
      ByteBuffer bootstraps = buffer({0, 1, high(handle), low(handle), 0, 0});
      writer.attributes.push_back({writer.utf8("BootstrapMethods"), bootstraps});
      ConstantIndex constant = writer.dynamic(ConstantTag::kDynamic, 0, "c", wide ? "J" : "I");
      bool good = wide == (opcode == Opcode::kLdc2W);
      std::string problem = problem_of(class_with(writer, plain({op(opcode), high(constant), low(constant), kReturn})));
      EXPECT_EQ(problem.empty(), good) << problem;
    }
  }
}

TEST(Validator, DynamicConstantsNeedTheirBootstrapMethod) {
  ClassWriter writer = simple_class();
  writer.dynamic(ConstantTag::kInvokeDynamic, 0, "m", "()V");
  EXPECT_EQ(problem_of(writer), "no such bootstrap method");
  ConstantIndex method = writer.member(ConstantTag::kMethodref, "c/D", "m", "()V");
  ConstantIndex handle = writer.method_handle(MethodHandleKind::kInvokeStatic, method);
  ByteBuffer bootstraps = buffer({0, 1, high(handle), low(handle), 0, 0});
  writer.attributes.push_back({writer.utf8("BootstrapMethods"), bootstraps});
  EXPECT_EQ(problem_of(writer), "");
  writer.dynamic(ConstantTag::kDynamic, 1, "m", "I");
  EXPECT_EQ(problem_of(writer), "no such bootstrap method");
}

TEST(Validator, DynamicConstantsBeforeTheirWrongDescriptor) {
  ClassWriter writer = simple_class();
  ConstantIndex dynamic = writer.dynamic(ConstantTag::kDynamic, 0, "c", "I");
  ConstantIndex wrong = writer.name_and_type("c", "");
  ByteBuffer bytes = writer.bytes();
  std::uint32_t offset = Parsed(bytes).file.constants().offset(dynamic);
  bytes[offset + 2] = static_cast<std::uint8_t>(high(wrong)), bytes[offset + 3] = static_cast<std::uint8_t>(low(wrong));
  EXPECT_EQ(problem_of(bytes), "bad field descriptor");
}

TEST(Validator, FindsLocalsBeyondTheEnd) {
  auto with_locals = [](std::uint16_t max_locals, std::initializer_list<int> code) {
    return Method{.code = buffer(code), .max_locals = max_locals};
  };
  struct Case {
    std::vector<int> code;
    std::uint16_t needed;
  };
  std::vector<Case> cases = {
      {{op(Opcode::kIload), 5}, 6},
      {{op(Opcode::kLload), 5}, 7},
      {{op(Opcode::kDstore), 255}, 257},
      {{op(Opcode::kAstore), 255}, 256},
      {{op(Opcode::kRet), 4}, 5},
      {{op(Opcode::kIinc), 9, 1}, 10},
      {{op(Opcode::kWide), op(Opcode::kFload), 1, 0}, 257},
      {{op(Opcode::kWide), op(Opcode::kDload), 1, 0}, 258},
      {{op(Opcode::kWide), op(Opcode::kIinc), 1, 0, 0, 0}, 257},
      {{op(Opcode::kAload3)}, 4},
      {{op(Opcode::kLload3)}, 5},
      {{op(Opcode::kDstore0)}, 2},
      {{op(Opcode::kIstore0)}, 1},
      {{op(Opcode::kFstore2)}, 3},
  };
  for (const Case& one : cases) {
    auto make = [&](std::uint16_t max_locals) {
      return [&, max_locals](ClassWriter&) {
        Method method = with_locals(max_locals, {0});
        for (int byte : one.code) method.code.push_back(static_cast<std::uint8_t>(byte));
        method.code.push_back(static_cast<std::uint8_t>(kReturn));
        return method;
      };
    };
    expect_good(make(one.needed));
    expect_problem("local variable beyond max_locals", 1, make(static_cast<std::uint16_t>(one.needed - 1)));
  }
  expect_problem("local variable", 0, [](ClassWriter&) {
    return Method{.code = buffer({op(Opcode::kWide), op(Opcode::kLload), 0xFF, 0xFF, kReturn}), .max_locals = 0xFFFF};
  });
}

TEST(Validator, FindsBadJumps) {
  expect_problem("jump", 1, [](ClassWriter&) { return plain({0, op(Opcode::kGoto), 0, 1, kReturn}); });  // into itself
  expect_problem("jump", 1, [](ClassWriter&) { return plain({0, op(Opcode::kGoto), 0, 4, kReturn}); });  // to the end
  expect_problem("jump", 1, [](ClassWriter&) { return plain({0, op(Opcode::kIfeq), 0xFF, 0xFE, kReturn}); });
  expect_problem("jump", 1, [](ClassWriter&) { return plain({0, op(Opcode::kGotoW), 0, 1, 0, 0, kReturn}); });
  expect_problem("jump", 1, [](ClassWriter&) { return plain({0, op(Opcode::kJsr), 0x7F, 0xFF, kReturn}); });
  expect_problem("jump", 0, [](ClassWriter&) {  // behind a wide
    return plain({op(Opcode::kGoto), 0, 4, op(Opcode::kWide), op(Opcode::kIload), 0, 0, kReturn});
  });
  // The second of two jumps, forward.
  expect_problem("jump", 3, [](ClassWriter&) {
    return plain({op(Opcode::kIfeq), 0, 6, op(Opcode::kIfeq), 0, 4, op(Opcode::kSipush), 0, 0, kReturn});
  });
  expect_good([](ClassWriter&) { return plain({0, op(Opcode::kGoto), 0xFF, 0xFF}); });
}

ByteBuffer switch_code(Opcode opcode, std::initializer_list<int> operands) {
  ByteBuffer code = buffer({op(opcode), 0, 0, 0});
  for (int operand : operands) append_u4(code, static_cast<std::uint32_t>(operand));
  append_u1(code, static_cast<std::uint32_t>(kReturn));
  return code;
}

TEST(Validator, FindsBadSwitches) {
  auto method = [](Opcode opcode, std::initializer_list<int> operands) {
    Method made{.code = switch_code(opcode, operands)};
    return [made](ClassWriter&) { return made; };
  };
  expect_good(method(Opcode::kTableswitch, {24, 0, 1, 24, 0}));
  expect_problem("jump", 0, method(Opcode::kTableswitch, {25, 0, 1, 24, 0}));
  expect_problem("jump", 0, method(Opcode::kTableswitch, {24, 0, 1, 24, 1}));
  expect_problem("low bound", 0, method(Opcode::kTableswitch, {24, 1, 0, 24, 0}));
  expect_good(method(Opcode::kLookupswitch, {28, 2, -5, 28, 7, 0}));
  expect_problem("jump", 0, method(Opcode::kLookupswitch, {28, 2, -5, 28, 7, 3}));
  expect_problem("not sorted", 0, method(Opcode::kLookupswitch, {28, 2, 7, 28, -5, 0}));
  expect_problem("not sorted", 0, method(Opcode::kLookupswitch, {28, 2, 7, 28, 7, 0}));
  expect_problem("negative", 0, method(Opcode::kLookupswitch, {28, -2, 7, 28, 7, 0}));
}

TEST(Validator, FindsBadOperandsOfRareInstructions) {
  for (int type : {0, 3, 12, 255}) {
    expect_problem("newarray", 1, [&](ClassWriter&) { return plain({0, op(Opcode::kNewarray), type, kReturn}); });
  }
  for (int type = 4; type <= 11; ++type) {
    expect_good([&](ClassWriter&) { return plain({op(Opcode::kNewarray), type, kReturn}); });
  }
  auto array = [](int dimensions) {
    return [=](ClassWriter& w) {
      ConstantIndex type = w.class_constant("[[Ljava/lang/Object;");
      return plain({0, op(Opcode::kMultianewarray), high(type), low(type), dimensions, kReturn});
    };
  };
  expect_good(array(1));
  expect_good(array(2));
  expect_problem("more dimensions", 1, array(3));
  expect_problem("without dimensions", 1, array(0));
  auto call = [](const std::string& descriptor, int count, int zero) {
    return [=](ClassWriter& w) {
      ConstantIndex method = w.member(ConstantTag::kInterfaceMethodref, "c/D", "m", descriptor);
      return plain({0, op(Opcode::kInvokeinterface), high(method), low(method), count, zero, kReturn});
    };
  };
  expect_good(call("()V", 1, 0));
  expect_good(call("(I[J[[Ljava/lang/String;JDLa;)V", 9, 0));
  expect_problem("count of invokeinterface", 1, call("()V", 2, 0));
  expect_problem("count of invokeinterface", 1, call("(J)V", 2, 0));
  expect_problem("count of invokeinterface", 1, call("([J)V", 3, 0));
  expect_problem("count of invokeinterface", 1, call("(" + std::string(255, 'I') + ")V", 0, 0));
  expect_problem("not zero", 1, call("()V", 1, 1));
  // Other instructions than invokespecial cannot call constructors; nothing can call class initialisers.
  for (Opcode opcode : {Opcode::kInvokestatic, Opcode::kInvokevirtual}) {
    expect_problem("constant", 0, [&](ClassWriter& w) {
      ConstantIndex method = w.member(ConstantTag::kMethodref, "c/D", "<init>", "()V");
      return plain({op(opcode), high(method), low(method), kReturn});
    });
  }
}

TEST(Validator, FindsBadExceptionTables) {
  struct Case {
    ExceptionHandler handler;
    bool good;
  };
  // Instructions at 0, 1 and 4; the end is 5.
  for (const Case& one : std::initializer_list<Case>{{{0, 5, 4, 0}, true},
                                                     {{1, 4, 0, 0}, true},
                                                     {{1, 1, 0, 0}, false},
                                                     {{4, 1, 0, 0}, false},
                                                     {{2, 4, 0, 0}, false},
                                                     {{0, 3, 0, 0}, false},
                                                     {{0, 6, 0, 0}, false},
                                                     {{0, 5, 2, 0}, false},
                                                     {{0, 5, 5, 0}, false},
                                                     {{0, 5, 4, 1}, false}}) {
    ClassWriter writer = simple_class();
    Method method{.code = buffer({0, op(Opcode::kSipush), 0, 0, kReturn}), .handlers = {{0, 1, 4, 0}, one.handler}};
    Parsed parsed(class_with(writer, method));
    Validator validator;
    std::optional<Error> error = validator.check(parsed.file);
    EXPECT_EQ(error.has_value(), !one.good) << one.handler.start << " " << one.handler.end;
    if (!error) continue;
    EXPECT_EQ(error->message, "bad entry of an exception table");
    std::uint32_t code =
        find_attribute(parsed.file.attributes(parsed.file.methods()[0]), AttributeKind::kCode)->offset + 8;
    EXPECT_EQ(error->offset, code + 5 + 2 + 8);
  }
}

TEST(Validator, FindsBadCodeAttributes) {
  for (int cut = 1; cut <= 4; ++cut) {
    ClassWriter writer = simple_class();
    AttributeImage code = writer.code_attribute(1, 1, buffer({kReturn}));
    code.content.resize(code.content.size() - static_cast<std::size_t>(cut));
    writer.add_method(0, "m", "()V").attributes.push_back(code);
    EXPECT_EQ(problem_of(writer), "unexpected end of data");
  }
  ClassWriter longer = simple_class();
  AttributeImage code = longer.code_attribute(1, 1, buffer({kReturn}));
  code.content.push_back(0);
  longer.add_method(0, "m", "()V").attributes.push_back(code);
  EXPECT_EQ(problem_of(longer), "bytes after the end of the Code attribute");
  ClassWriter two = simple_class();
  MemberImage& method = two.add_method(0, "m", "()V");
  method.attributes = {two.code_attribute(1, 1, buffer({kReturn})), two.code_attribute(1, 1, buffer({kReturn}))};
  EXPECT_EQ(problem_of(two), "method has two Code attributes");
}

TEST(Validator, FindsBadNamesAndDescriptors) {
  auto after = [](const std::function<void(ClassWriter&)>& change) {
    ClassWriter writer = simple_class();
    change(writer);
    return problem_of(writer);
  };
  EXPECT_EQ(problem_of(ClassWriter(61, 0, "a/../B", "java/lang/Object")), "bad class name");
  EXPECT_EQ(problem_of(ClassWriter(61, 0, "[I", "java/lang/Object")), "bad class name");
  EXPECT_EQ(problem_of(ClassWriter(61, 0, "", "java/lang/Object")), "bad class name");
  EXPECT_EQ(after([](ClassWriter& w) { w.class_constant("a//B"); }), "bad class name");
  EXPECT_EQ(after([](ClassWriter& w) { w.class_constant("[a/B"); }), "bad class name");
  EXPECT_EQ(after([](ClassWriter& w) { w.class_constant("[[La/B;"); }), "");
  EXPECT_EQ(after([](ClassWriter& w) { w.name_and_type("n", "Q"); }), "bad descriptor");
  EXPECT_EQ(after([](ClassWriter& w) { w.method_type("I"); }), "bad method descriptor");
  EXPECT_EQ(after([](ClassWriter& w) { w.member(ConstantTag::kFieldref, "a/B", "f", "()V"); }), "bad field descriptor");
  EXPECT_EQ(after([](ClassWriter& w) { w.member(ConstantTag::kMethodref, "a/B", "m", "I"); }), "bad method descriptor");
  EXPECT_EQ(after([](ClassWriter& w) { w.member(ConstantTag::kMethodref, "a/B", "<clinit>", "()V"); }),
            "bad method name");
  EXPECT_EQ(after([](ClassWriter& w) { w.member(ConstantTag::kInterfaceMethodref, "a/B", "<init>", "()V"); }),
            "bad method name");
  EXPECT_EQ(after([](ClassWriter& w) { w.add_method(kAccAbstract, "a.b", "()V"); }), "bad method name");
  EXPECT_EQ(after([](ClassWriter& w) { w.add_method(kAccAbstract, "a", "I"); }), "bad method descriptor");
  EXPECT_EQ(after([](ClassWriter& w) { w.fields.push_back({0, w.utf8("a/b"), w.utf8("I"), {}}); }), "bad field name");
  EXPECT_EQ(after([](ClassWriter& w) {
              w.fields.push_back({0, w.utf8("a"), w.utf8("V"), {}});
            }),
            "bad field descriptor");
}

TEST(Validator, WrongDebugTablesAreSoft) {
  auto soft = [](std::string_view attribute, const std::function<ByteBuffer(ClassWriter&)>& content) {
    ClassWriter writer = simple_class();
    Method method{.code = buffer({op(Opcode::kSipush), 0, 0, kReturn})};
    method.attributes.push_back({writer.utf8(attribute), content(writer)});
    class_with(writer, method);
    return soft_problem_of(writer);
  };
  auto fixed = [](std::initializer_list<int> bytes) { return [b = buffer(bytes)](ClassWriter&) { return b; }; };
  EXPECT_EQ(soft("LineNumberTable", fixed({0, 1, 0, 3, 0, 9})), "");
  EXPECT_THAT(soft("LineNumberTable", fixed({0, 1, 0, 1, 0, 9})), testing::HasSubstr("not that of an instruction"));
  EXPECT_NE(soft("LineNumberTable", fixed({0, 1, 0, 4, 0, 9})), "");
  EXPECT_NE(soft("LineNumberTable", fixed({0, 2, 0, 3, 0, 9})), "");
  auto variable = [](int start, int length, bool named = true) {
    return [=](ClassWriter& w) {
      ByteBuffer bytes = buffer({0, 1, 0, start, 0, length});
      append_u2(bytes, named ? w.utf8("v") : 0), append_u2(bytes, w.utf8("I")), append_u2(bytes, 0);
      return bytes;
    };
  };
  for (std::string_view table : {"LocalVariableTable", "LocalVariableTypeTable"}) {
    EXPECT_EQ(soft(table, variable(0, 4)), "");
    EXPECT_EQ(soft(table, variable(4, 0)), "");
    EXPECT_NE(soft(table, variable(0, 5)), "");
    EXPECT_NE(soft(table, variable(1, 3)), "");
    EXPECT_NE(soft(table, variable(0, 4, /*named=*/false)), "");
  }
  EXPECT_EQ(soft("StackMapTable", fixed({0, 1, 3})), "");
  EXPECT_EQ(soft("StackMapTable", fixed({0, 2, 0, 255, 0, 2, 0, 1, 1, 0, 1, 8, 0, 0})), "");
  EXPECT_NE(soft("StackMapTable", fixed({0, 1, 1})), "");                   // not at an instruction
  EXPECT_NE(soft("StackMapTable", fixed({0, 1, 128})), "");                 // reserved
  EXPECT_NE(soft("StackMapTable", fixed({0, 1, 64, 9})), "");               // no such type
  EXPECT_NE(soft("StackMapTable", fixed({0, 1, 64, 7, 0, 0})), "");         // no class
  EXPECT_NE(soft("StackMapTable", fixed({0, 1, 247, 0, 0, 8, 0, 1})), "");  // uninitialised from nowhere
  EXPECT_NE(soft("RuntimeVisibleTypeAnnotations", fixed({0, 1, 0x43, 0, 1, 0, 0, 1, 0, 0})), "");
}

TEST(Validator, ForgetsTheClassBefore) {
  Validator validator;
  ClassWriter good = simple_class();
  for (int i = 0; i < 300; ++i) good.integer(i);
  Parsed first(class_with(good, plain({op(Opcode::kLdc), 200, kReturn})));
  EXPECT_FALSE(validator.check(first.file));
  ClassWriter small = simple_class();
  Parsed second(class_with(small, plain({op(Opcode::kLdc), 200, kReturn})));
  EXPECT_TRUE(validator.check(second.file));
  EXPECT_FALSE(validator.check(first.file));
}

}  // namespace
}  // namespace snag::classfile
