#include "sections/access_path.h"

#include <gtest/gtest.h>

#include "sections/object_names.h"
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

AccessPath parameter_element(const AccessPath& path, std::uint32_t number) {
  return path.then(AccessPath::kParameterElement + number);
}

std::optional<AccessPath::Step> no_element(std::uint32_t) { return std::nullopt; }

// With nothing but `prefix` as an argument.
AccessPath in_callee(const AccessPath& path, const AccessPath& prefix, std::uint32_t number) {
  std::vector<AccessPath> arguments(number + 1);
  arguments[number] = prefix;
  return path.in_callee(arguments, number);
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
  EXPECT_NE(element(parameter(0), 1), parameter_element(parameter(0), 1));
  EXPECT_NE(parameter_element(parameter(0), 1), constant_element(parameter(0), 1));
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
  EXPECT_TRUE(parameter_element(parameter(0), 4).portable());
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
  EXPECT_EQ(parameter(1).then(kLock).in_caller(argument, no_element),
            AccessPath(Root::kLocal, 40).then(kQueue).then(kLock));
  EXPECT_FALSE(parameter(0).then(kLock).in_caller(argument, no_element).known());
  EXPECT_EQ(AccessPath(Root::kStatic, 3).then(kLock).in_caller(argument, no_element),
            AccessPath(Root::kStatic, 3).then(kLock));
  EXPECT_FALSE(AccessPath(Root::kLocal, 40).in_caller(argument, no_element).known());
  EXPECT_FALSE(element(parameter(1), 2).in_caller(argument, no_element).known());
}

TEST(AccessPath, InCallerKeepsTheBound) {
  AccessPath deep = parameter(0);
  for (std::size_t i = 0; i < AccessPath::kMaximumSteps; ++i) deep = deep.then(kQueue);
  EXPECT_TRUE(deep.in_caller([](std::uint32_t) { return parameter(3); }, no_element).known());
  EXPECT_FALSE(deep.in_caller([](std::uint32_t) { return parameter(3).then(kQueue); }, no_element).known());
}

TEST(AccessPath, InCalleeReplacesThePrefix) {
  AccessPath lock = parameter(0).then(kQueue).then(kLock);
  EXPECT_EQ(in_callee(lock, parameter(0), 2), parameter(2).then(kQueue).then(kLock));
  EXPECT_EQ(in_callee(lock, parameter(0).then(kQueue), 0), parameter(0).then(kLock));
  EXPECT_EQ(in_callee(lock, lock, 1), parameter(1));
  EXPECT_EQ(in_callee(AccessPath(Root::kLocal, 4).then(kLock), AccessPath(Root::kLocal, 4), 1),
            parameter(1).then(kLock));
  EXPECT_FALSE(in_callee(lock, parameter(1), 0).known());
  EXPECT_FALSE(in_callee(lock, parameter(0).then(kLock), 0).known());
  EXPECT_FALSE(in_callee(lock, lock.then(kLock), 0).known());
  EXPECT_FALSE(in_callee(AccessPath(), AccessPath(), 0).known());
  EXPECT_FALSE(in_callee(element(parameter(0), 9), parameter(0), 0).known()) << "the index means nothing there";
}

TEST(AccessPath, StartsWithItsPrefixes) {
  AccessPath path = constant_element(parameter(0).then(kQueue), 2).then(kLock);
  EXPECT_TRUE(path.starts_with(parameter(0)));
  EXPECT_TRUE(path.starts_with(parameter(0).then(kQueue)));
  EXPECT_TRUE(path.starts_with(constant_element(parameter(0).then(kQueue), 2)));
  EXPECT_TRUE(path.starts_with(path));
  EXPECT_FALSE(path.starts_with(path.then(kLock)));
  EXPECT_FALSE(path.starts_with(parameter(1)));
  EXPECT_FALSE(path.starts_with(parameter(0).then(kLock)));
  EXPECT_FALSE(path.starts_with(constant_element(parameter(0).then(kQueue), 3)));
  EXPECT_FALSE(path.starts_with(AccessPath(Root::kLocal, 0)));
  EXPECT_FALSE(path.starts_with(AccessPath()));
  EXPECT_FALSE(AccessPath().starts_with(AccessPath()));
  EXPECT_TRUE(AccessPath(Root::kStatic, 3).then(kLock).starts_with(AccessPath(Root::kStatic, 3)));
}

