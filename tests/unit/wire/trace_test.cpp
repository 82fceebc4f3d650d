#include "wire/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "wire/random_record.h"

namespace snag::wire {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

template <class Kind>
class TraceRecord : public ::testing::Test {};
template <class>
struct KindsOf;
template <class... Kinds>
struct KindsOf<std::variant<Kinds...>> {
  using Types = ::testing::Types<Kinds...>;
};
TYPED_TEST_SUITE(TraceRecord, KindsOf<Record>::Types);

void make_complete(Conflict& conflict) {
  conflict.check += "object-race";
  conflict.accesses.resize(conflict.accesses.size() + 2);
}
void make_complete(Deadlock& deadlock) { deadlock.threads.resize(deadlock.threads.size() + 1); }
template <class Kind>
void make_complete(Kind&) {}

TYPED_TEST(TraceRecord, IsReadAsItWasWritten) {
  RandomRecord random(16);
  for (int round = 0; round < 500; ++round) {
    TypeParam written = random.make<TypeParam>();
    make_complete(written);
    const std::string line = to_line(written);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    EXPECT_TRUE(line.starts_with("{\"record\":\"" + std::string(TypeParam::kRecord) + "\"")) << line;
    const std::optional<Record> read = read_line(line);
    ASSERT_TRUE(read) << line;
    EXPECT_EQ(to_line(*read), line);
  }
}

Place place(std::string class_name) { return {.class_name = std::move(class_name), .line = 7}; }

Conflict conflict() {
  Conflict result{.id = 3, .check = "object-race", .kind = "read-write", .class_name = "app.Account"};
  result.accesses = {{.thread = "A", .stack = {place("app.A")}}, {.write = true, .thread = "B"}};
  return result;
}

std::string text_of(const std::vector<Record>& records) {
  std::string text;
  for (const Record& record : records) text += to_line(record) + "\n";
  return text;
}

// Of native methods there is none.
TEST(Trace, PositionsOfFrames) {
  Conflict written = conflict();
  written.accesses[0].stack.push_back(place("app.B"));
  written.accesses[0].stack[0].pc = 12;
  const std::string line = to_line(written);
  EXPECT_THAT(line, ::testing::HasSubstr("\"line\":7,\"pc\":12},{\"class\":\"app.B\",\"method\":\"\",\"descriptor\":"
                                         "\"\",\"file\":\"\",\"line\":7}"));
  const Trace trace = read_trace(line + "\n");
  ASSERT_THAT(trace.conflicts, SizeIs(1));
  EXPECT_EQ(trace.conflicts[0].accesses[0].stack[0].pc, 12);
  EXPECT_EQ(trace.conflicts[0].accesses[0].stack[1].pc, std::nullopt);
}

// A conflict has as many accesses as the check needs.
TEST(Trace, ConflictsOfSeveralAccesses) {
  Conflict written = conflict();
  for (const char* thread : {"C", "D"}) written.accesses.push_back({.thread = thread});
  const Trace trace = read_trace(text_of({written}));
  ASSERT_THAT(trace.conflicts, SizeIs(1));
  EXPECT_EQ(to_line(trace.conflicts[0]), to_line(written));
  written.accesses.resize(1);
  EXPECT_EQ(read_trace(text_of({written})).unreadable, 1u);
}

// The agent may be killed at any byte: all complete records survive.
TEST(Trace, IsReadUpToAnyByte) {
  const std::vector<Record> records = {Start{.process = 7, .java = "17", .checks = {"object-race"}},
                                       conflict(),
                                       Again{.id = 3, .count = 2},
                                       Deadlock{{{.thread = "A"}, {.thread = "B"}}},
                                       Note{"so"},
                                       End{.reason = "exit", .classes = 12}};
  const std::string text = text_of(records);
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    const std::string_view rest = std::string_view(text).substr(0, cut);
    const auto complete = static_cast<std::size_t>(std::count(rest.begin(), rest.end(), '\n'));
    const Trace trace = read_trace(rest);
    EXPECT_EQ(trace.started, complete >= 1) << cut;
    ASSERT_THAT(trace.conflicts, SizeIs(complete >= 2 ? 1 : 0)) << cut;
    if (complete >= 2) {
      EXPECT_EQ(trace.conflicts[0].count, complete >= 3 ? 3u : 1u) << cut;
    }
    EXPECT_THAT(trace.deadlocks, SizeIs(complete >= 4 ? 1 : 0)) << cut;
    EXPECT_THAT(trace.notes, SizeIs(complete >= 5 ? 1 : 0)) << cut;
    EXPECT_EQ(trace.ended, complete >= 6) << cut;
    EXPECT_EQ(trace.unreadable + trace.left_out, 0u) << cut;
  }
}

