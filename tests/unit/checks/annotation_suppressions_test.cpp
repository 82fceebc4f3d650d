#include "checks/annotation_suppressions.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "checks/analyses.h"
#include "support/compiled_java.h"
#include "support/opened_program.h"

namespace snag {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr const char* kAnnotations = R"(
import java.util.function.*;
@interface SuppressSnag { String[] value() default {}; String reason() default ""; }
class Edu { @interface SuppressFBWarnings { String[] value() default {}; String justification() default ""; } }
)";

// A class with one method, with this annotation.
std::string updating(const std::string& annotation, const std::string& body) {
  return std::string(kAnnotations) + "class Account { int balance; " + annotation + " void update(int more) { " + body +
         " } }";
}

constexpr const char* kLostUpdate =
    "int old; synchronized (this) { old = balance; } synchronized (this) { balance = old + 1; }";

struct Checked {
  explicit Checked(const std::string& java) : opened({.application = compiled_java(java)}) {
    Stats stats;
    constexpr std::string_view kChecks[] = {"stale-value"};
    const Analyses analyses({.store = *opened.store,
                             .models = opened.models,
                             .application = opened.application,
                             .stats = stats,
                             .profile = Profile::kReview},
                            kChecks);
    std::vector<Finding> findings = find_defects(analyses, kChecks);
    suppressed = take_suppressed_by_annotation(opened.store->program(), opened.application, findings);
    identify_findings(findings);
    finish_findings(findings);
    for (const Finding& finding : findings) kept.push_back(text(finding));
  }

  static std::string text(const Finding& finding) { return finding.class_name + "." + finding.method; }
  std::vector<std::string> taken() const {
    std::vector<std::string> result;
    for (const Suppressed& one : suppressed) {
      result.push_back(fmt::format("{}: {}: {}", text(one.finding), one.where, one.reason.empty() ? "-" : one.reason));
    }
    return result;
  }
  std::vector<std::string> warnings() const {
    std::vector<std::string> result;
    for (const Diagnostic& diagnostic : opened.diagnostics.sorted()) result.push_back(diagnostic.message);
    return result;
  }

  OpenedProgram opened;
  std::vector<Suppressed> suppressed;
  std::vector<std::string> kept;
};

bool is_suppressed(const std::string& annotation) {
  Checked checked(updating(annotation, kLostUpdate));
  EXPECT_EQ(checked.kept.size() + checked.suppressed.size(), 1U) << annotation;
  return !checked.suppressed.empty();
}

TEST(AnnotationSuppressions, NothingIsSuppressedWithoutOne) {
  Checked checked(updating("", kLostUpdate));
  EXPECT_THAT(checked.kept, ElementsAre("Account.update(int)"));
  EXPECT_THAT(checked.suppressed, IsEmpty());
  EXPECT_THAT(checked.warnings(), IsEmpty());
}

TEST(AnnotationSuppressions, ByCheckAndKind) {
  EXPECT_TRUE(is_suppressed("@SuppressSnag"));
  EXPECT_TRUE(is_suppressed("@SuppressSnag({})"));
  EXPECT_TRUE(is_suppressed("@SuppressSnag(\"stale-value\")"));
  EXPECT_TRUE(is_suppressed("@SuppressSnag(\"snag:stale-value\")"));
  EXPECT_TRUE(is_suppressed("@SuppressSnag({\"block-atomicity\", \"stale-value\"})"));
  EXPECT_TRUE(is_suppressed("@SuppressSnag(\"stale-value/lost-update\")"));
  EXPECT_TRUE(is_suppressed("@SuppressSnag(\"*\")"));
  EXPECT_TRUE(is_suppressed("@SuppressSnag(\"all\")"));
  EXPECT_FALSE(is_suppressed("@SuppressSnag(\"block-atomicity\")"));
  EXPECT_FALSE(is_suppressed("@SuppressSnag(\"stale-value/check-then-act\")"));
}

TEST(AnnotationSuppressions, SpotBugsAnnotationHasToNameUs) {
  EXPECT_TRUE(is_suppressed("@Edu.SuppressFBWarnings(\"stale-value\")"));
  EXPECT_TRUE(is_suppressed("@Edu.SuppressFBWarnings({\"IS2_INCONSISTENT_SYNC\", \"snag:stale-value/lost-update\"})"));
  EXPECT_TRUE(is_suppressed("@Edu.SuppressFBWarnings(\"snag:all\")"));
  EXPECT_FALSE(is_suppressed("@Edu.SuppressFBWarnings"));
  EXPECT_FALSE(is_suppressed("@Edu.SuppressFBWarnings({})"));
  EXPECT_FALSE(is_suppressed("@Edu.SuppressFBWarnings(\"IS2_INCONSISTENT_SYNC\")"));
  EXPECT_FALSE(is_suppressed("@Edu.SuppressFBWarnings(\"all\")")) << "all of SpotBugs'";
}

TEST(AnnotationSuppressions, SayWhereAndWhy) {
  Checked snag(updating("@SuppressSnag(value = \"stale-value\", reason = \"so what \u00e9\")", kLostUpdate));
  EXPECT_THAT(snag.taken(), ElementsAre("Account.update(int): @SuppressSnag at Account.update(int): so what \u00e9"));
  Checked bugs(updating("@Edu.SuppressFBWarnings(value = \"stale-value\", justification = \"why not\")", kLostUpdate));
  EXPECT_THAT(bugs.taken(), ElementsAre("Account.update(int): @SuppressFBWarnings at Account.update(int): why not"));
}