TEST(AccessPath, TheOwnerOfItsLastField) {
  AccessPath queue = parameter(0).then(kQueue);
  EXPECT_EQ(queue.owner_of_last_field(), parameter(0));
  EXPECT_EQ(queue.then(kLock).owner_of_last_field(), queue);
  EXPECT_EQ(queue.then(AccessPath::kContents).owner_of_last_field(), parameter(0));
  EXPECT_EQ(constant_element(element(queue, 4), 2).owner_of_last_field(), parameter(0));
  EXPECT_EQ(constant_element(queue, 2).then(kLock).owner_of_last_field(), constant_element(queue, 2));
  EXPECT_EQ(AccessPath(Root::kStatic, 3).then(kLock).owner_of_last_field(), AccessPath(Root::kStatic, 3));
  EXPECT_FALSE(AccessPath(Root::kStatic, 3).owner_of_last_field().known()) << "a class";
  EXPECT_FALSE(parameter(0).owner_of_last_field().known());
  EXPECT_FALSE(constant_element(parameter(0), 2).owner_of_last_field().known());
  EXPECT_FALSE(AccessPath().owner_of_last_field().known());
}

TEST(AccessPath, ThereAndBackIsTheSame) {
  const std::vector<AccessPath> prefixes = {parameter(0), parameter(3).then(kQueue), AccessPath(Root::kLocal, 11),
                                            AccessPath(Root::kStatic, 2), constant_element(parameter(1), 5)};
  for (const AccessPath& prefix : prefixes) {
    for (const AccessPath& path :
         {prefix, prefix.then(kLock), prefix.then(kQueue).then(AccessPath::kContents), constant_element(prefix, 0)}) {
      AccessPath there = in_callee(path, prefix, 1);
      EXPECT_TRUE(there.known());
      EXPECT_EQ(there.in_caller([&](std::uint32_t number) { return number == 1 ? prefix : AccessPath(); }, no_element),
                path);
    }
  }
}

TEST(AccessPath, InCallerPutsTheCallersIndexInPlaceOfAParameter) {
  auto self = [](std::uint32_t number) { return number == 0 ? parameter(2).then(kQueue) : AccessPath(); };
  AccessPath there = parameter_element(parameter(0).then(kLock), 1).then(kQueue);
  AccessPath array = parameter(2).then(kQueue).then(kLock);
  auto with = [&](const AccessPath& path, AccessPath::Step step) {
    return path.in_caller(self, [&](std::uint32_t number) { return number == 1 ? std::optional(step) : std::nullopt; });
  };
  EXPECT_EQ(with(there, AccessPath::kConstantElement + 7), constant_element(array, 7).then(kQueue));
  EXPECT_EQ(with(there, AccessPath::kParameterElement + 3), parameter_element(array, 3).then(kQueue));
  EXPECT_EQ(with(there, AccessPath::kElementBit | 90), element(array, 90).then(kQueue));
  EXPECT_FALSE(there.in_caller(self, no_element).known());
  EXPECT_EQ(with(parameter_element(AccessPath(Root::kStatic, 3), 1), AccessPath::kElementBit | 90),
            element(AccessPath(Root::kStatic, 3), 90));
  EXPECT_FALSE(with(parameter_element(AccessPath(Root::kStatic, 3), 2), AccessPath::kElementBit | 90).known());
}

TEST(AccessPath, InCallerLeavesTheArgumentsOwnIndexesAlone) {
  auto argument = [](std::uint32_t) { return parameter_element(parameter(0), 1); };
  auto index = [](std::uint32_t) { return std::optional(AccessPath::kConstantElement + 5); };
  EXPECT_EQ(parameter_element(parameter(4), 1).in_caller(argument, index),
            constant_element(parameter_element(parameter(0), 1), 5));
}

TEST(AccessPath, InCalleeFindsIndexesAmongTheArguments) {
  const std::vector<AccessPath> arguments = {parameter(0), AccessPath(), AccessPath(Root::kLocal, 90), parameter(3)};
  AccessPath array = parameter(0).then(kQueue);
  EXPECT_EQ(element(array, 90).in_callee(arguments, 0), parameter_element(array, 2));
  EXPECT_EQ(parameter_element(array, 3).then(kLock).in_callee(arguments, 0), parameter_element(array, 3).then(kLock));
  EXPECT_EQ(constant_element(array, 3).in_callee(arguments, 0), constant_element(array, 3));
  EXPECT_FALSE(element(array, 91).in_callee(arguments, 0).known());
  EXPECT_FALSE(parameter_element(array, 1).in_callee(arguments, 0).known()) << "another method's parameter 1";
}

TEST(AccessPath, InCalleeStaticsNeedNoArgument) {
  const std::vector<AccessPath> arguments = {parameter(0), AccessPath(Root::kLocal, 90)};
  AccessPath array(Root::kStatic, 6);
  EXPECT_EQ(array.then(kLock).in_callee(arguments), array.then(kLock));
  EXPECT_EQ(AccessPath(Root::kClass, 6).in_callee({}), AccessPath(Root::kClass, 6));
  EXPECT_EQ(element(array, 90).in_callee(arguments), parameter_element(array, 1));
  EXPECT_FALSE(element(array, 91).in_callee(arguments).known());
  EXPECT_FALSE(parameter_element(array, 1).in_callee(arguments).known());
  EXPECT_FALSE(parameter(0).in_callee(arguments).known());
  EXPECT_FALSE(AccessPath(Root::kLocal, 90).in_callee(arguments).known());
  EXPECT_FALSE(AccessPath().in_callee(arguments).known());
}

