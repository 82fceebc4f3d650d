#include "cli/child_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "cli/exit_codes.h"

namespace snag {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

ProcessEnd run_shell(const std::string& script,
                     const std::vector<std::pair<std::string, std::string>>& variables = {}) {
  const HeldSignals held;
  return wait_for(start_process({"sh", "-c", script}, variables, held), held);
}

TEST(ChildProcess, HowItEnds) {
  EXPECT_EQ(run_shell("exit 0"), (ProcessEnd{false, 0}));
  EXPECT_EQ(run_shell("exit 7"), (ProcessEnd{false, 7}));
  EXPECT_EQ(run_shell("kill -KILL $$"), (ProcessEnd{true, SIGKILL}));
  EXPECT_EQ(to_text(ProcessEnd{false, 7}), "exit code 7");
  EXPECT_EQ(to_text(ProcessEnd{true, SIGKILL}), "signal 9 (Killed)");
  EXPECT_EQ(shell_exit_code(ProcessEnd{true, SIGKILL}), 137);
  EXPECT_EQ(shell_exit_code(ProcessEnd{false, 7}), 7);
}

TEST(ChildProcess, ItsEnvironment) {
  ::setenv("SNAG_TEST_KEPT", "a", 1);
  EXPECT_EQ(run_shell("test \"$SNAG_TEST_KEPT$SNAG_TEST_NEW\" = ab", {{"SNAG_TEST_NEW", "b"}}).code, 0);
  EXPECT_EQ(run_shell("test \"$SNAG_TEST_KEPT\" = c", {{"SNAG_TEST_KEPT", "c"}}).code, 0);
}

// The signals that Snag holds back or ignores are the program's as ever.
TEST(ChildProcess, ItsSignals) {
  std::signal(SIGPIPE, SIG_IGN);
  EXPECT_EQ(run_shell("kill -PIPE $$; exit 3"), (ProcessEnd{true, SIGPIPE}));
  EXPECT_EQ(run_shell("kill -INT $$; exit 3"), (ProcessEnd{true, SIGINT}));
  std::signal(SIGPIPE, SIG_DFL);
}

TEST(ChildProcess, SignalsToSnagAreSentOn) {
  const HeldSignals held;
  const pid_t process = start_process({"sh", "-c", "trap 'exit 5' TERM; while :; do sleep 0.05; done"}, {}, held);
  std::thread sender([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    ::kill(::getpid(), SIGTERM);
  });
  EXPECT_EQ(wait_for(process, held), (ProcessEnd{false, 5}));
  sender.join();
}

ProcessEnd run_limited(const std::string& script, std::chrono::milliseconds grace) {
  const HeldSignals held;
  Waiting waiting{.limit = std::chrono::milliseconds(300), .grace = grace};
  return wait_for(start_process({"sh", "-c", script}, {}, held), held, waiting);
}

TEST(ChildProcess, IsEndedAfterTheLimit) {
  using std::chrono::seconds;
  EXPECT_EQ(run_limited("exit 4", seconds(20)), (ProcessEnd{false, 4, /*timed_out=*/false}));
  EXPECT_EQ(run_limited("exec sleep 60", seconds(20)), (ProcessEnd{true, SIGTERM, /*timed_out=*/true}));
  EXPECT_EQ(run_limited("trap 'exit 5' TERM; while :; do sleep 0.05; done", seconds(20)),
            (ProcessEnd{false, 5, /*timed_out=*/true}));
  EXPECT_EQ(run_limited("trap '' TERM; while :; do sleep 0.05; done", std::chrono::milliseconds(300)),
            (ProcessEnd{true, SIGKILL, /*timed_out=*/true}));
}

// A build that is ended must not leave the JVMs of its tests behind, and their traces are to be complete.
TEST(ChildProcess, WhatItHasStartedIsEndedAndWaitedFor) {
  const std::string file = std::string(SNAG_TEST_SCRATCH_DIR) + "/ended_after_the_limit";
  ::unlink(file.c_str());
  const std::string child = "trap 'sleep 0.5; echo done >" + file + "; exit' TERM; while :; do sleep 0.05; done";
  const ProcessEnd end = run_limited("sh -c \"" + child + "\" & wait", std::chrono::seconds(20));
  EXPECT_EQ(end, (ProcessEnd{true, SIGTERM, /*timed_out=*/true}));
  EXPECT_EQ(::access(file.c_str(), F_OK), 0);
  // One that does not end is killed, although the program itself has ended.
  const std::string deaf = "trap '' TERM; echo \\$\\$ >" + file + "; while :; do sleep 0.05; done";
  const auto begin = std::chrono::steady_clock::now();
  run_limited("sh -c \"" + deaf + "\" & wait", std::chrono::milliseconds(300));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  std::ifstream in(file);
  pid_t process = 0;
  ASSERT_TRUE(in >> process);
  EXPECT_FALSE(identity_of(process));
}

TEST(ChildProcess, IsGlancedAtWhileItRuns) {
  const HeldSignals held;
  int glances = 0;
  wait_for(start_process({"sleep", "0.7"}, {}, held), held, {.glance = [&] { ++glances; }});
  EXPECT_GE(glances, 1);
}

TEST(ChildProcess, WhatCannotBeStarted) {
  const HeldSignals held;
  try {
    start_process({"/no/such/java"}, {}, held);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("/no/such/java: there is no such program"));
  }
  EXPECT_THROW(start_process({"/etc/passwd"}, {}, held), InputError);
}

TEST(ProcessTree, AProcessAndWhatItStarted) {
  const HeldSignals held;
  const pid_t shell = start_process({"sh", "-c", "sh -c 'sleep 60; :' ; :"}, {}, held);
  std::vector<ProcessIdentity> found;
  for (int n = 0; n < 200 && found.size() < 3; ++n) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    found = processes_from(shell);
  }
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].number, shell);
  for (const ProcessIdentity& process : found) EXPECT_TRUE(is_running(process));
  // Another process of the same number is another one.
  const ProcessIdentity other{shell, found[0].started + 1};
  EXPECT_FALSE(is_running(other));
  for (const ProcessIdentity& process : found) ::kill(process.number, SIGKILL);
  int status = 0;
  ::waitpid(shell, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_FALSE(is_running(found[0]));
  EXPECT_THAT(processes_from(shell), IsEmpty());
}

}  // namespace
}  // namespace snag
