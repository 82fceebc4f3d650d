#include "agent/line_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

namespace snag::agent {
namespace {

class AgentLineFile : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove(path_); }
  void TearDown() override { std::filesystem::remove(path_); }

  std::vector<std::string> lines() const {
    std::ifstream file(path_);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }

  const std::string path_ = std::string(SNAG_TEST_SCRATCH_DIR) + "/trace-" + std::to_string(::getpid()) + "-" +
                            ::testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(AgentLineFile, AppendsLines) {
  LineFile file;
  file.write("nowhere");
  ASSERT_TRUE(file.open(path_));
  file.write("one");
  ASSERT_TRUE(file.open(path_));  // a second session
  file.write("two");
  file.close();
  file.write("too late");
  EXPECT_EQ(lines(), (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(file.lost(), 0u);
}

TEST_F(AgentLineFile, NamesTheFileThatCannotBeOpened) {
  LineFile file;
  const Result<void> opened = file.open("/nonexistent/trace");
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().message, "/nonexistent/trace: No such file or directory");
}

TEST_F(AgentLineFile, CountsWhatADiskDoesNotTake) {
  LineFile file;
  if (!file.open("/dev/full")) GTEST_SKIP();
  file.write("lost");
  file.write("lost too");
  EXPECT_EQ(file.lost(), 2u);
}

TEST_F(AgentLineFile, LeavesAFileAloneThatTookItsNumber) {
  LineFile file;
  ASSERT_TRUE(file.open(path_));
  const std::string other = path_ + ".other";
  const int theirs = ::open(other.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ASSERT_EQ(::dup2(theirs, theirs - 1), theirs - 1);  // the number before is the trace's
  file.write("not into theirs");
  file.close();
  EXPECT_EQ(file.lost(), 1u);
  EXPECT_EQ(::write(theirs - 1, "x", 1), 1);  // and it is still open
  EXPECT_EQ(std::filesystem::file_size(other), 1u);
  ::close(theirs);
  ::close(theirs - 1);
  std::filesystem::remove(other);
}

TEST_F(AgentLineFile, WritesNothingInAForkedChild) {
  LineFile file;
  ASSERT_TRUE(file.open(path_));
  const pid_t child = ::fork();
  if (child == 0) {
    file.write("child");
    ::_exit(0);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  file.write("parent");
  EXPECT_EQ(lines(), (std::vector<std::string>{"parent"}));
}

TEST_F(AgentLineFile, KeepsLinesOfThreadsApart) {
  LineFile file;
  ASSERT_TRUE(file.open(path_));
  const std::string text(5000, 'x');
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 50; ++j) file.write(text);
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::vector<std::string> written = lines();
  EXPECT_EQ(written.size(), 200u);
  for (const std::string& line : written) EXPECT_EQ(line, text);
}

}  // namespace
}  // namespace snag::agent