TEST(AccessPath, AllNamesInCallee) {
  auto names = [](const AccessPath& path, const std::vector<AccessPath>& arguments) {
    std::vector<AccessPath> result;
    path.for_each_name_in_callee(arguments, [&](const AccessPath& name) { result.push_back(name); });
    return result;
  };
  AccessPath shared(Root::kStatic, 6);
  AccessPath queue = parameter(0).then(kQueue);
  EXPECT_EQ(names(queue, {queue, AccessPath(), parameter(0)}), (std::vector{parameter(0), parameter(2).then(kQueue)}));
  EXPECT_EQ(names(shared, {parameter(0), shared}), (std::vector{shared, parameter(1)}));
  EXPECT_TRUE(names(queue, {parameter(1)}).empty());
  EXPECT_TRUE(names(AccessPath(), {AccessPath()}).empty());
}

TEST(AccessPath, AParameterAsIndexIsNoLocalValue) {
  std::vector<ir::ValueId> values;
  auto note = [&](ir::ValueId value) { values.push_back(value); };
  parameter_element(constant_element(parameter(0), 4), 1).for_each_value(note);
  EXPECT_TRUE(values.empty());
  element(AccessPath(Root::kLocal, 8), 4).for_each_value(note);
  EXPECT_EQ(values, (std::vector{ir::ValueId(8), ir::ValueId(4)}));
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
  EXPECT_EQ(text("Account.rename", parameter_element(parameter(0).then(slots), 1)), "this.slots[key]");
  EXPECT_EQ(text("Account.rename", parameter_element(parameter(0).then(slots), 9)), "this.slots[the ninth argument]");
  EXPECT_EQ(text("Account.rename", parameter(0).then(slots).then(AccessPath::kContents)), "this.slots");
  EXPECT_EQ(
      text("Account.rename", AccessPath(Root::kClass, program.program().names().intern("sections/Account").value)),
      "Account.class");
  EXPECT_EQ(text("Account.rename", AccessPath(Root::kString, program.program().names().intern("words").value)),
            "\"words\"");
  EXPECT_EQ(text("Account.rename", AccessPath()), "…");
}

TEST(AccessPath, AValueWithoutAnyNameIsANumberForThoseWhoLookAtTheIr) {
  SectionProgram& program = section_program();
  const ir::MethodIr& method = program.calls().ir(program.node("Account.larger"));
  auto phi = std::find_if(method.instructions.begin(), method.instructions.end(),
                          [](const auto& i) { return i.op == ir::Op::kPhi && !i.local_name.valid(); });
  ASSERT_NE(phi, method.instructions.end());
  AccessPath path(Root::kLocal, static_cast<std::uint32_t>(phi - method.instructions.begin()));
  EXPECT_EQ(path.text(program.program(), program.references(), method), "…");
  EXPECT_EQ(path.text(program.program(), program.references(), method, AccessPath::Style::kDump),
            "v" + std::to_string(path.detail()));
}

TEST(AccessPath, NamesLocalsAfterTheirVariableOrWhatMadeThem) {
  SectionProgram& program = section_program();
  NodeId local_lock = program.node("Account.localLock"), exact = program.node("Bindings.exact");
  auto first = [&](NodeId node, ir::Op op) {
    const auto& instructions = program.calls().ir(node).instructions;
    auto found = std::find_if(instructions.begin(), instructions.end(), [&](const auto& i) { return i.op == op; });
    return static_cast<std::uint32_t>(found - instructions.begin());
  };
  std::uint32_t call = first(local_lock, ir::Op::kInvoke), made = first(exact, ir::Op::kNew);
  EXPECT_EQ(program.text(local_lock, AccessPath(Root::kLocal, call)), "local");
  EXPECT_EQ(program.text(exact, AccessPath(Root::kLocal, made)), "new sections.Bindings$Names");
  std::uint32_t field = first(program.node("Account.read"), ir::Op::kGetField);
  EXPECT_EQ(program.text(program.node("Account.read"), AccessPath(Root::kLocal, field)), "….balance");
  std::uint32_t length = first(program.node("Bindings.missing"), ir::Op::kInvoke);
  EXPECT_EQ(program.text(program.node("Bindings.missing"), AccessPath(Root::kLocal, length)), "length()");
}

TEST(ObjectNames, WhatAConstructorKeeps) {
  SectionProgram& program = section_program();
  NodeId constructor = program.node("Bindings$Names.<init>");
  EXPECT_EQ(kept_parameter(program.calls(), constructor, program.field("Bindings$Names.kept")), 2u);
  EXPECT_EQ(kept_parameter(program.calls(), constructor, program.field("Bindings$Names.made")), std::nullopt);
}

}  // namespace
}  // namespace snag::sections
