// What javac's code becomes, in IR text (ir/text.h) without offsets: operators, control flow, exceptions. The sources
// are tests/java/ir/shapes.
#include "compiled_helpers.h"

namespace snag::ir {
namespace {

TEST_F(CompiledTest, Operators) {
  EXPECT_EQ(shape("shapes/Arithmetic", "integers"), R"(b0:
  v0:int = param 0  'a'
  v1:int = param 1  'b'
  v2:int = v0 + v1
  v3:int = v0 * v1
  v4:int = v2 - v3
  v5:int = v0 % v1
  v6:int = v4 / v5
  v7:int = const 1
  v8:int = v0 << v7
  v9:int = const 2
  v10:int = v1 >> v9
  v11:int = v8 | v10
  v12:int = const 3
  v13:int = v0 >>> v12
  v14:int = v11 & v13
  v15:int = negate v1
  v16:int = v14 & v15
  v17:int = const -1
  v18:int = v0 ^ v17
  v19:int = v16 & v18
  v20:int = v6 ^ v19
  return v20
)");
  EXPECT_EQ(shape("shapes/Arithmetic", "conversions"), R"(b0:
  v0:int = param 0  'i'
  v1:long = param 1  'l'
  v2:float = param 2  'f'
  v3:double = param 3  'd'
  v4:long = int_to_long v0
  v5:long = float_to_long v2
  v6:long = v4 + v5
  v7:long = double_to_long v3
  v8:long = v6 + v7  'a'
  v9:long = int_to_long v0
  v10:long = v9 + v1
  v11:float = long_to_float v10
  v12:float = double_to_float v3
  v13:float = v11 + v12  'b'
  v14:double = int_to_double v0
  v15:double = long_to_double v1
  v16:double = v14 + v15
  v17:double = float_to_double v2
  v18:double = v16 + v17  'c'
  v19:int = long_to_int v1
  v20:int = float_to_int v2
  v21:int = v19 + v20
  v22:int = double_to_int v3
  v23:int = v21 + v22
  v24:int = int_to_byte v0
  v25:int = v23 + v24
  v26:int = int_to_char v0
  v27:int = v25 + v26
  v28:int = int_to_short v0
  v29:int = v27 + v28  'e'
  v30:float = long_to_float v8
  v31:float = v30 + v13
  v32:double = float_to_double v31
  v33:double = v32 + v18
  v34:double = int_to_double v29
  v35:double = v33 + v34
  return v35
)");
  EXPECT_EQ(shape("shapes/Arithmetic", "comparisons"), R"(b0:
  v0:long = param 0  'l'
  v1:float = param 1  'f'
  v2:double = param 2  'd'
  v3:long = const 3
  v4:int = lcmp v0, v3
  v5:int = const 0
  if v4 >= v5 then b2 else b1
b1: <- b0
  v7:int = const 1
  goto b11
b2: <- b0
  v9:float = const 2
  v10:int = fcmpl v1, v9
  v11:int = const 0
  if v10 <= v11 then b4 else b3
b3: <- b2
  v13:int = const 2
  goto b11
b4: <- b2
  v15:float = const 1
  v16:int = fcmpg v1, v15
  v17:int = const 0
  if v16 >= v17 then b6 else b5
b5: <- b4
  v19:int = const 3
  goto b11
b6: <- b4
  v21:double = const 4
  v22:int = dcmpl v2, v21
  v23:int = const 0
  if v22 < v23 then b8 else b7
b7: <- b6
  v25:int = const 4
  goto b11
b8: <- b6
  v27:double = const 5
  v28:int = dcmpg v2, v27
  v29:int = const 0
  if v28 > v29 then b10 else b9
b9: <- b8
  v31:int = const 5
  goto b11
b10: <- b8
  v33:int = const 6
  goto b11
b11: <- b1, b3, b5, b7, b9, b10
  v35:int = phi v7, v13, v19, v25, v31, v33
  return v35
)");
}

// dup, dup_x1, dup2, dup2_x1, dup2_x2 are gone.
TEST_F(CompiledTest, CompoundAssignmentIsCopiesOfValues) {
  EXPECT_EQ(shape("shapes/Arithmetic", "shuffles"), R"(b0:
  v0:shapes/Arithmetic = param 0  'this'
  v1:[I = param 1  'ints'
  v2:[J = param 2  'longs'
  v3:int = param 3  'i'
  v4:int = load int v1[v3]
  v5:int = const 3
  v6:int = v4 + v5
  store int v1[v3] = v6
  v8:int = load int v1[v3]  'old'
  v9:int = const 1
  v10:int = v8 + v9
  store int v1[v3] = v10
  v12:long = load long v2[v3]
  v13:long = const 4
  v14:long = v12 + v13
  store long v2[v3] = v14
  v16:long = load long v2[v3]  'before'
  v17:long = const 1
  v18:long = v16 + v17
  store long v2[v3] = v18
  v20:long = getfield v0 shapes/Arithmetic.total:J
  v21:long = v20 + v16  'after'
  putfield v0 shapes/Arithmetic.total:J = v21
  v23:double = long_to_double v21
  putstatic shapes/Arithmetic.ratio:D = v23
  v25:long = int_to_long v8
  v26:long = v25 + v21
  v27:long = int_to_long v3
  putfield v0 shapes/Arithmetic.total:J = v27
  v29:long = v26 + v27
  return v29
)");
}

// Phis at the head, one operand for each way in.
TEST_F(CompiledTest, Loops) {
  EXPECT_EQ(shape("shapes/Control", "loop"), R"(b0:
  v0:int = param 0  'n'
  v1:int = const 0  'sum'
  v2:int = const 0  'i'
  goto b1
b1: <- b0, b7
  v4:int = phi v1, v15  'sum'
  v5:int = phi v2, v17  'i'
  if v5 >= v0 then b8 else b2
b2: <- b1
  v7:int = const 3
  if v5 != v7 then b4 else b3
b3: <- b2
  goto b7
b4: <- b2
  v10:int = const 100
  if v4 <= v10 then b6 else b5
b5: <- b4
  goto b8
b6: <- b4
  v13:int = v4 + v5  'sum'
  goto b7
b7: <- b3, b6
  v15:int = phi v4, v13  'sum'
  v16:int = const 1
  v17:int = v5 + v16  'i'
  goto b1
b8: <- b1, b5
  return v4
)");
  EXPECT_EQ(shape("shapes/Control", "nested"), R"(b0:
  v0:[[I = param 0  'table'
  v1:int = const -2147483648  'max'
  v2:int = length v0
  v3:int = const 0
  goto b1
b1: <- b0, b10
  v5:int = phi v1, v12  'max'
  v6:int = phi v3, v27
  if v6 >= v2 then b11 else b2
b2: <- b1
  v8:[I = load reference v0[v6]  'row'
  v9:int = length v8
  v10:int = const 0
  goto b3
b3: <- b2, b9
  v12:int = phi v5, v22  'max'
  v13:int = phi v10, v24
  if v13 >= v9 then b10 else b4
b4: <- b3
  v15:int = load int v8[v13]  'cell'
  v16:int = const 0
  if v15 >= v16 then b6 else b5
b5: <- b4
  goto b10
b6: <- b4
  if v15 <= v12 then b8 else b7
b7: <- b6
  goto b9
b8: <- b6
  goto b9
b9: <- b7, b8
  v22:int = phi v15, v12  'max'
  v23:int = const 1
  v24:int = v13 + v23
  goto b3
b10: <- b3, b5
  v26:int = const 1
  v27:int = v6 + v26
  goto b1
b11: <- b1
  return v5
)");
}

TEST_F(CompiledTest, ValuesOnTheStackMeetInPhis) {
  EXPECT_EQ(shape("shapes/Control", "ternary"), R"(b0:
  v0:int = param 0  'c'
  v1:int = param 1  'a'
  v2:int = param 2  'b'
  v3:int = const 0
  if v0 == v3 then b2 else b1
b1: <- b0
  goto b3
b2: <- b0
  goto b3
b3: <- b1, b2
  v7:int = phi v1, v2
  v8:int = v1 * v7
  v9:int = const 1
  v10:int = v8 + v9
  return v10
)");
  EXPECT_EQ(shape("shapes/Control", "logic"), R"(b0:
  v0:java/lang/Object = param 0  'a'
  v1:java/lang/Object = param 1  'b'
  v2:null = const null
  if v0 == v2 then b5 else b1
b1: <- b0
  v4:null = const null
  if v1 == v4 then b3 else b2
b2: <- b1
  if v0 != v1 then b5 else b3
b3: <- b1, b2
  v7:int = invokevirtual java/lang/Object.equals(Ljava/lang/Object;)Z (v0, v1)
  v8:int = const 0
  if v7 != v8 then b5 else b4
b4: <- b3
  v10:int = const 1
  goto b6
b5: <- b0, b2, b3
  v12:int = const 0
  goto b6
b6: <- b4, b5
  v14:int = phi v10, v12
  return v14
)");
}

// Case 4 of the tableswitch is a hole that goes to the default.
TEST_F(CompiledTest, Switches) {
  EXPECT_EQ(shape("shapes/Control", "dense"), R"(b0:
  v0:int = param 0  'key'
  switch v0 {1: b4, 2: b3, 3: b3, 4: b2, 5: b1, default: b2}
b1: <- b0
  v2:int = const 30
  return v2
b2: <- b0
  v4:int = const 0
  return v4
b3: <- b0
  v6:int = const 20
  return v6
b4: <- b0
  v8:int = const 10
  return v8
)");
  EXPECT_EQ(shape("shapes/Control", "sparse"), R"(b0:
  v0:int = param 0  'key'
  switch v0 {-1000: b3, 7: b2, 1000000: b2, default: b1}
b1: <- b0
  v2:java/lang/String = const "other"
  goto b4
b2: <- b0
  v4:java/lang/String = const "some"
  goto b4
b3: <- b0
  v6:java/lang/String = const "low"
  goto b4
b4: <- b1, b2, b3
  v8:java/lang/String = phi v2, v4, v6
  return v8
)");
}

TEST_F(CompiledTest, Patterns) {
  EXPECT_EQ(shape("shapes/Control", "patterns"), R"(b0:
  v0:java/lang/Object = param 0  'o'
  v1:int = instanceof v0 java/lang/String
  v2:int = const 0
  if v1 == v2 then b3 else b1
b1: <- b0
  v4:java/lang/String = cast v0  's'
  v5:int = invokevirtual java/lang/String.isEmpty()Z (v4)
  v6:int = const 0
  if v5 != v6 then b3 else b2
b2: <- b1
  v8:int = invokevirtual java/lang/String.length()I (v4)
  return v8
b3: <- b0, b1
  v10:int = instanceof v0 [I
  v11:int = const 0
  if v10 == v11 then b5 else b4
b4: <- b3
  v13:[I = cast v0  'array'
  v14:int = const 0
  v15:int = load int v13[v14]
  return v15
b5: <- b3
  v17:int = instanceof v0 java/lang/Integer
  v18:int = const 0
  if v17 == v18 then b7 else b6
b6: <- b5
  v20:java/lang/Integer = cast v0
  v21:int = invokevirtual java/lang/Integer.intValue()I (v20)
  goto b8
b7: <- b5
  v23:int = const 0
  goto b8
b8: <- b6, b7
  v25:int = phi v21, v23
  return v25
)");
}

TEST_F(CompiledTest, AnEntryThatIsJumpedToIsABlockOfItsOwn) {
  EXPECT_EQ(shape("shapes/Control", "retry"), R"(b0:
  v0:java/lang/Runnable = param 0  'task'
  goto b1
b1: <- b0, b1
  invokeinterface java/lang/Runnable.run()V (v0)
  goto b1
)");
}

TEST_F(CompiledTest, WideIncrement) {
  EXPECT_EQ(shape("shapes/Control", "wide"), R"(b0:
  v0:int = param 0  'x'
  v1:int = const 1000
  v2:int = v0 + v1  'x'
  return v2
)");
}

// Each call that may throw begins a block once the variable changed.
TEST_F(CompiledTest, HandlersSeeTheValuesOfTheBlocksStart) {
  EXPECT_EQ(shape("shapes/Exceptions", "seen"), R"(b0:
  v0:int = const 0  'x'
  goto b1
b1: <- b0 pads b5
  v2:int = invokestatic shapes/Exceptions.f()I ()  'x'
  goto b2
b2: <- b1 pads b5
  v4:int = invokestatic shapes/Exceptions.f()I ()
  v5:int = v2 + v4  'x'
  goto b3
b3: <- b2
  goto b4
b4: <- b3
  return v5
b5: <- b1!, b2!
  v9:int = phi v0, v2  'x'
  v10:java/io/IOException = catch  'e'
  goto b6
b6: <- b5
  return v9
)");
  EXPECT_EQ(shape("shapes/Exceptions", "nested"), R"(b0: pads b2, b6
  v0:[I = param 0  'a'
  v1:int = param 1  'i'
  v2:int = load int v0[v1]
  goto b1
b1: <- b0
  return v2
b2: <- b0!
  v5:java/lang/NullPointerException = catch  'e'
  goto b3
b3: <- b2
  v7:int = const 7  'i'
  v8:int = const 1
  v9:int = v7 + v8
  goto b4
b4: <- b3 pads b6
  v11:int = load int v0[v9]
  goto b5
b5: <- b4
  return v11
b6: <- b0!, b4!
  v14:int = phi v1, v7  'i'
  v15:java/lang/RuntimeException = catch  'e'
  goto b7
b7: <- b6
  return v14
)");
}

TEST_F(CompiledTest, MultiCatchHasAPadForEachType) {
  EXPECT_EQ(shape("shapes/Exceptions", "multi"), R"(b0: pads b3, b2, b7
  v0:java/lang/Object = param 0  'o'
  v1:int = invokevirtual java/lang/Object.hashCode()I (v0)
  v2:int = invokestatic shapes/Exceptions.f()I ()
  v3:int = v1 / v2
  goto b1
b1: <- b0
  invokestatic java/lang/System.gc()V ()
  return v3
b2: <- b0!
  v7:java/lang/ArithmeticException = catch
  goto b4
b3: <- b0!
  v9:java/io/IOException = catch
  goto b4
b4: <- b2, b3
  v11:java/lang/Object = phi v7, v9  'e'
  goto b5
b5: <- b4 pads b7
  v13:java/lang/String = invokevirtual java/lang/Exception.getMessage()Ljava/lang/String; (v11)
  v14:int = invokevirtual java/lang/String.length()I (v13)
  goto b6
b6: <- b5
  invokestatic java/lang/System.gc()V ()
  return v14
b7: <- b0!, b5!
  v18:java/lang/Throwable = catch any
  goto b8
b8: <- b7
  invokestatic java/lang/System.gc()V ()
  throw v18
)");
}

TEST_F(CompiledTest, Finally) {
  EXPECT_EQ(shape("shapes/Exceptions", "finallyLoop"), R"(b0:
  v0:int = param 0  'n'
  v1:int = const 0  'done'
  goto b1
b1: <- b0, b6, b10
  v3:int = phi v0, v6, v6  'n'
  v4:int = phi v1, v16, v27  'done'
  v5:int = const -1
  v6:int = v3 + v5  'n'
  v7:int = const 0
  if v3 != v7 then b4 else b2
b2: <- b1
  v9:int = const 1
  v10:int = v4 + v9  'done'
  goto b3
b3: <- b2
  return v10
b4: <- b1 pads b9, b7
  v13:int = invokestatic shapes/Exceptions.f()I ()
  goto b5
b5: <- b4
  v15:int = const 1
  v16:int = v4 + v15  'done'
  goto b6
b6: <- b5
  goto b1
b7: <- b4!
  v19:java/lang/Throwable = catch any
  goto b8
b8: <- b7
  v21:int = const 1
  v22:int = v4 + v21  'done'
  throw v19
b9: <- b4!
  v24:java/io/IOException = catch  'e'
  goto b10
b10: <- b9
  v26:int = const 1
  v27:int = v4 + v26  'done'
  goto b1
)");
}

}  // namespace
}  // namespace snag::ir
