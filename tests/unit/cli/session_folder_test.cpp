#include "cli/session_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "cli/exit_codes.h"
#include "support/scratch_folder.h"
#include "wire/agent_configuration.h"

namespace snag {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

TEST(SessionFolderTest, IsPrivateAndGoesAway) {
  fs::path path;
  {
    const SessionFolder folder(std::nullopt);
    path = folder.path();
    struct stat info {};
    ASSERT_EQ(::stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0700u);
    folder.write_configuration("snag-agent 4\n");
    for (const char* name : {"trace-7.jsonl", "trace-12.jsonl", "other"}) std::ofstream(path / name) << "x";
    EXPECT_THAT(folder.traces(), ElementsAre(path / "trace-12.jsonl", path / "trace-7.jsonl"));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(SessionFolderTest, StaysWhereItIsWanted) {
  ScratchFolder scratch;
  const fs::path wanted = scratch / "kept";
  {
    const SessionFolder folder(wanted);
    folder.write_configuration("x");
  }
  EXPECT_TRUE(fs::exists(wanted / "agent.conf"));
  EXPECT_THROW(SessionFolder{wanted}, UsageError);  // not empty
  EXPECT_THROW(SessionFolder{fs::path(scratch / "no/such")}, UsageError);
}

TEST(SessionFolderTest, MayHaveAnyName) {
  ScratchFolder scratch;
  for (const char* name : {"odd%p", "a\nb", "100%", "a \"b' c"}) {
    const SessionFolder folder(scratch / name);
    EXPECT_EQ(wire::path_for_process(folder.trace_pattern(), 7), folder.path() / "trace-7.jsonl");
  }
}

}  // namespace
}  // namespace snag
