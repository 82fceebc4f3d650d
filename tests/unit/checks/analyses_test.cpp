#include "checks/analyses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/class_code.h"
#include "support/opened_program.h"

namespace snag {
namespace {

class AnalysesTest : public testing::Test {
 protected:
  static OpenedProgram& opened() {
    static OpenedProgram opened({.application = java_test_jar("callgraph")});
    return opened;
  }
  CheckInput input(std::optional<CallGraphAlgorithm> algorithm) {
    return {.store = *opened().store,
            .models = opened().models,
            .application = opened().application,
            .stats = stats_,
            .jobs = 1,
            .call_graph = algorithm};
  }
  Stats stats_;
};

// The only check that needs a call graph, and one that does not.
constexpr std::string_view kNeedsGraph[] = {"reacquired-lock"}, kNeedsNone[] = {"stale-value"};

TEST_F(AnalysesTest, TheClassHierarchyNeedsNoCallGraph) {
  const Analyses analyses(input(CallGraphAlgorithm::kCha), kNeedsGraph);
  EXPECT_EQ(analyses.call_graph(), nullptr);
}

TEST_F(AnalysesTest, TheCallGraphIsBuiltForChecksThatNeedIt) {
  const Analyses analyses(input(std::nullopt), kNeedsGraph);
  ASSERT_NE(analyses.call_graph(), nullptr);
  EXPECT_GT(analyses.call_graph()->methods().size(), 10U);
  const Analyses asked(input(CallGraphAlgorithm::kRta), kNeedsGraph);
  EXPECT_NE(asked.call_graph(), nullptr);
  const Analyses without(input(CallGraphAlgorithm::kRta), kNeedsNone);
  EXPECT_EQ(without.call_graph(), nullptr);
}

TEST_F(AnalysesTest, AnEntryThatDoesNotExistHasNoCallGraph) {
  CheckInput wrong = input(std::nullopt);
  wrong.entries = {"cg.NoSuchClass"};
  const Analyses analyses(wrong, kNeedsGraph);
  EXPECT_EQ(analyses.call_graph(), nullptr);
}

// A chain of fields through which objects of many classes go: 54,000 steps.
class LargeProgram : public ProgramTest {
 protected:
  void SetUp() override {
    constexpr int kClasses = 1500, kFields = 18'000, kPerMethod = 6000;
    constexpr const char* kObject = "Ljava/lang/Object;";
    folder_.add_object();
    for (int n = 0; n < kClasses; ++n) folder_.add({.name = "C" + std::to_string(n)});
    ClassCode code("A");
    for (int n = 0; n <= kFields; ++n) code.field(classfile::kAccStatic, "f" + std::to_string(n), kObject);
    for (int n = 0; n < kClasses; ++n) code.make("C" + std::to_string(n)).put_static("f0", kObject);
    for (int m = 0; m < kFields / kPerMethod; ++m) code.call(kInvokeStatic, "A", "m" + std::to_string(m), "()V");
    code << kReturn;
    code.method(classfile::kAccStatic | classfile::kAccPublic, "main", "([Ljava/lang/String;)V");
    for (int m = 0; m < kFields / kPerMethod; ++m) {
      // Backwards, so that the first one sets them all going.
      for (int n = kFields - m * kPerMethod - 1; n >= kFields - (m + 1) * kPerMethod; --n) {
        code.get_static("f" + std::to_string(n), kObject).put_static("f" + std::to_string(n + 1), kObject);
      }
      code << kReturn;
      code.method(classfile::kAccStatic, "m" + std::to_string(m), "()V");
    }
    folder_.write("A", code.bytes());
  }
};

TEST_F(LargeProgram, HasACallGraphOnlyWhenAskedFor) {
  ir::References references;
  library::Models models(names_);
  ASSERT_TRUE(models.load_embedded());
  std::vector<ClassId> application = program().load_all(Origin::kApplication, /*jobs=*/1);
  IrStore store(program(), references);
  Stats stats;
  CheckInput input{.store = store,
                   .models = models,
                   .application = application,
                   .stats = stats,
                   .jobs = 1,
                   .threads = false,
                   .affordable_steps = 20'000};
  const Analyses by_default(input, kNeedsGraph);
  EXPECT_EQ(by_default.call_graph(), nullptr);
  input.call_graph = CallGraphAlgorithm::kVta;
  const Analyses asked(input, kNeedsGraph);
  EXPECT_NE(asked.call_graph(), nullptr) << all_diagnostics();
}

// What the program's objects cost without contexts is affordable, and with contexts it is not.
TEST_F(LargeProgram, IsFollowedWithoutContextsBeforeItIsGivenUp) {
  ir::References references;
  library::Models models(names_);
  ASSERT_TRUE(models.load_embedded());
  std::vector<ClassId> application = program().load_all(Origin::kApplication, /*jobs=*/1);
  IrStore store(program(), references);
  struct Case {
    WholeProgramAnalysis::Steps steps;
    bool followed;
    std::vector<std::string> said;
  };
  constexpr std::uint64_t kEnough = 100'000'000;
  const Case cases[] = {
      {.steps = {.with_contexts = kEnough, .without_contexts = kEnough}, .followed = true, .said = {}},
      {.steps = {.with_contexts = 20, .without_contexts = kEnough},
       .followed = true,
       .said = {"the program is too large to tell apart objects by their context; all that one place allocates counts "
                "as one"}},
      {.steps = {.with_contexts = 20, .without_contexts = 20},
       .followed = false,
       .said = {"the program is too large to follow its objects; every object counts as shared"}},
  };
  for (const Case& expected : cases) {
    Stats stats;
    CheckInput input{.store = store,
                     .models = models,
                     .application = application,
                     .stats = stats,
                     .jobs = 1,
                     .threads = true,
                     .object_steps = expected.steps};
    const Analyses analyses(input, kNeedsGraph);
    EXPECT_EQ(analyses.whole_program() != nullptr, expected.followed) << all_diagnostics();
    if (expected.followed) {
      EXPECT_EQ(stats.given_up(), expected.said);
    } else {
      EXPECT_THAT(stats.given_up(), testing::IsSupersetOf(expected.said));
    }
  }
}

}  // namespace
}  // namespace snag
