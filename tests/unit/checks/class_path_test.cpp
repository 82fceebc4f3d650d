#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "checks/check.h"
#include "program/jdk_location.h"
#include "support/command.h"
#include "support/scratch_folder.h"

namespace snag {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// modern.Client alone is the application; modern.Meter, whose locks it depends on, is given on the class path or not.
class CodeOnTheClassPath : public testing::Test {
 protected:
  std::vector<std::string> findings(bool with_library) {
    const std::string jar = SNAG_TEST_JAVA_DIR "/stale_values.jar";
    run_successfully("cd " + shell_word(scratch_.path()) + " && " + shell_word(SNAG_TEST_JAR) + " --extract --file " +
                     shell_word(jar) + " modern/Client.class");
    Diagnostics diagnostics;
    Names names;
    ClassPath class_path(diagnostics);
    Result<std::string> jdk = find_jdk(JdkSearch::from_environment(""));
    if (!jdk) return {jdk.error().message};
    class_path.add_jdk(*jdk);
    class_path.add(scratch_.path(), Origin::kApplication);
    if (with_library) class_path.add(jar, Origin::kLibrary);
    Program program(names, class_path, diagnostics);
    ir::References references;
    IrStore store(program, references);
    library::Models models(names);
    if (!models.load_embedded()) return {"no models"};
    std::vector<ClassId> application = program.load_all(Origin::kApplication, 1);
    Stats stats;
    std::vector<std::string> result;
    for (const Finding& finding :
         run_checks({.store = store, .models = models, .application = application, .stats = stats},
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
