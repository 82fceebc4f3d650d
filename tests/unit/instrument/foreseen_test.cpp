#include "instrument/foreseen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/compiled_java.h"
#include "support/opened_program.h"

namespace snag::instrument {
namespace {

using ::testing::ElementsAre;

// `Node < Base: next Node` for each class.
std::vector<std::string> foreseen(const std::string& code) {
  OpenedProgram opened(
      {.application = compiled_java("import java.util.concurrent.atomic.*; import java.util.*;\n" + code)});
  std::vector<std::string> result;
  for (const ForeseenClass& each : foreseen_classes(
           *opened.program, opened.application, {"java/util/concurrent/atomic/AtomicInteger", "java/lang/Thread"})) {
    std::string text = each.name + " < " + each.facts.super;
    for (const FieldFacts& field : each.facts.fields) text += " " + field.name + " " + field.descriptor;
    result.push_back(text);
  }
  return result;
}

TEST(Foreseen, VolatileFieldsAlsoInheritedOnes) {
  EXPECT_THAT(foreseen("class Plain { int x; } class Base { volatile int x; int y; volatile static Plain z; }"
                       "class Middle extends Base { } class Node extends Middle { volatile Node next; }"),
              ElementsAre("Base < java/lang/Object x I z LPlain;", "Middle < Base", "Node < Middle next LNode;"));
}

TEST(Foreseen, WhatIsBelowAClassOfTheLibraryWithAModel) {
  EXPECT_THAT(foreseen("class Count extends AtomicInteger { } class Named extends Count { String name; }"
                       "class Table extends HashMap<String, String> { } class Failed extends RuntimeException { }"),
              ElementsAre("Count < java/util/concurrent/atomic/AtomicInteger", "Named < Count"));
}

}  // namespace
}  // namespace snag::instrument
