#include "cli/process_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "cli/child_process.h"

namespace snag {
namespace {

using ::testing::IsEmpty;

TEST(ProcessTree, WhatProcSays) {
  // The name may hold anything.
  const auto status = parse_process_status("12 (a) b (c) S 7 12 3 0 -1 4 0 0 0 0 1 2 0 0 20 0 1 0 4711 5 6 7");
  ASSERT_TRUE(status);
  EXPECT_EQ(status->state, 'S');
  EXPECT_EQ(status->parent, 7);
  EXPECT_EQ(status->began, 4711u);
  for (const char* bad : {"", "12 (a", "12 (a) S 7", "12 (a) S x 12 3 0 -1 4 0 0 0 0 1 2 0 0 20 0 1 0 4711 5"}) {
    EXPECT_FALSE(parse_process_status(bad)) << bad;
  }
}

TEST(ProcessTree, AProcessAndWhatItStarted) {
  const HeldSignals held;
  const pid_t shell = start_process({"sh", "-c", "sh -c 'sleep 60; :' ; :"}, {}, held);
  std::vector<KnownProcess> found;
  for (int n = 0; n < 200 && found.size() < 3; ++n) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    found = processes_from(shell);
  }
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].number, shell);
  for (const KnownProcess& process : found) EXPECT_TRUE(still_runs(process));
  // Another process of the same number is another one, and gets no signal.
  const KnownProcess other{shell, found[0].began + 1};
  EXPECT_FALSE(still_runs(other));
  send_signal(other, SIGKILL);
  EXPECT_TRUE(still_runs(found[0]));
  for (const KnownProcess& process : found) send_signal(process, SIGKILL);
  int status = 0;
  ::waitpid(shell, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_FALSE(still_runs(found[0]));
  EXPECT_THAT(processes_from(shell), IsEmpty());
}

}  // namespace
}  // namespace snag
