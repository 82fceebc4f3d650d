#include "cli/deadlock_notices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace snag {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(DeadlockNotices, LinesOfAGrowingFile) {
  const std::filesystem::path path = std::filesystem::path(SNAG_TEST_SCRATCH_DIR) / "followed.jsonl";
  std::filesystem::remove(path);
  FollowedFile followed(path, /*limit=*/8);
  EXPECT_THAT(followed.new_lines(), IsEmpty());  // not there yet
  std::ofstream file(path, std::ios::binary);
  file << "one\ntw" << std::flush;
  EXPECT_THAT(followed.new_lines(), ElementsAre("one"));
  EXPECT_THAT(followed.new_lines(), IsEmpty());
  file << "o\n123456789" << std::flush;
  EXPECT_THAT(followed.new_lines(), ElementsAre("two"));
  file << "0 is too long\nthree\n" << std::flush;
  EXPECT_THAT(followed.new_lines(), ElementsAre("three"));
}

TEST(DeadlockNotices, TellWhoWaitsForWhomAndWhere) {
  const std::string line =
      R"({"record":"deadlock","threads":[)"
      R"({"thread":"A","waits-for":"app.Fork@1","holds":["app.Fork@2"],)"
      R"("stack":[{"class":"app.Eater","method":"left","descriptor":"()V","file":"Eater.java","line":9}]},)"
      R"({"thread":"B\u001b[31m\n","waits-for":"app.Fork@2","holds":["app.Fork@1"],)"
      R"("stack":[{"class":"jdk.internal.misc.Unsafe","method":"park","descriptor":"()V"},)"
      R"({"class":"app.Eater","method":"right","descriptor":"()V","file":"Eater.java","line":4}]}]})";
  const std::string notice = deadlock_notice(line, "12");
  EXPECT_THAT(notice, HasSubstr("snag: deadlock: 2 threads of process 12 wait for each other in a cycle\n"));
  EXPECT_THAT(notice,
              HasSubstr("\nsnag:   T1 (A) waits for Fork#1 in left() of Eater (Eater.java:9), and holds Fork#2\n"));
  EXPECT_THAT(notice, HasSubstr(" waits for Fork#2 in right() of Eater (Eater.java:4), and holds Fork#1\n"));
  EXPECT_THAT(notice, Not(HasSubstr("\x1b")));
  EXPECT_EQ(std::count(notice.begin(), notice.end(), '\n'), 3);
}

TEST(DeadlockNotices, OtherRecordsAreNotTold) {
  EXPECT_THAT(deadlock_notice(R"({"record":"note","text":"a deadlock"})", "12"), IsEmpty());
  EXPECT_THAT(deadlock_notice(R"({"record":"deadlock","threads":[]})", "12"), IsEmpty());
  EXPECT_THAT(deadlock_notice(R"({"record":"deadlock","thre)", "12"), IsEmpty());
}

}  // namespace
}  // namespace snag
