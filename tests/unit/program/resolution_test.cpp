// Small cases, one rule each, with the section of the specification. The oracle test asks a JVM the same questions
// about real classes.
#include "program/resolution.h"

#include <gtest/gtest.h>

#include "program/class_folder.h"
#include "program/resolution_errors.h"

namespace snag {
namespace {

using classfile::kAccAbstract;
using classfile::kAccNative;
using classfile::kAccPrivate;
using classfile::kAccProtected;
using classfile::kAccPublic;
using classfile::kAccStatic;
using classfile::kAccVarargs;

constexpr std::uint16_t kPublicAbstract = kAccPublic | kAccAbstract;

class ResolutionTest : public ProgramTest {
 protected:
  Resolver& resolver() {
    if (resolver_ == nullptr) resolver_ = std::make_unique<Resolver>(program());
    return *resolver_;
  }
  // The class that declares what was found, or the JVM's error.
  template <class Answer>
  std::string shown(const Answer& answer) {
    if (!answer) return std::string(to_text(answer.error()));
    return std::string(program().name(program()[*answer].owner));
  }
  std::string field(std::string_view owner, std::string_view field_name, std::string_view descriptor = "I") {
    return shown(resolver().resolve_field(name(owner), name(field_name), name(descriptor)));
  }
  MethodReference reference(std::string_view owner, bool interface, std::string_view method_name = "m",
                            std::string_view descriptor = "()V") {
    return {name(owner), name(method_name), name(descriptor), interface};
  }
  std::string resolve(std::string_view owner, std::string_view method_name = "m", std::string_view descriptor = "()V") {
    return shown(resolver().resolve_method(reference(owner, /*interface=*/false, method_name, descriptor)));
  }
  std::string resolve_interface(std::string_view owner, std::string_view method_name = "m") {
    return shown(resolver().resolve_method(reference(owner, /*interface=*/true, method_name)));
  }
  // Selects for `receiver` the method m()V declared in `declared_in`.
  std::string select(std::string_view receiver, std::string_view declared_in) {
    MethodId resolved = method(declared_in, "m");
    EXPECT_TRUE(resolved.valid()) << declared_in;
    EXPECT_TRUE(find(receiver).valid()) << receiver;
    std::string first = shown(resolver().select_method(find(receiver), resolved));
    EXPECT_EQ(shown(resolver().select_method(find(receiver), resolved)), first) << "the memo agrees";
    return first;
  }
  std::string special(std::string_view caller, std::string_view owner, bool interface) {
    MethodReference ref = reference(owner, interface);
    ResolvedMethod resolved = resolver().resolve_call(ref, /*is_static=*/false);
    return resolved ? shown(resolver().select_special(find(caller), ref, *resolved)) : shown(resolved);
  }
  void add_class(std::string class_name, std::string super, std::uint16_t method_access,
                 std::vector<std::string> interfaces = {}) {
    folder_.add({.name = std::move(class_name),
                 .super = std::move(super),
                 .interfaces = std::move(interfaces),
                 .methods = {{method_access, "m", "()V"}}});
  }
  void add_empty(std::string class_name, std::string super, std::vector<std::string> interfaces = {}) {
    folder_.add({.name = std::move(class_name), .super = std::move(super), .interfaces = std::move(interfaces)});
  }
  void add_interface(std::string class_name, std::vector<std::string> interfaces, std::uint16_t method_access) {
    folder_.add({.name = std::move(class_name),
                 .interfaces = std::move(interfaces),
                 .access = kInterface,
                 .methods = {{method_access, "m", "()V"}}});
  }
  void add_empty_interface(std::string class_name, std::vector<std::string> interfaces) {
    folder_.add({.name = std::move(class_name), .interfaces = std::move(interfaces), .access = kInterface});
  }

  void SetUp() override { folder_.add_object({{kAccPublic, "toString", "()V"}, {kAccProtected, "clone", "()V"}}); }

