#include "sections/guarded_by.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sections/section_program.h"

namespace snag::sections {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class GuardedByTest : public testing::Test {
 protected:
  static SectionProgram& program() {
    static SectionProgram program({.jar = "annotations"});
    return program;
  }
  static SectionProgram::Texts held(const std::string& method) {
    return program().held_at_entry("annotated.Guards" + method);
  }
  // In the terms of the constructor, which has the field's object as its parameter 0, too.
  static SectionProgram::Texts of_field(const std::string& name) {
    const Field& field = program().program()[program().field("annotated/Guards$Fields." + name)];
    return program().texts(program().node("annotated.Guards$Fields.<init>"), program().analysis().guards_of(field));
  }
};

TEST_F(GuardedByTest, MethodsHoldWhatTheyNeed) {
  EXPECT_THAT(held(".nobodysBad"), IsEmpty());
  EXPECT_THAT(held(".namedOk"), ElementsAre("this.lock"));
  EXPECT_THAT(held(".namedWithThisOk"), ElementsAre("this.lock"));
  EXPECT_THAT(held(".severalOk"), ElementsAre("this.other", "this.lock"));
  EXPECT_THAT(held(".thisOk"), ElementsAre("this"));
  EXPECT_THAT(held(".classOk"), ElementsAre("annotated.Guards.class"));
  EXPECT_THAT(held(".staticOk"), ElementsAre("annotated.Guards.LOCK"));
  EXPECT_THAT(held(".wholeNameOk"), ElementsAre("annotated.Guards$Registry.SHARED"));
  EXPECT_THAT(held(".fieldOfAFieldOk"), ElementsAre("this.registry.lock"));
  EXPECT_THAT(held(".viewOk"), ElementsAre("this.both (write)")) << "the lock behind the view";
}

TEST_F(GuardedByTest, ClassesAround) {
  EXPECT_THAT(held("$Inner.outersOk"), ElementsAre("Guards.this.lock"));
  EXPECT_THAT(held("$Inner.outersByNameOk"), ElementsAre("Guards.this.lock"));
  EXPECT_THAT(held("$Inner.outerItselfOk"), ElementsAre("Guards.this"));
  EXPECT_THAT(held("$Inner.ownOk"), ElementsAre("this"));
  EXPECT_THAT(held("$Nested.staticByNameOk"), ElementsAre("annotated.Guards.LOCK"));
}

TEST_F(GuardedByTest, WhatIsNotUnderstoodSaysNothing) {
  EXPECT_THAT(held(".notUnderstoodBad"), IsEmpty());
  EXPECT_THAT(held("$Nested.nobodysLockBad"), IsEmpty());
  EXPECT_THAT(held("$Nested.staticThisBad"), IsEmpty());
}

TEST_F(GuardedByTest, IsPassedOnToCallees) {
  EXPECT_THAT(held(".calledWithItOk"), ElementsAre("this.lock"));
  EXPECT_THAT(held(".believedOk"), ElementsAre("this.lock")) << "although its caller does not hold it";
}

TEST_F(GuardedByTest, OfFields) {
  EXPECT_THAT(of_field("byThis"), ElementsAre("this"));
  EXPECT_THAT(of_field("byLock"), ElementsAre("this.lock"));
  EXPECT_THAT(of_field("itself"), ElementsAre("this.itself"));
  EXPECT_THAT(of_field("byClass"), ElementsAre("annotated.Guards$Fields.class"));
  EXPECT_THAT(of_field("byNothing"), IsEmpty());
  EXPECT_THAT(of_field("byNobody"), IsEmpty()) << "a static field has no this";
  EXPECT_THAT(of_field("lock"), IsEmpty());
}

TEST_F(GuardedByTest, AnnotationsAreThoughtsOfThreads) {
  auto thinks = [](const std::string& name) {
    return program().analysis().sharing().signs().thinks_of_threads(program().class_of("annotated/Signs$" + name));
  };
  EXPECT_TRUE(thinks("Declared"));
  EXPECT_TRUE(thinks("Guarded"));
  EXPECT_FALSE(thinks("Plain"));
}

TEST_F(GuardedByTest, ImmutableClasses) {
  const Sharing& sharing = program().analysis().sharing();
  EXPECT_TRUE(sharing.is_immutable(program().class_of("annotated/Values$Money")));
  EXPECT_FALSE(sharing.is_immutable(program().class_of("annotated/Values$Coins")));
  EXPECT_TRUE(sharing.is_immutable(program().class_of("java/lang/String"))) << "as models/policy.toml says";
  EXPECT_TRUE(sharing.is_value(program().program().names().intern("annotated/Values$Money")));
  EXPECT_FALSE(sharing.is_value(program().program().names().intern("annotated/Values$Coins")));
  EXPECT_FALSE(program().fields().can_change(program().field("annotated/Values$Money.uses")));
  EXPECT_FALSE(program().fields().can_change(program().field("annotated/Values$Money.hash"))) << "though volatile";
  EXPECT_TRUE(program().fields().can_change(program().field("annotated/Values$Coins.uses")));
}

}  // namespace
}  // namespace snag::sections
