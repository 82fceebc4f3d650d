// Which locks the writers of a field hold.
#include <gtest/gtest.h>

#include <algorithm>

#include "sections/analysis.h"
#include "support/compiled_java.h"
#include "support/opened_program.h"

namespace snag::sections {
namespace {

const std::string kWriters = R"java(
import java.util.*;
class Fields {
  static final Object GLOBAL = new Object();
  final Object lock = new Object();
  final java.util.concurrent.locks.ReadWriteLock both = new java.util.concurrent.locks.ReentrantReadWriteLock();
  int byRead, byWrite;
  void read() { both.readLock().lock(); try { byRead = 1; } finally { both.readLock().unlock(); } }
  void write() { both.writeLock().lock(); try { byWrite = 1; } finally { both.writeLock().unlock(); } }
  int own, ownAndNone, byLock, byEither, ofAnother, ofAnotherWrong, global, byCallers, byCallersAndNone, never;
  static int shared;
  final List<Object> list = new ArrayList<>();
  Fields() { own = 1; byLock = 1; never = 1; }
  synchronized void own1() { own = 1; }
  synchronized void own2() { own = 2; }
  synchronized void some1() { ownAndNone = 1; }
  void some2() { ownAndNone = 2; }
  void lock1() { synchronized (lock) { byLock = 1; byEither = 1; list.add(1); } }
  synchronized void lock2() { synchronized (lock) { byLock = 2; } byEither = 2; }
  void another(Fields x) { synchronized (x) { x.ofAnother = 1; } }
  synchronized void anotherOwn() { ofAnother = 2; }
  synchronized void anotherWrong(Fields x) { x.ofAnotherWrong = 1; }
  void global(Fields x) { synchronized (GLOBAL) { x.global = 1; global = 2; shared = 3; } }
  private void byCallers() { byCallers = 1; byCallersAndNone = 1; }
  synchronized void caller() { byCallers(); }
  void none() { byCallersAndNone = 2; }
}
)java";

class WritersTest : public testing::Test {
 protected:
  struct Program {
    Program()
        : opened({.application = compiled_java(kWriters)}),
          analysis(*opened.store, opened.models, opened.application, Analysis::Options{.jobs = 1}) {}
    OpenedProgram opened;
    Analysis analysis;
  };
  static Program& program() {
    static Program program;
    return program;
  }
  static FieldId field(std::string_view name) {
    const snag::Program& of = *program().opened.program;
    for (const Field& field : of.fields(program().opened.program->find_class("Fields"))) {
      if (of.text(field.name) == name) return field.id;
    }
    throw std::runtime_error("no field " + std::string(name));
  }
  static AccessPath self() { return AccessPath(AccessPath::Root::kParameter, 0); }
  static AccessPath lock() { return self().then(field("lock").value); }
  static AccessPath global() { return AccessPath(AccessPath::Root::kStatic, field("GLOBAL").value); }
  // Whether all writers of the field have to wait while another thread has this lock.
  static bool hold(std::string_view name, const AccessPath& object, const AccessPath& lock,
                   LockMode mode = LockMode::kExclusive) {
    std::span<const Writer> writers = program().analysis.writers(field(name));
    return std::all_of(writers.begin(), writers.end(), [&](const Writer& writer) {
      return program().analysis.is_excluded_by({lock, mode}, object, writer);
    });
  }
};

TEST_F(WritersTest, AllHoldTheOwner) {
  EXPECT_TRUE(hold("own", self(), self())) << "the constructor does not count";
  EXPECT_FALSE(hold("ownAndNone", self(), self()));
  EXPECT_FALSE(hold("own", self(), lock()));
}

TEST_F(WritersTest, AllHoldALockOfTheOwner) {
  EXPECT_TRUE(hold("byLock", self(), lock()));
  EXPECT_FALSE(hold("byLock", self(), self())) << "not lock1";
  EXPECT_FALSE(hold("byEither", self(), self()));
  EXPECT_FALSE(hold("byEither", self(), lock()));
  EXPECT_TRUE(hold("list", self(), lock())) << "what the collection holds";
}

TEST_F(WritersTest, TheOwnerMayHaveAnyName) {
  AccessPath x(AccessPath::Root::kParameter, 4), y(AccessPath::Root::kParameter, 5);
  EXPECT_TRUE(hold("ofAnother", self(), self()));
  EXPECT_TRUE(hold("ofAnother", x, x));
  EXPECT_FALSE(hold("ofAnother", x, y));
  EXPECT_FALSE(hold("ofAnotherWrong", self(), self())) << "its writer holds another one's lock";
}

TEST_F(WritersTest, ALockThatEverybodyKnows) {
  EXPECT_TRUE(hold("global", self(), global()));
  EXPECT_TRUE(hold("global", AccessPath(), global()));
  EXPECT_TRUE(hold("shared", AccessPath(), global()));
  EXPECT_FALSE(hold("own", self(), global()));
}

TEST_F(WritersTest, LocksOfCallersCount) {
  EXPECT_TRUE(hold("byCallers", self(), self()));
  EXPECT_FALSE(hold("byCallersAndNone", self(), self()));
}

TEST_F(WritersTest, TwoReadLocksDoNotExcludeEachOther) {
  AccessPath both = self().then(field("both").value);
  EXPECT_TRUE(hold("byRead", self(), both, LockMode::kWrite));
  EXPECT_FALSE(hold("byRead", self(), both, LockMode::kRead));
  EXPECT_TRUE(hold("byWrite", self(), both, LockMode::kRead));
}

TEST_F(WritersTest, NothingIsKnownOfAnUnknownOwnerOrLock) {
  EXPECT_FALSE(hold("own", AccessPath(), self()));
  EXPECT_FALSE(hold("own", self(), AccessPath()));
  EXPECT_TRUE(hold("never", self(), self())) << "all of none";
}

}  // namespace
}  // namespace snag::sections
