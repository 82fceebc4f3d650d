#include "program/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "program/class_folder.h"

namespace snag {
namespace {

using classfile::kAccAbstract;
using classfile::kAccPublic;
using classfile::kAccStatic;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(ProgramTest, LoadsAClassWithItsMembers) {
  folder_.add_object();
  folder_.add({.name = "a/B",
               .interfaces = {"a/I"},
               .fields = {{kAccStatic, "count", "I"}, {0, "next", "La/B;"}},
               .methods = {{kAccPublic, "run", "()V"}, {kAccAbstract, "add", "(ILjava/lang/String;)J"}}});
  ClassId id = find("a/B");
  ASSERT_TRUE(id.valid());
  const Class& data = program()[id];
  EXPECT_EQ(program().text(data.super_name), "java/lang/Object");
  ASSERT_EQ(data.interface_names.size(), 1u);
  EXPECT_EQ(program().text(data.interface_names[0]), "a/I");
  EXPECT_EQ(data.origin, Origin::kApplication);
  ASSERT_EQ(data.fields.size(), 2u);
  EXPECT_TRUE(data.fields[0].is_static());
  EXPECT_EQ(program().describe(data.fields[1].id), "a.B.next");
  EXPECT_EQ(program()[data.fields[1].id].member, 1);
  ASSERT_EQ(data.methods.size(), 2u);
  EXPECT_TRUE(data.methods[0].has_code);
  EXPECT_FALSE(data.methods[1].has_code);
  EXPECT_EQ(data.methods[1].owner, id);
  EXPECT_EQ(program().describe(data.methods[1].id), "a.B.add(int,java.lang.String)");
  EXPECT_EQ(method("a/B", "add", "(ILjava/lang/String;)J"), data.methods[1].id);
  EXPECT_FALSE(method("a/B", "add", "()V").valid());
  EXPECT_EQ(program().member(data.methods[1]).access, kAccAbstract);
  EXPECT_EQ(program().class_count(), 1u) << "asking for one class loads no other";
}

TEST_F(ProgramTest, ClassesAreLoadedOnce) {
  folder_.add_object();
  folder_.add({.name = "A"});
  ClassId id = find("A");
  EXPECT_EQ(find("A"), id);
  EXPECT_EQ(program().loaded_class(name("A")), id);
  EXPECT_FALSE(program().loaded_class(name("java/lang/Object")).valid());
  EXPECT_EQ(program().class_count(), 1u);
}

TEST_F(ProgramTest, MissingClassesHaveNoId) {
  folder_.add_object();
  EXPECT_FALSE(find("does/not/Exist").valid());
  EXPECT_FALSE(find("[I").valid());
  EXPECT_FALSE(find("").valid());
  EXPECT_TRUE(diagnostics_.empty()) << "whether a missing class matters is for the one who asked to say";
}

TEST_F(ProgramTest, MalformedClassIsADiagnosticWithFileAndOffset) {
  classfile::ByteBuffer bytes = class_bytes({.name = "Cut", .methods = {{kAccPublic, "run", "()V"}}});
  bytes.resize(bytes.size() - 7);
  folder_.write("Cut", bytes);
  folder_.add({.name = "Good"});
  EXPECT_FALSE(find("Cut").valid());
  EXPECT_FALSE(find("Cut").valid());
  EXPECT_TRUE(find("Good").valid());
  ASSERT_EQ(diagnostics_.sorted().size(), 1u);
  Diagnostic diagnostic = diagnostics_.sorted()[0];
  EXPECT_THAT(diagnostic.file, HasSubstr("Cut.class"));
  EXPECT_TRUE(diagnostic.offset.has_value());
}

TEST_F(ProgramTest, BadCodeIsFoundWhenTheClassIsLoaded) {
  classfile::ByteBuffer bytes = class_bytes({.name = "Bad", .methods = {{kAccPublic, "run", "()V"}}});
  const std::uint8_t throw_null[] = {0, 0, 0, 2, 0x01, 0xbf};  // with the length before it, which makes it unique
  auto code = std::search(bytes.begin(), bytes.end(), std::begin(throw_null), std::end(throw_null));
  ASSERT_NE(code, bytes.end());
  code[4] = 0xfe;  // impdep1: reserved for debuggers
  folder_.write("Bad", bytes);
  EXPECT_FALSE(find("Bad").valid());
  EXPECT_THAT(all_diagnostics(), HasSubstr("Bad.class:"));
}

TEST_F(ProgramTest, AWrongDebugTableIsANote) {
  classfile::ClassWriter writer(52, kAccPublic, "A", "java/lang/Object");
  classfile::AttributeImage parameters{writer.utf8("MethodParameters"), {1, 0xFF, 0xFF, 0, 0}};  // a name from nowhere
  writer.add_method(kAccPublic | kAccAbstract, "m", "(I)V").attributes.push_back(parameters);
  folder_.write("A", writer.bytes());
  EXPECT_TRUE(find("A").valid());
  EXPECT_THAT(all_diagnostics(), HasSubstr("index does not name a constant of the right kind"));
  EXPECT_THAT(diagnostics_.sorted(), testing::Each(testing::Field(&Diagnostic::severity, DiagnosticSeverity::kNote)));
}

TEST_F(ProgramTest, ClassUnderAnotherNameIsADiagnostic) {
  folder_.write("a/Found", class_bytes({.name = "a/Real"}));
  EXPECT_FALSE(find("a/Found").valid());
  EXPECT_THAT(all_diagnostics(), HasSubstr("this is class a.Real, found where class a.Found should be"));
}

TEST_F(ProgramTest, LoadAllNumbersInNameOrderWhateverTheNumberOfThreads) {
  folder_.add_object();
  for (int i = 0; i < 300; ++i) {
    folder_.add({.name = "p" + std::to_string(i % 7) + "/C" + std::to_string(i),
                 .fields = {{0, "f" + std::to_string(i), "I"}},
                 .methods = {{kAccPublic, "m", "()V"}}});
  }
  auto ids_with = [&](unsigned jobs) {
    Names names;
    Diagnostics diagnostics;
    ClassPath class_path(diagnostics);
    class_path.add(folder_.path(), Origin::kApplication);
    Program own(names, class_path, diagnostics);
    std::vector<std::string> shown;
    for (ClassId id : own.load_all(Origin::kApplication, jobs)) {
      for (const Field& field : own.fields(id)) {
        shown.push_back(std::to_string(id.value) + " " + std::to_string(field.id.value) + " " + own.describe(field.id));
      }
    }
    EXPECT_EQ(own.class_count(), 301u);
    return shown;
  };
  std::vector<std::string> one = ids_with(1);
  EXPECT_EQ(one.size(), 300u);
  EXPECT_EQ(ids_with(2), one);
  EXPECT_EQ(ids_with(8), one);
}

TEST_F(ProgramTest, LoadAllKeepsIdsOfClassesThatWereThere) {
  folder_.add_object();
  folder_.add({.name = "A"});
  folder_.add({.name = "B"});
  ClassId b = find("B");
  EXPECT_EQ(b.value, 0u);
  EXPECT_EQ(names_of(program().load_all(Origin::kApplication, 2)),
            (std::vector<std::string>{"A", "B", "java/lang/Object"}));
  EXPECT_EQ(find("B"), b);
  EXPECT_EQ(program().class_count(), 3u);
  EXPECT_THAT(program().load_all(Origin::kLibrary, 2), IsEmpty());
}

TEST_F(ProgramTest, NewerVersionsAreReadWithOneWarningEach) {
  folder_.add_object();
  folder_.add({.name = "A", .major = classfile::kNewestMajor});
  folder_.add({.name = "B", .major = classfile::kNewestMajor + 1});
  folder_.add({.name = "C", .major = classfile::kNewestMajor + 1});
  folder_.add({.name = "D", .major = classfile::kNewestMajor + 2});
  EXPECT_EQ(program().load_all(Origin::kApplication, 1).size(), 5u);
  EXPECT_EQ(diagnostics_.sorted().size(), 2u) << all_diagnostics();
  EXPECT_THAT(all_diagnostics(), HasSubstr("2 application classes have class file version 70"));
  EXPECT_THAT(all_diagnostics(), HasSubstr("one application class has class file version 71"));
}

TEST_F(ProgramTest, NewerVersionFoundOnDemandIsAWarningToo) {
  folder_.add({.name = "B", .major = classfile::kNewestMajor + 1});
  folder_.add({.name = "C", .major = classfile::kNewestMajor + 1});
  EXPECT_TRUE(find("B").valid());
  EXPECT_TRUE(find("C").valid());
  EXPECT_EQ(diagnostics_.sorted().size(), 1u) << all_diagnostics();
}

TEST_F(ProgramTest, SyntheticClassesJoinTheHierarchy) {
  folder_.add_object();
  folder_.add({.name = "Task", .access = kInterface, .methods = {{kAccPublic | kAccAbstract, "run", "()V"}}});
  auto lambda = [&] {
    Class made;
    made.name = name("Main$$Lambda$3");
    made.interface_names = {name("Task")};
    made.fields.push_back({.name = name("captured0"), .descriptor = name("I"), .access = classfile::kAccFinal});
    made.methods.push_back({.name = name("run"), .descriptor = name("()V"), .access = kAccPublic});
    return made;
  };
  ClassId id = program().add_synthetic_class(lambda());
  EXPECT_EQ(program().add_synthetic_class(lambda()), id);
  EXPECT_EQ(find("Main$$Lambda$3"), id);
  EXPECT_TRUE(program()[id].synthetic);
  EXPECT_EQ(program().superclass(id), find("java/lang/Object"));
  EXPECT_TRUE(program().is_subtype(id, find("Task")));
  EXPECT_TRUE(method("Main$$Lambda$3", "run").valid());
  EXPECT_FALSE(program()[method("Main$$Lambda$3", "run")].has_code);
  EXPECT_EQ(program().file_of(id), "Main$$Lambda$3");
}

TEST_F(ProgramTest, ManyThreadsSeeOneClass) {
  folder_.add_object();
  constexpr int kClasses = 100;
  for (int i = 0; i < kClasses; ++i) {
    folder_.add({.name = "C" + std::to_string(i), .super = i == 0 ? "java/lang/Object" : "C" + std::to_string(i - 1)});
  }
  program();
  std::vector<std::vector<ClassId>> seen(4);
  std::vector<std::thread> threads;
  for (auto& mine : seen) {
    threads.emplace_back([&] {
      for (int i = kClasses - 1; i >= 0; --i) {
        ClassId id = program_->find_class("C" + std::to_string(i));
        mine.push_back(id);
        EXPECT_TRUE(program_->is_subtype(id, program_->find_class("C0")));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& mine : seen) EXPECT_EQ(mine, seen[0]);
  EXPECT_EQ(program_->class_count(), kClasses + 1u);
  EXPECT_TRUE(diagnostics_.empty());
}

}  // namespace
}  // namespace snag
