#include "report/short_names.h"

#include <gtest/gtest.h>

#include "report/printable.h"
#include "report/report_findings.h"

namespace snag {
namespace {

TEST(ShortNames, ParametersHaveSimpleNames) {
  EXPECT_EQ(short_method("find(java.lang.String)"), "find(String)");
  EXPECT_EQ(short_method("find(java.util.Map$Entry[],int,a.B)"), "find(Map$Entry[],int,B)");
  EXPECT_EQ(short_method("run()"), "run()");
  // Names that no compiler makes.
  for (const char* method : {"", "run", "(", ")", "a.b", "f(,)", "f(a.b", "f(a))x.y"}) short_method(method);
  EXPECT_EQ(short_method("f(a.b"), "f(b");
}

TEST(ShortNames, MethodsOfOtherClasses) {
  const Finding finding = lost_update();
  EXPECT_EQ(short_method(Step{.class_name = "bank.Account", .method = "balance()"}, finding), "balance()");
  EXPECT_EQ(short_method(Step{.class_name = "bank.Teller", .method = "pay(bank.Account)"}, finding),
            "Teller.pay(Account)");
  EXPECT_EQ(short_method(Step{.class_name = "old.Account", .method = "balance()"}, finding), "old.Account.balance()");
  EXPECT_EQ(short_method(Step{.class_name = "", .method = "balance()"}, finding), "balance()");
  // The file says it already.
  Step step{.class_name = "bank.Teller", .method = "pay()", .file = "Teller.java"};
  EXPECT_EQ(short_method(step, finding), "pay()");
  step.class_name = "bank.Teller$1";
  EXPECT_EQ(short_method(step, finding), "Teller$1.pay()");
  step = {.class_name = "old.Account", .method = "pay()", .file = "Account.java"};
  EXPECT_EQ(short_method(step, finding), "old.Account.pay()");
}

TEST(ShortNames, LongListsOfParameters) {
  Step step{.method = "waitForSpace(a.ConnectionContext,a.Exchange,a.Usage)"};
  EXPECT_EQ(short_method(step, lost_update()), "waitForSpace(…)");
  step.method = "waitForSpace(a.ConnectionContext,a.Usage)";
  EXPECT_EQ(short_method(step, lost_update()), "waitForSpace(ConnectionContext,Usage)");
  for (std::string method : {std::string(60, 'x'), std::string(60, 'x') + "()", std::string(60, 'x') + ")(",
                             "(" + std::string(60, 'x'), std::string(60, 'x') + "(a)b"}) {
    step.method = method;
    EXPECT_EQ(short_method(step, lost_update()), method);
  }
}

TEST(ShortNames, LocksOfThePackage) {
  EXPECT_EQ(short_lock("bank.Registry.LOCK", Step{.class_name = "bank.Account"}), "Registry.LOCK");
  EXPECT_EQ(short_lock("bank.Registry.LOCK", Step{.class_name = "shop.Account"}), "bank.Registry.LOCK");
  EXPECT_EQ(short_lock("this", Step{.class_name = "bank.Account"}), "this");
  EXPECT_EQ(short_lock("this.lock", Step{.class_name = "Account"}), "this.lock");
}

TEST(ShortNames, Places) {
  EXPECT_EQ(short_place("Account.java", 41), "Account.java:41");
  EXPECT_EQ(short_place("Account.java", 0), "Account.java");
  EXPECT_EQ(short_place("", 41), "line 41");
  EXPECT_EQ(short_place("", 0), "");
}

TEST(ShortNames, LongOnesAreCutInTheMiddle) {
  const std::string name = short_name("begin" + std::string(5000, 'x') + "end");
  EXPECT_LE(terminal_columns(name), 160u);
  EXPECT_TRUE(name.starts_with("beginxxx"));
  EXPECT_TRUE(name.ends_with("xxxend"));
}

}  // namespace
}  // namespace snag
