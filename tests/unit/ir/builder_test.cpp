// Code that javac does not write: subroutines, dead code, wrong debug tables, huge methods, and what must be refused.
#include "ir/builder.h"

#include <algorithm>

#include "classfile/class_file_helpers.h"
#include "ir_helpers.h"

namespace snag::ir {
namespace {

using classfile::append_u1;
using classfile::append_u2;
using classfile::append_u4;
using classfile::AttributeImage;
using classfile::ByteBuffer;
using classfile::ClassWriter;
using classfile::ExceptionHandler;
using classfile::simple_class;

struct Method {
  std::string descriptor = "()V";
  std::uint16_t max_stack = 4, max_locals = 4;
  std::vector<int> code;
  std::vector<ExceptionHandler> handlers = {};
  std::uint16_t major = 49;  // jsr and ret, and no stack maps
  std::uint16_t access = classfile::kAccStatic;
};

class BuilderTest : public IrTest {
 protected:
  static ByteBuffer class_with(const Method& method, ClassWriter writer,
                               const std::vector<AttributeImage>& tables = {}) {
    ByteBuffer code;
    for (int byte : method.code) append_u1(code, static_cast<std::uint32_t>(byte) & 0xFF);
    AttributeImage attribute =
        writer.code_attribute(method.max_stack, method.max_locals, code, method.handlers, tables);
    writer.add_method(method.access, "m", method.descriptor).attributes.push_back(std::move(attribute));
    return writer.bytes();
  }
  static ByteBuffer class_with(const Method& method) { return class_with(method, simple_class(method.major)); }

