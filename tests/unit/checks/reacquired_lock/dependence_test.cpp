// Whether a second section depends on what the first has answered.
#include "checks/reacquired-lock/dependence.h"

#include "checks/reacquired_lock/lock_program.h"

namespace snag::reacquired {
namespace {

const std::string kUses = R"java(
import java.util.Vector;
class Job { Job(int n) {} }
class Queue {
  int size;
  private final int capacity = Integer.getInteger("capacity");
  private boolean closed;
  synchronized boolean isClosed() { return closed; }
  synchronized void close() { closed = true; }
  synchronized int size() { return size; }
  synchronized int capacity() { return capacity; }
  synchronized void add(int n) { size += n; }
  synchronized void put(boolean b) { closed = b; }
  synchronized void give(Job j) { size++; }
  synchronized int takeAll() { int all = size; size = 0; return all; }
  int unlockedSize() { return size; }
}
class Uses {
  Queue q;
  int kept;
  boolean verbose;
  final Vector<Object> v = new Vector<>();
  final StringBuffer text = new StringBuffer();
  void show(boolean b) { kept++; }

  void control() { if (!q.isClosed()) q.add(1); }
  void returns() { if (q.isClosed()) return; if (verbose) kept++; q.add(1); }
  void data() { int n = q.size(); q.add(n + 1); }
  void neither() { q.add(1); q.add(2); }
  void unused() { q.size(); q.add(1); }
  int both() { return q.size() + q.size(); }
  void bothWays() { boolean c = q.isClosed(); if (c) kept++; q.add(1); }
  void flag() { int n = q.size(); boolean empty = n == 0; q.put(empty); }
  void made() { Job j = new Job(q.size()); q.give(j); }
  void fixed() { int n = q.capacity(); q.add(n); }
  void takenAway() { int n = q.takeAll(); q.add(n); }
  void exception() { try { q.size(); } catch (RuntimeException e) { q.add(1); } }
  void block() { int n; synchronized (q) { n = q.size; } synchronized (q) { q.size = n + 1; } }
  void blockKeepsIt() { synchronized (q) { int n = q.size; q.size = n + 1; } synchronized (q) { q.size = 0; } }
  int sum() { int sum = 0; for (int i = 0; i < 3; i++) sum += q.size(); return sum; }
  void field() { for (int i = 0; i < 3; i++) kept = q.size(); }
  void array(int[] all) { for (int i = 0; i < 3; i++) all[i] = q.size(); }
  void forgets() { for (int i = 0; i < 3; i++) q.size(); }
  void shows() { for (int i = 0; i < 3; i++) show(q.isClosed()); }
  void chooses() { for (int i = 0; i < 3; i++) { int n = verbose ? q.size() : 0; show(n == 1); } }
  void library() { if (!v.isEmpty()) v.remove(0); }
  void libraryAdds() { boolean b = v.add(this); if (b) v.add(this); }
  void buffer() { StringBuffer b = text.append(1); text.append(b.hashCode()); }
}
)java";

struct Answers {
  bool first = false, second = false, accumulates = false, depends = false;
};

class DependenceTest : public testing::Test {
 protected:
  static LockProgram& program() {
    static LockProgram program(compiled_java(kUses), {});
    return program;
  }
  // About the first lock of the method that is taken twice.
  static Answers about(
      const std::string& method, const Dependence::MayChange& may_change = [](FieldId) { return true; }) {
    MethodLocks locks(program().witnesses().inputs(), program().node("Uses." + method));
    const std::vector<Twice>& twice = program().witnesses().twice(locks.node());
    if (twice.empty()) throw std::runtime_error("nothing is taken twice in " + method);
    const Mark &first = twice[0].firsts[0], &second = twice[0].second;
    const ExaminedMethod examined(locks);
    Dependence dependence(program().analysis(), program().witnesses().callees(), examined, may_change);
    return {.first = dependence.yields(first),
            .second = dependence.yields(second),
            .accumulates = dependence.accumulates(first),
            .depends = dependence.depends(second, first) != Dependence::Way::kNone};
  }
};

TEST_F(DependenceTest, ByControl) {
  EXPECT_TRUE(about("control").depends);
  EXPECT_TRUE(about("returns").depends);
  EXPECT_FALSE(about("bothWays").depends) << "both ways lead to the second";
  EXPECT_TRUE(about("bothWays").first);
}

TEST_F(DependenceTest, ByData) {
  EXPECT_TRUE(about("data").depends);
  EXPECT_TRUE(about("data").first);
  EXPECT_FALSE(about("data").second);
  EXPECT_TRUE(about("flag").depends);
  EXPECT_TRUE(about("made").depends);
}

TEST_F(DependenceTest, NotAtAll) {
  Answers neither = about("neither");
  EXPECT_FALSE(neither.depends || neither.first || neither.second || neither.accumulates);
  Answers both = about("both");
  EXPECT_TRUE(both.first && both.second);
  EXPECT_FALSE(both.depends);
}

TEST_F(DependenceTest, AnAnswerThatNobodyUsesIsNone) {
  EXPECT_FALSE(about("unused").first);
  EXPECT_FALSE(about("unused").depends);
}

TEST_F(DependenceTest, WhatCannotChangeIsNoAnswer) {
  EXPECT_FALSE(about("fixed").first);
  EXPECT_FALSE(about("fixed").depends);
  auto nothing_changes = [](FieldId) { return false; };
  EXPECT_FALSE(about("data", nothing_changes).first);
  EXPECT_FALSE(about("data", nothing_changes).depends);
  EXPECT_FALSE(about("block", nothing_changes).depends);
  EXPECT_FALSE(about("library", nothing_changes).depends);
}

TEST_F(DependenceTest, WhatWasTakenAwayIsNoAnswer) {
  EXPECT_FALSE(about("takenAway").first);
  EXPECT_FALSE(about("takenAway").depends);
}

TEST_F(DependenceTest, ExceptionsAreNoTests) { EXPECT_FALSE(about("exception").depends); }

TEST_F(DependenceTest, OfBlocks) {
  EXPECT_TRUE(about("block").depends);
  EXPECT_TRUE(about("block").first);
  EXPECT_FALSE(about("blockKeepsIt").depends);
  EXPECT_FALSE(about("blockKeepsIt").first) << "what is read does not leave the block";
}

TEST_F(DependenceTest, KeptOverRounds) {
  EXPECT_TRUE(about("sum").accumulates);
  EXPECT_TRUE(about("field").accumulates);
  EXPECT_TRUE(about("array").accumulates);
  EXPECT_FALSE(about("forgets").accumulates);
  EXPECT_FALSE(about("shows").accumulates);
  EXPECT_TRUE(about("shows").first);
}

// Any choice counts as a variable that is kept, also one that is forgotten in the same round.
TEST_F(DependenceTest, KeptOverRoundsFalsePositive) { EXPECT_TRUE(about("chooses").accumulates); }

TEST_F(DependenceTest, OfSynchronizedClasses) {
  EXPECT_TRUE(about("library").depends);
  EXPECT_TRUE(about("library").first);
  EXPECT_FALSE(about("libraryAdds").first) << "a change is no read";
  EXPECT_FALSE(about("buffer").first) << "it is the buffer itself";
}

}  // namespace
}  // namespace snag::reacquired
