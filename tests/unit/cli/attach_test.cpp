#include "cli/attach.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "cli/exit_codes.h"
#include "support/scratch_folder.h"

namespace snag {
namespace {

using ::testing::HasSubstr;

TEST(Attach, TheRequest) {
  EXPECT_EQ(load_request("/a.so", "/c"), std::string("1\0load\0/a.so\0true\0/c\0", 21));
  EXPECT_THROW(load_request("/a.so", std::string(2000, 'x')), InputError);
}

TEST(Attach, TheAnswer) {
  EXPECT_EQ(parse_answer("0\nreturn code: 0\n").code, 0);
  EXPECT_EQ(parse_answer("0\n0\n").code, 0);  // Java 8
  EXPECT_EQ(parse_answer("0\nreturn code: -1\n").code, -1);
  EXPECT_EQ(parse_answer("0\nreturn code: 4711\n").code, 4711);
  const auto problem = [](const std::string& answer) {
    const AgentAnswer parsed = parse_answer(answer);
    return parsed.code ? "none" : parsed.problem;
  };
  EXPECT_EQ(problem("100\nAgent_OnAttach is missing\n"), "Agent_OnAttach is missing");
  EXPECT_EQ(problem("101\n"), "error 101");
  EXPECT_EQ(problem("0\nCould not find agent library\n"), "Could not find agent library");
  EXPECT_EQ(problem("0\nreturn code: many\n"), "return code: many");
  EXPECT_EQ(problem(""), "no answer");
}

TEST(Attach, FieldsOfTheStatus) {
  const std::string status = "Name:\tjava\nState:\tS (sleeping)\nNSpid:\t12\t1\nSigCgt:\t2000000181005ccf\n";
  EXPECT_EQ(status_field(status, "Name"), "java");
  EXPECT_EQ(status_field(status, "NSpid"), "12\t1");
  EXPECT_EQ(status_field(status, "SigCgt"), "2000000181005ccf");
  EXPECT_EQ(status_field(status, "Pid"), "");
  EXPECT_EQ(status_field("", "Name"), "");
}

// Whoever is first in /tmp decides what lies there.
TEST(Attach, OnlyTheUsersOwnSocketIsTrusted) {
  ScratchFolder scratch;
  const std::string path = scratch / "socket";
  const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  ASSERT_LT(path.size(), sizeof(address.sun_path));
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  ::chmod(path.c_str(), 0600);
  EXPECT_EQ(why_not_trusted(path, ::geteuid()), "");
  EXPECT_THAT(why_not_trusted(path, ::geteuid() + 1), HasSubstr("belongs to user"));
  for (const mode_t mode : {0660, 0620, 0640, 0602, 0604, 0601}) {
    ::chmod(path.c_str(), mode);
    EXPECT_EQ(why_not_trusted(path, ::geteuid()), "may be used by others than its owner") << mode;
  }
  ::chmod(path.c_str(), 0600);
  std::filesystem::create_symlink(path, scratch / "link");
  EXPECT_EQ(why_not_trusted(scratch / "link", ::geteuid()), "is not a socket");
  EXPECT_EQ(why_not_trusted(scratch.write("file", ""), ::geteuid()), "is not a socket");
  EXPECT_EQ(why_not_trusted(scratch / "nothing", ::geteuid()), "No such file or directory");
  ::close(listener);
}

TEST(Attach, TheAgentThatIsLoadedAlready) {
  EXPECT_EQ(agent_in_maps("7f00-7f01 r-xp 00000000 fe:00 12  /usr/lib/libc.so.6\n"), "");
  EXPECT_EQ(agent_in_maps("7f00-7f01 r-xp 00000000 fe:00 12  /usr/lib/libc.so.6\n"
                          "7f02-7f03 r--p 00000000 fe:00 13  /opt/my snag/libsnag-agent.so\n"
                          "7f03-7f04 r-xp 00001000 fe:00 13  /opt/my snag/libsnag-agent.so\n"),
            "/opt/my snag/libsnag-agent.so");
  EXPECT_EQ(agent_in_maps("7f02-7f03 r--p 00000000 fe:00 13  /a/libsnag-agent.so (deleted)\n"),
            "/a/libsnag-agent.so (deleted)");
}

std::string complaint_about(pid_t process) {
  try {
    find_target(process);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(Attach, WhatIsNoTarget) {
  EXPECT_THAT(complaint_about(4194304), HasSubstr("there is no such process"));
  EXPECT_THAT(complaint_about(::getpid()), HasSubstr("is not a JVM"));
}

}  // namespace
}  // namespace snag