  static constexpr const char* kObject = "java/lang/Object";
  std::unique_ptr<Resolver> resolver_;
};

// ---- 5.4.3.2 fields ----

TEST_F(ResolutionTest, FieldOfSuperinterfaceBeforeSuperclass) {
  folder_.add({.name = "K", .access = kInterface, .fields = {{kAccPublic | kAccStatic, "f", "I"}}});
  folder_.add({.name = "I", .interfaces = {"K"}, .access = kInterface});
  folder_.add({.name = "Base", .fields = {{0, "f", "I"}, {0, "g", "I"}, {0, "f", "J"}}});
  folder_.add({.name = "A", .super = "Base", .interfaces = {"I"}});
  folder_.add({.name = "B", .super = "A", .fields = {{0, "g", "J"}}});
  EXPECT_EQ(field("B", "f"), "K");
  EXPECT_EQ(field("Base", "f"), "Base");
  EXPECT_EQ(field("B", "g"), "Base") << "the descriptor is part of a field's identity";
  EXPECT_EQ(field("B", "f", "J"), "Base");
  EXPECT_EQ(field("B", "none"), "NoSuchFieldError");
  EXPECT_EQ(field("gone/X", "f"), "NoClassDefFoundError");
  EXPECT_EQ(shown(resolver().resolve_field(name("B"), name("f"), name("I"), /*is_static=*/true)), "K");
  EXPECT_EQ(shown(resolver().resolve_field(name("B"), name("f"), name("I"), /*is_static=*/false)),
            "IncompatibleClassChangeError");
}

TEST_F(ResolutionTest, AnInterfaceIsSearchedWithTheFirstThatExtendsIt) {
  folder_.add({.name = "X", .access = kInterface, .fields = {{kAccPublic | kAccStatic, "f", "I"}}});
  folder_.add({.name = "A", .interfaces = {"X"}, .access = kInterface});
  folder_.add({.name = "B", .access = kInterface, .fields = {{kAccPublic | kAccStatic, "f", "I"}}});
  folder_.add({.name = "C", .interfaces = {"A", "B", "X"}});
  EXPECT_EQ(field("C", "f"), "X");
}

// ---- 5.4.3.3 methods ----

TEST_F(ResolutionTest, SuperclassBeforeInterfaces) {
  add_interface("I", {}, kAccPublic);
  add_class("Base", kObject, kAccPrivate);
  add_empty("A", "Base", {"I"});
  EXPECT_EQ(resolve("A"), "Base") << "even a private one: access is another matter";
}

TEST_F(ResolutionTest, TheOneMaximallySpecificDefault) {
  add_interface("Top", {}, kAccPublic);
  add_interface("Left", {"Top"}, kAccPublic);
  add_empty_interface("Right", {"Top"});
  add_empty("A", kObject, {"Right", "Left"});
  EXPECT_EQ(resolve("A"), "Left");
}

TEST_F(ResolutionTest, OneDefaultBesideAnAbstractMethodIsChosenByResolution) {
  add_interface("I", {}, kPublicAbstract);
  add_interface("J", {}, kAccPublic);
  add_empty("A", kObject, {"I", "J"});
  EXPECT_EQ(resolve("A"), "J");
}

TEST_F(ResolutionTest, ConflictingDefaultsResolveToAnyOfThem) {
  add_interface("I", {}, kAccPublic);
  add_interface("J", {}, kAccPublic);
  add_empty("A", kObject, {"I", "J"});
  EXPECT_EQ(resolve("A"), "I");
  EXPECT_EQ(select("A", "I"), "IncompatibleClassChangeError");
}

TEST_F(ResolutionTest, PrivateAndStaticInterfaceMethodsAreNotInherited) {
  add_interface("I", {}, kAccPublic | kAccStatic);
  add_interface("J", {}, kAccPrivate);
  add_empty("A", kObject, {"I", "J"});
  EXPECT_EQ(resolve("A"), "NoSuchMethodError");
  EXPECT_EQ(resolve_interface("I"), "I");
  EXPECT_EQ(shown(resolver().resolve_call(reference("I", true), /*is_static=*/true)), "I");
  EXPECT_EQ(shown(resolver().resolve_call(reference("I", true), /*is_static=*/false)), "IncompatibleClassChangeError");
}

TEST_F(ResolutionTest, ClassReferenceToInterfaceAndTheOtherWayRound) {
  add_interface("I", {}, kAccPublic);
  add_class("A", kObject, kAccPublic);
  EXPECT_EQ(resolve("I"), "IncompatibleClassChangeError");
  EXPECT_EQ(resolve_interface("A"), "IncompatibleClassChangeError");
  EXPECT_EQ(resolve("gone/X"), "NoClassDefFoundError");
  EXPECT_EQ(shown(resolver().resolve_call(reference("A", false), /*is_static=*/true)), "IncompatibleClassChangeError");
  EXPECT_EQ(shown(resolver().resolve_call(reference("A", false), /*is_static=*/false)), "A");
}

TEST_F(ResolutionTest, ArraysHaveTheMethodsOfObject) {
  EXPECT_EQ(resolve("[I", "clone"), kObject);
  EXPECT_EQ(resolve("[Lgone/X;", "toString"), kObject);
  EXPECT_EQ(resolve("[I", "m"), "NoSuchMethodError");
}

TEST_F(ResolutionTest, SignaturePolymorphicMethodsTakeAnyDescriptor) {
  constexpr std::uint16_t kPolymorphic = kAccPublic | kAccNative | kAccVarargs;
  folder_.add({.name = "java/lang/invoke/MethodHandle",
               .methods = {{kPolymorphic, "invokeExact", "([Ljava/lang/Object;)Ljava/lang/Object;"},
                           {kPolymorphic, "twice", "([Ljava/lang/Object;)Ljava/lang/Object;"},
                           {kPolymorphic, "twice", "([Ljava/lang/Object;)V"},
                           {kAccPublic, "plain", "([Ljava/lang/Object;)V"}}});
  folder_.add(
      {.name = "java/lang/invoke/VarHandle", .methods = {{kPolymorphic, "compareAndSet", "([Ljava/lang/Object;)Z"}}});
  folder_.add({.name = "NotSpecial", .methods = {{kPolymorphic, "invokeExact", "([Ljava/lang/Object;)V"}}});
  const char* handle = "java/lang/invoke/MethodHandle";
  EXPECT_EQ(resolve(handle, "invokeExact", "(IJ)V"), handle);
  EXPECT_EQ(resolve("java/lang/invoke/VarHandle", "compareAndSet", "(LA;II)Z"), "java/lang/invoke/VarHandle");
  EXPECT_EQ(resolve(handle, "twice", "(I)V"), "NoSuchMethodError");
  EXPECT_EQ(resolve(handle, "plain", "(I)V"), "NoSuchMethodError");
  EXPECT_EQ(resolve("NotSpecial", "invokeExact", "(I)V"), "NoSuchMethodError");
  MethodId exact = *resolver().resolve_method(reference(handle, false, "invokeExact", "(IJ)V"));
  EXPECT_TRUE(resolver().is_signature_polymorphic(exact));
}

// ---- 5.4.3.4 interface methods ----

TEST_F(ResolutionTest, InterfaceMethods) {
  add_interface("Top", {}, kPublicAbstract);
  add_interface("Default", {"Top"}, kAccPublic);
  add_empty_interface("I", {"Top", "Default"});
  EXPECT_EQ(resolve_interface("I"), "Default");
  EXPECT_EQ(resolve_interface("I", "toString"), kObject);
  EXPECT_EQ(resolve_interface("I", "clone"), "NoSuchMethodError") << "only public methods of Object";
}

// ---- 5.4.6 selection ----

TEST_F(ResolutionTest, TheLowestOverriderIsSelected) {
  add_class("A", kObject, kPublicAbstract);
  add_class("B", "A", kAccPublic);
  add_empty("C", "B");
  add_class("D", "C", kAccPublic);
  add_class("E", "D", kPublicAbstract);
  EXPECT_EQ(select("C", "A"), "B");
  EXPECT_EQ(select("D", "A"), "D");
  EXPECT_EQ(select("A", "A"), "AbstractMethodError");
  EXPECT_EQ(select("E", "A"), "AbstractMethodError");
}

TEST_F(ResolutionTest, PrivateMethodsAreNeitherOverriddenNorOverride) {
  add_class("A", kObject, kAccPrivate);
  add_class("B", "A", kAccPublic);
  add_class("C", "B", kAccPrivate);
  add_class("D", "C", kAccPublic | kAccStatic);
  EXPECT_EQ(select("B", "A"), "A");
  EXPECT_EQ(select("C", "B"), "B");
  EXPECT_EQ(select("D", "B"), "B") << "nor do static methods";
}

TEST_F(ResolutionTest, PackagePrivateMethodsAreOverriddenInTheirPackage) {
  add_class("p/A", kObject, 0);
  add_class("q/B", "p/A", 0);
  add_class("p/C", "q/B", 0);
  add_class("q/D", "p/C", 0);
  EXPECT_EQ(select("q/B", "p/A"), "p/A");
  EXPECT_EQ(select("p/C", "p/A"), "p/C");
  EXPECT_EQ(select("q/D", "p/A"), "p/C");
  EXPECT_EQ(select("q/D", "q/B"), "q/D");
  EXPECT_EQ(select("p/C", "q/B"), "q/B");
}

TEST_F(ResolutionTest, AnOverriderMayHandAPackagePrivateMethodOn) {
  add_class("p/A", kObject, 0);
  add_class("p/B", "p/A", kAccPublic);
  add_class("q/C", "p/B", kAccPublic);
  EXPECT_EQ(select("q/C", "p/A"), "q/C") << "through p.B, though q.C could not override p.A itself";
}

TEST_F(ResolutionTest, ClassMethodsBeforeDefaults) {
  add_interface("I", {}, kAccPublic);
  add_class("Base", kObject, kAccPublic);
  add_empty("A", "Base", {"I"});
  add_class("Abstract", kObject, kPublicAbstract);
  add_empty("B", "Abstract", {"I"});
  add_empty("C", kObject, {"I"});
  EXPECT_EQ(select("A", "I"), "Base");
  EXPECT_EQ(select("B", "I"), "AbstractMethodError");
  EXPECT_EQ(select("C", "I"), "I");
}

TEST_F(ResolutionTest, PrivateMethodOfTheReceiverDoesNotImplementAnInterface) {
  add_interface("I", {}, kAccPublic);
  add_class("A", kObject, kAccPrivate, {"I"});
  EXPECT_EQ(select("A", "I"), "I");
}

TEST_F(ResolutionTest, DiamondOfDefaults) {
  add_interface("Top", {}, kAccPublic);
  add_interface("Left", {"Top"}, kAccPublic);
  add_interface("Right", {"Top"}, kPublicAbstract);
  add_empty("A", kObject, {"Left"});
  add_empty("B", "A", {"Top"});
  add_empty("C", "A", {"Right"});
  add_interface("Joined", {"Left", "Right"}, kAccPublic);
  add_empty("D", "C", {"Joined"});
  add_interface("Reabstracted", {"Joined"}, kPublicAbstract);
  add_empty("E", "D", {"Reabstracted"});
  EXPECT_EQ(select("B", "Top"), "Left");
  EXPECT_EQ(select("C", "Top"), "Left") << "the only maximally-specific one that is not abstract";
  EXPECT_EQ(select("D", "Top"), "Joined");
  EXPECT_EQ(select("E", "Top"), "AbstractMethodError");
}

// ---- 6.5 invokespecial ----

TEST_F(ResolutionTest, SuperCallsStartAtTheDirectSuperclass) {
  add_class("A", kObject, kAccPublic);
  add_class("B", "A", kAccPublic);
  add_class("C", "B", kAccPublic);
  EXPECT_EQ(special("C", "B", false), "B");
  EXPECT_EQ(special("C", "A", false), "B") << "ACC_SUPER: B.m was added after C was compiled";
  EXPECT_EQ(special("C", "C", false), "C") << "a call within the class";
}

TEST_F(ResolutionTest, SuperCallsIntoInterfaces) {
  add_interface("Top", {}, kAccPublic);
  add_empty_interface("I", {"Top"});
  add_interface("Abstract", {"Top"}, kPublicAbstract);
  add_class("A", kObject, kAccPublic, {"I", "Abstract"});
  add_empty("B", kObject, {"I"});
  add_class("C", "B", kAccPublic);
  EXPECT_EQ(special("A", "I", true), "Top");
  EXPECT_EQ(special("A", "Abstract", true), "AbstractMethodError");
  EXPECT_EQ(special("C", "B", false), "Top");
}

TEST_F(ResolutionTest, ConstructorsAndPrivateMethodsAreCalledAsResolved) {
  folder_.add({.name = "A", .methods = {{kAccPublic, "<init>", "()V"}}});
  folder_.add({.name = "B", .super = "A", .methods = {{kAccPublic, "<init>", "()V"}}});
  folder_.add({.name = "C", .super = "B", .methods = {{kAccPublic, "<init>", "()V"}}});
  add_class("PA", kObject, kAccPrivate);
  add_class("PB", "PA", kAccPublic);
  add_empty("PC", "PB");
  MethodReference init = reference("A", false, "<init>");
  MethodId resolved = *resolver().resolve_call(init, /*is_static=*/false);
  EXPECT_EQ(shown(resolver().select_special(find("C"), init, resolved)), "A");
  EXPECT_EQ(special("PC", "PA", false), "PA");
}

}  // namespace
}  // namespace snag
