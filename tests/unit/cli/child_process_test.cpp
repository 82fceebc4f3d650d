#include "cli/child_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "cli/exit_codes.h"

namespace snag {
namespace {

using ::testing::HasSubstr;

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

}  // namespace
}  // namespace snag