TEST(Trace, BeginningAndEnd) {
  const Start start{.process = 7, .java = "17.0.15", .checks = {}, .attached = true};
  const End end{.reason = "exit", .skipped = {{"jsr", 3}}, .classes = 12, .statistics = {{"slow", 3}}};
  const Trace trace = read_trace(text_of({start, Note{"so"}, End{.reason = "stopped", .sites = 5}, end}));
  EXPECT_TRUE(trace.started && trace.ended);
  EXPECT_EQ(to_line(trace.start), to_line(start));
  EXPECT_EQ(to_line(trace.end), to_line(end));  // the last one
  EXPECT_THAT(trace.notes, ElementsAre("so"));
}

TEST(Trace, SeenAgain) {
  const Trace trace = read_trace(text_of({conflict(), Again{3, 17}, Again{4, 5}}));
  EXPECT_EQ(trace.conflicts.front().count, 18u);
}

TEST(Trace, CountsDoNotOverflow) {
  const Again again{3, 18446744073709551615u};
  const Trace trace = read_trace(text_of({conflict(), again, again}));
  EXPECT_EQ(trace.conflicts.front().count, 18446744073709551615u);
}

TEST(Trace, LinesThatAreNotRecordsAreCounted) {
  const Trace trace =
      read_trace("nonsense\n[]\n{}\n{\"record\":\"conflict\"}\n{\"record\":\"deadlock\"}\n{\"record\":\"later\"}\n\n" +
                 text_of({conflict()}));
  EXPECT_EQ(trace.unreadable, 6u);
  EXPECT_THAT(trace.conflicts, SizeIs(1));
}

TEST(Trace, FieldsOfOtherTypes) {
  const Trace trace = read_trace(
      "{\"record\":\"conflict\",\"id\":\"x\",\"check\":\"object-race\",\"kind\":7,\"accesses\":[{\"write\":-1,"
      "\"stack\":[1,[],{\"class\":5,\"line\":99999999,\"pc\":\"x\"}]},{\"locks\":\"a\"}],\"life\":[]}\n"
      "{\"record\":\"end\",\"statistics\":{\"slow\":3,\"strange\":\"x\"}}\n");
  ASSERT_THAT(trace.conflicts, SizeIs(1));
  EXPECT_FALSE(trace.conflicts[0].accesses[0].write);
  EXPECT_THAT(trace.conflicts[0].accesses[0].stack, SizeIs(3));
  EXPECT_EQ(trace.conflicts[0].accesses[0].stack[2].line, 0u);
  EXPECT_EQ(trace.conflicts[0].accesses[0].stack[2].pc, std::nullopt);
  EXPECT_THAT(trace.conflicts[0].accesses[1].locks, IsEmpty());
  EXPECT_EQ(trace.end.statistics, (Counts{{"slow", 3}}));
}

TEST(Trace, Limits) {
  const std::string text = text_of({5, conflict()});
  const Trace few = read_trace(text, {.records = 2});
  EXPECT_THAT(few.conflicts, SizeIs(2));
  EXPECT_EQ(few.left_out, 3u);
  const Trace short_lines = read_trace(text, {.line = 100});
  EXPECT_THAT(short_lines.conflicts, IsEmpty());
  EXPECT_EQ(short_lines.left_out, 5u);
  Conflict deep = conflict();
  deep.accesses[0].stack.resize(5);
  EXPECT_THAT(read_trace(text_of({deep}), {.elements = 3}).conflicts[0].accesses[0].stack, SizeIs(3));
  // Two bytes each: a name is not cut in the middle of a character.
  EXPECT_THAT(read_trace(text_of({Note{"äöü"}}), {.text = 5}).notes, ElementsAre("äö"));
}

// What the JVM gives is not always UTF-8.
TEST(Trace, TextThatIsNotUtf8) {
  EXPECT_THAT(read_trace(text_of({Note{"a \"b\"\n\xff"}})).notes, ElementsAre("a \"b\"\n\xef\xbf\xbd"));
}

}  // namespace
}  // namespace snag::wire
