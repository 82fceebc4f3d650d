// The agent's tables of methods and fields, against the compiled classes of java/snag/runtime.
#include "agent/runtime.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "catalog/catalog.h"
#include "classfile/class_file_helpers.h"
#include "classfile/descriptor.h"
#include "instrument/hooks.h"

namespace snag::agent {
namespace {

using classfile::ClassFile;
using ::testing::Contains;

// The runtime is compiled in snag.runtime and defined in java.snag.rt (jvm/runtime_classes.cpp).
std::string as_compiled(std::string text) {
  for (std::size_t at; (at = text.find(instrument::kRuntimePackage)) != text.npos;) {
    text.replace(at, instrument::kRuntimePackage.size(), "snag/runtime/");
  }
  return text;
}

classfile::Parsed runtime_class(std::string_view name) {
  std::ifstream file(std::string(SNAG_TEST_RUNTIME_DIR) + "/snag/runtime/" + std::string(name) + ".class",
                     std::ios::binary);
  return classfile::Parsed(classfile::ByteBuffer(std::istreambuf_iterator<char>(file), {}));
}

// Names and descriptors of the members that have all these flags.
std::multiset<std::string> members(const ClassFile& file, std::span<const classfile::Member> of, std::uint16_t flags) {
  std::multiset<std::string> result;
  for (const classfile::Member& member : of) {
    if ((member.access & flags) != flags) continue;
    result.insert(std::string(file.name(member)) + " " + std::string(file.descriptor(member)));
  }
  return result;
}

template <class Methods>
void add(std::multiset<std::string>& names, const Methods& methods) {
  for (const auto& method : methods) {
    names.insert(std::string(method.name) + " " + as_compiled(std::string(method.descriptor)));
  }
}

TEST(AgentRuntime, HasTheHooksThatInstrumentedCodeAndTheAgentCall) {
  const classfile::Parsed hooks = runtime_class("Hooks");
  std::multiset<std::string> called;
  add(called, instrument::kHooks);
  add(called, kAgentMethods);
  EXPECT_EQ(members(hooks.file, hooks.file.methods(), classfile::kAccPublic | classfile::kAccStatic), called);
}

TEST(AgentRuntime, HooksTakeTheSlotsOfTheirDescriptors) {
  for (const instrument::HookMethod& hook : instrument::kHooks) {
    const auto descriptor = classfile::parse_method_descriptor(hook.descriptor);
    ASSERT_TRUE(descriptor) << hook.name;
    unsigned slots = 0;
    for (const std::string_view parameter : descriptor->parameters) slots += classfile::slot_count(parameter);
    EXPECT_EQ(static_cast<unsigned>(hook.slots), slots) << hook.name;
    EXPECT_EQ(static_cast<unsigned>(hook.result), classfile::slot_count(descriptor->result)) << hook.name;
  }
}

TEST(AgentRuntime, HasTheNativeMethodsThatTheAgentRegisters) {
  const classfile::Parsed natives = runtime_class("Native");
  std::multiset<std::string> registered;
  add(registered, kNativeMethods);
  EXPECT_EQ(members(natives.file, natives.file.methods(), classfile::kAccNative), registered);
}

template <class Object>
class RuntimeObject : public ::testing::Test {};
using RuntimeObjects = ::testing::Types<Report, ReportedAccess, Statistic>;
TYPED_TEST_SUITE(RuntimeObject, RuntimeObjects);

TYPED_TEST(RuntimeObject, HasTheFieldsThatTheAgentReads) {
  const classfile::Parsed type = runtime_class(TypeParam::kClass);
  TypeParam object;
  std::multiset<std::string> read;
  TypeParam::visit(object, [&](std::string_view name, const auto& value) {
    read.insert(std::string(name) + " " + as_compiled(descriptor_of(&value)));
  });
  EXPECT_EQ(members(type.file, type.file.fields(), /*flags=*/0), read);
}

TEST(AgentRuntime, MakesEveryCheckThatARunMayAskFor) {
  std::set<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(SNAG_TEST_RUNTIME_DIR) + "/snag/runtime")) {
    const classfile::Parsed type = runtime_class(entry.path().stem().native());
    const classfile::ConstantPool& constants = type.file.constants();
    for (classfile::ConstantIndex i = 1; i < constants.size(); ++i) {
      if (constants.tag(i) == classfile::ConstantTag::kUtf8) texts.emplace(constants.utf8(i));
    }
  }
  for (const CheckDescriptor& check : all_checks()) {
    if (!check.runs.on_program) continue;
    EXPECT_THAT(texts, Contains(check.id));
    for (const CheckOption& option : check.options) EXPECT_THAT(texts, Contains(option.name));
  }
}

}  // namespace
}  // namespace snag::agent
