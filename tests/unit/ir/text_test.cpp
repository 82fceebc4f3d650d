#include "ir/text.h"

#include <cmath>

#include "ir_helpers.h"

namespace snag::ir {
namespace {

class TextTest : public IrTest {
 protected:
  // The line and the message, or nothing when the text is accepted.
  std::string error(std::string_view text) {
    auto ir = parse(text, names, references);
    return ir ? "" : std::to_string(ir.error().offset.value_or(0)) + ": " + ir.error().message;
  }
  // One block with `lines` in it.
  std::string error_in(const std::string& lines) {
    return error("method static a/B.m()V\nb0:\n  v0:int = const 1\n" + lines);
  }
};

// Every operation once or more, in the printer's own layout.
constexpr std::string_view kEverything =
    R"(method public static synchronized varargs a/b/C.every(IJFDLjava/lang/Object;)V
lines 0=12, 3=13, 40=9
b0: pc 0
  v0:int = param 0                                       'i' @0 line 12
  v1:long = param 1                                      @0 line 12
  v2:float = param 2                                     @0 line 12
  v3:double = param 3                                    @0 line 12
  v4:java/lang/Object = param 4                          'o' @0 line 12
  v5:null = const null                                   @0 line 12
  v6:int = const -2147483648                             @1 line 12
  v7:long = const -9223372036854775808                   @1 line 12
  v8:float = const 0.1                                   @1 line 12
  v9:double = const -0                                   @1 line 12
  v10:java/lang/String = const "say \"hi\"\n"            @1 line 12
  v11:java/lang/Class = const class [I                   @1 line 12
  v12:java/lang/invoke/MethodHandle = const handle a/B.m(I)V @1 line 12
  v13:java/lang/invoke/MethodType = const type (I)V      @1 line 12
  v14:int = const dynamic condy                          @1 line 12
  v15:a/Z = const dynamic condy                          @1 line 12
  v16:int = negate v0                                    @2 line 12
  v17:long = int_to_long v0                              @2 line 12
  v18:int = int_to_short v0                              @2 line 12
  v19:long = v1 >>> v0                                   @3 line 13
  v20:int = v0 + v6                                      @3 line 13
  v21:double = v3 % v9                                   @3 line 13
  v22:int = lcmp v1, v7                                  @3 line 13
  v23:int = dcmpg v3, v9                                 @3 line 13
  v24:a/B = new                                          @4 line 13
  v25:[I = newarray v0                                   @4 line 13
  v26:[[I = multinewarray v0, v6                         @4 line 13
  v27:int = length v25                                   @4 line 13
  v28:int = load byte v25[v0]                            @5 line 13
  store reference v26[v0] = v25                          @5 line 13
  v30:int = getfield v24 a/B.f:I                         @5 line 13
  putfield v24 a/B.f:I = v30                             @5 line 13
  v32:long = getstatic a/B.g:J                           @5 line 13
  putstatic a/B.g:J = v32                                @5 line 13
  v34:int = invokevirtual a/B.m(IJ)I (v24, v0, v1)       @6 line 13
  invokespecial a/B.<init>()V (v24)                      @6 line 13
  invokestatic interface a/I.s()V ()                     @6 line 13
  v37:a/B = invokeinterface a/I.x()La/B; (v24)           @6 line 13
  v38:int = invokeinterface class a/I.y()I (v24)         @6 line 13
  v39:int = dynamic foo(I)I by a/Boot.strap(I)I (v0)     @6 line 13
  v40:"a/C$$Lambda.x.1()V" = lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object; as (La/B;)La/B; calls invokeStatic a/b/C.lambda$0(ILa/B;)La/B; implements java/io/Serializable, a/Marker (v0) @6 line 13
  v41:java/lang/Runnable = lambda java/lang/Runnable.run()V as ()V calls newInvokeSpecial interface a/B.<init>()V () @6 line 13
  v42:java/lang/String = concat "\x01 and \x02é" (v0, v1) @6 line 13
  v43:java/lang/String = concat (v0, v10)                @6 line 13
  v44:int = record hashCode (v24)                        @6 line 13
  v45:a/B = cast v4                                      @6 line 13
  v46:int = instanceof v4 a/B                            @6 line 13
  monitorenter v11                                       @6 line 13
  if v4 != v5 then b1 else b2                            @6 line 13
b1: <- b0 pads b4 pc 7
  v49:int = v0 / v20                                     @7 line 13
  switch v49 {-1: b2, 0: b3, 7: b2, default: b3}         @8 line 13
b2: <- b0, b1, b2 pc 9
  v51:int = phi v6, v49, v51                             'x' @9 line 13
  if v51 <= v0 then b2 else b3                           @9 line 13
b3: <- b1, b2 pc 12
  monitorexit v11                                        @12 line 13
  return                                                 @12 line 13
b4: <- b1! pc 40
  v55:java/lang/Throwable = catch any                    't' @40 line 9
  goto b5                                                @40 line 9
b5: <- b4 pc 40
  throw v55                                              @41 line 9
)";

TEST_F(TextTest, EveryOperationReadsBackAsItWasPrinted) {
  MethodIr ir = parsed(kEverything);
  EXPECT_EQ(problem(ir), "");
  EXPECT_EQ(print(ir, names, references), kEverything);
  EXPECT_TRUE(same(ir, parsed(print(ir, names, references))));
}

TEST_F(TextTest, WhatIsParsedIsWhatIsWritten) {
  MethodIr ir = parsed(kEverything);
  EXPECT_EQ(names.text(ir.owner), "a/b/C");
  EXPECT_EQ(ir.access, 0x1 | 0x8 | 0x20 | 0x80);
  EXPECT_EQ(ir.blocks.size(), 6u);
  EXPECT_EQ(ir.line(ValueId(0)), 12u);
  EXPECT_EQ(ir.line(ValueId(55)), 9u);
  EXPECT_EQ(names.text(ir[ValueId(0)].local_name), "i");
  EXPECT_EQ(ir.wide_constants[ir[ValueId(9)].payload], 0x8000'0000'0000'0000);
  EXPECT_EQ(names.text(ir[ValueId(10)].payload_name()), "say \"hi\"\n");
  EXPECT_TRUE(references[ir[ValueId(36)].reference()].interface_owner);
  EXPECT_TRUE(references[ir[ValueId(37)].reference()].interface_owner);
  EXPECT_FALSE(references[ir[ValueId(38)].reference()].interface_owner);
  EXPECT_EQ(ir.lambdas[0].handle, classfile::MethodHandleKind::kInvokeStatic);
  EXPECT_EQ(ir.lambdas[0].markers.size(), 2u);
  auto cases = ir.switch_cases(ir.terminator(BlockId(1)));
  ASSERT_EQ(cases.size(), 4u);
  EXPECT_EQ(cases[2], (SwitchCase{7, 0, false}));
  EXPECT_EQ(cases[3], (SwitchCase{0, 1, true}));
  EXPECT_EQ(ir.predecessors(BlockId(4))[0], (Edge{BlockId(1), true}));
  EXPECT_EQ(ir.pads(BlockId(1))[0], BlockId(4));
}

// JVM names may hold nearly anything (JVMS 4.2.2).
TEST_F(TextTest, NamesOfAnyKind) {
  for (std::string_view name :
       {"with space", "quote\"'\\", "a,b",       "x:y", "@",  "é",     "\xC0\x80", "\xED\xA0\x80",
        "int",        "null",       "interface", "v1",  "b2", "const", "",         "\x7F\x1B[31m",
        "=",          "(",          "line 3",    "#"}) {
    MethodIr ir = parsed("method a/B.m()V\nb0:\n  v0:a/B = param 0\n  v1:a/B = getfield v0 a/B.f:La/B;\n  return\n");
    Name odd = names.intern(name);
    ir.owner = ir.name = ir.descriptor = odd;
    ir.instructions[1].type_name = ir.instructions[1].local_name = odd;
    ir.instructions[1].payload = references.intern({odd, odd, odd, true}).value;
    std::string text = print(ir, names, references);
    for (char c : text) EXPECT_TRUE(c == '\n' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F)) << name;
    auto again = parse(text, names, references);
    ASSERT_TRUE(again) << text << again.error().message;
    EXPECT_TRUE(same(ir, *again)) << text;
  }
}

TEST_F(TextTest, FloatsKeepTheirBits) {
  auto round_trip = [&](Type type, std::uint64_t bits) {
    MethodIr ir = parsed("method static a/B.m()V\nb0:\n  v0:float = const 1\n  return\n");
    ir.instructions[0].type = type;
    ir.instructions[0].kind =
        static_cast<std::uint8_t>(type == Type::kFloat ? ConstantKind::kFloat : ConstantKind::kDouble);
    ir.wide_constants[0] = bits;
    std::string text = print(ir, names, references);
    EXPECT_EQ(parsed(text).wide_constants[0], bits) << text;
  };
  for (std::uint32_t bits : {0x0u, 0x80000000u, 0x1u, 0x7F7FFFFFu, 0x7F800000u, 0xFF800000u, 0x7FC00000u, 0x7F800001u,
                             0xFFFFFFFFu, 0x3DCCCCCDu, 0x00800000u, 0x4B000001u}) {
    round_trip(Type::kFloat, bits);
  }
  for (std::uint64_t bits :
       {0x0ull, 0x8000000000000000ull, 0x1ull, 0x7FEFFFFFFFFFFFFFull, 0x7FF0000000000000ull, 0x7FF0000000000001ull,
        0xFFFFFFFFFFFFFFFFull, 0x3FB999999999999Aull, 0x0010000000000000ull}) {
    round_trip(Type::kDouble, bits);
  }
}

TEST_F(TextTest, PeopleMayLeaveOutWhatCanBeFound) {
  MethodIr ir = parsed(R"(
# Labels are counted afresh, predecessors found, positions zero.
method static a/B.m(I)I
b10:
    v100:int = param 0
    if v100 == v100 then b30 else b20
b20:
    goto b30
b30:
    v7:int = phi v100, v100
    return v7
)");
  EXPECT_EQ(problem(ir), "");
  EXPECT_EQ(without_positions(print(ir, names, references)), R"(b0:
  v0:int = param 0
  if v0 == v0 then b2 else b1
b1: <- b0
  goto b2
b2: <- b0, b1
  v3:int = phi v0, v0
  return v3
)");
}

TEST_F(TextTest, ErrorsNameTheLine) {
  EXPECT_EQ(error(""), "0: no method");
  EXPECT_EQ(error("\n# nothing\n"), "2: no method");
  EXPECT_EQ(error("methods a/B.m()V\n"), "1: expected `method`");
  EXPECT_EQ(error("method a/B.m()V\n"), "1: a method without blocks");
  EXPECT_EQ(error("method transient a/B.m()V\n"), "1: unknown access flag");
  EXPECT_EQ(error("method 0x10000 a/B.m()V\n"), "1: unknown access flag");
  EXPECT_EQ(error("method a/B.m\n"), "1: expected `:` or `(` after a member's name");
  EXPECT_EQ(error("method a/B.m()V\n  return\n"), "2: expected a block");
  EXPECT_EQ(error("method a/B.m()V\nlines 0=1\nlines 0=1\n"), "3: a second table of lines");
  EXPECT_EQ(error("method a/B.m()V\nlines 0=70000\n"), "2: expected a number in range");
  EXPECT_EQ(error_in("  v0:int = const 1"), "4: the value is there already");
  EXPECT_EQ(error_in("b0:"), "4: the block is there already");
  EXPECT_EQ(error_in("  v1:int = v0 + v9\n"), "4: no such value");
  EXPECT_EQ(error_in("  goto b9\n"), "4: no such block");
  EXPECT_EQ(error_in("  return\nb1: <- b7\n  return\n"), "5: no such block");
  EXPECT_EQ(error_in("  return\n  return\n"), "5: an instruction after the block's end");
  EXPECT_EQ(error_in("  v1:int = v0 ** v0"), "4: unknown operator");
  EXPECT_EQ(error_in("  v1:int = frobnicate v0"), "4: unknown instruction");
  EXPECT_EQ(error_in("  v1:int = const 1 2"), "4: unexpected text at the end of the line");
  EXPECT_EQ(error_in("  v1:int = const 2147483648"), "4: expected a number in range");
  EXPECT_EQ(error_in("  v1:float = const 1e99"), "4: expected a number in range");
  EXPECT_EQ(error_in("  v1:float = const bits 0x1ffffffff"), "4: expected a hexadecimal number in range");
  EXPECT_EQ(error_in("  v1:java/lang/String = const \"open"), "4: the quoted text does not end");
  EXPECT_EQ(error_in("  v1:java/lang/String = const \"\\q\""), "4: unknown escape");
  EXPECT_EQ(error_in("  v1:java/lang/String = const \"\\x1\""), "4: unknown escape");
  EXPECT_EQ(error_in("  v1:void = const 1"), "4: a void instruction has no result");
  EXPECT_EQ(error_in("  switch v0 {1: b0}"), "4: expected a default case at the end");
  EXPECT_EQ(error_in("  return @0 line 5"), "4: the line differs from the one in the table `lines`");
  EXPECT_EQ(error_in("  invokestatic a/B.m()V (v0"), "4: expected `)`");
  EXPECT_EQ(error_in("  v99999999999:int = const 1"), "4: expected a number in range");
}

// Whatever is cut off or mutilated is an error or other IR, but never a crash; and what is accepted reads back.
TEST_F(TextTest, SurvivesDamage) {
  auto attempt = [&](const std::string& text) {
    auto ir = parse(text, names, references);
    if (!ir) return;
    verify(*ir);
    std::string printed = print(*ir, names, references);
    auto again = parse(printed, names, references);
    ASSERT_TRUE(again) << again.error().message << "\n" << printed;
    ASSERT_EQ(print(*again, names, references), printed);
  };
  std::string whole(kEverything);
  for (std::size_t length = 0; length < whole.size(); length += 3) attempt(whole.substr(0, length));
  for (std::size_t at = 0; at < whole.size(); at += 2) {
    std::string damaged = whole;
    damaged[at] = "0 v\"\\(:x!"[at % 9];
    attempt(damaged);
    damaged.erase(at, 1);
    attempt(damaged);
  }
}

}  // namespace
}  // namespace snag::ir
