#include "agent/trace.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>
#include <vector>

namespace snag::agent {
namespace {

using Json = nlohmann::json;

class TraceFile : public ::testing::Test {
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

const Frame kFrame{"app.Account", "deposit", "(I)V", "Account.java", 12};

TEST(TraceRecords, Start) {
  EXPECT_EQ(to_json(StartRecord{.process = 7, .java = "17.0.15", .checks = {"object-race"}, .attached = false}),
            R"({"record":"start","version":1,"pid":7,"java":"17.0.15","checks":["object-race"],"attached":false})");
}

TEST(TraceRecords, Finding) {
  FindingRecord record{.id = 1,
                       .check = "object-race",
                       .kind = "read-write",
                       .class_name = "app.Account",
                       .field = "app.Account.balance",
                       .is_static = false,
                       .first = {.thread = "A", .locks = {"java.lang.Object@1b2c"}, .exact = true, .line = 12},
                       .second = {.write = true, .thread = "B"},
                       .allocated = {kFrame},
                       .owner = "main",
                       .first_touched = {kFrame},
                       .second_owner = "T2",
                       .handed_over = {kFrame, kFrame}};
  record.first.stack = {kFrame};
  const Json json = Json::parse(to_json(record));
  EXPECT_EQ(json["record"], "finding");
  EXPECT_EQ(json["field"], "app.Account.balance");
  EXPECT_EQ(json["accesses"][0]["action"], "read");
  EXPECT_EQ(json["accesses"][0]["locks"][0], "java.lang.Object@1b2c");
  EXPECT_EQ(
      json["accesses"][0]["stack"][0],
      Json::parse(R"({"class":"app.Account","method":"deposit","descriptor":"(I)V","file":"Account.java","line":12})"));
  EXPECT_EQ(json["accesses"][1]["action"], "write");
  EXPECT_FALSE(json["accesses"][1].contains("line"));
  EXPECT_EQ(json["life"]["owner"], "main");
  EXPECT_EQ(json["life"]["allocated"].size(), 1u);
  EXPECT_EQ(json["life"]["first-touched"]["line"], 12);
  EXPECT_EQ(json["life"]["handed-over"]["thread"], "T2");
  EXPECT_EQ(json["life"]["handed-over"]["stack"].size(), 2u);
  EXPECT_FALSE(json["life"].contains("escaped"));
}

TEST(TraceRecords, LeaveOutWhatIsNotKnown) {
  FindingRecord record;
  record.second.stack = {Frame{"a.B", "c", "()V", "", 0}};
  const Json json = Json::parse(to_json(record));
  EXPECT_EQ(json["life"], Json::parse(R"({"allocated":[]})"));
  EXPECT_EQ(json["accesses"][1]["stack"][0], Json::parse(R"({"class":"a.B","method":"c","descriptor":"()V"})"));
}

TEST(TraceRecords, Deadlock) {
  const DeadlockRecord record{{{"A", "app.Fork@1", {"app.Fork@2"}, {kFrame}}, {"B", "app.Fork@2", {"app.Fork@1"}, {}}}};
  const Json json = Json::parse(to_json(record));
  EXPECT_EQ(json["threads"][0]["waits-for"], "app.Fork@1");
  EXPECT_EQ(json["threads"][1]["holds"][0], "app.Fork@1");
  EXPECT_EQ(json["threads"][0]["stack"].size(), 1u);
}

TEST(TraceRecords, AgainNoteAndEnd) {
  EXPECT_EQ(again_to_json(1, 17), R"({"record":"again","id":1,"count":17})");
  EXPECT_EQ(Json::parse(note_to_json("a \"b\"\n\xff"))["text"], "a \"b\"\n\xef\xbf\xbd");
  EXPECT_EQ(to_json(EndRecord{.reason = "exit",
                              .skipped = {{"too large", 3}},
                              .classes = 12,
                              .methods = 99,
                              .sites = 400,
                              .statistics = {{"stacks", 5}}}),
            R"({"record":"end","reason":"exit","skipped":[{"reason":"too large","methods":3}],"classes":12,)"
            R"("methods":99,"sites":400,"statistics":{"stacks":5}})");
}

TEST_F(TraceFile, AppendsLines) {
  LineFile file;
  EXPECT_FALSE(file.is_open());
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

TEST_F(TraceFile, NamesTheFileThatCannotBeOpened) {
  LineFile file;
  const Result<void> opened = file.open("/nonexistent/trace");
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().message, "/nonexistent/trace: No such file or directory");
}

TEST_F(TraceFile, CountsWhatADiskDoesNotTake) {
  LineFile file;
  if (!file.open("/dev/full")) GTEST_SKIP();
  file.write("lost");
  file.write("lost too");
  EXPECT_EQ(file.lost(), 2u);
}

TEST_F(TraceFile, LeavesAFileAloneThatTookItsNumber) {
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

TEST_F(TraceFile, WritesNothingInAForkedChild) {
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

TEST_F(TraceFile, KeepsLinesOfThreadsApart) {
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
