#include "instrument/unloaded_classes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "support/compiled_java.h"
#include "support/opened_program.h"

namespace snag::instrument {
namespace {

using ::testing::ElementsAre;

// `Node < Base: next Node` for each class.
std::vector<std::string> unloaded(const std::string& code) {
  OpenedProgram opened(
      {.application = compiled_java("import java.util.concurrent.atomic.*; import java.util.*;\n" + code)});
  std::vector<std::string> result;
  for (const UnloadedClass& each : unloaded_classes(
           *opened.program, opened.application, {"java/util/concurrent/atomic/AtomicInteger", "java/lang/Thread"})) {
    std::string text = each.name + " < " + each.super;
    for (const wire::VolatileField& field : each.volatile_fields) text += " " + field.name + " " + field.descriptor;
    result.push_back(text);
  }
  return result;
}

TEST(UnloadedClasses, DeclaredAndInheritedVolatileFields) {
  EXPECT_THAT(unloaded("class Plain { int x; } class Base { volatile int x; int y; volatile static Plain z; }"
                       "class Middle extends Base { } class Node extends Middle { volatile Node next; }"),
              ElementsAre("Base < java/lang/Object x I z LPlain;", "Middle < Base", "Node < Middle next LNode;"));
}

TEST(UnloadedClasses, SubclassesOfLibraryClassesWithAModel) {
  EXPECT_THAT(unloaded("class Count extends AtomicInteger { } class Named extends Count { String name; }"
                       "class Table extends HashMap<String, String> { } class Failed extends RuntimeException { }"),
              ElementsAre("Count < java/util/concurrent/atomic/AtomicInteger", "Named < Count"));
}

std::vector<std::string> not_serializable(const std::string& code) {
  OpenedProgram opened({.application = compiled_java("import java.io.*; import java.util.*;\n" + code)});
  return not_serializable_types(*opened.program, opened.application);
}

TEST(UnloadedClasses, SuperTypesThatAreNotSerializable) {
  EXPECT_THAT(
      not_serializable("class Task implements Runnable { public void run() {} } class Worker extends Thread { }"
                       "class Failed extends RuntimeException { } class Names extends ArrayList<String> { }"
                       "interface Message extends Serializable { } class Hello implements Message { }"
                       "class Late extends Hello { } class Base { } class Node extends Base implements Runnable {"
                       "public void run() {} } abstract class Saved implements Externalizable { }"),
      ElementsAre("Base", "java/lang/Runnable", "java/lang/Thread"));
}

// An interface that is not on the class path may be anything.
TEST(UnloadedClasses, TypesThatCannotBeFoundMayBeSerializable) {
  ScratchFolder scratch;
  std::filesystem::copy(compiled_java("interface Unknown { } class Base implements Unknown { }"
                                      "class Node extends Base { } class Task extends Thread { }"),
                        scratch / "classes");
  const auto types = [&] {
    const OpenedProgram opened({.application = scratch / "classes"});
    return not_serializable_types(*opened.program, opened.application);
  };
  EXPECT_THAT(types(), ElementsAre("Base", "Unknown", "java/lang/Thread"));
  std::filesystem::remove(scratch / "classes/Unknown.class");
  EXPECT_THAT(types(), ElementsAre("java/lang/Thread"));
}

}  // namespace
}  // namespace snag::instrument
