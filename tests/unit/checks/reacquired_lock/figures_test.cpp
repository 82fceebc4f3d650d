// Figures 1, 4 and 5 of the paper, column by column.
#include "checks/reacquired_lock/lock_program.h"

namespace snag::reacquired {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

LockProgram& figures() {
  static LockProgram program(java_test_jar("reacquired_lock"), {});
  return program;
}

TEST(Figure5, LocksAcquired) {
  EXPECT_THAT(figures().own("papers.Figure4.m1"), ElementsAre("this.a"));
  EXPECT_THAT(figures().own("papers.Figure4.m2Bad"), IsEmpty());
  EXPECT_THAT(figures().own("papers.Figure4.m3"), ElementsAre("this.a"));
  EXPECT_THAT(figures().own("papers.Figure4.m4"), ElementsAre("this.a"));
  EXPECT_THAT(figures().own("papers.Figure4.m5"), ElementsAre("this.b"));
}

TEST(Figure5, LocksAcquiredAfterPropagation) {
  for (const char* method : {"m1", "m2Bad", "m3", "m4"}) {
    EXPECT_THAT(figures().taken("papers.Figure4." + std::string(method)), ElementsAre("this.a", "this.b")) << method;
  }
  EXPECT_THAT(figures().taken("papers.Figure4.m5"), ElementsAre("this.b"));
}

TEST(Figure5, LocksAcquiredTwice) {
  EXPECT_THAT(figures().alone("papers.Figure4.m2Bad"), ElementsAre("this.a", "this.b"));
  for (const char* method : {"m1", "m3", "m4", "m5"}) {
    EXPECT_THAT(figures().twice("papers.Figure4." + std::string(method)), IsEmpty()) << method;
  }
}

// In the column for m1 the paper has B, which is FINAL_P; FINAL_T is passed on by m2 only, and m1 ends it.
TEST(Figure5, LocksAcquiredTwiceAfterPropagation) {
  EXPECT_THAT(figures().potential("papers.Figure4.m2Bad"), ElementsAre("this.a", "this.b"));
  EXPECT_THAT(figures().confirmed("papers.Figure4.m1"), ElementsAre("this.b under this.a"));
  for (const char* method : {"m1", "m3", "m4", "m5"}) {
    EXPECT_THAT(figures().potential("papers.Figure4." + std::string(method)), IsEmpty()) << method;
  }
  for (const char* method : {"m2Bad", "m3", "m4", "m5"}) {
    EXPECT_THAT(figures().confirmed("papers.Figure4." + std::string(method)), IsEmpty()) << method;
  }
}

TEST(Figure5, OneWitnessInTheEnd) {
  NodeId m1 = figures().node("papers.Figure4.m1"), m2 = figures().node("papers.Figure4.m2Bad");
  std::vector<Witness> of_m2;
  for (const Witness& witness : figures().witnesses().all()) {
    if (witness.origin == m2) of_m2.push_back(witness);
  }
  ASSERT_EQ(of_m2.size(), 1U);
  EXPECT_EQ(of_m2[0].depth, 1U);
  ASSERT_EQ(of_m2[0].contexts.size(), 1U);
  EXPECT_EQ(of_m2[0].contexts[0].node, m1);
  const Twice& twice = figures().witnesses().twice(m2)[of_m2[0].twice];
  EXPECT_EQ(figures().text(m2, figures().witnesses().locks(m2)[twice.second.lock]), "this.b");
  EXPECT_EQ(figures().calls().ir(m2).line(twice.second.at), 17U);
  ASSERT_EQ(twice.firsts.size(), 1U);
  EXPECT_EQ(figures().calls().ir(m2).line(twice.firsts[0].at), 16U);
  EXPECT_EQ(figures().witnesses().depth(twice.second), 2U) << "m4 and m5";
  EXPECT_EQ(figures().witnesses().section_of(m2, twice.second).at.value,
            figures().witnesses().sections(figures().node("papers.Figure4.m5"))[0].at.value);
}

TEST(Figure5, WithoutM1ThereIsNoWitness) {
  EXPECT_THAT(figures().potential("papers.Figure4$WithoutContext.m2Ok"), ElementsAre("this.a", "this.b"));
  NodeId m2 = figures().node("papers.Figure4$WithoutContext.m2Ok");
  for (const Witness& witness : figures().witnesses().all()) EXPECT_NE(witness.origin, m2);
}

}  // namespace
}  // namespace snag::reacquired
