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
  // Another process of the same number is another one, and gets no signal.
  const ProcessIdentity other{shell, found[0].started + 1};
  EXPECT_FALSE(is_running(other));
  send_signal(other, SIGKILL);
  EXPECT_TRUE(is_running(found[0]));
  for (const ProcessIdentity& process : found) send_signal(process, SIGKILL);
  int status = 0;
  ::waitpid(shell, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_FALSE(is_running(found[0]));
  EXPECT_THAT(processes_from(shell), IsEmpty());
}

}  // namespace
}  // namespace snag
