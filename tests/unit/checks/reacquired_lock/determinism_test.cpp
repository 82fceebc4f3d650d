// The same findings for any number of threads.
#include <gtest/gtest.h>

#include "checks/reacquired-lock/descriptor.h"
#include "support/compiled_java.h"
#include "support/opened_program.h"
#include "support/run_checks.h"

namespace snag {
namespace {

struct Choice {
  Profile profile = Profile::kReview;
  bool relaxed = false;
};

std::vector<std::string> findings(const std::string& classes, const Choice& choice, unsigned jobs) {
  OpenedProgram opened({.application = classes});
  Stats stats;
  std::vector<std::string> result;
  for (const Finding& finding : run_checks({.store = *opened.store,
                                .models = opened.models,
                                .application = opened.application,
                                .stats = stats,
                                .profile = choice.profile,
                                .jobs = jobs,
                                .options = CheckOptions().set(kRelaxed, choice.relaxed)},
                                           std::vector<std::string_view>{"reacquired-lock"})) {
    std::string text = finding.kind + " " + finding.class_name + "." + finding.method + ":" +
                       std::to_string(finding.line) + " " + finding.message + " | " + finding.repair + " | " +
                       finding.cause + " | " + finding.subject.field + " | " + finding.fingerprint;
    for (const auto& thread : finding.threads) {
      for (const Step& step : thread.steps) {
        text += " | " + std::string(to_text(step.role)) + " " + step.method + ":" + std::to_string(step.line) + " " +
                step.note;
      }
    }
    result.push_back(text);
  }
  return result;
}

// Many classes that call each other, and take locks of their own, of others and of all.
std::string many_classes() {
  std::string text;
  constexpr int kCount = 60;
  for (int n = 0; n < kCount; ++n) {
    text += fmt::format(R"java(
class Node{0} {{
  static final Object ALL = new Object();
  final Object own = new Object();
  Node{1} next;
  Node{2} other;
  int value;
  synchronized int get() {{ return value; }}
  synchronized void set(int v) {{ value = v; }}
  synchronized void sum() {{ next.set(next.get() + other.get()); }}
  void twice() {{ next.get(); other.twice(); next.get(); }}
  void all() {{ synchronized (ALL) {{ next.twice(); synchronized (own) {{ other.sum(); }} synchronized (own) {{}} }} }}
}}
)java",
                        n, (n + 1) % kCount, (n * 7 + 3) % kCount);
  }
  return compiled_java(text);
}

void expect_threads_change_nothing(const std::string& classes) {
  std::size_t in_all = 0;
  for (Choice choice : {Choice{}, Choice{.profile = Profile::kAudit}, Choice{.relaxed = true},
                        Choice{.profile = Profile::kAudit, .relaxed = true}}) {
    std::vector<std::string> alone = findings(classes, choice, /*jobs=*/1);
    in_all += alone.size();
    for (int times = 0; times < 2; ++times) EXPECT_EQ(findings(classes, choice, /*jobs=*/4), alone);
  }
  EXPECT_GT(in_all, 0U);
}

TEST(ReacquiredLockThreads, ChangeNothingInTheTestsOfTheCheck) {
  expect_threads_change_nothing(java_test_jar("reacquired_lock"));
}
TEST(ReacquiredLockThreads, ChangeNothingInTheTestsOfAnother) {
  expect_threads_change_nothing(java_test_jar("stale_values"));
}
TEST(ReacquiredLockThreads, ChangeNothingInManyClasses) { expect_threads_change_nothing(many_classes()); }

}  // namespace
}  // namespace snag
