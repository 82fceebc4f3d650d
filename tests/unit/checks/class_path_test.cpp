#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/command.h"
#include "support/opened_program.h"
#include "support/run_checks.h"
#include "support/scratch_folder.h"

namespace snag {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// modern.Client alone is the application; modern.Meter, whose locks it depends on, is given on the class path or not.
class CodeOnTheClassPath : public testing::Test {
 protected:
  std::vector<std::string> findings(bool with_library) {
    const std::string jar = java_test_jar("stale_values");
    run_successfully("cd " + shell_word(scratch_.path()) + " && " + shell_word(SNAG_TEST_JAR) + " --extract --file " +
                     shell_word(jar) + " modern/Client.class");
    OpenedProgram opened({.application = scratch_.path(), .library = with_library ? jar : std::string()});
    Stats stats;
    std::vector<std::string> result;
    for (const Finding& finding : run_checks(
             {.store = *opened.store, .models = opened.models, .application = opened.application, .stats = stats},
             std::vector<std::string_view>{"stale-value", "block-atomicity"})) {
      result.push_back(finding.class_name + "." + finding.method + " " + finding.kind + " " + finding.subject.field);
    }
    return result;
  }

 private:
  ScratchFolder scratch_;
};

TEST_F(CodeOnTheClassPath, IsLookedIntoAndNotReportedOn) {
  EXPECT_THAT(findings(/*with_library=*/true),
              ElementsAre("modern.Client.addBad(modern.Meter) lost-update modern.Meter.value"));
}

TEST_F(CodeOnTheClassPath, IsMissedWhereItIsMissing) { EXPECT_THAT(findings(/*with_library=*/false), IsEmpty()); }

}  // namespace
}  // namespace snag
