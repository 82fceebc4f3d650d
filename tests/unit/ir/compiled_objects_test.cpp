// What javac's code becomes, in IR text (ir/text.h) without offsets: monitors, lambdas, objects. The sources are
// tests/java/ir/shapes.
#include "compiled_helpers.h"

namespace snag::ir {
namespace {

using CompiledObjectsTest = CompiledTest;

TEST_F(CompiledObjectsTest, SynchronizedMethodsLookLikeBlocks) {
  EXPECT_EQ(shape("shapes/Locks", "add"), R"(b0:
  v0:shapes/Locks = param 0  'this'
  v1:int = param 1  'n'
  monitorenter v0
  goto b1
b1: <- b0 pads b2
  v4:int = getfield v0 shapes/Locks.count:I
  v5:int = v4 + v1
  putfield v0 shapes/Locks.count:I = v5
  v7:int = getfield v0 shapes/Locks.count:I
  monitorexit v0
  return v7
b2: <- b1!
  v10:java/lang/Throwable = catch any
  monitorexit v0
  throw v10
)");
  EXPECT_EQ(shape("shapes/Locks", "addAll"), R"(b0:
  v0:java/lang/Class = const class shapes/Locks
  monitorenter v0
  goto b1
b1: <- b0 pads b2
  v3:int = getstatic shapes/Locks.all:I
  v4:int = const 1
  v5:int = v3 + v4
  putstatic shapes/Locks.all:I = v5
  monitorexit v0
  return
b2: <- b1!
  v9:java/lang/Throwable = catch any
  monitorexit v0
  throw v9
)");
  EXPECT_EQ(shape("shapes/Locks", "empty"), R"(b0:
  v0:shapes/Locks = param 0  'this'
  monitorenter v0
  goto b1
b1: <- b0
  monitorexit v0
  return
)");
  EXPECT_EQ(shape("shapes/Locks", "handles"), R"(b0:
  v0:shapes/Locks = param 0  'this'
  v1:[I = param 1  'a'
  monitorenter v0
  goto b1
b1: <- b0 pads b3
  v4:int = const 0
  v5:int = load int v1[v4]
  goto b2
b2: <- b1
  monitorexit v0
  return v5
b3: <- b1!
  v9:java/lang/Throwable = catch any  't'
  goto b4
b4: <- b3
  v11:int = const -1
  monitorexit v0
  return v11
)");
}

TEST_F(CompiledObjectsTest, SynchronizedBlocks) {
  EXPECT_EQ(shape("shapes/Locks", "block"), R"(b0:
  v0:shapes/Locks = param 0  'this'
  v1:int = param 1  'n'
  v2:java/lang/Object = getfield v0 shapes/Locks.lock:Ljava/lang/Object;
  monitorenter v2
  goto b1
b1: <- b0 pads b4
  v5:int = getfield v0 shapes/Locks.count:I
  v6:int = v5 + v1
  putfield v0 shapes/Locks.count:I = v6
  monitorexit v2
  goto b2
b2: <- b1
  goto b3
b3: <- b2
  return
b4: <- b1!
  v12:java/lang/Throwable = catch any
  goto b5
b5: <- b4
  monitorexit v2
  goto b6
b6: <- b5
  throw v12
)");
  EXPECT_EQ(shape("shapes/Locks", "early"), R"(b0:
  v0:shapes/Locks = param 0  'this'
  v1:int = param 1  'n'
  monitorenter v0
  goto b1
b1: <- b0
  v4:int = const 0
  if v1 <= v4 then b4 else b2
b2: <- b1 pads b14
  v6:int = getfield v0 shapes/Locks.count:I
  monitorexit v0
  goto b3
b3: <- b2
  return v6
b4: <- b1
  v10:java/lang/Class = const class shapes/Locks
  goto b5
b5: <- b4 pads b14
  monitorenter v10
  goto b6
b6: <- b5 pads b11
  putstatic shapes/Locks.all:I = v1
  monitorexit v10
  goto b7
b7: <- b6
  goto b8
b8: <- b7
  monitorexit v0
  goto b9
b9: <- b8
  goto b10
b10: <- b9
  v21:int = const 0
  return v21
b11: <- b6!
  v23:java/lang/Throwable = catch any
  goto b12
b12: <- b11
  monitorexit v10
  goto b13
b13: <- b12 pads b14
  throw v23
b14: <- b2!, b5!, b13!
  v28:java/lang/Throwable = catch any
  goto b15
b15: <- b14
  monitorexit v0
  goto b16
b16: <- b15
  throw v28
)");
}

TEST_F(CompiledObjectsTest, Lambdas) {
  EXPECT_EQ(shape("shapes/Functions", "plain"), R"(b0:
  v0:shapes/Functions = param 0  'this'
  v1:"shapes/Functions$$Lambda.plain.0()Ljava.lang.Runnable;" = lambda java/lang/Runnable.run()V as ()V calls invokeStatic shapes/Functions.lambda$plain$N()V ()
  return v1
)");
  EXPECT_EQ(shape("shapes/Functions", "capturing"), R"(b0:
  v0:shapes/Functions = param 0  'this'
  v1:java/lang/String = param 1  'text'
  v2:long = param 2  'number'
  v3:"shapes/Functions$$Lambda.capturing.3(Ljava.lang.String;J)Ljava.util.function.Supplier;" = lambda java/util/function/Supplier.get()Ljava/lang/Object; as ()Ljava/lang/String; calls invokeVirtual shapes/Functions.lambda$capturing$N(Ljava/lang/String;J)Ljava/lang/String; (v0, v1, v2)
  return v3
)");
  EXPECT_EQ(shape("shapes/Functions", "staticReference"), R"(b0:
  v0:"shapes/Functions$$Lambda.staticReference.0()Ljava.util.function.IntBinaryOperator;" = lambda java/util/function/IntBinaryOperator.applyAsInt(II)I as (II)I calls invokeStatic java/lang/Math.max(II)I ()
  return v0
)");
  EXPECT_EQ(shape("shapes/Functions", "boundReference"), R"(b0:
  v0:java/lang/String = param 0  'text'
  v1:java/lang/Object = invokestatic java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; (v0)
  v2:"shapes/Functions$$Lambda.boundReference.6(Ljava.lang.String;)Ljava.util.function.Supplier;" = lambda java/util/function/Supplier.get()Ljava/lang/Object; as ()Ljava/lang/Integer; calls invokeVirtual java/lang/String.length()I (v0)
  return v2
)");
  EXPECT_EQ(shape("shapes/Functions", "unboundReference"), R"(b0:
  v0:"shapes/Functions$$Lambda.unboundReference.0()Ljava.util.function.Function;" = lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object; as (Ljava/lang/String;)Ljava/lang/Integer; calls invokeVirtual java/lang/String.length()I ()
  return v0
)");
  EXPECT_EQ(shape("shapes/Functions", "constructorReference"), R"(b0:
  v0:"shapes/Functions$$Lambda.constructorReference.0()Ljava.util.function.Supplier;" = lambda java/util/function/Supplier.get()Ljava/lang/Object; as ()Ljava/util/ArrayList; calls newInvokeSpecial java/util/ArrayList.<init>()V ()
  return v0
)");
  EXPECT_EQ(shape("shapes/Functions", "interfaceReference"), R"(b0:
  v0:"shapes/Functions$$Lambda.interfaceReference.0()Ljava.util.function.Function;" = lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object; as (Ljava/lang/CharSequence;)Ljava/lang/Integer; calls invokeInterface interface java/lang/CharSequence.length()I ()
  return v0
)");
  EXPECT_EQ(shape("shapes/Functions", "marked"), R"(b0:
  v0:"shapes/Functions$$Lambda.marked.0()Ljava.lang.Runnable;" = lambda java/lang/Runnable.run()V as ()V calls invokeStatic shapes/Functions.lambda$marked$d8cce9d4$N()V implements java/io/Serializable, java/lang/Cloneable ()
  v1:java/io/Serializable = cast v0
  v2:java/lang/Cloneable = cast v1
  v3:java/lang/Runnable = cast v2
  return v3
)");
}

// A constant that holds a tag character is passed beside the recipe.
TEST_F(CompiledObjectsTest, Concatenation) {
  EXPECT_EQ(shape("shapes/Functions", "concat"), R"(b0:
  v0:java/lang/String = param 0  'a'
  v1:int = param 1  'b'
  v2:double = param 2  'c'
  v3:java/lang/Object = param 3  'd'
  v4:int = param 4  'e'
  v5:java/lang/String = invokestatic java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; (v3)
  v6:java/lang/String = concat "\x02\x01, b=\x01 \x01\x01\x01\x02" (v0, v1, v2, v5, v4)
  return v6
)");
}

TEST_F(CompiledObjectsTest, RecordMethods) {
  EXPECT_EQ(shape("shapes/Functions$Point", "equals"), R"(b0:
  v0:shapes/Functions$Point = param 0  'this'
  v1:java/lang/Object = param 1  'o'
  v2:int = record equals (v0, v1)
  return v2
)");
}

TEST_F(CompiledObjectsTest, ArraysAndTheirElements) {
  EXPECT_EQ(shape("shapes/Objects", "elements"), R"(b0:
  v0:[B = param 0  'b'
  v1:[Z = param 1  'z'
  v2:[C = param 2  'c'
  v3:[S = param 3  's'
  v4:[F = param 4  'f'
  v5:[D = param 5  'd'
  v6:[[Ljava/lang/String; = param 6  'names'
  v7:int = param 7  'i'
  v8:int = const 1
  v9:int = v7 + v8
  v10:int = load byte v0[v9]
  store byte v0[v7] = v10
  v12:int = load byte v1[v7]
  v13:int = const 0
  if v12 != v13 then b2 else b1
b1: <- b0
  v15:int = const 1
  goto b3
b2: <- b0
  v17:int = const 0
  goto b3
b3: <- b1, b2
  v19:int = phi v15, v17
  store byte v1[v7] = v19
  v21:int = load char v2[v7]
  v22:int = const 1
  v23:int = v21 + v22
  v24:int = int_to_char v23
  store char v2[v7] = v24
  v26:int = load short v3[v7]
  v27:int = const 2
  v28:int = v26 - v27
  v29:int = int_to_short v28
  store short v3[v7] = v29
  v31:float = load float v4[v7]
  v32:float = const 2
  v33:float = v31 * v32
  store float v4[v7] = v33
  v35:double = load double v5[v7]
  v36:double = const 3
  v37:double = v35 / v36
  store double v5[v7] = v37
  v39:[Ljava/lang/String; = newarray v7
  store reference v6[v7] = v39
  v41:[Ljava/lang/String; = load reference v6[v7]
  v42:int = const 0
  v43:java/lang/String = load reference v41[v42]
  return v43
)");
}

// Agreeing types stay, null agrees with all, others are Object.
TEST_F(CompiledObjectsTest, TypesOfPhis) {
  EXPECT_EQ(shape("shapes/Objects", "either"), R"(b0:
  v0:int = param 0  'b'
  v1:java/lang/String = param 1  's'
  v2:java/lang/Integer = param 2  'i'
  v3:int = const 0
  if v0 == v3 then b2 else b1
b1: <- b0
  goto b3
b2: <- b0
  goto b3
b3: <- b1, b2
  v7:java/lang/Object = phi v1, v2  'o'
  return v7
)");
  EXPECT_EQ(shape("shapes/Objects", "same"), R"(b0:
  v0:int = param 0  'b'
  v1:java/lang/String = param 1  's'
  v2:int = const 0
  if v0 == v2 then b2 else b1
b1: <- b0
  goto b3
b2: <- b0
  v5:null = const null
  goto b3
b3: <- b1, b2
  v7:java/lang/String = phi v1, v5  't'
  return v7
)");
  EXPECT_EQ(shape("shapes/Objects", "walk"), R"(b0:
  v0:shapes/Objects = param 0  'this'
  goto b1
b1: <- b0, b2
  v2:shapes/Objects = phi v0, v6  'o'
  v3:shapes/Objects = getfield v2 shapes/Objects.next:Lshapes/Objects;
  v4:null = const null
  if v3 == v4 then b3 else b2
b2: <- b1
  v6:shapes/Objects = getfield v2 shapes/Objects.next:Lshapes/Objects; 'o'
  goto b1
b3: <- b1
  v8:shapes/Objects = cast v2
  return v8
)");
}
TEST_F(CompiledObjectsTest, EveryMethodIsSoundAndReadsBack) {
  std::size_t methods = 0;
  Builder builder(names, references);
  for (ClassId id : program_.load_all(Origin::kApplication, 1)) {
    builder.begin_class(program_[id].file);
    for (const classfile::Member& member : program_[id].file.methods()) {
      auto built = builder.build(member);
      ASSERT_TRUE(built) << program_.name(id) << ": " << built.error().message;
      if (!*built) continue;
      checked(**built);
      ++methods;
    }
  }
  EXPECT_GT(methods, 70u);
}

TEST_F(CompiledObjectsTest, LinesAndNames) {
  MethodIr ir = method("shapes/Control", "wide");
  ASSERT_EQ(ir.instructions.size(), 4u);
  EXPECT_EQ(names.text(ir[ValueId(2)].local_name), "x");
  EXPECT_GT(ir.line(ValueId(2)), 0u);
  EXPECT_EQ(ir.line(ValueId(3)), ir.line(ValueId(2)) + 1);
  EXPECT_EQ(ir[ValueId(3)].pc, 7u);  // behind the wide iinc, which has 6 bytes, and the iload, which is gone
}

}  // namespace
}  // namespace snag::ir