  std::string shape(const ByteBuffer& bytes) {
    auto built = build(bytes, "m");
    return built ? checked(built->value()) : "error: " + built.error().message;
  }
  std::string shape(const Method& method) { return shape(class_with(method)); }
  std::string error(const Method& method) {
    auto built = build(class_with(method), "m");
    if (built) checked(built->value());
    return built ? "accepted" : built.error().message;
  }
};

// ---- subroutines ----

TEST_F(BuilderTest, ASubroutineIsCopiedIntoEachCaller) {
  EXPECT_EQ(shape({.descriptor = "()I",
                   .code = {0x04, 0x3B,                    // 0: iconst_1, istore_0
                            0xA8, 0, 8,                    // 2: jsr 10
                            0xA8, 0, 5,                    // 5: jsr 10
                            0x1A, 0xAC,                    // 8: iload_0, ireturn
                            0x4C, 0x84, 0, 5, 0xA9, 1}}),  // 10: astore_1, iinc 0 5, ret 1
            R"(b0:
  v0:int = const 1
  goto b1
b1: <- b0
  v2:int = const 5
  v3:int = v0 + v2
  goto b2
b2: <- b1
  goto b3
b3: <- b2
  v6:int = const 5
  v7:int = v3 + v6
  goto b4
b4: <- b3
  return v7
)");
}

TEST_F(BuilderTest, SubroutinesNest) {
  EXPECT_EQ(shape({.descriptor = "(I)I", .code = {0xA8, 0,    5,                 // 0: jsr 5
                                                  0x1A, 0xAC,                    // 3: iload_0, ireturn
                                                  0x4C,                          // 5: astore_1
                                                  0xA8, 0,    8,                 // 6: jsr 14
                                                  0xA8, 0,    5,                 // 9: jsr 14
                                                  0xA9, 1,                       // 12: ret 1
                                                  0x4D, 0x84, 0, 1, 0xA9, 2}}),  // 14: astore_2, iinc 0 1, ret 2
            R"(b0:
  v0:int = param 0
  goto b1
b1: <- b0
  goto b2
b2: <- b1
  v3:int = const 1
  v4:int = v0 + v3
  goto b3
b3: <- b2
  goto b4
b4: <- b3
  v7:int = const 1
  v8:int = v4 + v7
  goto b5
b5: <- b4
  goto b6
b6: <- b5
  return v8
)");
}

// try { div } finally { … } as javac 1.3 wrote it: the handler calls the subroutine, too.
TEST_F(BuilderTest, FinallyAsASubroutine) {
  EXPECT_EQ(shape({.descriptor = "(I)V",
                   .code = {0x1A, 0x1A, 0x6C, 0x57,            // 0: iload_0, iload_0, idiv, pop
                            0xA8, 0,    10,                    // 4: jsr 14
                            0xB1,                              // 7: return
                            0x4C,                              // 8: astore_1
                            0xA8, 0,    5,                     // 9: jsr 14
                            0x2B, 0xBF,                        // 12: aload_1, athrow
                            0x4D, 0x84, 0,    1,    0xA9, 2},  // 14: astore_2, iinc 0 1, ret 2
                   .handlers = {{0, 4, 8, 0}}}),
            R"(b0: pads b4
  v0:int = param 0
  v1:int = v0 / v0
  goto b1
b1: <- b0
  goto b2
b2: <- b1
  v4:int = const 1
  v5:int = v0 + v4
  goto b3
b3: <- b2
  return
b4: <- b0!
  v8:java/lang/Throwable = catch any
  goto b5
b5: <- b4
  goto b6
b6: <- b5
  v11:int = const 1
  v12:int = v0 + v11
  goto b7
b7: <- b6
  throw v8
)");
}

TEST_F(BuilderTest, SubroutinesThatCannotBeCopied) {
  // Calls itself.
  EXPECT_EQ(error({.code = {0xA8, 0, 3, 0x4B, 0xA8, 0xFF, 0xFF, 0xB1}}),
            "subroutines call themselves or nest too deep");
  EXPECT_EQ(error({.code = {0xA9, 0}}), "ret outside a subroutine");
  // A return address is no reference.
  EXPECT_EQ(error({.code = {0xA8, 0, 3, 0xBF}}), "operand has the wrong type");
}

// Each level calls the next one twice: 16 levels would be 131,072 copies.
TEST_F(BuilderTest, CopiesOfSubroutinesAreBounded) {
  auto nested = [](int levels) {
    std::vector<int> code;
    for (int level = 0; level <= levels; ++level) {
      if (level > 0) code.insert(code.end(), {0x3A, level});  // astore
      if (level < levels) {
        int here = static_cast<int>(code.size()), next = here + (level == 0 ? 7 : 8);
        for (int at : {here, here + 3}) code.insert(code.end(), {0xA8, 0, next - at});
      }
      if (level == 0) {
        code.push_back(0xB1);
      } else {
        code.insert(code.end(), {0xA9, level});  // ret
      }
    }
    return Method{.max_locals = 20, .code = code};
  };
  auto built = build(class_with(nested(8)), "m");
  ASSERT_TRUE(built) << built.error().message;
  EXPECT_EQ(problem(**built), "");
  EXPECT_GT((*built)->blocks.size(), 510u);
  EXPECT_EQ(error(nested(16)), "more than 100,000 blocks");
  EXPECT_EQ(error(nested(17)), "subroutines call themselves or nest too deep");
}

// ---- code that is not reached ----

TEST_F(BuilderTest, UnreachableCodeIsAbsentWhateverItIs) {
  EXPECT_EQ(shape({.descriptor = "()I",
                   .code = {0xA7, 0, 6,        // 0: goto 6
                            0x57, 0x60, 0xBF,  // 3: pop, iadd, athrow: nonsense, never run
                            0x08, 0xAC}}),     // 6: iconst_5, ireturn
            R"(b0:
  goto b1
b1: <- b0
  v1:int = const 5
  return v1
)");
}

TEST_F(BuilderTest, HandlersOfRangesThatCannotThrowAreAbsent) {
  EXPECT_EQ(shape({.descriptor = "()I", .code = {0x08, 0xAC, 0x57, 0x03, 0xAC}, .handlers = {{0, 2, 2, 0}}}),
            R"(b0:
  v0:int = const 5
  return v0
)");
}

TEST_F(BuilderTest, ABranchWithOneTargetIsAGoto) {
  EXPECT_EQ(shape({.descriptor = "(I)V", .code = {0x1A, 0x99, 0, 3, 0xB1}}),  // iload_0, ifeq +3, return
            R"(b0:
  v0:int = param 0
  goto b1
b1: <- b0
  return
)");
}

TEST_F(BuilderTest, ASwitchWithOneTarget) {
  // iload_0, lookupswitch {1: 28, 2: 28, default: 28}, return
  EXPECT_EQ(shape({.descriptor = "(I)V", .code = {0x1A, 0xAB, 0, 0, 0,  0, 0, 27, 0, 0, 0, 2, 0,  0,   0,
                                                  1,    0,    0, 0, 27, 0, 0, 0,  2, 0, 0, 0, 27, 0xB1}}),
            R"(b0:
  v0:int = param 0
  switch v0 {1: b1, 2: b1, default: b1}
b1: <- b0
  return
)");
}

// ---- exception handlers ----

TEST_F(BuilderTest, AHandlerThatCoversItself) {
  // 0: iload_0 iload_0 idiv pop return; 5: pop iload_0 iload_0 idiv pop return, covering 0 to 11
  EXPECT_EQ(shape({.descriptor = "(I)V",
                   .code = {0x1A, 0x1A, 0x6C, 0x57, 0xB1, 0x57, 0x1A, 0x1A, 0x6C, 0x57, 0xB1},
                   .handlers = {{0, 11, 5, 0}}}),
            R"(b0: pads b1
  v0:int = param 0
  v1:int = v0 / v0
  return
b1: <- b0!, b2!
  v3:java/lang/Throwable = catch any
  goto b2
b2: <- b1 pads b1
  v5:int = v0 / v0
  return
)");
}

TEST_F(BuilderTest, AHandlerAtTheEntry) {
  // The handler is pc 0, which is the entry, too: stack heights 0 and 1 meet there.
  EXPECT_EQ(error({.descriptor = "(I)V", .code = {0x1A, 0x1A, 0x6C, 0x57, 0xB1}, .handlers = {{0, 5, 0, 0}}}),
            "stack heights differ where paths meet");
}

TEST_F(BuilderTest, NothingBehindACatchAllIsAsked) {
  ClassWriter writer = simple_class(/*major=*/49);
  classfile::ConstantIndex type = writer.class_constant("a/E");
  Method method{.descriptor = "(I)V",
                .code = {0x1A, 0x1A, 0x6C, 0x57, 0xB1, 0x57, 0xB1, 0x57, 0xB1},
                .handlers = {{0, 4, 5, 0}, {0, 4, 7, type}}};
  EXPECT_EQ(shape(class_with(method, writer)), R"(b0: pads b2
  v0:int = param 0
  v1:int = v0 / v0
  goto b1
b1: <- b0
  return
b2: <- b0!
  v4:java/lang/Throwable = catch any
  goto b3
b3: <- b2
  return
)");
}

// ---- debug tables ----

AttributeImage table(ClassWriter& writer, const char* name, const std::vector<std::vector<std::uint32_t>>& rows) {
  AttributeImage image;
  image.name = writer.utf8(name);
  append_u2(image.content, static_cast<std::uint32_t>(rows.size()));
  for (const auto& row : rows) {
    for (std::uint32_t value : row) append_u2(image.content, value);
  }
  return image;
}

TEST_F(BuilderTest, WrongDebugTablesCostNamesOnly) {
  Method method{.descriptor = "(I)I", .code = {0x1A, 0x04, 0x60, 0x3C, 0x1B, 0xAC}};  // x = p + 1; return x
  constexpr const char* kPlain = "b0:\n  v0:int = param 0\n  v1:int = const 1\n  v2:int = v0 + v1\n  return v2\n";
  EXPECT_EQ(shape(method), kPlain);
  ClassWriter writer = simple_class(/*major=*/49);
  std::uint32_t p = writer.utf8("p"), x = writer.utf8("x"), type = writer.utf8("I");
  EXPECT_EQ(shape(class_with(method, writer,
                             {table(writer, "LocalVariableTable", {{0, 6, p, type, 0}, {4, 2, x, type, 1}})})),
            "b0:\n  v0:int = param 0  'p'\n  v1:int = const 1\n  v2:int = v0 + v1  'x'\n  return v2\n");
  // Slots and ranges beyond everything.
  EXPECT_EQ(shape(class_with(method, writer,
                             {table(writer, "LocalVariableTable",
                                    {{0xFFFF, 0xFFFF, p, type, 0xFFFF}, {3, 0, p, type, 1}, {5, 0xFFF0, x, type, 1}}),
                              table(writer, "LineNumberTable", {{0xFFFF, 1}, {0, 0}, {5, 0xFFFF}, {2, 7}})})),
            kPlain);
  // Twice the same entry, overlapping ranges, a descriptor of another type.
  std::uint32_t other = writer.utf8("other"), wide = writer.utf8("J");
  std::vector<std::vector<std::vector<std::uint32_t>>> tables = {
      {{4, 2, x, type, 1}, {4, 2, x, type, 1}}, {{4, 2, x, type, 1}, {0, 6, other, type, 1}}, {{4, 2, x, wide, 1}}};
  for (const auto& rows : tables) {
    EXPECT_EQ(shape(class_with(method, writer, {table(writer, "LocalVariableTable", rows)})),
              "b0:\n  v0:int = param 0\n  v1:int = const 1\n  v2:int = v0 + v1  'x'\n  return v2\n");
  }
}

// ---- sizes ----

TEST_F(BuilderTest, AMethodOf64KiB) {
  Method method{.descriptor = "(I)I", .code = {}};
  while (method.code.size() + 3 <= 65535 - 2) method.code.insert(method.code.end(), {0x84, 0, 1});  // iinc 0 1
  method.code.insert(method.code.end(), {0x1A, 0xAC});
  auto built = build(class_with(method), "m");
  ASSERT_TRUE(built) << built.error().message;
  EXPECT_EQ((*built)->instructions.size(), 2 * 21844u + 2);
  EXPECT_EQ(problem(**built), "");
}

TEST_F(BuilderTest, SixteenThousandBranches) {
  Method method{.descriptor = "(I)I", .code = {}};
  while (method.code.size() + 4 <= 65535 - 2) method.code.insert(method.code.end(), {0x1A, 0x99, 0, 3});  // ifeq: next
  method.code.insert(method.code.end(), {0x1A, 0xAC});
  auto built = build(class_with(method), "m");
  ASSERT_TRUE(built) << built.error().message;
  EXPECT_EQ((*built)->blocks.size(), 16384u);
  EXPECT_EQ(problem(**built), "");
}

// Each of 8,000 divisions inside a range, each store a new value that the handler may see.
TEST_F(BuilderTest, AHandlerThatSeesThousandsOfValues) {
  Method method{.descriptor = "(I)I", .code = {}};
  for (int i = 0; i < 8000; ++i) method.code.insert(method.code.end(), {0x1A, 0x1A, 0x6C, 0x3B});
  auto end = static_cast<std::uint16_t>(method.code.size());
  method.code.insert(method.code.end(), {0x1A, 0xAC, 0x57, 0x1A, 0xAC});
  method.handlers = {{0, end, static_cast<std::uint16_t>(end + 2), 0}};
  auto built = build(class_with(method), "m");
  ASSERT_TRUE(built) << built.error().message;
  EXPECT_EQ(problem(**built), "");
  std::uint32_t most = 0;
  for (const Instruction& i : (*built)->instructions) most = std::max(most, i.operand_count);
  EXPECT_EQ(most, 8000u);  // the phi in the landing pad
}

TEST_F(BuilderTest, SixtyFiveThousandLocals) {
  // wide iload 0, wide istore 65534, wide iload 65534, ireturn
  std::vector<int> code = {0xC4, 0x15, 0, 0, 0xC4, 0x36, 0xFF, 0xFE, 0xC4, 0x15, 0xFF, 0xFE, 0xAC};
  EXPECT_EQ(shape({.descriptor = "(I)I", .max_locals = 65535, .code = code}), "b0:\n  v0:int = param 0\n  return v0\n");
  // Blocks times locals is bounded.
  for (int i = 0; i < 2000; ++i) code.insert(code.begin(), {0x1A, 0x99, 0, 3});
  EXPECT_EQ(error({.descriptor = "(I)I", .max_locals = 65535, .code = code}), "too many blocks times local variables");
}

// ---- what must be refused ----

TEST_F(BuilderTest, HostileCode) {
  auto refused = [&](std::string descriptor, std::vector<int> code) {
    return error({.descriptor = std::move(descriptor), .code = std::move(code)});
  };
  EXPECT_EQ(refused("()V", {0x57, 0xB1}), "operand stack does not hold what the instruction moves");  // pop
  EXPECT_EQ(refused("()V", {0x60, 0xB1}), "operand stack underflows");                                // iadd
  EXPECT_EQ(refused("()V", {0x03, 0x03, 0x03, 0x03, 0x03, 0xB1}), "operand stack overflows");
  EXPECT_EQ(refused("()I", {0x01, 0x04, 0x60, 0xAC}), "operand has the wrong type");  // null + 1
  EXPECT_EQ(refused("()I", {0x09, 0x04, 0x60, 0xAC}), "operand has the wrong type");  // 0L + 1
  EXPECT_EQ(refused("()V", {0x04, 0xBF}), "operand has the wrong type");              // throw 1
  EXPECT_EQ(refused("()V", {0x04, 0xC2, 0xB1}), "operand has the wrong type");        // monitorenter 1
  EXPECT_EQ(refused("()V", {0x09, 0x57, 0xB1}),
            "operand stack does not hold what the instruction moves");  // pop a long
  EXPECT_EQ(refused("()V", {0x09, 0x04, 0x5F, 0xB1}), "operand stack does not hold what the instruction moves");
  EXPECT_EQ(refused("()V", {0x04, 0x58, 0xB1}), "operand stack does not hold what the instruction moves");  // pop2
  EXPECT_EQ(refused("()V", {0x1A, 0x57, 0xB1}), "a local variable is read before it is written");
  EXPECT_EQ(refused("(J)V", {0x1B, 0x57, 0xB1}), "a local variable is read before it is written");  // half a long
  EXPECT_EQ(refused("(I)V", {0x2A, 0x57, 0xB1}), "local variable has the wrong type");              // aload an int
  EXPECT_EQ(refused("(F)V", {0x84, 0, 1, 0xB1}), "local variable has the wrong type");              // iinc a float
  EXPECT_EQ(refused("()I", {0xB1}), "return of the wrong type");
  EXPECT_EQ(refused("()V", {0x04, 0xAC}), "return of the wrong type");
  EXPECT_EQ(refused("(IIIII)V", {0xB1}), "parameters do not fit into max_locals");
  EXPECT_EQ(refused("(I)V", {0x04}), "execution runs past the end of the code");
  EXPECT_EQ(refused("(I)V", {0x1A, 0x99, 0, 4, 0xB1, 0}), "execution runs past the end of the code");
  // Paths that do not fit together: heights, types, a local that one path leaves unset.
  EXPECT_EQ(refused("(I)V", {0x1A, 0x99, 0, 4, 0x04, 0xB1}), "stack heights differ where paths meet");
  EXPECT_EQ(refused("(I)I", {0x1A, 0x99, 0, 7, 0x04, 0xA7, 0, 4, 0x0B, 0xAC}), "types differ where paths meet");
  EXPECT_EQ(refused("(I)I", {0x1A, 0x99, 0, 5, 0x04, 0x3C, 0x1B, 0xAC}),
            "a local variable may be read before it is written");
  // A long parameter whose second half another block overwrote.
  EXPECT_EQ(refused("(J)V", {0x03, 0x3C, 0xA7, 0, 3, 0x1E, 0x58, 0xB1}),
            "a local variable may be read before it is written");
  // A loop that grows the stack.
  EXPECT_EQ(refused("(I)V", {0x04, 0xA7, 0xFF, 0xFF}), "stack heights differ where paths meet");
  // A loop whose back edge brings another type.
  EXPECT_EQ(refused("(I)V", {0x1A, 0x57, 0x0B, 0x43, 0xA7, 0xFF, 0xFC}), "types differ where paths meet");
}

TEST_F(BuilderTest, ErrorsNameTheOffsetInTheFile) {
  ByteBuffer bytes = class_with({.code = {0x00, 0x00, 0x60, 0xB1}});
  auto built = build(bytes, "m");
  ASSERT_FALSE(built);
  ASSERT_TRUE(built.error().offset);
  EXPECT_EQ(bytes[*built.error().offset], 0x60);
}

TEST_F(BuilderTest, AMethodWithoutCodeIsNothing) {
  ClassWriter writer = simple_class(/*major=*/49);
  writer.add_method(classfile::kAccNative | classfile::kAccStatic, "m", "()V");
  auto built = build(writer.bytes(), "m");
  ASSERT_TRUE(built);
  EXPECT_FALSE(built->has_value());
}

}  // namespace
}  // namespace snag::ir