TEST(AnnotationSuppressions, OfAMethodReachIntoItsLambdasAndClasses) {
  const char* body = R"(
        Runnable lambda = () -> {
            int old; synchronized (this) { old = balance; } synchronized (this) { balance = old + 1; }
        };
        new Thread(lambda).start();
        new Thread() {
            public void run() {
                int old;
                synchronized (Account.this) { old = balance; }
                synchronized (Account.this) { balance = old + 1; }
            }
        }.start();
    }
    void update(long more) {
        Runnable lambda = () -> {
            int old; synchronized (this) { old = balance; } synchronized (this) { balance = old + 1; }
        };
        new Thread(lambda).start();
)";
  Checked checked(updating("@SuppressSnag", body));
  EXPECT_THAT(checked.taken(),
              UnorderedElementsAre("Account.lambda$update$0(): @SuppressSnag at Account.update(int): -",
                                   "Account$1.run(): @SuppressSnag at Account.update(int): -"));
  EXPECT_THAT(checked.kept, ElementsAre("Account.lambda$update$1()")) << "of the other method of that name";
}

TEST(AnnotationSuppressions, OfAClassReachIntoWhatIsNested) {
  Checked checked(std::string(kAnnotations) + R"(
@SuppressSnag(reason = "outer") class Outer {
    int count;
    void a() { int old; synchronized (this) { old = count; } synchronized (this) { count = old + 1; } }
    static class Nested {
        int count;
        void b() { int old; synchronized (this) { old = count; } synchronized (this) { count = old + 1; } }
    }
    @SuppressSnag(value = "stale-value", reason = "inner") static class Other {
        int count;
        void c() { int old; synchronized (this) { old = count; } synchronized (this) { count = old + 1; } }
        @SuppressSnag("block-atomicity")
        void d() { int old; synchronized (this) { old = count; } synchronized (this) { count = old + 1; } }
    }
}
class Outer2 {
    int count;
    void e() { int old; synchronized (this) { old = count; } synchronized (this) { count = old + 1; } }
}
)");
  EXPECT_THAT(checked.taken(), UnorderedElementsAre("Outer.a(): @SuppressSnag at Outer: outer",
                                                    "Outer$Nested.b(): @SuppressSnag at Outer: outer",
                                                    "Outer$Other.c(): @SuppressSnag at Outer$Other: inner",
                                                    "Outer$Other.d(): @SuppressSnag at Outer$Other: inner"));
  EXPECT_THAT(checked.kept, ElementsAre("Outer2.e()"));
}

TEST(AnnotationSuppressions, OfAFieldHoldWhereverItIsUsed) {
  Checked checked(std::string(kAnnotations) + R"(
class Counter {
    @SuppressSnag(reason = "approximate") int guess;
    int exact;
    void a() { int old; synchronized (this) { old = guess; } synchronized (this) { guess = old + 1; } }
    void b() { int old; synchronized (this) { old = exact; } synchronized (this) { exact = old + 1; } }
}
class User {
    void c(Counter c) { int old; synchronized (c) { old = c.guess; } synchronized (c) { c.guess = old + 1; } }
}
)");
  EXPECT_THAT(checked.taken(), UnorderedElementsAre("Counter.a(): @SuppressSnag at Counter.guess: approximate",
                                                    "User.c(Counter): @SuppressSnag at Counter.guess: approximate"));
  EXPECT_THAT(checked.kept, ElementsAre("Counter.b()"));
}

// Findings about one volatile field are one finding with many places: an annotation at one of these must not hide, nor
// stand for, the others.
TEST(AnnotationSuppressions, DoNotSpeakForOtherPlacesOfOneCause) {
  Checked checked(std::string(kAnnotations) + R"(
class Meter {
    volatile int hits;
    @SuppressSnag void a() { hits++; }
    void b() { hits++; }
    void c() { hits++; }
    synchronized void d() {}
}
)");
  EXPECT_THAT(checked.taken(), ElementsAre("Meter.a(): @SuppressSnag at Meter.a(): -"));
  EXPECT_THAT(checked.suppressed[0].finding.also, IsEmpty());
  EXPECT_THAT(checked.kept, ElementsAre("Meter.b()"));
}

TEST(AnnotationSuppressions, OfUnknownChecksAreWarnedOf) {
  Checked checked(std::string(kAnnotations) + R"(
class Odd { @interface SuppressSnag { int value(); } }
class Account {
    int balance;
    @SuppressSnag("stale-vlaue") void a() {}
    @SuppressSnag({"lost-update", "stale-value"}) int b;
    @Edu.SuppressFBWarnings({"snag:block-atomicty/mixed-blocks", "IS2_INCONSISTENT_SYNC"}) void c() {}
    @Odd.SuppressSnag(1) void d() {
        int old; synchronized (this) { old = balance; } synchronized (this) { balance = old + 1; }
    }
}
)");
  EXPECT_THAT(
      checked.warnings(),
      UnorderedElementsAre(
          "Account.a(): @SuppressSnag names the check `stale-vlaue`, which does not exist; did you mean "
          "`stale-value`?",
          "Account.b: @SuppressSnag names the check `lost-update`, which does not exist",
          "Account.c(): @SuppressFBWarnings names the check `block-atomicty/mixed-blocks`, which does not exist; did "
          "you mean `block-atomicity/mixed-blocks`?",
          "Account.d(): @SuppressSnag suppresses nothing: its value is neither a string nor an array of "
          "strings"));
  EXPECT_THAT(checked.opened.diagnostics.sorted()[0].file, HasSubstr("Account.class"));
  EXPECT_THAT(checked.kept, ElementsAre("Account.d()"));
}

}  // namespace
}  // namespace snag
