#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/class_folder.h"

namespace snag {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class HierarchyTest : public ProgramTest {
 protected:
  std::string superclass(std::string_view of) {
    ClassId id = program().superclass(find(of));
    return id.valid() ? std::string(program().name(id)) : "";
  }
  std::vector<std::string> interfaces(std::string_view of) { return names_of(program().interfaces(find(of))); }
  bool is_subtype(std::string_view sub, std::string_view super) { return program().is_subtype(find(sub), find(super)); }
  bool is_assignable(std::string_view from, std::string_view to) {
    return program().is_assignable(name(from), name(to));
  }
  // Every walk up ends, from every class.
  static void expect_walks_end(Program& program) {
    for (std::uint32_t i = 0; i < program.class_count(); ++i) {
      std::uint32_t steps = 0;
      for (ClassId id(i); id.valid(); id = program.superclass(id)) ASSERT_LE(++steps, program.class_count());
    }
  }
};

TEST_F(HierarchyTest, ClassesAndInterfaces) {
  folder_.add_object();
  folder_.add({.name = "I", .access = kInterface});
  folder_.add({.name = "J", .interfaces = {"I"}, .access = kInterface});
  folder_.add({.name = "A", .interfaces = {"J"}});
  folder_.add({.name = "B", .super = "A"});
  folder_.add({.name = "C", .super = "A"});
  EXPECT_EQ(superclass("B"), "A");
  EXPECT_EQ(superclass("A"), "java/lang/Object");
  EXPECT_EQ(superclass("J"), "java/lang/Object");
  EXPECT_EQ(superclass("java/lang/Object"), "");
  EXPECT_THAT(interfaces("A"), ElementsAre("J"));
  EXPECT_THAT(interfaces("B"), IsEmpty());
  EXPECT_TRUE(is_subtype("B", "I"));
  EXPECT_TRUE(is_subtype("B", "B"));
  EXPECT_TRUE(is_subtype("I", "java/lang/Object"));
  EXPECT_FALSE(is_subtype("B", "C"));
  EXPECT_FALSE(is_subtype("A", "B"));
  EXPECT_FALSE(is_subtype("I", "J"));
  EXPECT_TRUE(diagnostics_.empty()) << all_diagnostics();
}

TEST_F(HierarchyTest, MissingSuperclassIsCutWithADiagnostic) {
  folder_.add_object();
  folder_.add({.name = "A", .super = "gone/Base", .interfaces = {"gone/I"}});
  folder_.add({.name = "B", .super = "A"});
  EXPECT_EQ(superclass("A"), "java/lang/Object");
  EXPECT_THAT(interfaces("A"), IsEmpty());
  EXPECT_EQ(superclass("B"), "A");
  EXPECT_THAT(all_diagnostics(),
              HasSubstr("A.class: superclass gone.Base cannot be loaded; java.lang.Object is taken"));
  EXPECT_THAT(all_diagnostics(), HasSubstr("A.class: interface gone.I cannot be loaded; it is left out"));
  EXPECT_EQ(diagnostics_.sorted().size(), 2u);
}

TEST_F(HierarchyTest, CyclesAreCutAlikeFromWhereverOneLooks) {
  folder_.add_object();
  folder_.add({.name = "A", .super = "B"});
  folder_.add({.name = "B", .super = "C"});
  folder_.add({.name = "C", .super = "A"});
  folder_.add({.name = "Own", .super = "Own"});
  folder_.add({.name = "Below", .super = "B"});
  folder_.add({.name = "I", .interfaces = {"J"}, .access = kInterface});
  folder_.add({.name = "J", .interfaces = {"I", "K"}, .access = kInterface});
  folder_.add({.name = "K", .access = kInterface});
  for (const char* first : {"A", "B", "C", "Below", "J", "I"}) {
    Names names;
    Diagnostics diagnostics;
    ClassPath class_path(diagnostics);
    class_path.add(folder_.path(), Origin::kApplication);
    Program own(names, class_path, diagnostics);
    own.superclass(own.find_class(first));
    auto super_of = [&](const char* of) { return own.name(own.superclass(own.find_class(of))); };
    EXPECT_EQ(super_of("A"), "java/lang/Object");
    EXPECT_EQ(super_of("B"), "java/lang/Object");
    EXPECT_EQ(super_of("C"), "java/lang/Object");
    EXPECT_EQ(super_of("Own"), "java/lang/Object");
    EXPECT_EQ(super_of("Below"), "B") << "what only leads to a cycle is not cut";
    EXPECT_TRUE(own.interfaces(own.find_class("I")).empty());
    ASSERT_EQ(own.interfaces(own.find_class("J")).size(), 1u);
    EXPECT_EQ(own.name(own.interfaces(own.find_class("J"))[0]), "K");
    EXPECT_EQ(diagnostics.sorted().size(), 6u);
    expect_walks_end(own);
  }
}

TEST_F(HierarchyTest, ClassAndInterfaceInEachOthersPlace) {
  folder_.add_object();
  folder_.add({.name = "I", .access = kInterface});
  folder_.add({.name = "A", .super = "I"});
  folder_.add({.name = "B", .interfaces = {"A"}});
  EXPECT_EQ(superclass("A"), "java/lang/Object");
  EXPECT_THAT(interfaces("B"), IsEmpty());
  EXPECT_THAT(all_diagnostics(), HasSubstr("superclass I is an interface"));
  EXPECT_THAT(all_diagnostics(), HasSubstr("interface A is a class"));
}

TEST_F(HierarchyTest, WithoutObjectThereIsNoSuperclass) {
  folder_.add({.name = "A"});
  EXPECT_EQ(superclass("A"), "");
  EXPECT_THAT(all_diagnostics(), HasSubstr("superclass java.lang.Object cannot be loaded"));
  expect_walks_end(program());
}

TEST_F(HierarchyTest, LongChainsAreWalked) {
  // Longer than the lists of ancestors that classes keep.
  folder_.add_object();
  folder_.add({.name = "Mark", .access = kInterface});
  constexpr int kLength = 1500;
  for (int i = 0; i < kLength; ++i) {
    folder_.add({.name = "C" + std::to_string(i),
                 .super = i == 0 ? "java/lang/Object" : "C" + std::to_string(i - 1),
                 .interfaces = i == 700 ? std::vector<std::string>{"Mark"} : std::vector<std::string>{}});
  }
  EXPECT_TRUE(is_subtype("C1499", "C0"));
  EXPECT_TRUE(is_subtype("C1499", "C1400"));
  EXPECT_TRUE(is_subtype("C1499", "Mark"));
  EXPECT_TRUE(is_subtype("C400", "C3"));
  EXPECT_FALSE(is_subtype("C699", "Mark"));
  EXPECT_FALSE(is_subtype("C3", "C1499"));
  expect_walks_end(program());
}

TEST_F(HierarchyTest, ArraysAreAssignableAsInJava) {
  folder_.add_object();
  folder_.add({.name = "I", .access = kInterface});
  folder_.add({.name = "A", .interfaces = {"I"}});
  EXPECT_TRUE(is_assignable("A", "I"));
  EXPECT_FALSE(is_assignable("I", "A"));
  EXPECT_TRUE(is_assignable("[LA;", "[LI;"));
  EXPECT_TRUE(is_assignable("[LA;", "[Ljava/lang/Object;"));
  EXPECT_TRUE(is_assignable("[LA;", "java/lang/Object"));
  EXPECT_TRUE(is_assignable("[LA;", "java/lang/Cloneable"));
  EXPECT_TRUE(is_assignable("[[I", "[Ljava/io/Serializable;"));
  EXPECT_TRUE(is_assignable("[[I", "[Ljava/lang/Object;"));
  EXPECT_TRUE(is_assignable("[I", "[I"));
  EXPECT_FALSE(is_assignable("[I", "[J"));
  EXPECT_FALSE(is_assignable("[I", "[Ljava/lang/Object;"));
  EXPECT_FALSE(is_assignable("[LI;", "[LA;"));
  EXPECT_FALSE(is_assignable("[LA;", "[[LA;"));
  EXPECT_FALSE(is_assignable("[[LA;", "[LA;"));
  EXPECT_FALSE(is_assignable("A", "[LA;"));
  EXPECT_FALSE(is_assignable("[LA;", "A"));
  EXPECT_TRUE(is_assignable("gone/X", "gone/X"));
  EXPECT_TRUE(is_assignable("gone/X", "java/lang/Object"));
  EXPECT_FALSE(is_assignable("gone/X", "I"));
}

TEST_F(HierarchyTest, AnInterfaceHasNoSuperclassButObject) {
  folder_.add_object();
  folder_.add({.name = "C"});
  folder_.add({.name = "I", .super = "C", .access = kInterface});
  EXPECT_EQ(superclass("I"), "java/lang/Object");
  EXPECT_FALSE(is_subtype("I", "C"));
  EXPECT_THAT(all_diagnostics(), HasSubstr("superclass C is a class, and this is an interface"));
}

}  // namespace
}  // namespace snag
