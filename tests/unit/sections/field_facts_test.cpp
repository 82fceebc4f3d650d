// What is known of the fields of tests/java/sections/sections/Fields.java.
#include "sections/field_facts.h"

#include <gtest/gtest.h>

#include "sections/section_program.h"

namespace snag::sections {
namespace {

bool can_change(const std::string& field) {
  return section_program().fields().can_change(section_program().field(field));
}

std::string held_class(const std::string& field) {
  SectionProgram& program = section_program();
  ClassId held = program.fields().held_class(program.field(field));
  return held.valid() ? std::string(program.program().name(held)) : "";
}

std::string lock_behind(const std::string& field) {
  SectionProgram& program = section_program();
  return std::string(
      program.program().text(program.program()[program.fields().lock_behind(program.field(field)).field].name));
}

TEST(FieldFacts, WritesOfInitialisationAreNoChange) {
  EXPECT_FALSE(can_change("Fields.constructed"));
  EXPECT_FALSE(can_change("Fields.constructedTwice"));
  EXPECT_FALSE(can_change("Fields.initialised"));
  EXPECT_FALSE(can_change("Fields.setOnFreshObject"));
  EXPECT_FALSE(can_change("Fields.neverWritten"));
}

TEST(FieldFacts, OtherWritesAre) {
  EXPECT_TRUE(can_change("Fields.changed"));
  EXPECT_TRUE(can_change("Fields.staticChanged"));
  EXPECT_TRUE(can_change("Fields.setByConstructor")) << "a static";
  EXPECT_TRUE(can_change("Fields.changedFromOutside"));
  EXPECT_TRUE(can_change("Fields.setBySubclass"));
  EXPECT_TRUE(can_change("Fields.setInLambda"));
}

TEST(FieldFacts, VolatileFieldsChangeAndFinalFieldsDoNot) {
  EXPECT_TRUE(can_change("Fields.loud"));
  EXPECT_FALSE(can_change("Fields.lock"));
  EXPECT_FALSE(can_change("Fields.both"));
}

TEST(FieldFacts, FieldsOfOtherCodeChangeUnlessTheyAreFinal) {
  EXPECT_TRUE(can_change("java/util/ArrayList.size"));
  EXPECT_FALSE(can_change("java/lang/Integer.value"));
}

TEST(FieldFacts, HeldClassIsThatOfAllStoredObjects) {
  EXPECT_EQ(held_class("Fields.concurrent"), "java/util/concurrent/ConcurrentHashMap");
  EXPECT_EQ(held_class("Fields.wrapped"), "java/util/Collections$SynchronizedMap");
  EXPECT_EQ(held_class("Fields.again"), "java/util/ArrayList");
  EXPECT_EQ(held_class("Fields.nulled"), "java/util/HashMap");
  EXPECT_EQ(held_class("Fields.cast"), "java/util/HashMap");
  EXPECT_EQ(held_class("Fields.differing"), "");
  EXPECT_EQ(held_class("Fields.given"), "");
  EXPECT_EQ(held_class("Fields.constructed"), "");
  EXPECT_FALSE(section_program().fields().held_class(FieldId()).valid());
}

TEST(FieldFacts, BehindAViewOrAConditionIsItsLock) {
  EXPECT_EQ(lock_behind("Fields.condition"), "lock");
  EXPECT_EQ(lock_behind("Fields.readLock"), "both") << "made from a local";
  EXPECT_EQ(lock_behind("Fields.writeLock"), "both");
  EXPECT_EQ(lock_behind("Fields.STATIC_READ"), "STATIC_BOTH");
  auto mode = [](const std::string& field) {
    return section_program().fields().lock_behind(section_program().field(field)).mode;
  };
  EXPECT_EQ(mode("Fields.condition"), std::nullopt) << "not a view";
  EXPECT_EQ(mode("Fields.readLock"), library::LockMode::kRead);
  EXPECT_EQ(mode("Fields.writeLock"), library::LockMode::kWrite);
}

TEST(FieldFacts, BehindOtherFieldsAreThemselves) {
  EXPECT_EQ(lock_behind("Fields.lock"), "lock");
  EXPECT_EQ(lock_behind("Fields.both"), "both");
  EXPECT_EQ(lock_behind("Fields.foreignReadLock"), "foreignReadLock");
  EXPECT_EQ(lock_behind("Fields.constructed"), "constructed");
  EXPECT_EQ(lock_behind("java/util/ArrayList.size"), "size");
}

}  // namespace
}  // namespace snag::sections
