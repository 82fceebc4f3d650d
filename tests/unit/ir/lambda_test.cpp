#include "ir/lambda.h"

#include <gtest/gtest.h>

#include "ir/verify.h"

namespace snag::ir {
namespace {

using classfile::MethodHandleKind;

class LambdaTest : public testing::Test {
 protected:
  Names names;
  References references;

  // A method with one `lambda` instruction that captures as many nulls as asked for.
  MethodIr method_with(MethodHandleKind handle, std::string_view body, std::string_view erased,
                       std::string_view instantiated, std::uint32_t captured) {
    MethodIr ir;
    ir.owner = names.intern("a/B");
    ir.name = names.intern("m");
    ir.descriptor = names.intern("()V");
    for (std::uint32_t i = 0; i < captured; ++i) {
      ir.instructions.push_back({.op = Op::kConstant, .type = Type::kReference});
      ir.operand_pool.emplace_back(i);
    }
    Lambda lambda;
    lambda.interface_type = names.intern("a/Function");
    lambda.method_name = names.intern("apply");
    lambda.method_descriptor = names.intern(erased);
    lambda.instantiated = names.intern(instantiated);
    lambda.handle = handle;
    bool constructor = handle == MethodHandleKind::kNewInvokeSpecial;
    lambda.body = references.intern({.owner = names.intern("a/Body"),
                                     .name = names.intern(constructor ? "<init>" : "body"),
                                     .descriptor = names.intern(body)});
    ir.lambdas.push_back(lambda);
    ir.instructions.push_back({.op = Op::kLambda,
                               .type = Type::kReference,
                               .operand_count = captured,
                               .type_name = lambda_class_name(names, ir.owner, ir.name, ir.descriptor, 7)});
    return ir;
  }
  // How many of the operations the made method has; fails the test when it is not well formed.
  std::size_t count(const MethodIr& ir, Op op) {
    Result<FunctionObject> made = function_object(names, references, ir, ir.instructions.back(), Origin::kLibrary);
    if (!made) {
      ADD_FAILURE() << made.error().message;
      return 0;
    }
    auto problem = verify(made->method, names, references);
    EXPECT_FALSE(problem) << *problem;
    std::size_t result = 0;
    for (const Instruction& i : made->method.instructions) result += i.op == op ? 1 : 0;
    return result;
  }
};

TEST_F(LambdaTest, NamesAreReadableAndKeepThePackage) {
  Name name =
      lambda_class_name(names, names.intern("a/b/C"), names.intern("run"), names.intern("(Ljava/lang/String;)V"), 12);
  EXPECT_EQ(names.text(name), "a/b/C$$Lambda.run.12(Ljava.lang.String;)V");
}

TEST_F(LambdaTest, TheClassHasAFieldForEachCapturedValue) {
  MethodIr ir = method_with(MethodHandleKind::kInvokeVirtual, "(ILjava/lang/String;)V", "(Ljava/lang/Object;)V",
                            "(Ljava/lang/String;)V", 2);
  Result<FunctionObject> made = function_object(names, references, ir, ir.instructions.back(), Origin::kLibrary);
  ASSERT_TRUE(made);
  ASSERT_EQ(made->type.fields.size(), 2u);
  EXPECT_EQ(names.text(made->type.fields[0].descriptor), "La/Body;");
  EXPECT_EQ(names.text(made->type.fields[1].descriptor), "I");
  EXPECT_EQ(made->type.origin, Origin::kLibrary);
  EXPECT_EQ(count(ir, Op::kGetField), 2u);
  EXPECT_EQ(count(ir, Op::kCast), 1u);
}

TEST_F(LambdaTest, BoxesAndUnboxes) {
  // int -> Integer parameter: valueOf; Object -> long result by way of Long
  MethodIr boxes = method_with(MethodHandleKind::kInvokeStatic, "(Ljava/lang/Integer;)J", "(I)Ljava/lang/Object;",
                               "(I)Ljava/lang/Long;", 0);
  EXPECT_EQ(count(boxes, Op::kInvoke), 3u) << "valueOf, the body, valueOf";
  MethodIr unboxes =
      method_with(MethodHandleKind::kInvokeStatic, "(J)V", "(Ljava/lang/Object;)V", "(Ljava/lang/Integer;)V", 0);
  EXPECT_EQ(count(unboxes, Op::kInvoke), 2u) << "intValue, the body";
  EXPECT_EQ(count(unboxes, Op::kUnary), 1u) << "int to long";
}

TEST_F(LambdaTest, ConstructorsMakeTheObjectTheyReturn) {
  MethodIr ir = method_with(MethodHandleKind::kNewInvokeSpecial, "(I)V", "(Ljava/lang/Object;)Ljava/lang/Object;",
                            "(Ljava/lang/Integer;)La/Body;", 0);
  EXPECT_EQ(count(ir, Op::kNew), 1u);
}

TEST_F(LambdaTest, UnusedResultsAreDropped) {
  MethodIr ir = method_with(MethodHandleKind::kInvokeInterface, "()I", "(Ljava/lang/Object;)V", "(La/Body;)V", 0);
  EXPECT_EQ(count(ir, Op::kReturn), 1u);
}

TEST_F(LambdaTest, WhatLambdaMetafactoryRefusesIsAnError) {
  auto fails = [&](const MethodIr& ir) {
    return !function_object(names, references, ir, ir.instructions.back(), Origin::kLibrary).has_value();
  };
  EXPECT_TRUE(fails(method_with(MethodHandleKind::kInvokeStatic, "(I)V", "()V", "()V", 2))) << "too many captured";
  EXPECT_TRUE(fails(method_with(MethodHandleKind::kInvokeStatic, "()V", "(I)V", "(I)V", 0))) << "an argument too many";
  EXPECT_TRUE(fails(method_with(MethodHandleKind::kInvokeStatic, "()V", "()I", "()I", 0))) << "no result";
  EXPECT_TRUE(fails(method_with(MethodHandleKind::kGetField, "()V", "()V", "()V", 0))) << "no method";
  EXPECT_TRUE(fails(method_with(MethodHandleKind::kInvokeStatic, "(I)V", "(D)V", "(D)V", 0))) << "narrowing";
  EXPECT_TRUE(fails(method_with(MethodHandleKind::kInvokeStatic, "nonsense", "()V", "()V", 0)));
}

}  // namespace
}  // namespace snag::ir
