#include "trace/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace snag::trace {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view kMeeting =
    R"({"record":"finding","id":3,"check":"object-race","kind":"read-write","class":"app.Account",)"
    R"("field":"app.Account.balance","static":false,"accesses":[)"
    R"({"action":"read","thread":"A","locks":["app.Lock@1f"],"exact":false,"line":12,)"
    R"("stack":[{"class":"app.Account","method":"get","descriptor":"()I","file":"Account.java","line":11}]},)"
    R"({"action":"write","thread":"B","locks":[],"exact":true,"line":20,"stack":[]}],)"
    R"("life":{"allocated":[{"class":"app.Main","method":"main"}],"owner":"main","first-touched":{"class":"app.Main"},)"
    R"("escaped":{"class":"app.Main","line":9},)"
    R"("handed-over":{"thread":"A","stack":[{"class":"app.Job","method":"run"}]}}})"
    "\n";

TEST(Trace, AMeetingOfTwoAccesses) {
  const Trace trace = read_trace(kMeeting);
  ASSERT_THAT(trace.meetings, SizeIs(1));
  const Meeting& meeting = trace.meetings.front();
  EXPECT_EQ(meeting.check, "object-race");
  EXPECT_EQ(meeting.kind, "read-write");
  EXPECT_EQ(meeting.field, "app.Account.balance");
  ASSERT_TRUE(meeting.life.escaped.has_value());
  EXPECT_EQ(meeting.life.escaped->line, 9u);
  EXPECT_FALSE(meeting.first.write);
  EXPECT_FALSE(meeting.first.exact);
  EXPECT_EQ(meeting.first.line, 12u);
  EXPECT_THAT(meeting.first.locks, ElementsAre("app.Lock@1f"));
  ASSERT_THAT(meeting.first.stack, SizeIs(1));
  EXPECT_EQ(meeting.first.stack[0].descriptor, "()I");
  EXPECT_TRUE(meeting.second.write);
  EXPECT_EQ(meeting.life.owner, "main");
  EXPECT_EQ(meeting.life.second_owner, "A");
  EXPECT_EQ(meeting.life.first_touched->class_name, "app.Main");
  EXPECT_EQ(meeting.count, 1u);
}

TEST(Trace, SeenAgain) {
  const Trace trace = read_trace(std::string(kMeeting) + R"({"record":"again","id":3,"count":17})" + "\n" +
                                 R"({"record":"again","id":4,"count":5})" + "\n");
  EXPECT_EQ(trace.meetings.front().count, 18u);
}

TEST(Trace, CountsDoNotOverflow) {
  const std::string again = "{\"record\":\"again\",\"id\":3,\"count\":18446744073709551615}\n";
  const Trace trace = read_trace(std::string(kMeeting) + again + again);
  EXPECT_EQ(trace.meetings.front().count, 18446744073709551615u);
}

TEST(Trace, BeginningAndEnd) {
  const Trace trace = read_trace(
      "{\"record\":\"start\",\"version\":1,\"pid\":7,\"java\":\"17.0.15\",\"checks\":[],\"attached\":true}\n"
      "{\"record\":\"note\",\"text\":\"so\"}\n"
      "{\"record\":\"end\",\"reason\":\"exit\",\"skipped\":[{\"reason\":\"jsr\",\"methods\":3}],\"classes\":12,"
      "\"methods\":99,\"sites\":400,\"statistics\":{\"slow\":3,\"strange\":\"x\"}}\n");
  EXPECT_TRUE(trace.started && trace.attached && trace.ended);
  EXPECT_EQ(trace.pid, 7u);
  EXPECT_EQ(trace.java, "17.0.15");
  EXPECT_THAT(trace.notes, ElementsAre("so"));
  EXPECT_EQ(trace.classes, 12u);
  ASSERT_THAT(trace.skipped, SizeIs(1));
  EXPECT_EQ(trace.skipped[0].methods, 3u);
  EXPECT_THAT(trace.statistics, ElementsAre(std::pair<std::string, std::uint64_t>("slow", 3)));
}

// The agent may be killed while it writes.
TEST(Trace, TheLastLineIsNotWhole) {
  const Trace trace = read_trace(std::string(kMeeting) + std::string(kMeeting.substr(0, kMeeting.size() / 2)));
  EXPECT_THAT(trace.meetings, SizeIs(1));
  EXPECT_EQ(trace.unreadable, 0u);
  EXPECT_FALSE(trace.ended);
}

TEST(Trace, WhatIsNoRecordIsCounted) {
  const Trace trace =
      read_trace("nonsense\n[]\n{\"record\":\"finding\"}\n{\"record\":\"later\"}\n\n" + std::string(kMeeting));
  EXPECT_EQ(trace.unreadable, 3u);  // a record that this version does not know is none of them
  EXPECT_THAT(trace.meetings, SizeIs(1));
}

TEST(Trace, MembersOfOtherTypes) {
  const Trace trace = read_trace(
      "{\"record\":\"finding\",\"id\":\"x\",\"check\":\"object-race\",\"kind\":7,\"accesses\":[{\"line\":-1,"
      "\"stack\":[1,[],{\"class\":5,\"line\":99999999}]},{\"locks\":\"a\"}],\"life\":[]}\n");
  ASSERT_THAT(trace.meetings, SizeIs(1));
  EXPECT_EQ(trace.meetings[0].first.line, 0u);
  EXPECT_THAT(trace.meetings[0].first.stack, SizeIs(3));
  EXPECT_EQ(trace.meetings[0].first.stack[2].line, 0u);
  EXPECT_THAT(trace.meetings[0].second.locks, IsEmpty());
}

TEST(Trace, Limits) {
  std::string text;
  for (int n = 0; n < 5; ++n) text += kMeeting;
  const Trace few = read_trace(text, {.records = 2});
  EXPECT_THAT(few.meetings, SizeIs(2));
  EXPECT_EQ(few.left_out, 3u);
  const Trace short_lines = read_trace(text, {.line = 100});
  EXPECT_THAT(short_lines.meetings, IsEmpty());
  EXPECT_EQ(short_lines.left_out, 5u);
  const Trace no_frames = read_trace(text, {.frames = 0});
  EXPECT_THAT(no_frames.meetings[0].first.stack, IsEmpty());
  // Two bytes each: a name is not cut in the middle of a character.
  const Trace cut = read_trace("{\"record\":\"note\",\"text\":\"äöü\"}\n", {.text = 5});
  EXPECT_THAT(cut.notes, ElementsAre("äö"));
}

}  // namespace
}  // namespace snag::trace
