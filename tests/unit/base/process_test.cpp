#include "base/process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace snag {
namespace {

TEST(Process, WhatProcSays) {
  // The name may hold anything.
  const auto status = parse_process_status("12 (a) S 0) b (c) S 7 12 3 0 -1 4 0 0 0 0 1 2 0 0 20 0 1 0 4711 5 6 7");
  ASSERT_TRUE(status);
  EXPECT_EQ(status->state, 'S');
  EXPECT_EQ(status->parent, 7);
  EXPECT_EQ(status->started, 4711U);
  EXPECT_FALSE(status->is_dead());
  EXPECT_TRUE(parse_process_status("12 (java) Z 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 77 20 21")->is_dead());
  for (const char* text : {"", "12 (a", "12 (java)", "12 (java) ", "12 (java) S 1 2", "no stat at all",
                           "12 (a) S x 12 3 0 -1 4 0 0 0 0 1 2 0 0 20 0 1 0 4711 5"}) {
    EXPECT_FALSE(parse_process_status(text)) << text;
  }
}

TEST(Process, IsRecognised) {
  const std::optional<ProcessIdentity> own = identity_of(::getpid());
  ASSERT_TRUE(own);
  EXPECT_EQ(own, identity_of(::getpid()));
  EXPECT_TRUE(is_running(*own));
  EXPECT_FALSE(is_running({.number = own->number, .started = own->started + 1})) << "another with the same number";
  EXPECT_FALSE(is_running({.number = 4194304, .started = 1}));
  EXPECT_EQ(identity_of(4194304), std::nullopt);
}

TEST(Process, HasEnded) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  const std::optional<ProcessIdentity> identity = identity_of(child);
  ASSERT_TRUE(identity);
  EXPECT_TRUE(is_running(*identity));
  ::kill(child, SIGKILL);
  siginfo_t info{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0);
  EXPECT_FALSE(is_running(*identity)) << "dead, and not yet waited for";
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(is_running(*identity));
}

}  // namespace
}  // namespace snag
