#include "program/enclosing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/class_folder.h"
#include "support/compiled_java.h"
#include "support/opened_program.h"

namespace snag {
namespace {

using ::testing::ElementsAre;

constexpr const char* kNestedJava = R"(
class Account {
    static class Member { class Inner { void m() {} } }
    Runnable close(int n) { return () -> { System.out.println(n); }; }
    Runnable close(long n) {
        return () -> {
            Runnable inside = () -> { System.out.println(n); };
            inside.run();
        };
    }
    void local() {
        class Local { void m() {} }
        new Local().m();
    }
    Runnable field = new Runnable() { public void run() {} };
    Runnable anonymous() {
        return new Runnable() { public void run() { Runnable r = () -> { this.toString(); }; r.run(); } };
    }
    void plain() {}
}
)";

class EnclosingTest : public testing::Test {
 protected:
  // All places around a method, named as in source; the method must be the only one of that name.
  std::vector<std::string> around(std::string_view owner, std::string_view name) {
    Program& program = *opened_.program;
    std::vector<std::string> result;
    for (const Method& method : program.methods(program.find_class(owner))) {
      if (program.text(method.name) != name) continue;
      PlacesAround(program).visit(method.owner, method.id, [&](ClassId type, MethodId around) {
        result.push_back(around.valid() ? program.describe(around) : program.describe(type));
        return true;
      });
    }
    return result;
  }

  OpenedProgram opened_{{.application = compiled_java(kNestedJava), .jdk = false}};
};

TEST_F(EnclosingTest, MembersAndLocalClasses) {
  EXPECT_THAT(around("Account", "plain"), ElementsAre("Account.plain()", "Account"));
  EXPECT_THAT(around("Account$Member$Inner", "m"),
              ElementsAre("Account$Member$Inner.m()", "Account$Member$Inner", "Account$Member", "Account"));
  EXPECT_THAT(around("Account$1Local", "m"),
              ElementsAre("Account$1Local.m()", "Account$1Local", "Account.local()", "Account"));
  EXPECT_THAT(around("Account$1", "run"), ElementsAre("Account$1.run()", "Account$1", "Account"))
      << "of a field's initialiser";
}

TEST_F(EnclosingTest, LambdasStandInTheMethodThatMakesThem) {
  // javac numbers from the inside out: of the two methods close, the name does not tell which.
  EXPECT_THAT(around("Account", "lambda$close$0"),
              ElementsAre("Account.lambda$close$0(int)", "Account.close(int)", "Account"));
  EXPECT_THAT(
      around("Account", "lambda$close$1"),
      ElementsAre("Account.lambda$close$1(long)", "Account.lambda$close$2(long)", "Account.close(long)", "Account"));
  EXPECT_THAT(around("Account$2", "lambda$run$0"), ElementsAre("Account$2.lambda$run$0()", "Account$2.run()",
                                                               "Account$2", "Account.anonymous()", "Account"));
}

TEST_F(EnclosingTest, EndsWhenTheVisitorHasSeenEnough) {
  int seen = 0;
  ClassId inner = opened_.program->find_class("Account$Member$Inner");
  PlacesAround(*opened_.program).visit(inner, MethodId(), [&](ClassId, MethodId) { return ++seen < 2; });
  EXPECT_EQ(seen, 2);
}

class HostileEnclosing : public ProgramTest {};

TEST_F(HostileEnclosing, ClassesThatStandInEachOtherEnd) {
  folder_.add_object();
  for (auto [name, outer] : {std::pair("A", "B"), std::pair("B", "A")}) {
    classfile::ClassWriter writer(61, classfile::kAccPublic | classfile::kAccSuper, name, "java/lang/Object");
    classfile::ByteBuffer content;
    classfile::append_u2(content, writer.class_constant(outer)), classfile::append_u2(content, 0);
    writer.attributes.push_back({writer.utf8("EnclosingMethod"), content});
    folder_.write(name, writer.bytes());
  }
  int seen = 0;
  PlacesAround(program()).visit(program().find_class("A"), MethodId(), [&](ClassId, MethodId) {
    ++seen;
    return true;
  });
  EXPECT_GT(seen, 2);
  EXPECT_LT(seen, 1000);
}

}  // namespace
}  // namespace snag
