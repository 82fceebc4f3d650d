#include "heap/escape_filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/compiled_java.h"
#include "support/opened_program.h"

namespace snag {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

EscapeFilter filtered(const std::string& code) {
  OpenedProgram opened({.application = compiled_java("import java.util.*; import java.util.concurrent.*;\n" + code)});
  return filter_by_escape(*opened.program, opened.models.policy(), opened.application);
}

TEST(EscapeFilterTest, WhatNoThreadCanGetAt) {
  const EscapeFilter filter = filtered(R"(
    class Main {
      static Config config = new Config();
      static void main() { new Thread(new Job()).start(); new Scratch().fill(); }
    }
    class Config { int x; Item[] items; Class<?> type; }
    class Item { int y; }
    class SpecialItem extends Item { Detail detail; }
    class Detail { int d; }
    class Job implements Runnable { Part part = new Part(); public void run() { part.p++; } }
    class Base { int b; }
    class Part extends Base { int p; }
    class Scratch { int z; void fill() { z = 3; } })");
  EXPECT_THAT(filter.everything, IsEmpty());
  EXPECT_THAT(filter.skipped_classes, ElementsAre("Scratch"));
}

// Static fields are there for every thread.
TEST(EscapeFilterTest, AClassWithStaticFields) {
  const EscapeFilter filter =
      filtered("class Counted { static int made; int n; final int f = 1; Counted() { n = ++made; } }");
  EXPECT_THAT(filter.skipped_classes, IsEmpty());
  EXPECT_THAT(filter.skipped_fields, ElementsAre("Counted.n"));
}

TEST(EscapeFilterTest, WhatALambdaCaptures) {
  const EscapeFilter filter = filtered(R"(
    class Box { int x; }
    class Other { int x; }
    class Main {
      void run(Executor pool) { Box box = new Box(); Other other = new Other(); other.x = 1; pool.execute(() -> box.x++); }
    })");
  EXPECT_THAT(filter.skipped_classes, ElementsAre("Main", "Other"));
}

TEST(EscapeFilterTest, WhatATaskAnswers) {
  const EscapeFilter filter = filtered(R"(
    class Answer { int x; }
    class Asking implements Callable<Answer> { public Answer call() { return new Answer(); } }
    class Local { int x; })");
  EXPECT_THAT(filter.skipped_classes, ElementsAre("Local"));
}

TEST(EscapeFilterTest, WhatACollectionHolds) {
  const EscapeFilter filter = filtered(R"(
    class Main { static Map<String, List<? extends Value>> map = new HashMap<>(); }
    class Value { int v; }
    class MyList extends ArrayList<Value> { int m; }
    class Local { int x; })");
  EXPECT_THAT(filter.skipped_classes, ElementsAre("Local"));
}

TEST(EscapeFilterTest, WhatMayHoldAnything) {
  for (const char* field :
       {"Object o", "List l", "List<?> l", "Map<String, Object> m", "Properties p", "ThreadLocal t"}) {
    const EscapeFilter filter = filtered(std::string("class Main { static ") + field + "; } class Local { int x; }");
    EXPECT_THAT(filter.everything, testing::Not(IsEmpty())) << field;
    EXPECT_THAT(filter.skipped_classes, IsEmpty()) << field;
  }
  const EscapeFilter variable =
      filtered("class Main { static Node<String> n; } class Node<T> { T t; } class Local { int x; }");
  EXPECT_THAT(variable.skipped_classes, IsEmpty());
}

TEST(EscapeFilterTest, ClassLoaders) {
  const EscapeFilter own = filtered("class Loader extends ClassLoader { } class Local { int x; }");
  EXPECT_THAT(own.everything, HasSubstr("class loader"));
  const EscapeFilter used = filtered(
      "class Main { Object make() { return new java.net.URLClassLoader(new java.net.URL[0]); } } class Local { int x; "
      "}");
  EXPECT_THAT(used.everything, HasSubstr("java.net.URLClassLoader"));
}

}  // namespace
}  // namespace snag
