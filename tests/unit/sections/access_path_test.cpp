#include "sections/access_path.h"

#include <gtest/gtest.h>

#include "sections/section_program.h"

namespace snag::sections {
namespace {

using Root = AccessPath::Root;

constexpr AccessPath::Step kQueue = 7, kLock = 8;

AccessPath parameter(std::uint32_t number) { return AccessPath(Root::kParameter, number); }
AccessPath element(const AccessPath& path, std::uint32_t index) { return path.then(AccessPath::kElementBit | index); }
AccessPath constant_element(const AccessPath& path, std::uint32_t index) {
  return path.then(AccessPath::kConstantElement + index);
}

TEST(AccessPath, EqualPathsHaveTheSameRootAndSteps) {
  EXPECT_EQ(parameter(0), parameter(0));
  EXPECT_EQ(parameter(0).then(kQueue).then(kLock), parameter(0).then(kQueue).then(kLock));
  EXPECT_NE(parameter(0), parameter(1));
  EXPECT_NE(parameter(0), AccessPath(Root::kLocal, 0));
  EXPECT_NE(parameter(0), parameter(0).then(kQueue));
  EXPECT_NE(parameter(0).then(kQueue), parameter(0).then(kLock));
  EXPECT_NE(parameter(0).then(kQueue).then(kLock), parameter(0).then(kLock).then(kQueue));
  EXPECT_NE(element(parameter(0), 1), constant_element(parameter(0), 1));
}

TEST(AccessPath, UnknownEqualsNothing) {
  AccessPath unknown;
  EXPECT_FALSE(unknown.known());
  EXPECT_FALSE(unknown == unknown);
  EXPECT_FALSE(unknown == AccessPath());
  EXPECT_FALSE(unknown == parameter(0));
  EXPECT_FALSE(unknown.then(kLock).known());
}

TEST(AccessPath, IsParameterOnlyWithoutSteps) {
  EXPECT_TRUE(parameter(2).is_parameter(2));
  EXPECT_FALSE(parameter(2).is_parameter(1));
  EXPECT_FALSE(parameter(2).then(kLock).is_parameter(2));
  EXPECT_FALSE(AccessPath(Root::kLocal, 2).is_parameter(2));
}

TEST(AccessPath, WhatCallersUnderstandIsPortable) {
  EXPECT_TRUE(parameter(1).then(kQueue).then(AccessPath::kContents).portable());
  EXPECT_TRUE(AccessPath(Root::kStatic, 3).then(kLock).portable());
  EXPECT_TRUE(AccessPath(Root::kClass, 3).portable());
  EXPECT_TRUE(AccessPath(Root::kString, 3).portable());
  EXPECT_TRUE(constant_element(parameter(0), 4).portable());
  EXPECT_FALSE(element(parameter(0), 4).portable());
  EXPECT_FALSE(element(parameter(0), 4).then(kLock).portable());
  EXPECT_FALSE(AccessPath(Root::kLocal, 3).portable());
  EXPECT_FALSE(AccessPath().portable());
}

TEST(AccessPath, HasABoundedNumberOfSteps) {
  AccessPath path = parameter(0);
  for (std::size_t i = 0; i < AccessPath::kMaximumSteps; ++i) {
    path = path.then(kQueue);
    ASSERT_TRUE(path.known());
  }
  EXPECT_EQ(path.steps().size(), AccessPath::kMaximumSteps);
  EXPECT_FALSE(path.then(kQueue).known());
}

TEST(AccessPath, InCallerPutsArgumentsInPlaceOfParameters) {
  auto argument = [](std::uint32_t number) {
    return number == 1 ? AccessPath(Root::kLocal, 40).then(kQueue) : AccessPath();
  };
  EXPECT_EQ(parameter(1).then(kLock).in_caller(argument), AccessPath(Root::kLocal, 40).then(kQueue).then(kLock));
  EXPECT_FALSE(parameter(0).then(kLock).in_caller(argument).known());
  EXPECT_EQ(AccessPath(Root::kStatic, 3).then(kLock).in_caller(argument), AccessPath(Root::kStatic, 3).then(kLock));
  EXPECT_FALSE(AccessPath(Root::kLocal, 40).in_caller(argument).known());
  EXPECT_FALSE(element(parameter(1), 2).in_caller(argument).known());
}

TEST(AccessPath, InCallerKeepsTheBound) {
  AccessPath deep = parameter(0);
  for (std::size_t i = 0; i < AccessPath::kMaximumSteps; ++i) deep = deep.then(kQueue);
  EXPECT_TRUE(deep.in_caller([](std::uint32_t) { return parameter(3); }).known());
  EXPECT_FALSE(deep.in_caller([](std::uint32_t) { return parameter(3).then(kQueue); }).known());
}

TEST(AccessPath, InCalleeReplacesThePrefix) {
  AccessPath lock = parameter(0).then(kQueue).then(kLock);
  EXPECT_EQ(lock.in_callee(parameter(0), 2), parameter(2).then(kQueue).then(kLock));
  EXPECT_EQ(lock.in_callee(parameter(0).then(kQueue), 0), parameter(0).then(kLock));
  EXPECT_EQ(lock.in_callee(lock, 1), parameter(1));
  EXPECT_EQ(AccessPath(Root::kLocal, 4).then(kLock).in_callee(AccessPath(Root::kLocal, 4), 1),
            parameter(1).then(kLock));
  EXPECT_FALSE(lock.in_callee(parameter(1), 0).known());
  EXPECT_FALSE(lock.in_callee(parameter(0).then(kLock), 0).known());
  EXPECT_FALSE(lock.in_callee(lock.then(kLock), 0).known());
  EXPECT_FALSE(AccessPath().in_callee(AccessPath(), 0).known());
  EXPECT_FALSE(element(parameter(0), 9).in_callee(parameter(0), 0).known()) << "the index means nothing there";
}

TEST(AccessPath, ThereAndBackIsTheSame) {
  const std::vector<AccessPath> prefixes = {parameter(0), parameter(3).then(kQueue), AccessPath(Root::kLocal, 11),
                                            AccessPath(Root::kStatic, 2), constant_element(parameter(1), 5)};
  for (const AccessPath& prefix : prefixes) {
    for (const AccessPath& path :
         {prefix, prefix.then(kLock), prefix.then(kQueue).then(AccessPath::kContents), constant_element(prefix, 0)}) {
      AccessPath there = path.in_callee(prefix, 1);
      EXPECT_TRUE(there.known());
      EXPECT_EQ(there.in_caller([&](std::uint32_t number) { return number == 1 ? prefix : AccessPath(); }), path);
    }
  }
}

TEST(AccessPath, LastFieldLooksBehindElementsAndContents) {
  EXPECT_EQ(parameter(0).then(kQueue).then(kLock).last_field(), FieldId(kLock));
  EXPECT_EQ(parameter(0).then(kQueue).then(AccessPath::kContents).last_field(), FieldId(kQueue));
  EXPECT_EQ(element(parameter(0).then(kQueue), 3).last_field(), FieldId(kQueue));
  EXPECT_EQ(constant_element(parameter(0).then(kQueue), 3).last_field(), FieldId(kQueue));
  EXPECT_EQ(AccessPath(Root::kStatic, 6).last_field(), FieldId(6));
  EXPECT_EQ(AccessPath(Root::kStatic, 6).then(AccessPath::kContents).last_field(), FieldId(6));
  EXPECT_EQ(AccessPath(Root::kStatic, 6).then(kLock).last_field(), FieldId(kLock));
  EXPECT_FALSE(parameter(0).last_field().valid());
  EXPECT_FALSE(element(parameter(0), 3).last_field().valid());
}

TEST(AccessPath, EndsInContents) {
  EXPECT_TRUE(parameter(0).then(AccessPath::kContents).ends_in_contents());
  EXPECT_FALSE(parameter(0).ends_in_contents());
  EXPECT_FALSE(parameter(0).then(AccessPath::kContents).then(kLock).ends_in_contents());
}

TEST(AccessPath, ReadsAsInSource) {
  SectionProgram& program = section_program();
  auto text = [&](const std::string& method, const AccessPath& path) {
    return program.text(program.node(method), path);
  };
  AccessPath::Step mutex = program.field("Account.mutex").value, slots = program.field("Account.slots").value;
  EXPECT_EQ(text("Account.rename", parameter(0).then(mutex)), "this.mutex");
  EXPECT_EQ(text("Account.rename", parameter(1)), "key");
  EXPECT_EQ(text("Account.replaceInstance", parameter(0).then(mutex)), "by.mutex");
  EXPECT_EQ(text("Account.rename", AccessPath(Root::kStatic, program.field("Account.instance").value).then(mutex)),
            "Account.instance.mutex");
  EXPECT_EQ(text("Account.rename", constant_element(parameter(0).then(slots), 12)), "this.slots[12]");
  EXPECT_EQ(text("Account.rename", parameter(0).then(slots).then(AccessPath::kContents)), "this.slots");
  EXPECT_EQ(
      text("Account.rename", AccessPath(Root::kClass, program.program().names().intern("sections/Account").value)),
      "Account.class");
  EXPECT_EQ(text("Account.rename", AccessPath(Root::kString, program.program().names().intern("words").value)),
            "\"words\"");
  EXPECT_EQ(text("Account.rename", AccessPath()), "…");
}

TEST(AccessPath, NamesLocalsAfterTheirVariableOrWhatMadeThem) {
  SectionProgram& program = section_program();
  NodeId local_lock = program.node("Account.localLock"), exact = program.node("Bindings.exact");
  auto first = [&](NodeId node, ir::Op op) {
    const auto& instructions = program.members().ir(node).instructions;
    auto found = std::find_if(instructions.begin(), instructions.end(), [&](const auto& i) { return i.op == op; });
    return static_cast<std::uint32_t>(found - instructions.begin());
  };
  std::uint32_t call = first(local_lock, ir::Op::kInvoke), made = first(exact, ir::Op::kNew);
  EXPECT_EQ(program.text(local_lock, AccessPath(Root::kLocal, call)), "local");
  EXPECT_EQ(program.text(exact, AccessPath(Root::kLocal, made)), "new sections.Bindings$Names");
  std::uint32_t length = first(program.node("Bindings.missing"), ir::Op::kInvoke);
  EXPECT_EQ(program.text(program.node("Bindings.missing"), AccessPath(Root::kLocal, length)), "length()");
}

}  // namespace
}  // namespace snag::sections
