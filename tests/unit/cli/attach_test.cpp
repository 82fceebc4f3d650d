#include "cli/attach.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "cli/exit_codes.h"

namespace snag {
namespace {

using ::testing::HasSubstr;

TEST(Attach, TheRequest) {
  EXPECT_EQ(load_request("/a.so", "/c"), std::string("1\0load\0/a.so\0true\0/c\0", 21));
  EXPECT_THROW(load_request("/a.so", std::string(2000, 'x')), InputError);
}

TEST(Attach, TheAnswer) {
  EXPECT_EQ(problem_in_answer("0\nreturn code: 0\n"), "");
  EXPECT_EQ(problem_in_answer("0\n0\n"), "");  // Java 8
  EXPECT_EQ(problem_in_answer("0\nreturn code: -1\n"), "return code: -1");
  EXPECT_EQ(problem_in_answer("100\nAgent_OnAttach is missing\n"), "Agent_OnAttach is missing");
  EXPECT_EQ(problem_in_answer("101\n"), "error 101");
  EXPECT_EQ(problem_in_answer("0\nCould not find agent library\n"), "Could not find agent library");
  EXPECT_EQ(problem_in_answer(""), "no answer");
}

TEST(Attach, FieldsOfTheStatus) {
  const std::string status = "Name:\tjava\nState:\tS (sleeping)\nNSpid:\t12\t1\nSigCgt:\t2000000181005ccf\n";
  EXPECT_EQ(status_field(status, "Name"), "java");
  EXPECT_EQ(status_field(status, "NSpid"), "12\t1");
  EXPECT_EQ(status_field(status, "SigCgt"), "2000000181005ccf");
  EXPECT_EQ(status_field(status, "Pid"), "");
  EXPECT_EQ(status_field("", "Name"), "");
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
  EXPECT_THAT(complaint_about(::getpid()), HasSubstr("is no JVM"));
  EXPECT_TRUE(is_running(::getpid()));
  EXPECT_FALSE(is_running(4194304));
}

}  // namespace
}  // namespace snag
