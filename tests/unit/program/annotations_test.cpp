#include "program/annotations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "support/compiled_java.h"
#include "support/opened_program.h"

namespace snag {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* kJava = R"(
import java.lang.annotation.*;

@interface GuardedBy { String[] value(); }
class Outer {
    @interface ThreadSafe {}
    @Retention(RetentionPolicy.RUNTIME) @interface NotThreadSafe {}
    @interface Immutable {}
    @interface VisibleForTesting { int value() default 0; }
    @interface SuppressSnag { String[] value() default {}; String reason() default ""; }
    @interface SuppressFBWarnings { String[] value() default {}; String justification() default ""; }
    @interface ReallyImmutable {}
    @interface Odd { @interface SuppressSnag { Class<?> value(); } }
}
@Outer.ThreadSafe @Outer.Immutable class Both {}
@Outer.NotThreadSafe @Deprecated class One {
    @GuardedBy("this") int first;
    int second;
    @GuardedBy({"a", "b"}) int third;
    @Outer.VisibleForTesting(3) void tested() {}
    void plain() {}
    @Outer.SuppressSnag void nothing() {}
    @Outer.SuppressSnag({}) void empty() {}
    @Outer.SuppressSnag(value = {"x", "y"}, reason = "because") void some() {}
    @Outer.SuppressFBWarnings(value = "x", justification = "so") void bugs() {}
    @Outer.Odd.SuppressSnag(One.class) void odd() {}
}
@Outer.ReallyImmutable class None { @Deprecated int field; }
class Child extends Both {}
)";

class ClassAnnotationsTest : public testing::Test {
 protected:
  ClassId type(std::string_view name) { return opened_.program->find_class(name); }
  const ClassAnnotations& of(std::string_view name) { return opened_.program->annotations(type(name)); }
  const Method& method(std::string_view owner, std::string_view name) {
    for (const Method& method : opened_.program->methods(type(owner))) {
      if (opened_.program->text(method.name) == name) return method;
    }
    throw std::runtime_error("no method " + std::string(name));
  }
  const KnownAnnotation& only_one(std::string_view name) {
    std::span<const KnownAnnotation> found = of("One").of(method("One", name));
    if (found.size() != 1) throw std::runtime_error(std::string(name) + " has not one annotation");
    return found[0];
  }

  OpenedProgram opened_{{.application = compiled_java(kJava), .jdk = false}};
};

TEST_F(ClassAnnotationsTest, AreKnownByTheirSimpleNames) {
  EXPECT_TRUE(of("Both").has(AnnotationKind::kThreadSafe));
  EXPECT_TRUE(of("Both").has(AnnotationKind::kImmutable));
  EXPECT_FALSE(of("Both").has(AnnotationKind::kNotThreadSafe));
  EXPECT_TRUE(of("One").has(AnnotationKind::kNotThreadSafe));
  EXPECT_FALSE(of("One").has(AnnotationKind::kThreadSafe)) << "whose name is a part of the other's";
  EXPECT_TRUE(of("None").empty()) << "ReallyImmutable is something else";
  EXPECT_TRUE(of("Child").empty()) << "not inherited";
  EXPECT_EQ(&of("None"), &ClassAnnotations::none());
}

TEST_F(ClassAnnotationsTest, OfMembers) {
  const ClassAnnotations& one = of("One");
  std::span<const Field> fields = opened_.program->fields(type("One"));
  ASSERT_THAT(one.of(fields[0]), SizeIs(1));
  EXPECT_EQ(one.of(fields[0])[0].kind, AnnotationKind::kGuardedBy);
  EXPECT_THAT(one.of(fields[0])[0].values, ElementsAre("this"));
  EXPECT_THAT(one.of(fields[1]), IsEmpty());
  ASSERT_THAT(one.of(fields[2]), SizeIs(1));
  EXPECT_THAT(one.of(fields[2])[0].values, ElementsAre("a", "b"));
  EXPECT_TRUE(one.has(method("One", "tested"), AnnotationKind::kVisibleForTesting));
  EXPECT_FALSE(one.has(method("One", "plain"), AnnotationKind::kVisibleForTesting));
  EXPECT_TRUE(one.mentions(AnnotationKind::kGuardedBy));
  EXPECT_FALSE(one.has(AnnotationKind::kGuardedBy)) << "that is on its fields";
  EXPECT_FALSE(one.mentions(AnnotationKind::kImmutable));
}

TEST_F(ClassAnnotationsTest, HaveValuesAndReasons) {
  EXPECT_THAT(only_one("nothing").values, IsEmpty());
  EXPECT_FALSE(only_one("nothing").other_value);
  EXPECT_THAT(only_one("empty").values, IsEmpty());
  EXPECT_FALSE(only_one("empty").other_value);
  EXPECT_THAT(only_one("some").values, ElementsAre("x", "y"));
  EXPECT_EQ(only_one("some").reason, "because");
  EXPECT_EQ(only_one("bugs").kind, AnnotationKind::kSuppressFbWarnings);
  EXPECT_EQ(only_one("bugs").reason, "so");
  EXPECT_EQ(only_one("odd").kind, AnnotationKind::kSuppressSnag);
  EXPECT_TRUE(only_one("odd").other_value);
}

TEST_F(ClassAnnotationsTest, HaveNames) {
  EXPECT_EQ(to_text(AnnotationKind::kGuardedBy), "GuardedBy");
  EXPECT_EQ(to_text(AnnotationKind::kSuppressSnag), "SuppressSnag");
  EXPECT_EQ(to_text(AnnotationKind::kSuppressFbWarnings), "SuppressFBWarnings");
}

TEST_F(ClassAnnotationsTest, AreTheSameForEveryThread) {
  std::vector<const ClassAnnotations*> seen(8);
  std::vector<std::thread> threads;
  ClassId one = type("One");
  for (auto& slot : seen) threads.emplace_back([&] { slot = &opened_.program->annotations(one); });
  for (std::thread& thread : threads) thread.join();
  for (const ClassAnnotations* answer : seen) EXPECT_EQ(answer, seen[0]);
  EXPECT_FALSE(seen[0]->empty());
}

TEST_F(ClassAnnotationsTest, OfClassesWithoutAFileAreNone) {
  Class lambda;
  lambda.name = opened_.names.intern("One$$Lambda$1");
  lambda.methods.push_back({.name = opened_.names.intern("run"), .descriptor = opened_.names.intern("()V")});
  ClassId id = opened_.program->add_synthetic_class(std::move(lambda));
  EXPECT_TRUE(opened_.program->annotations(id).empty());
}

}  // namespace
}  // namespace snag
